package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	ruleTabs = &diag.Rule{Name: "hard_tabs", Group: diag.Style, Severity: diag.Error, Summary: "Tabs.", Rationale: "Tabs are **wide**.",
		OldNames: []string{"tabs"}, Fix: diag.FixInfo{Safety: diag.Safe}}
	ruleSecret = &diag.Rule{Name: "plain_secret", Group: diag.Security, Severity: diag.Warning, Summary: "A secret in plain text.", CWE: []int{259}}
	ruleName   = &diag.Rule{Name: "unknown_variable", Group: diag.Correctness, Severity: diag.Error, Summary: "A variable that nothing sets."}
	ruleNote   = &diag.Rule{Name: "documentation", Group: diag.Docs, Severity: diag.Info, Summary: "No comment."}
)

const sampleText = "class é::a {\n\t$x = 'geheim'\n  notify { \"${y} & <𝄞>\": }\n}\n\n\n# end\r\nlast line"

func sampleResult() *lint.Result {
	file := source.NewFile("manifests/a b.pp", sampleText)
	other := source.NewFile("/elsewhere/c.pp", "$y = 1")
	spanOf := func(text string) source.Span {
		start := int32(strings.Index(sampleText, text))
		return source.Span{Start: start, End: start + int32(len(text))}
	}
	tab, secret, variable := spanOf("\t"), spanOf("'geheim'"), spanOf("${y}")
	result := &lint.Result{
		Folder: "/repo", Files: []string{"manifests/a b.pp", "manifests/clean.pp", "/elsewhere/c.pp"}, Elapsed: 1234 * time.Microsecond,
		Findings: []*diag.Diagnostic{
			{Rule: ruleNote, Severity: diag.Info, File: file, Span: source.Span{Start: 0, End: int32(len(sampleText))}, At: 0, Message: "class not documented"},
			{Rule: ruleTabs, Severity: diag.Error, File: file, Span: tab, At: tab.Start, Message: "tab character found",
				Fixes: []diag.Fix{{Message: "two spaces", Safety: diag.Safe, Edits: []diag.Edit{diag.Replace(file, tab, "  ")}}}},
			{Rule: ruleSecret, Severity: diag.Warning, File: file, Span: secret, At: secret.Start, Message: "a secret: 100% plain", Help: "use Sensitive",
				Fixes: []diag.Fix{{Message: "wrap it", Safety: diag.Unsafe, Edits: []diag.Edit{diag.Insert(file, secret.Start, "Sensitive("), diag.Insert(file, secret.End, ")")}}}},
			{Rule: ruleName, Severity: diag.Error, File: file, Span: variable, At: variable.Start + 2, Message: "unknown variable $y",
				Related: []diag.Related{{File: other, Span: source.Span{Start: 0, End: 2}, Message: "it is set here"}}},
			{Rule: ruleSecret, Severity: diag.Warning, File: file, Span: secret, At: secret.Start, Message: "suppressed"},
			{Rule: ruleName, Severity: diag.Warning, File: file, Span: source.Span{Start: int32(len(sampleText)), End: int32(len(sampleText))}, At: int32(len(sampleText)), Message: "something at the end"},
			{Rule: ruleName, Severity: diag.Error, File: other, Precision: diag.FileOnly, Message: "a matter of the whole file"},
		},
		Fixed:    []*diag.Diagnostic{{Rule: ruleTabs, Severity: diag.Error, File: file, Span: tab, At: tab.Start, Message: "tab character found"}},
		Failures: []lint.Failure{{Path: "gone.pp", Message: "gone.pp: no such file or folder"}},
		Known:    2,
	}
	result.Findings[1].SetPuppetMessage("tab character found (ruby)")
	result.Findings[3].SetCode("UNKNOWN_VARIABLE")
	result.Findings[4].Suppress("a test")
	return result
}

func render(t *testing.T, format string, result *lint.Result, options Options) string {
	t.Helper()
	var buffer bytes.Buffer
	if err := Write(&buffer, format, result, options); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n%s", path, got)
	}
}

