// Package impactreport writes the impact of a change on classes and nodes: as text, as JSON,
// and as Markdown for a pull request.
//
// Package lint computes the impact. This package only decides the order and the length of what
// is shown.
package impactreport

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/english"
	"puppet-lint/internal/markdown"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// Forms returns the names of the formats.
func Forms() []string { return []string{"text", "json", "markdown"} }

// Write writes an impact in a format.
func Write(out io.Writer, impact *lint.Impact, form string) error {
	switch form {
	case "json":
		return writeJSON(out, impact)
	case "markdown":
		return writeMarkdown(out, impact)
	}
	return writeText(out, impact)
}

// document is the JSON document. Its names are stable.
type document struct {
	Files     []string     `json:"files"`
	Changed   []definition `json:"changed"`
	Reached   []reached    `json:"reached"`
	Unchanged int          `json:"unchanged"`
}

type definition struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	How  string `json:"how"`
	// Values are missing if the definition is not a data key, or if its values are not shown.
	Values []changedValue `json:"values,omitempty"`
}

type changedValue struct {
	Old   string `json:"old"`
	New   string `json:"new"`
	Files int    `json:"files"`
}

type reached struct {
	Name string   `json:"name"`
	Kind string   `json:"kind"`
	Why  []string `json:"why"`
	// Differs is true if the catalog is known to differ. MayDiffer is true if there may be more
	// differences: parts of it are not known, or there are possible differences.
	Differs   bool `json:"differs"`
	MayDiffer bool `json:"may_differ"`
	// NotCompared is true if there were too many catalogs to compare this one.
	NotCompared bool        `json:"not_compared,omitempty"`
	Fails       string      `json:"fails,omitempty"`
	Failed      string      `json:"failed,omitempty"`
	MayFail     []string    `json:"may_fail,omitempty"`
	Problems    []problem   `json:"problems,omitempty"`
	Added       []string    `json:"added"`
	Removed     []string    `json:"removed"`
	Changed     []attribute `json:"changed"`
	Possible    []attribute `json:"possible,omitempty"`
	// PossiblyAdded and PossiblyRemoved are omitted if there are none.
	PossiblyAdded   []string `json:"possibly_added,omitempty"`
	PossiblyRemoved []string `json:"possibly_removed,omitempty"`
	Orders          struct {
		Added   []string `json:"added"`
		Removed []string `json:"removed"`
	} `json:"orders"`
}

type problem struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type attribute struct {
	Resource  string `json:"resource"`
	Attribute string `json:"attribute,omitempty"`
	Old       string `json:"old,omitempty"`
	New       string `json:"new,omitempty"`
}

func kindOf(one *lint.AffectedCatalog) string {
	switch {
	case one.Node:
		return "node"
	case one.Role:
		return "role"
	}
	return "class"
}

// listed returns a list that JSON encodes as a list even if it is empty.
func listed(list []string) []string { return append([]string{}, list...) }

func writeJSON(out io.Writer, impact *lint.Impact) error {
	d := document{Files: listed(impact.Files), Changed: []definition{}, Reached: []reached{}, Unchanged: impact.Unchanged}
	for _, one := range impact.Changed {
		made := definition{Kind: one.Kind, Name: one.Name, How: one.How}
		for _, value := range one.Values {
			made.Values = append(made.Values, changedValue(value))
		}
		d.Changed = append(d.Changed, made)
	}
	for i := range impact.Affected {
		one := &impact.Affected[i]
		diff := one.Difference
		made := reached{
			Name: one.Name, Kind: kindOf(one), Why: listed(one.Why), Differs: !diff.IsEmpty(), MayDiffer: diff.NotKnown || diff.HasPossible(), NotCompared: diff.NotCompared, Fails: diff.Failure, Failed: diff.FormerFailure, MayFail: diff.PossibleFailures,
			Added: listed(diff.Added), Removed: listed(diff.Removed), Changed: []attribute{},
			PossiblyAdded: diff.PossiblyAdded, PossiblyRemoved: diff.PossiblyRemoved,
		}
		made.Orders.Added, made.Orders.Removed = listed(diff.AddedOrders), listed(diff.RemovedOrders)
		for _, c := range diff.Changed {
			made.Changed = append(made.Changed, attribute{c.Ref, c.Name, c.Old, c.New})
		}
		for _, c := range diff.Possible {
			made.Possible = append(made.Possible, attribute{c.Ref, c.Name, c.Old, c.New})
		}
		for _, p := range diff.Problems {
			made.Problems = append(made.Problems, problem{p.Kind, p.Message})
		}
		d.Reached = append(d.Reached, made)
	}
	return source.WriteJSON(out, d, "  ")
}

