package slashes

import (
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

func TestAsComments(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []int32
	}{
		{"first on the line", "// one\n  // two\n$x = 1\n", []int32{0, 9}},
		{"with apostrophes", "// it's\n$x = 'a'\n// don't\n", []int32{0, 17}},
		{"behind code", "$x = 1 // one\n", []int32{7}},
		{"behind a comma", "f(1, //one\n2)\n", []int32{5}},
		{"an empty regular expression", "$x = $y =~ //\n$z = split($x, //)\n", nil},
		{"a URL", "$x = 'http://x' # http://y\n", nil},
		{"in a string", "$x = 'a // b'\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := syntax.Parse(source.NewFile("x.pp", test.text), syntax.Options{})
			changed, offsets := AsComments(file)
			var got []int32
			for offset := range offsets {
				got = append(got, offset)
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if len(changed.Source.Text) != len(test.text) || (changed == file) != (test.want == nil) {
				t.Errorf("the text is %q", changed.Source.Text)
			}
		})
	}
}
