package rules

import (
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestSuspiciousCommentHelp checks that the help does not ask for an issue if the comment names
// one.
func TestSuspiciousCommentHelp(t *testing.T) {
	for text, want := range map[string]string{
		"# FIXME: check the signature":                "fix it, or file an issue",
		"# FIXME, see https://bugs.example.com/1":     "fix it, and remove the comment",
		"# TODO: remove it once MODULES-123 is fixed": "fix it, and remove the comment",
		"# HACK around #12":                           "fix it, and remove the comment",
	} {
		file := syntax.Parse(source.NewFile("a.pp", text+"\n"), syntax.Options{})
		found := NewSet([]Enabled{{Rule: &suspiciousComment}}, Settings{}).CheckFile(file, FileLocation{})
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%s: %+v, want the help %q", text, found, want)
		}
	}
}
