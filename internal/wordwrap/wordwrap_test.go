package wordwrap

import (
	"slices"
	"testing"
)

func TestLines(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one  two\nthree", 20, []string{"one two three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"größe größe", 11, []string{"größe größe"}},
		{"a wordthatislong b", 5, []string{"a", "wordthatislong", "b"}},
	} {
		if got := Lines(test.text, test.width); !slices.Equal(got, test.want) {
			t.Errorf("%q in %d: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
