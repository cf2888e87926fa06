package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// TestEscapes checks that texts mean nothing in Markdown.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"Enum['a', 'b']": "`Enum['a', 'b']`", "a|b": "`a\\|b`", "'`'": "``'`'``", "`a`": "`` `a` ``", "a\nb": "`a b`",
		`a\b|c`: "`a\\b\\|c`", `a\|b`: "<code>a&#92;&#124;b</code>", `a\`: "<code>a&#92;</code>",
		"x\\| ![b](https://e.x/b.png) <img src=x> `y` *z* _w_": "<code>x&#92;&#124; &#33;&#91;b&#93;(https&#58;//e&#46;x/b&#46;png) &lt;img src=x&gt; &#96;y&#96; &#42;z&#42; &#95;w&#95;</code>",
	} {
		if got := Code(text); got != want {
			t.Errorf("%q as code is %s, want %s", text, got, want)
		}
	}
	if got, want := Text("a_b|<img>\n$x `y` *z* @me"), "a\\_b\\|&lt;img&gt; \\$x \\`y\\` \\*z\\* &#64;me"; got != want {
		t.Errorf("the text is %s, want %s", got, want)
	}
}

// TestTable checks that a table stops where a comment would be too long.
func TestTable(t *testing.T) {
	table := NewTable("", "what")
	table.Add("error", "a")
	if got, want := table.String(), "| | what |\n| --- | --- |\n| error | a |\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for i := range 2000 {
		table.Add(fmt.Sprint(i), "x")
	}
	if text := table.String(); strings.Count(text, "\n") != mostRows+4 || !strings.HasSuffix(text, "\nand 1,901 more.\n") {
		t.Errorf("%d lines, at the end %q", strings.Count(text, "\n"), text[len(text)-40:])
	}
	table = NewTable("what")
	for range 20 {
		table.Add(strings.Repeat("x", mostBytes/10))
	}
	if len(table.String()) > mostBytes+100 {
		t.Errorf("%d bytes", len(table.String()))
	}
}
