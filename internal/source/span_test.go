package source

import "testing"

func TestSpan(t *testing.T) {
	span := Span{2, 5}
	for _, test := range []struct {
		other                      Span
		covers, overlaps, contains bool // contains the start
	}{
		{Span{2, 5}, true, true, true},
		{Span{3, 4}, true, true, true},
		{Span{1, 3}, false, true, false},
		{Span{4, 6}, false, true, true},
		{Span{5, 6}, false, false, false},
		{Span{0, 2}, false, false, false},
	} {
		if got := span.Covers(test.other); got != test.covers {
			t.Errorf("%v covers %v: %t", span, test.other, got)
		}
		if got := span.Overlaps(test.other); got != test.overlaps {
			t.Errorf("%v overlaps %v: %t", span, test.other, got)
		}
		if got := span.Contains(test.other.Start); got != test.contains {
			t.Errorf("%v contains %d: %t", span, test.other.Start, got)
		}
	}
	if got := span.To(Span{7, 9}); got != (Span{2, 9}) || got.Len() != 7 {
		t.Errorf("To gives %v of length %d", got, got.Len())
	}
}

func TestIsWithin(t *testing.T) {
	for _, test := range []struct {
		path, folder string
		want         bool
	}{
		{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/b", "/a", false}, {"/b", "/", true},
	} {
		path, folder := Absolute("/", test.path), Absolute("/", test.folder)
		if got := IsWithin(path, folder); got != test.want {
			t.Errorf("IsWithin(%s, %s) = %t", path, folder, got)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]string{"a\nb": "\n", "a\r\nb\n": "\r\n", "": "\n", "a": "\n"} {
		if got := NewFile("x", text).LineEnding(); got != want {
			t.Errorf("the line ending of %q is %q, want %q", text, got, want)
		}
	}
	file := NewFile("x", "ab\nc")
	for position, want := range map[Position]int32{{0, 1}: 0, {1, 9}: 2, {2, 1}: 3, {9, 1}: 4} {
		if got := file.Offset(position); got != want {
			t.Errorf("Offset(%v) = %d, want %d", position, got, want)
		}
	}
	if renamed := file.Renamed("y"); renamed.Name != "y" || renamed.Text != file.Text || file.Name != "x" || renamed.LineCount() != 2 {
		t.Errorf("Renamed gives %q with %d lines", renamed.Name, renamed.LineCount())
	}
}
