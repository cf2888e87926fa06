package rules

import (
	"slices"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestRubyInterpolationOfTitle checks that only classes and defined types have a title and a name
// to interpolate.
func TestRubyInterpolationOfTitle(t *testing.T) {
	for code, want := range map[string]int{
		"class a {\n  notice(\"#{@title}\", \"of #{name}\")\n}\n":            2,
		"define a() {\n  notice(\"#{@title}\")\n}\n":                         1,
		"class a {\n  ['x'].each |$y| { notice(\"#{title}\") }\n}\n":         1,
		"node 'x' {\n  notice(\"#{@title}\")\n}\n":                           0,
		"function a::b() {\n  \"#{@title}\"\n}\n":                            0,
		"class a {\n  notice('#{title}', \"# {title}\", \"#{titles}\")\n}\n": 0,
	} {
		file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
		if found := NewSet(alone(&rubyInterpolation, diag.Example{}), Settings{}).CheckFile(file, FileLocation{}); len(found) != want {
			t.Errorf("%s: %d findings, want %d", code, len(found), want)
		}
	}
}

// TestRubyInterpolation checks the findings and their fixes, and that the fixes of other rules
// leave the same code unchanged.
func TestRubyInterpolation(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{`notice("#{$x}")`, `notice("${x}")`},
		{`notice("a #{$x['a']} b")`, `notice("a ${x['a']} b")`},
		{`notice("a #{x} b")`, `notice("a ${x} b")`},
		{`notice("a #{@x} b")`, `notice("a ${x} b")`},
		{`notice("a #{@title} #{name}")`, `notice("a ${title} ${name}")`},
		{`notice("#{facts['os']}")`, `notice("${facts['os']}")`},
		{`['a'].each |$y| { notice("#{y} #{x}") }`, `['a'].each |$y| { notice("${y} ${x}") }`},
		{"notice(@(\"END\"))\n  a #{$x} b\n  | END\n", "notice(@(\"END\"))\n  a ${x} b\n  | END\n"},
		// The number sign is intended.
		{`notice("#{other} #{@other}")`, ""},
		{`notice("\\#{x}")`, ""},
		{`notice('#{x}', "#${x}", "#$x", "# {x}", "#{ x }")`, ""},
		{`notice(inline_template("<%= [@x].map { |g| \"#{g}#{@x}\" } %>"))`, ""},
		{`exec { 'a': command => "/usr/bin/ruby -e 'puts #{x}'" }`, ""},
		{`notice("tag \"#{x}\"")`, ""},
		{"notice(@(\"END\"))\n  def a\n    \"#{$x}\"\n  end\n  | END\n", ""},
		{"notice(@(\"END\"))\n  hostname #{x}\n  | END\n", ""},
		{"notice(@(END))\n  #{$x}\n  | END\n", ""},
		{"notice(@(\"END\":ruby))\n  \"#{$x}\"\n  | END\n", ""},
		{"notice(\"a\n#{x}\n\")", ""},
		{`['a'].each |$z| { notice($z) }` + "\n" + `notice("#{z}")`, ""},
	} {
		code := "define a ($x) {\n" + test.code + "\n}\n"
		want := code
		if test.want != "" {
			want = "define a ($x) {\n" + test.want + "\n}\n"
		}
		file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
		if len(file.Errors) > 0 {
			t.Fatalf("%s: %v", code, file.Errors[0].Message)
		}
		var edits []diag.Edit
		for _, finding := range NewSet(alone(&rubyInterpolation, diag.Example{}), Settings{}).CheckFile(file, FileLocation{}) {
			edits = append(edits, finding.Fixes[0].Edits...)
		}
		if got := diag.Apply(file.Source, edits); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", code, got, want)
		}
		if test.want == "" {
			continue
		}
		for _, rule := range []*Rule{&variablesNotEnclosed, &doubleQuotedStrings, &onlyVariableString} {
			if found := NewSet(alone(rule, diag.Example{}), Settings{}).CheckFile(file, FileLocation{}); len(found) > 0 && slices.ContainsFunc(found, func(one *diag.Diagnostic) bool { return len(one.Fixes) > 0 }) {
				t.Errorf("%s: %s has a fix", code, rule.Name)
			}
		}
	}
}
