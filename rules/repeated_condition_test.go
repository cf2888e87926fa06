package rules

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestRepeatedConditionInLongChain checks that a chain is examined once, with its first if: each
// repeated condition refers to the first equal one, however far away that is.
func TestRepeatedConditionInLongChain(t *testing.T) {
	const length = 1000
	var text strings.Builder
	text.WriteString("if $x == 0 { notice(0) }")
	for i := 1; i < length; i++ {
		fmt.Fprintf(&text, "\nelsif $x == %d { notice(%d) }", i%(length/4), i)
	}
	file := syntax.Parse(source.NewFile("a.pp", text.String()), syntax.Options{})
	found := NewSet([]Enabled{{Rule: &repeatedCondition}}, Settings{}).CheckFile(file, FileLocation{})
	if len(found) != length*3/4 {
		t.Fatalf("%d findings, not %d", len(found), length*3/4)
	}
	for i, finding := range found {
		line := file.Source.Position(finding.Span.Start).Line
		first := file.Source.Position(finding.Related[0].Span.Start).Line
		if line != length/4+i+1 || first != i%(length/4)+1 {
			t.Errorf("finding %d is on line %d and refers to line %d", i, line, first)
		}
	}
}
