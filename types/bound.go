package types

import (
	"math"
	"strconv"
)

// Bound is an end of a range of integers or nanoseconds: a number or infinity. The zero Bound
// is the number 0.
type Bound struct {
	// Value is the number if the bound is finite, else 0.
	Value int64
	// Infinite is -1 or 1 for an infinity and 0 for a number.
	Infinite int8
}

// The infinite bounds.
var (
	NegativeInfinity = Bound{Infinite: -1}
	PositiveInfinity = Bound{Infinite: 1}
)

// At returns the finite bound n.
func At(n int64) Bound { return Bound{Value: n} }

// IsFinite reports whether the bound is a number.
func (b Bound) IsFinite() bool { return b.Infinite == 0 }

// Compare returns -1, 0 or 1 if b is less than, equal to or greater than o.
func (b Bound) Compare(o Bound) int {
	switch {
	case b.Infinite != o.Infinite:
		if b.Infinite < o.Infinite {
			return -1
		}
		return 1
	case b.Infinite != 0 || b.Value == o.Value:
		return 0
	case b.Value < o.Value:
		return -1
	}
	return 1
}

// Next returns the next higher bound, or the bound itself at the end of the range.
func (b Bound) Next() Bound {
	if b.Infinite != 0 || b.Value == math.MaxInt64 {
		return b
	}
	return At(b.Value + 1)
}

// Previous returns the next lower bound, or the bound itself at the end of the range.
func (b Bound) Previous() Bound {
	if b.Infinite != 0 || b.Value == math.MinInt64 {
		return b
	}
	return At(b.Value - 1)
}

// String returns the number in decimal, or "default".
func (b Bound) String() string {
	if b.Infinite != 0 {
		return "default"
	}
	return strconv.FormatInt(b.Value, 10)
}

func minBound(a, b Bound) Bound {
	if a.Compare(b) <= 0 {
		return a
	}
	return b
}

func maxBound(a, b Bound) Bound {
	if a.Compare(b) >= 0 {
		return a
	}
	return b
}

// adjacentTo reports whether the number after a's end is b's start.
func adjacentTo(end, start Bound) bool {
	return end.Infinite == 0 && start.Infinite == 0 && end.Value != math.MaxInt64 && end.Value+1 == start.Value
}
