package validate

import (
	"math"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// errorRegion is the part of a file with syntax errors in which no other findings are made,
// because they may result from an error. It contains the statements with an error and those
// next to one, and everything after an unpaired bracket, since it is unknown where its
// counterpart belongs.
type errorRegion struct {
	// errors are the spans of the syntax errors.
	errors source.Spans
	// from is the offset after which everything belongs to the region.
	from int32
}

// newErrorRegion returns the region of a file with syntax errors at places.
func newErrorRegion(file *syntax.File, errors []source.Span) errorRegion {
	r := errorRegion{source.NewSpans(errors), math.MaxInt32}
	if bracket, found := file.UnpairedBracket(); found {
		r.from = min(bracket, r.errors[0].Start)
	}
	return r
}

// covers reports whether the statement overlaps or touches the region.
func (r *errorRegion) covers(statement source.Span) bool {
	return statement.End > r.from || r.errors.Touches(statement)
}