func TestFormats(t *testing.T) {
	for _, name := range Names() {
		if name != "html" { // its data are compressed; see TestHTMLData
			golden(t, name, render(t, name, sampleResult(), Options{}))
		}
	}
	golden(t, "text-color", render(t, "text", sampleResult(), Options{Color: true, ShowSuppressed: true}))
	golden(t, "sarif-suppressed", render(t, "sarif", sampleResult(), Options{ShowSuppressed: true}))
	golden(t, "line-ruby", render(t, "line", sampleResult(), Options{Line: LineOptions{WithFilename: true, WithContext: true, ShowIgnored: true, Annotations: true, AsRuby: true}}))
	golden(t, "line-template", render(t, "line", sampleResult(), Options{Line: LineOptions{
		Format: "%{filename}|%{path}|%{fullpath}|%{line}|%{column}|%{kind}|%{KIND}|%{check}|%{message}|%%|% d", Only: diag.Error}}))
}

func TestEmptyReports(t *testing.T) {
	for _, name := range Names() {
		if name == "html" {
			continue
		}
		golden(t, "empty-"+name, render(t, name, &lint.Result{Folder: "/repo", Files: []string{"a.pp"}}, Options{}))
	}
}

func TestSARIFLimit(t *testing.T) {
	s := &sarifWriter{writer: &writer{result: sampleResult()}}
	findings, left := s.selected(3)
	if len(findings) != 3 || left != 3 {
		t.Fatalf("%d findings, %d left", len(findings), left)
	}
	for _, finding := range findings {
		if finding.Severity != diag.Error {
			t.Errorf("%s was chosen before an error", finding.Message)
		}
	}
}

// TestFingerprintsAreStable checks that a fingerprint does not change when lines are added above,
// and that two equal findings have different fingerprints.
func TestFingerprintsAreStable(t *testing.T) {
	finding := func(text string, at int) *diag.Diagnostic {
		return &diag.Diagnostic{Rule: ruleTabs, File: source.NewFile("a.pp", text), At: int32(at), Message: "m"}
	}
	prints := newFingerprints()
	first := prints.of("a.pp", finding("x y\nx  y\n", 0))
	if second := prints.of("a.pp", finding("x y\nx  y\n", 4)); second == first {
		t.Error("two findings share a fingerprint")
	}
	moved := finding("new\n\nx  y", 5)
	if newFingerprints().of("a.pp", moved) != first {
		t.Error("the fingerprint did not outlive a move")
	}
	far := *moved
	moved.Message, far.Message = "as on line 9, column 3", "as on line 12, column 3"
	if newFingerprints().of("a.pp", moved) != newFingerprints().of("a.pp", &far) {
		t.Error("the fingerprint did not outlive the move of a place that the message names")
	}
}

