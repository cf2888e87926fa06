package rubyregexp

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// A runeRange contains the runes from lo to hi, both included.
type runeRange struct{ lo, hi rune }

// A runeSet is a set of runes as sorted ranges that neither overlap nor touch.
// It is immutable once built; the operations return new sets.
type runeSet []runeRange

func singleRune(r rune) runeSet { return runeSet{{r, r}} }

// normalize sorts the ranges and merges those that overlap or touch.
func normalize(ranges []runeRange) runeSet {
	slices.SortFunc(ranges, func(a, b runeRange) int { return int(a.lo) - int(b.lo) })
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
		} else {
			out = append(out, r)
		}
	}
	return runeSet(out)
}

func (s runeSet) union(t runeSet) runeSet {
	return normalize(append(slices.Clone([]runeRange(s)), t...))
}

func (s runeSet) complement() runeSet {
	var out runeSet
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, runeRange{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= utf8.MaxRune {
		out = append(out, runeRange{next, utf8.MaxRune})
	}
	return out
}

func (s runeSet) intersect(t runeSet) runeSet {
	var out runeSet
	for i, j := 0, 0; i < len(s) && j < len(t); {
		lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi)
		if lo <= hi {
			out = append(out, runeRange{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

func (s runeSet) contains(r rune) bool {
	if len(s) <= 8 {
		for _, x := range s {
			if r <= x.hi {
				return r >= x.lo
			}
		}
		return false
	}
	i := sort.Search(len(s), func(i int) bool { return s[i].hi >= r })
	return i < len(s) && s[i].lo <= r
}

// count returns the number of runes in the set, or limit+1 if there are more than limit.
func (s runeSet) count(limit int) int {
	n := 0
	for _, r := range s {
		n += int(r.hi-r.lo) + 1
		if n > limit {
			return limit + 1
		}
	}
	return n
}

// A runeClass is a set prepared for the matcher: a bitmap for ASCII, and the ranges for other
// runes.
type runeClass struct {
	ascii [2]uint64
	set   runeSet
}

func newRuneClass(s runeSet) *runeClass {
	c := &runeClass{set: s}
	for _, r := range s {
		for x := r.lo; x <= min(r.hi, 0x7f); x++ {
			c.ascii[x>>6] |= 1 << (x & 63)
		}
	}
	return c
}

func (c *runeClass) contains(r rune) bool {
	if r < 0x80 {
		return c.ascii[r>>6]>>(r&63)&1 != 0
	}
	return c.set.contains(r)
}
