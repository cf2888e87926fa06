package report

import (
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/htmlpage/pagetest"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// TestHTMLPolicy checks that the page allows only its own style and script, and that names are
// escaped in the part for readers without scripts.
func TestHTMLPolicy(t *testing.T) {
	result := sampleResult()
	rule := *result.Findings[0].Rule
	rule.Name = "<b>"
	result.Findings[0].Rule = &rule
	page := render(t, "html", result, Options{})
	pagetest.CheckPolicy(t, page)
	if got := pagetest.Between(t, page, "<tbody>\n", "\n"); !strings.HasPrefix(got, `<tr><th scope="row">&lt;b&gt;</th><td class="num">1</td>`) {
		t.Errorf("the first rule is %s", got)
	}
}

// TestHTMLData checks the data for the page's script.
func TestHTMLData(t *testing.T) {
	for name, result := range map[string]*lint.Result{"html": sampleResult(), "empty-html": {Folder: "/repo", Files: []string{"a.pp"}}} {
		text, err := encodeJSON((&writer{result: result, options: Options{ShowSuppressed: true}}).newPageDocument(), "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, string(text))
	}
}

// TestPageCode checks that the marked part is given in UTF-16 units, as scripts count, also in a
// long line.
func TestPageCode(t *testing.T) {
	for _, test := range []struct {
		text, marked, want string
		more               bool
	}{
		{"$x = '𝄞' + 'b'", "'b'", "'b'", false},
		{strings.Repeat("é", 300) + "MARK" + strings.Repeat("𝄞", 300), "MARK", "MARK", false},
		{"class a {\n  b\n}\n", "class a {\n  b\n}", "class a {", true},
		{"x\n", "\n", "", false},
	} {
		file := source.NewFile("x.pp", test.text)
		start := int32(strings.Index(test.text, test.marked))
		code := newPageCode(file, source.Span{Start: start, End: start + int32(len(test.marked))})
		units := []rune{}
		for _, char := range code.Text {
			units = append(units, char)
			if char > 0xFFFF {
				units = append(units, 0) // the second half
			}
		}
		if got := strings.ReplaceAll(string(units[code.From:code.To]), "\x00", ""); got != test.want || code.More != test.more {
			t.Errorf("%q: marked is %q, more %v", test.text, got, code.More)
		}
	}
	if newPageCode(source.NewFile("x.pp", "\xff"), source.Span{}) != nil {
		t.Error("a value that is not a text is shown")
	}
}

// TestMarkdownIsATable checks that no text ends its cell or is interpreted, that errors come
// first, and that the table fits into a comment.
func TestMarkdownIsATable(t *testing.T) {
	file := source.NewFile("manifests/a|`b.pp", "x\n")
	result := &lint.Result{Folder: "/repo", Files: []string{file.Name}}
	for range 500 {
		result.Findings = append(result.Findings, &diag.Diagnostic{Rule: ruleNote, Severity: diag.Info, File: file, Message: "<b> | `x` @me *y* \n $z_a"})
	}
	result.Findings = append(result.Findings, &diag.Diagnostic{Rule: ruleName, Severity: diag.Error, File: file, Message: strings.Repeat("|", 1000)})
	text := render(t, "markdown", result, Options{})
	rows := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		if rows++; strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("not three cells: %s", line)
		}
		if rows == 3 && !strings.HasPrefix(line, "| error") {
			t.Errorf("the first row is %s", line)
		}
	}
	if rows != 2+100 || !strings.Contains(text, "and 401 more") || strings.Contains(text, "<b>") || strings.Contains(text, " @me") {
		t.Errorf("%d rows:\n%s", rows, text[len(text)-300:])
	}
}
