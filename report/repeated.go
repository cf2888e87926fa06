package report

import (
	"fmt"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// minRepeated is how many errors that say the same are shown as one, such as those about a
// misspelt name: the first, and the places of the others. All other formats have each of them at
// its place, since editors underline it there, and fixes and comments belong to it.
const minRepeated = 3

// maxLocations is how many of these locations are listed in one file.
const maxLocations = 12

// sameWords is what findings have in common that are shown as one.
type sameWords struct {
	rule          *diag.Rule
	message, help string
}

// repetitions are errors that say the same of several places.
type repetitions struct {
	groups map[sameWords][]*diag.Diagnostic
}

// repetitionsOf finds the errors that say the same.
func repetitionsOf(findings []*diag.Diagnostic) *repetitions {
	found := &repetitions{map[sameWords][]*diag.Diagnostic{}}
	for _, finding := range findings {
		if mayRepeat(finding) {
			key := wordsOf(finding)
			found.groups[key] = append(found.groups[key], finding)
		}
	}
	return found
}

// mayRepeat reports whether nothing but its place tells a finding from others with its words.
func mayRepeat(finding *diag.Diagnostic) bool {
	return finding.Severity == diag.Error && !finding.Suppressed && finding.Precision == diag.Exact && len(finding.Related) == 0
}

func wordsOf(finding *diag.Diagnostic) sameWords {
	return sameWords{finding.Rule, finding.Message, finding.Help}
}

// othersOf returns the findings that the first of a group stands for. isShown is false for these
// others.
func (r *repetitions) othersOf(finding *diag.Diagnostic) (others []*diag.Diagnostic, isShown bool) {
	if r == nil || !mayRepeat(finding) {
		return nil, true
	}
	group := r.groups[wordsOf(finding)]
	switch {
	case len(group) < minRepeated:
		return nil, true
	case group[0] != finding:
		return nil, false
	}
	return group[1:], true
}

// also lists the places of findings, those of a file in one line.
func (f frame) also(findings []*diag.Diagnostic) {
	indent := strings.Repeat(" ", f.margin)
	lead := indent + f.paint(blue, "=") + " " + f.paint(bold, "also:") + " "
	for len(findings) > 0 {
		file := findings[0].File
		var locations []string
		count := 0
		for ; count < len(findings) && findings[count].File.Name == file.Name; count++ {
			at := findings[count].Position()
			if len(locations) < maxLocations {
				locations = append(locations, strconv.Itoa(at.Line)+":"+strconv.Itoa(at.Column))
			}
		}
		more := ""
		if count > maxLocations {
			more = fmt.Sprintf(" and %d more", count-maxLocations)
		}
		fmt.Fprintf(f, "%s%s:%s%s\n", lead, source.ShownFirst(shownLine(file.Name)), strings.Join(locations, ", "), more)
		lead = indent + strings.Repeat(" ", len("= also: "))
		findings = findings[count:]
	}
}
