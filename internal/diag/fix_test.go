package diag

import (
	"testing"

	"puppet-lint/internal/source"
)

func TestMergeAndApply(t *testing.T) {
	file := source.NewFile("x.pp", "0123456789")
	edit := func(start, end int32, text string) Edit {
		return Replace(file, source.Span{Start: start, End: end}, text)
	}
	for _, test := range []struct {
		name   string
		fixes  []Fix
		chosen []bool
		want   string
	}{
		{"disjoint, out of order", []Fix{{Edits: []Edit{edit(7, 8, "b"), edit(1, 3, "a")}}}, []bool{true}, "0a3456b89"},
		{"overlap: the first wins", []Fix{{Edits: []Edit{edit(1, 4, "a")}}, {Edits: []Edit{edit(3, 5, "b")}}}, []bool{true, false}, "0a456789"},
		{"all or nothing", []Fix{{Edits: []Edit{edit(1, 4, "a")}}, {Edits: []Edit{edit(8, 9, "c"), edit(3, 5, "b")}}}, []bool{true, false}, "0a456789"},
		{"the same edit twice", []Fix{{Edits: []Edit{edit(1, 2, "a")}}, {Edits: []Edit{edit(1, 2, "a"), edit(5, 6, "")}}}, []bool{true, true}, "0a234" + "6789"},
		{"two insertions at one place", []Fix{{Edits: []Edit{edit(2, 2, "a")}}, {Edits: []Edit{edit(2, 2, "b")}}}, []bool{true, false}, "01a23456789"},
		{"neighbours", []Fix{{Edits: []Edit{edit(1, 3, "a")}}, {Edits: []Edit{edit(3, 5, "b")}}}, []bool{true, true}, "0ab56789"},
		{"insertion inside a replacement", []Fix{{Edits: []Edit{edit(1, 5, "a")}}, {Edits: []Edit{edit(3, 3, "b")}}}, []bool{true, false}, "0a56789"},
		{"insertion behind a replacement", []Fix{{Edits: []Edit{edit(1, 3, "a")}}, {Edits: []Edit{edit(3, 3, "b")}}}, []bool{true, true}, "0ab3456789"},
	} {
		edits, chosen := Merge(test.fixes)
		for i := range chosen {
			if chosen[i] != test.chosen[i] {
				t.Errorf("%s: fix %d chosen: %v", test.name, i, chosen[i])
			}
		}
		if got := Apply(file, edits[file]); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSeverityRoundTrip(t *testing.T) {
	for _, severity := range []Severity{Info, Warning, Error} {
		if got, ok := ParseSeverity(severity.String()); !ok || got != severity {
			t.Errorf("%v: %v %v", severity, got, ok)
		}
	}
	if _, ok := ParseSeverity("fatal"); ok {
		t.Error("an unknown severity was accepted")
	}
}
