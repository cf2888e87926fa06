package layout_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"puppet-lint/internal/layout"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// indents returns the steps that each line of code is indented, as text. The code need not be
// indented.
func indents(t *testing.T, code string) string {
	t.Helper()
	file := syntax.Parse(source.NewFile("x.pp", code), syntax.Options{})
	var tokens []layout.Token
	var open []int
	ends := []int{} // of the tokens of each line
	line := int32(0)
	for _, token := range file.Tokens {
		index := len(tokens)
		tokens = append(tokens, layout.Token{Kind: token.Kind, Line: line, Mate: int32(index)})
		switch {
		case layout.Opens(token.Kind):
			open = append(open, index)
		case layout.Closes(token.Kind) && len(open) > 0:
			mate := open[len(open)-1]
			open = open[:len(open)-1]
			tokens[index].Mate, tokens[mate].Mate = int32(mate), int32(index)
		}
		if strings.Contains(file.Source.Slice(token.Span), "\n") {
			ends = append(ends, len(tokens))
			line++
		}
	}
	indenter := layout.Indenter{Tokens: tokens}
	var found []string
	first, extra := 0, 0
	for _, end := range ends {
		own := indenter.Before(first, end)
		found = append(found, strconv.Itoa(indenter.Steps+own+extra))
		extra = indenter.After(first, end)
		first = end
	}
	return strings.Join(found, " ")
}

func TestIndenter(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"blocks", "class a {\nif $b {\nnotice(1)\n}\n}\n", "0 1 2 1 0"},
		{"one step for brackets that close together", "f({\na => 1,\n})\n", "0 1 0"},
		{"brackets that close apart", "f([\n1,\n],\n2)\n", "0 2 1 0"},
		{"attributes after a title", "file { 'a':\nmode => '1',\n}\n", "0 1 0"},
		{"titles on their own lines", "file {\n'a':\nmode => '1',\n;\n'b':\nmode => '2',\n}\n", "0 1 2 1 1 2 0"},
		{"a value on the next line", "$a =\n1\n$b = 2\n", "0 1 0"},
		{"a hash in an attribute", "file { 'a':\nb => {\nc => 1,\n},\n}\n", "0 1 2 1 0"},
	} {
		if got := indents(t, test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestArrowBlocks(t *testing.T) {
	for _, test := range []struct {
		code string
		want []string // the keys of each block, those in resources after "r:"
	}{
		{"file { 'a': mode => 1, owner => 2 }", []string{"r: mode owner"}},
		{"file { 'a': mode => 1 }", nil},
		{"$a = { b => 1, c => { d => 2, e => 3 } }", []string{": d e", ": b c"}},
		{"$a ? { 1 => 2, default => 3 }", []string{": 1 default"}},
		{"file { 'a': b => { c => 1, d => 2 }, e => 3 }", []string{"r: c d", "r: b e"}},
		{"f('a' => 1, 'b' => 2)", []string{": 'a' 'b'"}},
		{"File { mode => 1, owner => 2 }", []string{": mode owner"}},
		{"File['a'] { mode => 1, owner => 2 }", []string{": mode owner"}},
		{"File <| |> { mode => 1, owner => 2 }", []string{": mode owner"}},
	} {
		file := syntax.Parse(source.NewFile("x.pp", test.code), syntax.Options{})
		var found []string
		layout.ArrowBlocks(file, file.Program, func(block *layout.ArrowBlock) {
			text := ":"
			if block.IsInResource {
				text = "r:"
			}
			for _, arrow := range block.Arrows {
				if got := file.Source.Slice(file.Token(arrow.Arrow).Span); got != "=>" {
					t.Errorf("%s: %q is taken for an arrow", test.code, got)
				}
				text += " " + file.Source.Slice(file.Token(arrow.Key).Span)
			}
			found = append(found, text)
		})
		if !slices.Equal(found, test.want) {
			t.Errorf("%s: got %q, want %q", test.code, found, test.want)
		}
	}
}

func TestIsExcused(t *testing.T) {
	for line, want := range map[string]bool{"# see https://example.com": true, "content => template('a/b.erb'),": true, "$a = 1": false} {
		if got := layout.IsExcused(line); got != want {
			t.Errorf("IsExcused(%q) = %t", line, got)
		}
	}
}
