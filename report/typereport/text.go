package typereport

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"puppet-lint/internal/source"
)

// Limits are the largest lengths of lists; 0 shows all.
type Limits struct {
	Untyped, Unknown int
	// Modules applies to Markdown only.
	Modules int
	// Width is the width of the terminal in characters; 0 if there is none.
	Width int
}

func limited[T any](list []T, limit int) []T {
	if limit > 0 && len(list) > limit {
		return list[:limit]
	}
	return list
}

// shownType is how many characters of a likely type are shown in a list. A suggested type is
// shown in full, so that it can be copied.
const shownType = 60

// barWidth is the width of a coverage bar in characters, if there is room.
const barWidth = 20

// bar draws a share: typed, suggested, and the rest.
func bar(share Share, width int) string {
	if share.Slots == 0 {
		return ""
	}
	typed := share.Typed * width / share.Slots
	suggested := (share.Typed+share.Suggested)*width/share.Slots - typed
	return strings.Repeat("█", typed) + strings.Repeat("▒", suggested) + strings.Repeat("·", width-typed-suggested)
}

// WriteText writes the report as tables for a terminal.
func (r *Report) WriteText(out io.Writer, limits Limits) error {
	w := bufio.NewWriter(out)
	if len(r.Modules) == 0 {
		fmt.Fprintln(w, "There is no Puppet code here.")
	} else {
		r.writeModules(w, limits.Width)
	}
	r.writeTrend(w, limits)
	r.writeUntyped(w, limits)
	r.writeUnknown(w, limits.Unknown)
	if len(r.Known) > 0 {
		fmt.Fprintf(w, "\n%s\n", printable(r.known()))
	}
	return w.Flush()
}

// moduleColumns are the columns of the table of modules. In a narrow terminal, those of a
// higher rank are left out first.
var moduleColumns = []struct {
	column
	rank  int
	value func(share Share) string
}{
	{column{"TYPED", true}, 0, Share.TypedText},
	{column{"", false}, 1, func(share Share) string { return bar(share, barWidth) }},
	{column{"", false}, 2, func(share Share) string { return bar(share, barWidth/2) }},
	{column{"SLOTS", true}, 3, func(share Share) string { return strconv.Itoa(share.Slots) }},
	{column{"PARTLY", true}, 4, func(share Share) string { return strconv.Itoa(share.PartlyTyped) }},
	{column{"UNTYPED", true}, 0, func(share Share) string { return strconv.Itoa(share.untyped()) }},
	{column{"SUGGESTED", true}, 5, func(share Share) string { return strconv.Itoa(share.Suggested) }},
	{column{"KNOWN", true}, 4, Share.knownText},
}

// writeModules writes the table of modules in the widest form that fits.
func (r *Report) writeModules(w io.Writer, width int) {
	var made *table
	for _, shown := range [][]int{{0, 1, 3, 4, 5}, {0, 2, 3, 4, 5}, {0, 3, 4, 5}, {0, 3, 4}, {0, 3}, {0}} {
		made = r.moduleTable(shown)
		if width == 0 || made.width() <= width {
			break
		}
	}
	made.write(w)
}

// moduleTable returns the table of modules with the columns of the given ranks.
func (r *Report) moduleTable(ranks []int) *table {
	shown := func(rank int) bool {
		for _, one := range ranks {
			if one == rank {
				return true
			}
		}
		return false
	}
	made := &table{columns: []column{{"MODULE", false}}}
	for _, column := range moduleColumns {
		if shown(column.rank) {
			made.columns = append(made.columns, column.column)
		}
	}
	row := func(name string, share Share) {
		cells := []string{name}
		for _, column := range moduleColumns {
			if shown(column.rank) {
				cells = append(cells, column.value(share))
			}
		}
		made.add(cells...)
	}
	for _, module := range r.Modules {
		row(module.title(), module.Share)
	}
	if len(r.Modules) != 1 {
		row("total", r.Total)
	}
	return made
}

func (r *Report) writeUntyped(w io.Writer, limits Limits) {
	untyped := r.UntypedSlots()
	if len(untyped) == 0 {
		return
	}
	fmt.Fprint(w, "\nUntyped, the most expensive first:\n\n")
	made := &table{columns: []column{{"COST", true}, {"WHERE", false}, {"PARAMETER", false}, {"TYPE", false}}}
	shown := limited(untyped, limits.Untyped)
	for _, slot := range shown {
		made.add(strconv.Itoa(slot.Cost()), slot.where(), slot.Definition.Name+" "+slot.What(), slot.adviceText(plainText))
	}
	if limits.Width == 0 || made.width() <= limits.Width {
		made.write(w)
	} else {
		for _, slot := range shown {
			fmt.Fprintf(w, "%6d  %s %s: %s\n        %s\n", slot.Cost(), slot.Definition.Name, slot.What(), printable(slot.adviceText(plainText)), printable(slot.where()))
		}
	}
	writeMore(w, len(untyped)-len(shown))
}

func plainText(text string) string { return text }

func (s UntypedSlot) where() string { return fmt.Sprintf("%s:%d", s.Definition.Path, s.Line()) }

func (r *Report) writeUnknown(w io.Writer, limit int) {
	if len(r.Unknown) == 0 {
		return
	}
	fmt.Fprint(w, "\nWhy types are unknown:\n\n")
	made := &table{columns: []column{{"TIMES", true}, {"CAUSE", false}}}
	shown := limited(r.Unknown, limit)
	for _, cause := range shown {
		made.add(strconv.Itoa(cause.Count), cause.Text)
	}
	made.write(w)
	writeMore(w, len(r.Unknown)-len(shown))
	if len(r.Missing) > 0 {
		fmt.Fprintf(w, "\n%s\n", printable(r.missing(limit)))
	}
}

// known names the modules that are not installed but whose definitions are built in.
func (r *Report) known() string {
	return "Missing modules, typed by their known versions: " + strings.Join(r.Known, "; ") + "."
}

// missing names the modules that are not installed, and says what to do.
func (r *Report) missing(limit int) string {
	shown := limited(r.Missing, limit)
	text := strings.Join(shown, ", ")
	if more := len(r.Missing) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return "Missing modules: " + text + ". Use --modulepath to name the folder that contains them."
}

func (r *Report) writeTrend(w io.Writer, limits Limits) {
	if r.Trend == nil {
		return
	}
	fmt.Fprintf(w, "\nSince the earlier report: %s\n", r.Trend.sentence())
	if len(r.Trend.Modules) > 0 && len(r.Modules) != 1 {
		fmt.Fprintln(w)
		made := &table{columns: []column{{"MODULE", false}, {"BEFORE", true}, {"NOW", true}, {"UNTYPED", true}}}
		shown := limited(r.Trend.Modules, limits.Untyped)
		for _, module := range shown {
			made.add(moduleTitle(module.Name), module.before(), module.after(), module.untyped())
		}
		made.write(w)
		writeMore(w, len(r.Trend.Modules)-len(shown))
	}
	shown := limited(r.Trend.New, limits.Untyped)
	for _, name := range shown {
		fmt.Fprintf(w, "  new: %s\n", printable(name))
	}
	writeMore(w, len(r.Trend.New)-len(shown))
}

func writeMore(w io.Writer, more int) {
	if more > 0 {
		fmt.Fprintf(w, "… and %d more (--all shows them)\n", more)
	}
}

// printable returns a text without characters that control a terminal or change the reading
// direction.
func printable(text string) string { return source.ShownFirst(text) }
