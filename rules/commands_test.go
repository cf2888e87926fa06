package rules

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestListsOfLists reads a command made of variables that hold lists of each other. Its text would
// have 2 to the power of 60 words.
func TestListsOfLists(t *testing.T) {
	var text strings.Builder
	text.WriteString("class a {\n  $s0 = ['sudo a', 'b']\n")
	for i := range 60 {
		fmt.Fprintf(&text, "  $s%d = [$s%d, $s%d]\n", i+1, i, i)
	}
	text.WriteString("  exec { 'x': command => $s60 }\n}\n")
	enabled := make([]Enabled, len(All()))
	for i, rule := range All() {
		enabled[i] = Enabled{Rule: rule, Severity: rule.Severity}
	}
	found := NewSet(enabled, Settings{}).CheckFile(syntax.Parse(source.NewFile("a.pp", text.String()), syntax.Options{}), FileLocation{})
	if len(found) == 0 {
		t.Error("nothing was found")
	}
}
