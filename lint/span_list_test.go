package lint

import (
	"math/rand/v2"
	"slices"
	"testing"

	"puppet-lint/internal/source"
)

// TestSpanList compares with looking at each span.
func TestSpanList(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	span := func() source.Span {
		start := int32(random.IntN(60))
		return source.Span{Start: start, End: start + int32(random.IntN(8))}
	}
	for range 300 {
		list := spanList{}
		for range random.IntN(12) {
			list = append(list, span())
		}
		each := slices.Clone(list)
		list.order()
		for range 20 {
			one := span()
			want := slices.ContainsFunc(each, func(other source.Span) bool { return other.Start <= one.End && one.Start <= other.End })
			if got := list.touches(one); got != want {
				t.Fatalf("%v touches %v: %t", each, one, got)
			}
		}
	}
}
