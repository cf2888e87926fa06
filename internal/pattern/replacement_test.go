package pattern

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestConditionKinds: each kind of captured code is one that a condition can name.
func TestConditionKinds(t *testing.T) {
	for _, test := range []struct{ code, kind string }{
		{"'a'", "string"}, {"\"a${b}\"", "interpolated"}, {"a", "name"}, {"1", "integer"}, {"1.5", "float"}, {"true", "boolean"}, {"undef", "undef"},
		{"default", "default"}, {"/a/", "regexp"}, {"[1]", "array"}, {"{ a => 1 }", "hash"}, {"$a", "variable"}, {"String", "type"}, {"String[1]", "type"},
		{"$a[1]", "access"}, {"b(1)", "call"}, {"$a.b", "call"}, {"$a ? { default => 1 }", "selector"}, {"1 + 2", "operator"}, {"(1)", "integer"},
	} {
		for _, kind := range Kinds() {
			rule := &Rule{Patterns: compile(t, "foo($A)"), Where: map[string]*Condition{"A": {Kinds: []string{kind}}}}
			if found := find(t, rule, "foo("+test.code+")") != ""; found != (kind == test.kind) {
				t.Errorf("%s is of kind %s: %v", test.code, kind, found)
			}
			rule.Where["A"] = &Condition{NotKinds: []string{kind}}
			if found := find(t, rule, "foo("+test.code+")") != ""; found != (kind != test.kind) {
				t.Errorf("%s is not of kind %s: %v", test.code, kind, found)
			}
		}
	}
}

// replaced applies a replacement to all matches of a pattern.
func replaced(t *testing.T, pattern string, replacement *Replacement, code string) string {
	t.Helper()
	file := syntax.Parse(source.NewFile("a.pp", code), syntax.Options{})
	rule := &Rule{Patterns: compile(t, pattern)}
	work := NewWork(file, nil)
	var edits []diag.Edit
	syntax.Inspect(file.Program, func(node syntax.Node) bool {
		if slices.Contains(rule.Kinds(), node.Kind()) {
			rule.Find(work, node, func(int) syntax.Node { return nil }, func(match *Match) bool {
				edits = append(edits, replacement.Edits(file, match)...)
				return true
			})
		}
		return true
	})
	return diag.Apply(file.Source, edits)
}

// TestReplacement checks that a replacement is indented like the replaced code, and loses no
// comment and no lambda.
func TestReplacement(t *testing.T) {
	for _, test := range []struct{ pattern, part, text, code, want string }{
		{"foo($A)", "", "bar($A)", "foo(1)\n", "bar(1)\n"},
		{"foo($A)", "", "if $A {\n  bar()\n}", "class a {\n  foo(1)\n}\n", "class a {\n  if 1 {\n    bar()\n  }\n}\n"},
		{"foo($A)", "", "bar($A)", "foo( # why\n  1)\n", "foo( # why\n  1)\n"},
		{"foo($A)", "", "bar($A)", "foo([1, # one\n2])\n", "bar([1, # one\n2])\n"},
		{"foo($A)", "", "bar($A)", "foo(1) |$x| { }\n", "foo(1) |$x| { }\n"},
		{"foo($A, $B)", "B", "$A", "foo(1, 2)\n", "foo(1, 1)\n"},
		{"foo($A, $B)", "C", "$A", "foo(1, 2)\n", "foo(1, 2)\n"},
	} {
		text, err := CompileTemplate(test.text, []string{"A", "B"})
		if err != nil {
			t.Fatal(err)
		}
		replacement := &Replacement{Whole: text}
		if test.part != "" {
			replacement = &Replacement{Parts: []PartReplacement{{test.part, text}}}
		}
		if got := replaced(t, test.pattern, replacement, test.code); got != test.want || replacement.IsEmpty() {
			t.Errorf("%s to %s: got\n%s", test.pattern, test.text, got)
		}
	}
	if got := replaced(t, "foo($A)", &Replacement{}, "foo(1)"); got != "foo(1)" || !(&Replacement{}).IsEmpty() {
		t.Errorf("a replacement of nothing: %s", got)
	}
}

// TestLongReplacement: a replacement that would make the file many times longer is not made, also
// if it is the indentation that makes it long.
func TestLongReplacement(t *testing.T) {
	for _, test := range []struct{ text, code string }{
		{"f(" + strings.Repeat("$A,", 1000) + "1)", "foo('" + strings.Repeat("a", 1000) + "')"},
		{"f(" + strings.Repeat("\n", 1000) + "$A)", strings.Repeat(" ", 1000) + "foo(1)"},
	} {
		text, err := CompileTemplate(test.text, []string{"A"})
		if err != nil {
			t.Fatal(err)
		}
		for _, replacement := range []*Replacement{{Whole: text}, {Parts: []PartReplacement{{"A", text}}}} {
			if got := replaced(t, "foo($A)", replacement, test.code); got != test.code {
				t.Errorf("%.20s: %d bytes", test.text, len(got))
			}
		}
	}
}

func TestUnused(t *testing.T) {
	for _, test := range []struct{ pattern, text, want string }{
		{"foo($A, $B)", "bar($A)", "$B"}, {"foo($A, $_, ...)", "bar()", "$A $_ ..."}, {"foo($A, $B)", "bar($B, $A)", ""},
	} {
		one := compile(t, test.pattern)[0]
		text, err := CompileTemplate(test.text, one.Captures())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(text.Unused(one), " "); got != test.want {
			t.Errorf("%s to %s: unused are %s, want %s", test.pattern, test.text, got, test.want)
		}
	}
}
