package validate

import (
	"math"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// errorRegion is the part of a file with syntax errors in which no other findings are made,
// because they may result from an error. It contains the statements with an error and those
// next to one, and everything after an unpaired bracket, since nobody knows where its
// counterpart belongs.
type errorRegion struct {
	// places are the spans of the syntax errors.
	places source.Spans
	// from is the offset after which everything belongs to the region.
	from int32
}

// newErrorRegion returns the region of a file with syntax errors at places.
func newErrorRegion(file *syntax.File, places []source.Span) errorRegion {
	r := errorRegion{source.NewSpans(places), math.MaxInt32}
	if bracket, found := file.UnpairedBracket(); found {
		r.from = min(bracket, r.places[0].Start)
	}
	return r
}

// covers reports whether the unit overlaps or touches the region.
func (r *errorRegion) covers(unit source.Span) bool {
	return unit.End > r.from || r.places.Touches(unit)
}
