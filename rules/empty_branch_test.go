package rules

import (
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestEmptyBranchBeforeElse checks that the opposite conditional is suggested where only the else
// branch has code.
func TestEmptyBranchBeforeElse(t *testing.T) {
	for code, want := range map[string]string{
		"if $x { } else { notice(1) }":     "write `unless` with the code of the else branch",
		"unless $x { } else { notice(1) }": "write `if` with the code of the else branch",
		"if $x { }":                        "",
		"if $x { notice(1) } else { }":     "",
	} {
		file := syntax.Parse(source.NewFile("x.pp", code+"\n"), syntax.Options{})
		rule := emptyBranch
		found := NewSet([]Enabled{{Rule: &rule, Severity: diag.Warning}}, Settings{Target: 8}).CheckFile(file, FileLocation{})
		if len(found) != 1 || (want == "") != (found[0].Help == "" || found[0].Help == rule.Advice) || !strings.HasPrefix(found[0].Help, want) {
			t.Errorf("%s: %v, want one finding with the help %q", code, found, want)
		}
	}
}
