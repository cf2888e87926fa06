package rules

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestOwnRulesShareWork: rules of a project that find far too much stop, and one notice for the
// file names them.
func TestOwnRulesShareWork(t *testing.T) {
	var enabled []Enabled
	for i := range 100 {
		notices, err := pattern.Compile("notice($A)")
		if err != nil {
			t.Fatal(err)
		}
		message, err := pattern.CompileTemplate("found $A", notices.Captures())
		if err != nil {
			t.Fatal(err)
		}
		enabled = append(enabled, Enabled{Rule: Custom(&CustomRule{
			Metadata: diag.Rule{Name: fmt.Sprintf("r%d", i), Group: diag.Custom, Severity: diag.Warning},
			Match:    pattern.Rule{Patterns: []*pattern.Pattern{notices}}, Message: message,
		})})
	}
	set := NewSet(enabled, Settings{})
	for _, test := range []struct {
		calls, most int
		notice      string
	}{
		{1, 100, ""},
		{300, 8000, "not checked completely by r0, r1, r2 and 97 more rules, because their patterns can match in too many ways"},
	} {
		file := syntax.Parse(source.NewFile("a.pp", strings.Repeat("notice(1)\n", test.calls)), syntax.Options{})
		found, notice := set.CheckFile(file, FileLocation{}), ""
		if last := len(found) - 1; found[last].Rule == &TooMuchWork {
			found, notice = found[:last], found[last].Message
		}
		if len(found) > test.most || len(found) < 100 || notice != test.notice {
			t.Errorf("%d calls: %d findings, %q", test.calls, len(found), notice)
		}
	}
}
