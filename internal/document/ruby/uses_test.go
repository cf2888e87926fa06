package ruby

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

// showUses writes uses, each with the text of its span.
func showUses(text string) string {
	at := func(span source.Span) string { return text[span.Start:span.End] }
	uses, parts := new(Reader).ReadUses(text), []string{}
	for _, one := range uses.Variables {
		part := fmt.Sprintf("variable %s (%s)", one.Name, at(one.Span))
		for _, property := range []struct {
			word string
			is   bool
		}{{"absolute", one.Absolute}, {"assigned", one.Assigned}, {"scope", one.Scope}, {"tested", one.Tested}} {
			if property.is {
				part += " " + property.word
			}
		}
		parts = append(parts, part)
	}
	for _, one := range uses.Calls {
		part := fmt.Sprintf("call %s (%s)", one.Name, at(one.Span))
		if one.Legacy {
			part += " legacy"
		}
		for _, argument := range one.Strings {
			part += fmt.Sprintf(" %q", argument.Text)
		}
		parts = append(parts, part)
	}
	for _, one := range uses.Names {
		if one.Name != "scope" { // Puppet's own, in most of the examples
			parts = append(parts, fmt.Sprintf("name %s (%s)", one.Name, at(one.Span)))
		}
	}
	if uses.Open {
		parts = append(parts, "open")
	}
	return strings.Join(parts, "; ")
}

func TestUses(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{`@port + 1`, "variable port (@port)"},
		{`(@port)`, "variable port (@port)"},
		{`if @a then @b end`, "variable a (@a) tested; variable b (@b)"},
		{`@a || @b`, "variable a (@a) tested; variable b (@b)"},
		{`@a.nil?`, "variable a (@a) tested"},
		{`@a&.size`, "variable a (@a) tested"},
		{`@a.size`, "variable a (@a)"},
		{`defined?(@a)`, "variable a (@a) tested"},
		{`@a ? @a : 'x'`, "variable a (@a) tested; variable a (@a)"},
		{`@a ||= 1`, "variable a (@a) assigned tested"},
		{`@a, b = 1, 2; b`, "variable a (@a) assigned"},
		{`@a[0] = @b`, "variable a (@a); variable b (@b)"},
		{`instance_variable_get('@a')`, "variable a (@a) tested"},
		{`instance_variable_get(name)`, "open"},
		{`scope['::site::port']`, "variable site::port (::site::port) absolute scope"},
		{`scope.lookupvar('a::b')`, "variable a::b (a::b) scope"},
		{`if scope['a'] then 1 end`, "variable a (a) scope tested"},
		{`scope.include?('a')`, "variable a (a) scope tested"},
		{`scope.exist?('a') || scope.bound?('b')`, "variable a (a) scope tested; variable b (b) scope tested"},
		{`has_variable?('a')`, "variable a (a) scope tested"},
		{`scope.setvar('a', @b)`, "variable a (a) assigned scope; variable b (@b)"},
		{`scope.setvar(@n, 1)`, "variable n (@n); open"},
		{`scope[@n]`, "variable n (@n)"},
		{`scope.call_function('a::b', ['x', @y, 'z'])`, `variable y (@y); call a::b (a::b) "x" "" "z"`},
		{`scope.call_function('a', 'x')`, `call a (a) "x"`},
		{`scope.call_function(@f, 'x')`, "variable f (@f)"},
		{`scope.function_template(['a/b.erb'])`, `call template (template) legacy "a/b.erb"`},
		{`scope.send(:x)`, "open"},
		{`eval('@a')`, "open"},
		{`port`, "name port (port)"},
		{`port()`, ""},
		{`port 1`, ""},
		{`valid?`, ""},
		{`return`, ""},
		{`[1].map { _1 }`, ""},
		{`port = 1; port`, ""},
		{`def helper; end; helper`, ""},
		{`@a.each { |x, (y, *z)| x; y; z; w }`, "variable a (@a); name w (w)"},
		{`a, (b, *c) = @x; a; b; c`, "variable x (@x)"},
		{`begin; f(1); rescue => e; e; end`, ""},
		{`if /(?<name>x)/ =~ 'x' then name end`, ""},
		{`name; ]`, "open"},
	} {
		if got := showUses(test.code); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

// TestBlocks checks that each construct with an end or a closing brace is a block, in text order.
func TestBlocks(t *testing.T) {
	const text = "if a then [1].each { |x| x } end; while b do c end; d if e"
	var blocks []string
	for _, span := range new(Reader).ReadUses(text).Blocks {
		blocks = append(blocks, text[span.Start:span.End])
	}
	want := "if a then [1].each { |x| x } end | { |x| x } | while b do c end"
	if got := strings.Join(blocks, " | "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
