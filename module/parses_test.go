package module

import (
	"runtime"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestParses checks that two sides share syntax trees of equal texts, and that each side gets a
// syntax tree only once.
func TestParses(t *testing.T) {
	parser := &syntax.Parser{}
	one, other := NewParses()
	file := func(text string) *source.File { return source.NewFile("/a.pp", text) }
	first := one.parse(parser, file("class a { }"), syntax.Options{})
	if other.parse(parser, file("class a { }"), syntax.Options{}) != first {
		t.Error("the other side does not get the tree of the same text")
	}
	if again := one.parse(parser, file("class a { }"), syntax.Options{}); again == first {
		t.Error("a side gets the same tree twice")
	}
	changed := other.parse(parser, file("class b { }"), syntax.Options{})
	if changed == first || changed.Program.Definitions[0].(*syntax.HostClassDefinition).Name != "b" {
		t.Error("the tree is not that of the text")
	}
	if one.parse(parser, file("class b { }"), syntax.Options{Tasks: true}) == changed {
		t.Error("the tree of a plan is that of a manifest")
	}
	if one.parse(parser, file("class b { }"), syntax.Options{}) != changed {
		t.Error("the changed text is not shared")
	}
	var none *Parses
	if none.parse(parser, file("class a { }"), syntax.Options{}) == none.parse(parser, file("class a { }"), syntax.Options{}) {
		t.Error("nothing shares trees")
	}
	runtime.KeepAlive(first)
}
