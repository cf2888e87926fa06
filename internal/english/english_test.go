package english

import "testing"

func TestCount(t *testing.T) {
	for _, test := range []struct {
		count int
		noun  string
		want  string
	}{
		{0, "file", "0 files"}, {1, "file", "1 file"}, {2, "file", "2 files"},
		{1, "class", "1 class"}, {3, "class", "3 classes"}, {2, "match", "2 matches"},
		{1, "entry", "1 entry"}, {2, "entry", "2 entries"}, {2, "key", "2 keys"},
		{2, "other class", "2 other classes"}, {6, "type alias", "6 type aliases"},
	} {
		if got := Count(test.count, test.noun); got != test.want {
			t.Errorf("Count(%d, %q) = %q, want %q", test.count, test.noun, got, test.want)
		}
	}
}

func TestList(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{
		{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a or b"}, {[]string{"a", "b", "c"}, "a, b or c"},
	} {
		if got := List(test.words, "or"); got != test.want {
			t.Errorf("List(%q) = %q, want %q", test.words, got, test.want)
		}
	}
}