// TestWellFormed checks that machines can read a report, whatever its messages contain.
func TestWellFormed(t *testing.T) {
	result := sampleResult()
	for _, finding := range result.Findings {
		finding.Message = "a\x00b\x1b<\"&'>\n\xff"
	}
	for _, name := range []string{"json", "ruby-json", "sarif", "gitlab", "codeclimate", "rdjson"} {
		if text := render(t, name, result, Options{}); !json.Valid([]byte(text)) {
			t.Errorf("%s: %s", name, text)
		}
	}
	for line := range strings.Lines(render(t, "jsonl", result, Options{})) {
		if !json.Valid([]byte(line)) {
			t.Errorf("jsonl: %s", line)
		}
	}
	for _, name := range []string{"junit", "checkstyle"} {
		var document any
		if err := xml.Unmarshal([]byte(render(t, name, result, Options{})), &document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if lines := strings.Count(render(t, "agent", result, Options{}), "\n"); lines != 6 {
		t.Errorf("agent: %d lines", lines)
	}
}

func TestSnippets(t *testing.T) {
	long := strings.Repeat("x", 400) + "HERE" + strings.Repeat("y", 400)
	for i, test := range []struct {
		text string
		span source.Span
	}{
		{long, source.Span{Start: 400, End: 404}},
		{"\tif 漢字 { e\u0301 }", source.Span{Start: 4, End: 10}},
		{"a\nb\nc\nd\ne\nf\ng", source.Span{Start: 0, End: 13}},
		{"one\ntwo\n", source.Span{Start: 8, End: 8}},
		{"", source.Span{}},
		{"bad \xff\x00 bytes", source.Span{Start: 4, End: 5}},
	} {
		file := source.NewFile("x.pp", test.text)
		result := &lint.Result{Files: []string{"x.pp"}, Findings: []*diag.Diagnostic{
			{Rule: ruleTabs, Severity: diag.Error, File: file, Span: test.span, At: test.span.Start, Message: "m"}}}
		golden(t, fmt.Sprintf("snippet-%d", i), render(t, "text", result, Options{Quiet: true}))
	}
}

// TestMarkedBesidePosition checks that the code in question is marked even if Puppet's position is
// next to it on its line.
func TestMarkedBesidePosition(t *testing.T) {
	file := source.NewFile("x.pp", "$h = { 'a' => 1,\n  'b' => 2 }\n")
	for at, want := range map[int32]string{11: "|        ^^^", 21: "|     ^"} { // after the key, and on the next line
		result := &lint.Result{Files: []string{"x.pp"}, Findings: []*diag.Diagnostic{
			{Rule: ruleTabs, Severity: diag.Error, File: file, Span: source.Span{Start: 7, End: 10}, At: at, Message: "m"}}}
		if got := render(t, "text", result, Options{Quiet: true}); !strings.Contains(got, want+"\n") {
			t.Errorf("position %d is shown as\n%s", at, got)
		}
	}
}

// TestNarrow checks that no line of code is wider than the terminal, and that all of the span in
// the first line is visible.
func TestNarrow(t *testing.T) {
	text := "\t\t$x = 'größe 漢字' " + strings.Repeat("0123456789", 12) + "\n"
	file := source.NewFile("x.pp", text)
	for round := range effort.Rounds(25, 100) {
		width := round * 37 % 100
		for at := range int32(len(text)) {
			if !utf8.RuneStart(text[at]) {
				continue
			}
			result := &lint.Result{Files: []string{"x.pp"}, Findings: []*diag.Diagnostic{
				{Rule: ruleTabs, Severity: diag.Error, File: file, Span: source.Span{Start: at, End: at + 1}, At: at, Message: "m"}}}
			printed := render(t, "text", result, Options{Quiet: true, Width: width})
			lines := strings.Split(printed, "\n")
			code, marks := lines[3], lines[4]
			if !strings.Contains(marks, "^") {
				t.Fatalf("width %d, byte %d: no mark:\n%s", width, at, printed)
			}
			wide := utf8.RuneCountInString(code) + 2*strings.Count(code, "漢") // one more each for 漢 and 字
			if limit := max(width, narrowestLine+besidesTheLine+2); width > 0 && (wide > limit || len(marks) > limit) {
				t.Fatalf("width %d, byte %d: %d columns, marks %d:\n%s", width, at, wide, len(marks), printed)
			}
		}
	}
}

func TestTemplates(t *testing.T) {
	if got := CheckTemplate("%{path} %{linenumber}"); got != "linenumber" {
		t.Errorf("got %q", got)
	}
	for _, name := range Placeholders() {
		if got := CheckTemplate("%{" + name + "}"); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestPathsFromTheRepositoryRoot checks that the formats for code hosts name files relative to the
// root of the repository, in whatever folder the program runs.
func TestPathsFromTheRepositoryRoot(t *testing.T) {
	result := sampleResult()
	result.Root, result.Folder = "/repo", "/repo/modules/m"
	result.Findings = append(result.Findings, &diag.Diagnostic{Rule: ruleTabs, Severity: diag.Error, Message: "m",
		File: source.NewFile("../b:c/x.pp", "x"), Span: source.Span{End: 1}})
	for format, want := range map[string][]string{
		"github":     {"file=modules/m/manifests/a b.pp,", "file=modules/b%3Ac/x.pp,", "file=/elsewhere/c.pp,"},
		"azure":      {"sourcepath=modules/m/manifests/a b.pp;linenumber=2;columnnumber=1;code=hard_tabs]tab", "sourcepath=modules/b:c/x.pp;", "a secret: 100%AZP25 plain%0Ause"},
		"gitlab":     {`"path": "modules/m/manifests/a b.pp"`, `"path": "modules/b:c/x.pp"`, `"path": "/elsewhere/c.pp"`},
		"sarif":      {`"uri": "modules/m/manifests/a%20b.pp"`, `"uri": "modules/b%3Ac/x.pp"`, `"uri": "file:///elsewhere/c.pp"`, `"uri": "file:///repo/"`},
		"checkstyle": {`name="manifests/a b.pp"`},
		"junit":      {`file="modules/m/manifests/a b.pp"`},
	} {
		text := render(t, format, result, Options{})
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %s:\n%s", format, part, text)
			}
		}
	}
}

// TestRDJSONSuggestions checks that a suggestion covers only the lines that it changes.
func TestRDJSONSuggestions(t *testing.T) {
	const text = "é x\n\none\r\ntwo\n  \nend"
	file := source.NewFile("a.pp", text)
	span := func(part string) source.Span {
		start := int32(strings.Index(text, part))
		return source.Span{Start: start, End: start + int32(len(part))}
	}
	for _, test := range []struct {
		name  string
		edits []diag.Edit
		want  string
	}{
		{"within a line", []diag.Edit{diag.Replace(file, span("x"), "y")}, `{"range":{"start":{"line":1,"column":4},"end":{"line":1,"column":5}},"text":"y"}`},
		{"two places", []diag.Edit{diag.Insert(file, span("two").End, ")"), diag.Insert(file, span("one").Start, "(")},
			`{"range":{"start":{"line":3,"column":1},"end":{"line":4,"column":4}},"text":"(one\r\ntwo)"}`},
		{"a line goes", []diag.Edit{diag.Delete(file, span("two\n"))}, `{"range":{"start":{"line":4},"end":{"line":4}},"text":""}`},
		{"a line becomes empty", []diag.Edit{diag.Delete(file, span("  "))}, `{"range":{"start":{"line":5,"column":1},"end":{"line":5,"column":3}},"text":""}`},
		{"a line anew", []diag.Edit{diag.Replace(file, span("two\n"), "2\n")}, `{"range":{"start":{"line":4,"column":1},"end":{"line":4,"column":4}},"text":"2"}`},
		{"an end of line goes", []diag.Edit{diag.Delete(file, span("\n  "))}, `{"range":{"start":{"line":4,"column":4},"end":{"line":5,"column":3}},"text":""}`},
	} {
		result := &lint.Result{Folder: "/repo", Files: []string{"a.pp"}, Findings: []*diag.Diagnostic{{
			Rule: ruleTabs, Severity: diag.Error, File: file, Message: "m", Fixes: []diag.Fix{{Safety: diag.Safe, Edits: test.edits}}}}}
		if got := render(t, "rdjson", result, Options{}); !strings.Contains(got, `"suggestions":[`+test.want+"]") {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// TestGCCColumns checks that columns count bytes, as editors that read compilers' messages expect.
func TestGCCColumns(t *testing.T) {
	file := source.NewFile("a.pp", "x\n\t'größe' y\n")
	at := int32(strings.Index(file.Text, "y"))
	result := &lint.Result{Folder: "/work", Files: []string{"a.pp"}, Findings: []*diag.Diagnostic{{
		Rule: &diag.Rule{Name: "found"}, Severity: diag.Info, File: file, At: at, Span: source.Span{Start: at, End: at + 1}, Message: "y",
	}}}
	if got, want := render(t, "gcc", result, Options{}), "a.pp:2:12: note: y [found]\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRepeatedErrors checks that errors with the same text are shown once, with the other
// locations, and that all of them are shown on request.
func TestRepeatedErrors(t *testing.T) {
	result := &lint.Result{}
	for _, name := range []string{"a.pp", "b.pp"} {
		text := strings.Repeat("yum_repo { 'x': }\n", 20)
		file := source.NewFile(name, text)
		for line := range int32(20) {
			start := line * int32(len(text)/20)
			if name == "b.pp" && line > 2 {
				break
			}
			result.Findings = append(result.Findings, &diag.Diagnostic{
				Rule: ruleName, Severity: diag.Error, File: file, Span: source.Span{Start: start, End: start + 8}, At: start,
				Message: "there is no resource type 'yum_repo'", Help: "did you mean yumrepo?", Precision: diag.Exact,
			})
		}
	}
	golden(t, "repeated", render(t, "text", result, Options{Quiet: true, MaxSame: 20}))
	if all := render(t, "text", result, Options{Quiet: true}); strings.Count(all, "error[") != 23 {
		t.Errorf("not every error is shown:\n%s", all)
	}
	if lines := render(t, "jsonl", result, Options{MaxSame: 20}); strings.Count(lines, "\n") != 23 {
		t.Errorf("not every error has a line:\n%s", lines)
	}
}
