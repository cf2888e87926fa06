package typereport

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Limits say how much of a long list is shown; 0 shows all of it.
type Limits struct {
	Holes, Unknown int
}

func limited[T any](list []T, limit int) []T {
	if limit > 0 && len(list) > limit {
		return list[:limit]
	}
	return list
}

// barWidth is how many characters wide a coverage bar of the table is.
const barWidth = 20

// bar draws a share: typed, suggested, and the rest.
func bar(share Share) string {
	if share.Slots == 0 {
		return strings.Repeat("█", barWidth)
	}
	typed := share.Typed * barWidth / share.Slots
	suggested := (share.Typed+share.Suggested)*barWidth/share.Slots - typed
	return strings.Repeat("█", typed) + strings.Repeat("▒", suggested) + strings.Repeat("·", barWidth-typed-suggested)
}

// WriteText writes the report as tables for a terminal.
func (r *Report) WriteText(out io.Writer, limits Limits) error {
	w := bufio.NewWriter(out)
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprint(table, "MODULE\tTYPED\t\tSLOTS\tLOOSE\tHOLES\tSUGGESTED\tEXPRESSIONS KNOWN\n")
	row := func(name string, share Share) {
		fmt.Fprintf(table, "%s\t%.1f %%\t%s\t%d\t%d\t%d\t%d\t%.1f %%\n",
			name, share.Percent(), bar(share), share.Slots, share.Loose, share.Slots-share.Typed, share.Suggested, share.KnownPercent())
	}
	for _, module := range r.Modules {
		row(module.title(), module.Share)
	}
	if len(r.Modules) != 1 {
		row("total", r.Total)
	}
	table.Flush()
	r.writeHoles(w, limits.Holes)
	r.writeUnknown(w, limits.Unknown)
	r.writeTrend(w)
	return w.Flush()
}

func (r *Report) writeHoles(w io.Writer, limit int) {
	holes := r.Holes()
	if len(holes) == 0 {
		return
	}
	fmt.Fprint(w, "\nHoles, the most expensive first:\n\n")
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprint(table, "COST\tWHERE\tPARAMETER\tTYPE\n")
	for _, hole := range limited(holes, limit) {
		fmt.Fprintf(table, "%d\t%s:%d\t%s $%s\t%s\n", hole.Parameter.Cost, hole.Definition.Path, hole.Parameter.Line,
			hole.Definition.Name, hole.Parameter.Name, hole.Parameter.advice())
	}
	table.Flush()
	if more := len(holes) - len(limited(holes, limit)); more > 0 {
		fmt.Fprintf(w, "… and %d more (--all shows them)\n", more)
	}
}

// advice is what is known of the type that a hole could have.
func (p *Parameter) advice() string {
	switch {
	case p.Suggested != "":
		return p.Suggested
	case p.Likely != "":
		return "perhaps " + p.Likely
	}
	return "nothing is known"
}

func (r *Report) writeUnknown(w io.Writer, limit int) {
	if len(r.Unknown) == 0 {
		return
	}
	fmt.Fprint(w, "\nWhy types are not known:\n\n")
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprint(table, "TIMES\tCAUSE\n")
	for _, cause := range limited(r.Unknown, limit) {
		fmt.Fprintf(table, "%d\t%s\n", cause.Count, cause.What())
	}
	table.Flush()
	if more := len(r.Unknown) - len(limited(r.Unknown, limit)); more > 0 {
		fmt.Fprintf(w, "… and %d more (--all shows them)\n", more)
	}
}

func (r *Report) writeTrend(w io.Writer) {
	if r.Trend == nil {
		return
	}
	fmt.Fprintf(w, "\nSince the earlier report: %.1f %% → %.1f %% (%+.1f points), %d holes mended, %d new\n",
		r.Trend.Before.Percent(), r.Trend.After.Percent(), r.Trend.Change(), len(r.Trend.Mended), len(r.Trend.New))
	for _, name := range r.Trend.New {
		fmt.Fprintf(w, "  new: %s\n", name)
	}
}
