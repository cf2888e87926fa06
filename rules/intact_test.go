package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestIntact checks that the findings beside a syntax error are those that the code has without the
// error.
func TestIntact(t *testing.T) {
	for _, test := range []struct {
		name, broken string
		want         []string
	}{
		{"behind a list without its end",
			"class a {\n  $b = [1, 2\n  notice(1)\n  file { \"/x\":\n    mode => 644,\n  }\n}\n",
			[]string{"4 double_quoted_strings", "5 unquoted_file_mode"}},
		{"before it",
			"class a {\n  file { \"/x\":\n    mode => 644,\n  }\n  $c = 1\n  $b = [1, 2\n  notice(1)\n}\n",
			[]string{"2 double_quoted_strings", "3 unquoted_file_mode"}},
		{"where a comma is missing",
			"class a {\n  file { '/a':\n    ensure => file\n    mode => 644,\n  }\n  $x = 1\n  file { '/b':\n    mode => 644,\n  }\n}\n",
			[]string{"8 unquoted_file_mode"}},
		{"in a class whose sibling lacks a brace",
			"class a {\n  if $b {\n    notice(1)\n}\nclass c {\n  file { '/b':\n    mode => 644,\n  }\n}\n",
			[]string{"7 unquoted_file_mode"}},
		{"not behind a string without its end",
			"class a {\n  $b = 'x\n  $c = 1\n  file { '/b':\n    mode => 644,\n  }\n}\n", nil},
		{"not in the broken statement",
			"file { '/b':\n  mode => 644,\n  owner => ,\n}\n", nil},
		{"behind a test with a single equals sign",
			"class a {\n  if $b = 1 {\n    $x = \"x\"\n  }\n  $c = 1\n  $d = \"x\"\n}\n",
			[]string{"6 double_quoted_strings"}},
	} {
		var enabled []Enabled
		for _, rule := range All() {
			if slices.Contains([]string{"double_quoted_strings", "unquoted_file_mode", "nested_classes_or_defines", "code_on_top_scope"}, rule.Name) {
				enabled = append(enabled, Enabled{Rule: rule, Severity: diag.Warning})
			}
		}
		var got []string
		file := syntax.Parse(source.NewFile("a.pp", test.broken), syntax.Options{})
		for _, finding := range NewSet(enabled, Settings{}).CheckIntact(file, FileLocation{}) {
			got = append(got, fmt.Sprintf("%d %s", finding.Position().Line, finding.Rule.Name))
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestSpoiltExamples checks the examples of all rules with one bracket, comma, arrow or quote left
// out: this adds no findings.
func TestSpoiltExamples(t *testing.T) {
	var enabled []Enabled
	for _, rule := range All() {
		enabled = append(enabled, Enabled{Rule: rule, Severity: diag.Warning})
	}
	set := NewSet(enabled, Settings{})
	for _, rule := range All() {
		for _, example := range slices.Concat(rule.Bad, rule.Good) {
			if example.Path != "" && !strings.HasSuffix(example.Path, ".pp") {
				continue
			}
			code := "class first {\n  $x = [1, 2]\n}\n" + example.Code + "class last {\n  file { '/x':\n    mode => 644,\n  }\n}\n"
			file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
			if slices.ContainsFunc(file.Errors, func(err syntax.Error) bool { return err.Fatal }) {
				continue
			}
			sound := map[string]bool{}
			for _, finding := range set.CheckFile(file, place(example)) {
				sound[describeFinding(finding)] = true
			}
			for i := range code {
				if strings.IndexByte("{}[]()'\",=:", code[i]) < 0 {
					continue
				}
				// A blank keeps all places.
				spoilt := syntax.Parse(source.NewFile("a.pp", code[:i]+" "+code[i+1:]), syntax.Options{})
				if !slices.ContainsFunc(spoilt.Errors, func(err syntax.Error) bool { return err.Fatal }) {
					continue
				}
				for _, finding := range set.CheckIntact(spoilt, place(example)) {
					if apart := spoilt.Source.Line(finding.At) - spoilt.Source.Line(int32(i)); -1 <= apart && apart <= 1 {
						continue // the finding may be about the blank
					}
					if !sound[describeFinding(finding)] {
						t.Fatalf("%s, without the %q at %d: the new finding is %s, in\n%s", rule.Name, code[i], i, describeFinding(finding), code)
					}
				}
			}
		}
	}
}

func describeFinding(finding *diag.Diagnostic) string {
	return fmt.Sprintf("%s at %d: %s", finding.Rule.Name, finding.At, finding.Message)
}
