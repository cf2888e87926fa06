package program

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// usesText renders the uses in a manifest or template.
func usesText(name, text string) string {
	uses := UsesIn(module.NewManifest(source.NewFile(name, text), nil))
	var lines []string
	for _, variable := range uses {
		line := variable.Name + ":"
		for use, word := range map[Use]string{ReadsUnset: " reads-unset", ReadsTop: " reads-top", Sets: " sets", SetsTop: " sets-top", GivenInComment: " comment"} {
			if variable.Use&use != 0 {
				line += word
			}
		}
		words := strings.Fields(line)
		slices.Sort(words[1:])
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "; ")
}

func TestUsesIn(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"a class", "a.pp", "class a ($p) { $own = 1 notice($p, $own, $free, $::top, $b::x) }", "free: reads-unset; own: sets; p: sets; top: reads-top"},
		{"several at once", "a.pp", "class a { [$x, $y] = [1, 2] notice($x, $y) }", "x: sets; y: sets"},
		{"top scope and nodes", "a.pp", "$top = 1\nnode 'x' { $in_node = 2 }\nnotice($read)", "in_node: sets-top; top: sets-top"},
		{"definitions within a class count apart", "a.pp", "class a { define b($q) { notice($q, $r) } }", "q: sets; r: reads-unset"},
		{"a template", "a.epp", "<%- | $p | -%><%= $p %><%= $free %>", "free: reads-unset; p: sets"},
		{"a comment", "a.pp", "# included if $monitor=yes, or $::other='no'; not $x = 1\nclass a { }", "monitor: comment; other: comment"},
		{"a syntax error", "a.pp", "class a { if { notice($lost, $b::x) }", "lost: reads-top reads-unset"},
		{"lambdas", "a.pp", "class a { [1].each |$i| { notice($i) } }", "i: sets"},
	} {
		if got := usesText(test.file, test.text); got != test.want {
			t.Errorf("%s: %s, not %s", test.name, got, test.want)
		}
	}
}

func TestKeepLocal(t *testing.T) {
	findings := []*diag.Diagnostic{{Rule: &code.TypeMismatch}, {Rule: &code.UnknownVariable}, {Rule: &code.UnknownClass}, {Rule: &code.DivisionByZero}}
	for text, want := range map[string]int{"class a { }": 4, "class a { if { }": 2} {
		body := &Body{Manifest: module.NewManifest(source.NewFile("a.pp", text), nil)}
		if got := KeepLocal(body, slices.Clone(findings)); len(got) != want {
			t.Errorf("%s keeps %d findings, not %d", text, len(got), want)
		}
	}
}

func TestCache(t *testing.T) {
	var cache Cache[string, int]
	made := 0
	get := func() int { return cache.Get("key", func() int { made++; return made }) }
	if _, known := cache.Known("key"); known {
		t.Error("an empty cache knows a value")
	}
	if get() != 1 || get() != 1 {
		t.Error("the value is not kept")
	}
	count := 0
	cache.Each(func(key string, value int) bool {
		count += value
		return true
	})
	if value, known := cache.Known("key"); !known || value != 1 || count != 1 {
		t.Errorf("the value is %d, %t, %d", value, known, count)
	}
	if cache.Forget("key"); get() != 2 {
		t.Error("a forgotten value is not made again")
	}
}

func isKnown[K comparable, T any](cache *Cache[K, T], key K) bool {
	_, isKnown := cache.Known(key)
	return isKnown
}

func TestForget(t *testing.T) {
	facts := NewSyntaxInfo()
	manifest := module.NewManifest(source.NewFile("a.pp", "class a { include b }\nclass c { if { }\nnotice(1)\n"), nil)
	roots := RootsOf(manifest)
	if len(roots) < 2 {
		t.Fatalf("only %d bodies", len(roots))
	}
	for _, root := range roots {
		facts.needNames.Get(root, func() *needNames { return nil })
	}
	facts.Forget(manifest)
	for _, root := range roots {
		if isKnown(&facts.needNames, root) {
			t.Errorf("the facts of %T are kept", root)
		}
	}
}

func TestStatementsOf(t *testing.T) {
	manifest := module.NewManifest(source.NewFile("/m/plans/a.pp", "class a { $x = 1 notice($x) }\ndefine b { notice(1) }\nfunction c() { 1 }\nnode default { notice(1) }\nclass d { }\nclass e inherits a { }\nplan f() { return 1 }\nnotice(1)\nnotice(2)\n"), nil)
	want := []int{2, 1, 1, 1, 0, 0, 1}
	for i, definition := range manifest.Program.Definitions {
		if got := len(StatementsOf(definition)); got != want[i] {
			t.Errorf("definition %d has %d statements, not %d", i, got, want[i])
		}
	}
	if StatementsOf(&syntax.LiteralUndef{}) != nil {
		t.Error("a literal has statements")
	}
	if program := StatementsOf(manifest.Program); len(program) < 2 {
		t.Errorf("the manifest has %d statements", len(program))
	}
	single := module.NewManifest(source.NewFile("a.pp", "notice(1)"), nil)
	if len(StatementsOf(single.Program)) != 1 {
		t.Error("one statement is not one")
	}
}

func TestDefaultAndClassAccess(t *testing.T) {
	manifest := module.NewManifest(source.NewFile("a.pp", "$x = (default)\n$y = 1\n$z = Class['a']\n$u = File['a']\n"), nil)
	var values []syntax.Node
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			values = append(values, assignment.Right)
		}
		return true
	})
	if !IsDefault(values[0]) || IsDefault(values[1]) {
		t.Error("default is not told from a number")
	}
	for i, want := range map[int]bool{2: true, 3: false} {
		if got := IsClassAccess(values[i].(*syntax.AccessExpression)); got != want {
			t.Errorf("value %d: %t", i, got)
		}
	}
}
