package pn

import (
	"testing"
	"unicode/utf8"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// FuzzLiteral checks that a printed string literal reads back as its value, and
// so does the PN of its tree.
func FuzzLiteral(f *testing.F) {
	for _, value := range []string{"", "'", `\`, `\'`, "\"$x${y}\\u0041", "a\nb\r\n\t", "é\u00a0\u200b", "''", "$", "\x00\x7f", `\\''`} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if !utf8.ValidString(value) {
			return
		}
		literal := syntax.Quote(value)
		file := syntax.Parse(source.NewFile("x.pp", literal), syntax.Options{})
		read, ok := file.Program.Body.(*syntax.LiteralString)
		if !ok || len(file.Errors) > 0 || read.Value != value {
			t.Fatalf("%q is printed as %s, which reads as %#v, %v", value, literal, file.Program.Body, file.Errors)
		}
		node, err := Parse(Compact(Of(file.Program)))
		if err != nil || node != (Literal{value}) {
			t.Fatalf("%q: its PN reads back as %v, %v", value, node, err)
		}
	})
}
