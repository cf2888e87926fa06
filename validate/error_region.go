package validate

import (
	"math"
	"sort"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// errorRegion is the part of a file with syntax errors in which no other findings are made,
// because they may result from an error. It contains the statements with an error and those
// next to one, and everything after an unpaired bracket, since nobody knows where its
// counterpart belongs.
type errorRegion struct {
	// places are the spans of the syntax errors, in source order.
	places []source.Span
	// from is the offset after which everything belongs to the region.
	from int32
}

// newErrorRegion returns the region of a file with syntax errors at places.
func newErrorRegion(file *syntax.File, places []source.Span) errorRegion {
	r := errorRegion{places, math.MaxInt32}
	if bracket, found := unpairedBracket(file); found {
		r.from = min(bracket, places[0].Start)
	}
	return r
}

// covers reports whether the unit overlaps or touches the region.
func (r *errorRegion) covers(unit source.Span) bool {
	if unit.End > r.from {
		return true
	}
	behind := sort.Search(len(r.places), func(i int) bool { return r.places[i].Start > unit.End })
	return behind > 0 && r.places[behind-1].End >= unit.Start
}

// enterUnit makes the statement, with the adjacent tokens, the current unit. Of a definition it
// takes only the head: the statements of its body are separate units.
func (c *checker) enterUnit(statement syntax.Node) {
	if !c.broken {
		return
	}
	last := statement.LastToken()
	if body := bodyOf(statement); body != nil {
		last = body.FirstToken()
	}
	c.unit = source.Span{
		Start: c.file.Token(c.file.PreviousSignificant(statement.FirstToken())).Start,
		End:   c.file.Token(c.file.NextSignificant(last)).End,
	}
}

// bodyOf returns the body of a definition, or nil.
func bodyOf(statement syntax.Node) *syntax.BlockExpression {
	switch n := statement.(type) {
	case *syntax.HostClassDefinition:
		return n.Body
	case *syntax.ResourceTypeDefinition:
		return n.Body
	case *syntax.FunctionDefinition:
		return n.Body
	case *syntax.PlanDefinition:
		return n.Body
	case *syntax.NodeDefinition:
		return n.Body
	}
	return nil
}

// unpairedBracket reports whether a bracket of the file has no counterpart. offset is the first
// position where the unpaired bracket may be: that of a bracket which is closed by another
// kind, or never.
func unpairedBracket(file *syntax.File) (offset int32, found bool) {
	type opening struct {
		closing syntax.TokenKind
		offset  int32
	}
	var open []opening
	for _, token := range file.Tokens {
		switch token.Kind {
		case syntax.LeftBrace, syntax.SelectBrace:
			open = append(open, opening{syntax.RightBrace, token.Start})
		case syntax.InterpolationStart:
			open = append(open, opening{syntax.InterpolationEnd, token.Start})
		case syntax.LeftBracket, syntax.ListStart:
			open = append(open, opening{syntax.RightBracket, token.Start})
		case syntax.LeftParen, syntax.LineLeftParen:
			open = append(open, opening{syntax.RightParen, token.Start})
		case syntax.RightBrace, syntax.InterpolationEnd, syntax.RightBracket, syntax.RightParen:
			if len(open) == 0 {
				return 0, true // any of the closing ones may be the one too many
			}
			last := open[len(open)-1]
			if last.closing != token.Kind {
				return last.offset, true
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return open[0].offset, true
	}
	return 0, false
}
