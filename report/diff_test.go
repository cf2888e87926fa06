package report

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"puppet-lint/lint"
)

// TestWriteDiffQuotesPaths checks that the name of a file cannot end a line of a diff or control a
// terminal. git writes such names in the same way.
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

// TestWriteDiffNumbersHunks checks the line numbers of hunks that follow other hunks.
func TestWriteDiffNumbersHunks(t *testing.T) {
	lines := make([]string, 40)
	for i := range lines {
		lines[i] = "line " + strconv.Itoa(i+1) + "\n"
	}
	before := strings.Join(lines, "")
	after := slices.Clone(lines)
	after[2], after[6] = "", "seven\n"
	after[20] = "twenty-one\nand more\n"
	after[36] = "thirty-seven\n"
	var out strings.Builder
	WriteDiff(&out, []lint.Change{{Path: "a.pp", Before: before, After: strings.Join(after, "")}}, false)
	var headers []string
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "@@") {
			headers = append(headers, strings.TrimSpace(line))
		}
	}
	want := []string{"@@ -1,10 +1,9 @@", "@@ -18,7 +17,8 @@", "@@ -34,7 +34,7 @@"}
	if !slices.Equal(headers, want) {
		t.Errorf("got the headers %q, want %q", headers, want)
	}
}
