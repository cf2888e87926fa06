package source

// Span is the half-open range [Start, End) of 0-based byte offsets in the text of a file that
// is known from the context.
type Span struct {
	Start, End int32
}

// Len returns the number of bytes in s.
func (s Span) Len() int { return int(s.End - s.Start) }

// Contains reports whether the byte at offset lies in s.
func (s Span) Contains(offset int32) bool { return s.Start <= offset && offset < s.End }

// Covers reports whether other lies entirely within s.
func (s Span) Covers(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// Overlaps reports whether s and other share at least one byte.
func (s Span) Overlaps(other Span) bool { return s.Start < other.End && other.Start < s.End }

// To returns the span from the start of s to the end of last.
func (s Span) To(last Span) Span { return Span{s.Start, last.End} }
