package pn

import (
	"math/big"
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	number, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	for _, test := range []struct {
		text string
		want Node
	}{
		{"nil", Literal{nil}},
		{" true\n", Literal{true}},
		{"-12", Literal{int64(-12)}},
		{"-123456789012345678901234567890", Literal{number}},
		{"1.0e-05", Literal{1e-5}},
		{`"a\t\"\\\o033\q"`, Literal{"a\t\"\\\x1b\\q"}},
		{`[1 [] "x"]`, List{[]Node{Literal{int64(1)}, List{[]Node{}}, Literal{"x"}}}},
		{"(-)", Call{"-", []Node{}}},
		{"(=>\n  {\n    :a-b 1})", Call{"=>", []Node{Map{[]Entry{{"a-b", Literal{int64(1)}}}}}}},
	} {
		if got, err := Parse(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("Parse(%q) = %#v, %v; want %#v", test.text, got, err, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		text   string
		offset int
	}{
		{"", 0}, {"(", 1}, {"()", 1}, {"[1", 2}, {"{1}", 1}, {"{:", 2}, {`"abc`, 0}, {"1 2", 2},
		{"foo", 0}, {"1x", 0}, {`"\o9"`, 3}, {"]", 0}, {"{:a}", 3},
	} {
		_, err := Parse(test.text)
		if syntaxError, ok := err.(*SyntaxError); !ok || syntaxError.Offset != test.offset {
			t.Errorf("Parse(%q): %v, want an error at %d", test.text, err, test.offset)
		}
	}
}

// FuzzParse checks that what Parse reads is written and read back the same,
// and that nothing makes it panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"nil", `(concat "a\n" {:a [1 -2.5 true]})`, "\"\\o001é\\x\"", "((((", "1e400", "-0.0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		node, err := Parse(text)
		if err != nil {
			return
		}
		for _, written := range []string{Compact(node), Pretty(node)} {
			again, err := Parse(written)
			if err != nil || Compact(again) != Compact(node) {
				t.Fatalf("%q is written as %q, which reads as %v, %v", text, written, again, err)
			}
		}
	})
}
