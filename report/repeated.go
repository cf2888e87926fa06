package report

import (
	"fmt"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// minRepeated is the number of errors with the same message, such as those about a misspelt name,
// from which the text report shows only the first one, with the locations of the others. All other
// formats contain each error, since editors underline it and fixes belong to it.
const minRepeated = 3

// maxLocations is the largest number of these locations that are listed in one file.
const maxLocations = 12

// sameWords is the key of findings that are shown as one.
type sameWords struct {
	rule          *diag.Rule
	message, help string
}

// repetitions holds the errors with the same message at several locations.
type repetitions struct {
	groups map[sameWords][]*diag.Diagnostic
}

// repetitionsOf groups the errors among findings by their messages.
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

// mayRepeat reports whether only its location distinguishes a finding from others with the same
// message.
func mayRepeat(finding *diag.Diagnostic) bool {
	return finding.Severity == diag.Error && !finding.Suppressed && finding.Precision == diag.Exact && len(finding.Related) == 0
}

func wordsOf(finding *diag.Diagnostic) sameWords {
	return sameWords{finding.Rule, finding.Message, finding.Help}
}

// othersOf returns the other findings of the group if finding is the first one of it. isShown is
// false if finding is one of the others, which are not shown themselves.
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

// also prints the locations of findings, with one line for each file.
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
