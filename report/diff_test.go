package report

import (
	"strings"
	"testing"

	"puppet-lint/lint"
)

// The name of a file ends no line of a diff and controls no terminal: it is written as git does.
func TestWriteDiffQuotesPaths(t *testing.T) {
	for path, want := range map[string]string{
		"manifests/init.pp":    "manifests/init.pp",
		"manifests/größe.pp":   "manifests/größe.pp",
		"a\n::error::b\x1b.pp": `"a\012::error::b\033.pp"`,
		"\u202e.pp":            `"\342\200\256.pp"`,
		`say "hi".pp`:          `"say \"hi\".pp"`,
	} {
		var out strings.Builder
		WriteDiff(&out, []lint.Change{{Path: path, Before: "a\n", After: "b\n"}}, false)
		if got := out.String(); got != "--- "+want+"\n+++ "+want+"\n@@ -1 +1 @@\n-a\n+b\n" {
			t.Errorf("%q:\n%s", path, got)
		}
	}
}
