package source

import (
	"cmp"
	"slices"
	"sort"
)

// Spans is a set of bytes: spans in source order, none of which overlaps or touches another.
// NewSpans makes one.
type Spans []Span

// NewSpans returns the union of spans. It sorts the given slice, and the caller must not use
// that slice afterwards.
func NewSpans(spans []Span) Spans {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	union := spans[:0]
	for _, span := range spans {
		if last := len(union) - 1; last >= 0 && span.Start <= union[last].End {
			union[last].End = max(union[last].End, span.End)
			continue
		}
		union = append(union, span)
	}
	return union
}

// Touches reports whether span overlaps the set or is next to a part of it. An empty span at
// the edge of a part touches it.
func (s Spans) Touches(span Span) bool {
	after := sort.Search(len(s), func(i int) bool { return s[i].Start > span.End })
	return after > 0 && s[after-1].End >= span.Start
}

// Cover reports whether span lies entirely within the set.
func (s Spans) Cover(span Span) bool {
	after := sort.Search(len(s), func(i int) bool { return s[i].Start > span.Start })
	return after > 0 && s[after-1].Covers(span)
}
