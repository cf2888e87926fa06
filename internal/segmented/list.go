// Package segmented provides a list that grows without being copied. While a long slice grows, the old
// and the new one take more than twice the memory of the elements.
package segmented

import (
	"iter"
	"slices"
)

// segmentLength is the number of elements of a full segment.
const segmentLength = 512

// List is a list of elements. The zero value is empty and ready to use.
type List[T any] struct {
	segments [][]T // all but the last are full
}

// Append adds an element.
func (l *List[T]) Append(element T) {
	last := len(l.segments) - 1
	if last < 0 || len(l.segments[last]) == segmentLength {
		l.segments = append(l.segments, nil)
		last++
	}
	l.segments[last] = append(l.segments[last], element)
}

// Slice returns the elements in a slice of their own, without room for more.
func (l *List[T]) Slice() []T { return slices.Clip(slices.Concat(l.segments...)) }

// Drain removes the elements one by one, in their order. The memory of those that were removed is free
// for what the caller makes of them.
func (l *List[T]) Drain() iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range l.segments {
			for _, element := range l.segments[i] {
				if !yield(element) {
					return
				}
			}
			l.segments[i] = nil
		}
		l.segments = nil
	}
}
