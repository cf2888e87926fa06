package validate

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestNothingFollowsFromAnError checks that mistakes beside a syntax error are found, and that
// nothing is reported that only results from the error.
func TestNothingFollowsFromAnError(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// Mistakes of their own, before and after an error that leaves the other statements intact.
		{"$a::b = 1\n$x = 1\nnotice(=)\n$y = 1\n$c::d = 2\n", "assignment_to_other_scope assignment_to_other_scope"},
		{"class a($x, $x) {\n  $y = = 1\n}\n", "duplicate_parameter"},
		{"class a {\n  $b::c = 1\n  file { '/x' ensure => file }\n  $d::e = 1\n}\n", "assignment_to_other_scope assignment_to_other_scope"},
		// Mistakes in the statement with the error, or next to it.
		{"$a::b = = 1\n", ""},
		{"$x = [$a::b = ]\n", ""},
		// After an unpaired bracket or quote, the structure of the code is unknown.
		{"class a {\n  if true {\n  class b { }\n}\n", ""},
		{"notice('x)\n$a::b = 1\nnotice('y')\n", ""},
		{"$a = [1, 2\nclass b($c, $c) { }\n", ""},
		{"class a { } }\nclass 1b { }\n", ""},
		// Mistakes that depend on the order and nesting of statements.
		{"class a {\n  1\n  notice(])\n}\n", ""},
		{"if true { class a { $x = = 1 } }\n", ""},
	} {
		file := syntax.Parse(source.NewFile("x.pp", test.text), syntax.Options{})
		var found []string
		fatal := false
		for _, finding := range File(file, Options{Specification: true}) {
			if PhaseOf(finding) == Parsing {
				fatal = true
			} else {
				found = append(found, finding.Rule.Name)
			}
		}
		if !fatal || !slices.Equal(found, strings.Fields(test.want)) {
			t.Errorf("%q: syntax error %v, besides %v, want %v", test.text, fatal, found, test.want)
		}
	}
}

// TestHostileSizes would run for hours if anything took quadratic time.
func TestHostileSizes(t *testing.T) {
	const many = 10_000
	repeat := func(before, each, after string) string { return before + strings.Repeat(each, many) + after }
	numbered := func(before, each, after string) string {
		var text strings.Builder
		text.WriteString(before)
		for i := range many {
			text.WriteString(strings.ReplaceAll(each, "#", "a"+strings.Repeat("b", i%7)+string(rune('a'+i%26))+strings.Repeat("c", i%11)+strings.Repeat("d", i%13)))
		}
		return text.String() + after
	}
	for name, text := range map[string]string{
		"keys":            numbered("$h = {", "# => 1, ", "}"),
		"nested keys":     numbered("$h = {{", "# => 1, ", "} => 1, b => 2}"),
		"parameters":      numbered("class a(", "$#, ", ") { }"),
		"definitions":     numbered("", "class # { } ", ""),
		"nodes":           numbered("node ", "#, ", "z { }"),
		"statements":      repeat("", "1 ", ""),
		"assignments":     repeat("", "$a::b = 1 ", ""),
		"syntax errors":   repeat("", "$a::b = 1 ] ", ""),
		"brackets":        repeat("", "[", ""),
		"negations":       repeat("$h = {", "-", "1 => 1, b => 2}"),
		"json":            repeat("$x = @(E:json)\n[", "[", "\n| E\n"),
		"comments":        repeat("$x = @(E:json)\n", "/**/", "]\n| E\n"),
		"programs":        repeat("$x = @(E:pp)\n", "$a = 1\n", "1 2\n| E\n"),
		"program nesting": repeat("", "@(E:pp)\n", "| E\n"),
		"regexp":          repeat("$x = /", "(", "/"),
	} {
		t.Run(name, func(t *testing.T) {
			file := syntax.Parse(source.NewFile(name, text), syntax.Options{})
			if findings := File(file, Options{Specification: true}); len(findings) == 0 {
				t.Error("nothing found")
			}
		})
	}
}