// lines returns the differences of a catalog, one a line, each preceded by a sign.
func lines(one *lint.AffectedCatalog) (all []string) {
	diff := one.Difference
	if diff.Failure != "" {
		all = append(all, "! fails now: "+diff.Failure)
	}
	if diff.FormerFailure != "" {
		all = append(all, "! no longer fails: "+diff.FormerFailure)
	}
	for _, p := range diff.Problems {
		all = append(all, "! "+p.Message)
	}
	for _, ref := range diff.Added {
		all = append(all, "+ "+ref)
	}
	for _, ref := range diff.Removed {
		all = append(all, "- "+ref)
	}
	certainty := map[string][]string{} // references by the old and the new certainty
	for _, c := range diff.Changed {
		if c.Name == "" {
			certainty[c.Old+" -> "+c.New] = append(certainty[c.Old+" -> "+c.New], c.Ref)
			continue
		}
		all = append(all, "~ "+c.Ref+" "+c.Name+": "+change(c.Old, c.New))
	}
	for _, change := range slices.Sorted(maps.Keys(certainty)) {
		all = append(all, "~ "+strings.Join(certainty[change], ", ")+": "+change)
	}
	for _, what := range diff.PossibleFailures {
		all = append(all, "? may fail: "+what)
	}
	for _, ref := range diff.PossiblyAdded {
		all = append(all, "? + "+ref)
	}
	for _, ref := range diff.PossiblyRemoved {
		all = append(all, "? - "+ref)
	}
	for _, c := range diff.Possible {
		all = append(all, "? "+c.Ref+" "+c.Name+": "+change(c.Old, c.New))
	}
	for _, text := range diff.AddedOrders {
		all = append(all, "+ "+text)
	}
	for _, text := range diff.RemovedOrders {
		all = append(all, "- "+text)
	}
	return all
}

// longestValue is how many characters of a value are shown, and keptBefore how many of those before
// the first difference of long values.
const (
	longestValue = 60
	keptBefore   = 20
)

// change returns two different values as text. Where they are long, it leaves out the start that both
// have.
func change(before, after string) string {
	if max(utf8.RuneCountInString(before), utf8.RuneCountInString(after)) > longestValue {
		first, second := []rune(before), []rune(after)
		same := 0
		for same < min(len(first), len(second)) && first[same] == second[same] {
			same++
		}
		if same > 2*keptBefore {
			before, after = "…"+string(first[same-keptBefore:]), "…"+string(second[same-keptBefore:])
		}
	}
	return short(before) + " -> " + short(after)
}

func short(value string) string {
	if value == "" {
		return "not set"
	}
	return source.Cut(value, longestValue)
}

func summary(impact *lint.Impact) string {
	changing, unknown := kinds{}, 0
	for i := range impact.Affected {
		if one := &impact.Affected[i]; one.Difference.IsEmpty() {
			unknown++
		} else {
			changing.count(one)
		}
	}
	text := english.Count(len(impact.Files), "changed file") + ", " + english.Count(len(impact.Changed), "changed definition") + ": "
	switch all := changing.String(); {
	case changing.roles+changing.nodes+changing.classes == 1:
		text += "the catalog of " + all + " changes"
	case all != "":
		text += "the catalogs of " + all + " change"
	case unknown > 0:
		text += "no catalog is certain to change"
	default:
		text += "no catalog changes"
	}
	if unknown > 0 {
		text += fmt.Sprintf(", %d may change", unknown)
	}
	switch impact.Unchanged {
	case 0:
	case 1:
		text += ", 1 does not change"
	default:
		text += fmt.Sprintf(", %d do not change", impact.Unchanged)
	}
	return text
}

