package source

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpans compares the set with the spans that it was made of.
func TestSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	span := func() Span {
		start := random.Int32N(40)
		return Span{start, start + random.Int32N(6)}
	}
	for range 5000 {
		var spans []Span
		for range random.IntN(8) {
			spans = append(spans, span())
		}
		set := NewSpans(slices.Clone(spans))
		for i := 1; i < len(set); i++ {
			if set[i-1].End >= set[i].Start {
				t.Fatalf("%v: %v and %v are not separate", spans, set[i-1], set[i])
			}
		}
		probe := span()
		touches := slices.ContainsFunc(spans, func(one Span) bool { return one.Start <= probe.End && probe.Start <= one.End })
		if got := set.Touches(probe); got != touches {
			t.Fatalf("%v touches %v: %v", set, probe, got)
		}
		covered := probe.Len() > 0
		for offset := probe.Start; offset < probe.End; offset++ {
			covered = covered && slices.ContainsFunc(spans, func(one Span) bool { return one.Contains(offset) })
		}
		if got := set.Cover(probe); probe.Len() > 0 && got != covered {
			t.Fatalf("%v covers %v: %v", set, probe, got)
		}
	}
}
