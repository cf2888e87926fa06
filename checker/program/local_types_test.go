package program

import (
	"strings"
	"testing"

	"puppet-lint/types"
)

func TestParseLocalType(t *testing.T) {
	local := map[string]string{"Foo": "Variant[FooBar, Array[Foo]]", "FooBar": "Integer", "A": "Hash[String, B]", "B": "Optional[A]"}
	huge := "Integer"
	for i := range 40 {
		name := string(rune('a'+i%26)) + strings.Repeat("x", i/26)
		local["X"+name] = "Tuple[" + huge + ", " + huge + "]"
		huge = "X" + name
	}
	for text, want := range map[string]string{
		"Foo":             "Variant[Integer, Array[Any]]",
		"FooBar":          "Integer",
		"Optional[Foo]":   "Optional[Variant[Integer, Array[Any]]]",
		"A":               "Hash[String, Optional[Any]]",
		"Struct[{f=>B}]":  "Struct[{f=>Optional[Hash[String, Any]]}]",
		"Stdlib::Foo::Ba": "Stdlib::Foo::Ba",
	} {
		for range 20 { // the order of a map's keys does not matter
			var got string
			ParseLocalType(text, local, func(text string) types.Type {
				got = text
				return nil
			})
			if got != want {
				t.Fatalf("%s: got %s, want %s", text, got, want)
			}
		}
	}
	ParseLocalType(huge, local, func(text string) types.Type {
		if len(text) > 4*MaxLocalType {
			t.Errorf("a type of %d bytes", len(text))
		}
		return nil
	})
}