// shownDefinitions is how many changed definitions text lists; JSON has all of them.
const shownDefinitions = 40

func writeText(out io.Writer, impact *lint.Impact) error {
	var text strings.Builder
	text.WriteString(summary(impact) + "\n")
	for at, one := range impact.Changed {
		if at == shownDefinitions {
			fmt.Fprintf(&text, "  … and %d more\n", len(impact.Changed)-at)
			break
		}
		text.WriteString("  " + source.Shown(changedText(one)) + "\n")
	}
	for _, group := range groupsOf(impact) {
		text.WriteString("\n" + group.heading())
		if why := group.of[0].Why; len(group.of) == 1 && len(why) > 1 {
			text.WriteString("  (" + source.Shown(strings.Join(why[1:], ", which ")) + ")")
		}
		text.WriteString("\n")
		for _, line := range group.lines {
			text.WriteString("  " + source.Shown(line) + "\n")
		}
		if unknown := group.unknown(); unknown != "" {
			text.WriteString("  ? " + unknown + "\n")
		}
		for _, line := range group.names() {
			text.WriteString(line + "\n")
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// maxValues is how many changes of the value of a data key are shown.
const maxValues = 3

// changedText returns a changed definition as text, with the values of a data key.
func changedText(one lint.ChangedDefinition) string {
	text := one.How + ": " + one.Kind + " '" + one.Name + "'"
	for at, value := range one.Values {
		switch at {
		case 0:
			text += ": "
		case maxValues:
			return text + ", …"
		default:
			text += ", "
		}
		text += change(value.Old, value.New)
		if value.Files > 1 {
			text += fmt.Sprintf(" (in %d files)", value.Files)
		}
	}
	return text
}

// The limits of Markdown output, so that a comment remains short.
const (
	shownGroups = 20
	shownLines  = 12
)

func writeMarkdown(out io.Writer, impact *lint.Impact) error {
	var text strings.Builder
	text.WriteString("### Impact\n\n" + summary(impact) + ".\n")
	groups := groupsOf(impact)
	for at, group := range groups {
		if at == shownGroups {
			rest := 0
			for _, hidden := range groups[at:] {
				rest += len(hidden.of)
			}
			fmt.Fprintf(&text, "\n… and %d more.\n", rest)
			break
		}
		group.writeMarkdown(&text)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// writeMarkdown writes the differences of a group as a folded section.
func (g *group) writeMarkdown(text *strings.Builder) {
	note := ""
	if unknown := g.unknown(); unknown != "" {
		note = " (" + unknown + ")"
	}
	if len(g.lines) == 0 && len(g.of) == 1 {
		text.WriteString("\n- " + kindOf(g.of[0]) + " " + markdown.Code(g.of[0].Name) + " may change" + note + "\n")
		return
	}
	what := "may change"
	if len(g.lines) > 0 {
		what = english.Count(len(g.lines), "difference")
	}
	fmt.Fprintf(text, "\n<details><summary>%s: %s%s</summary>\n", markdown.Text(g.heading()), what, note)
	if len(g.lines) > 0 {
		text.WriteString("\n```diff\n")
		for at, line := range g.lines {
			if at == shownLines {
				fmt.Fprintf(text, "… and %d more\n", len(g.lines)-at)
				break
			}
			text.WriteString(strings.ReplaceAll(source.Shown(line), "```", "'''") + "\n")
		}
		text.WriteString("```\n")
	}
	for _, list := range g.lists() {
		text.WriteString("\n" + list.label + ": ")
		for i, name := range list.names {
			if i > 0 {
				text.WriteString(", ")
			}
			text.WriteString(markdown.Code(name))
		}
		text.WriteString("\n")
	}
	text.WriteString("\n</details>\n")
}
