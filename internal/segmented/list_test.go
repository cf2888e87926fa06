package segmented

import (
	"slices"
	"testing"
)

func TestList(t *testing.T) {
	for _, length := range []int{0, 1, segmentLength - 1, segmentLength, segmentLength + 1, 3*segmentLength + 7} {
		var list List[int]
		var want []int
		for i := range length {
			list.Append(i)
			want = append(want, i)
		}
		if got := list.Slice(); !slices.Equal(got, want) || cap(got) > len(got) {
			t.Errorf("a list of %d elements has %d, with room for %d", length, len(got), cap(got))
		}
		if got := slices.Collect(list.Drain()); !slices.Equal(got, want) {
			t.Errorf("Drain of a list of %d elements returns %d", length, len(got))
		}
		if got := list.Slice(); len(got) > 0 {
			t.Errorf("a drained list has %d elements", len(got))
		}
	}
}
