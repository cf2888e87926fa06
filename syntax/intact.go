package syntax

import (
	"slices"

	"puppet-lint/internal/source"
)

// Damage holds the parts of a file that its syntax errors affect. It is immutable.
type Damage struct {
	// Intact are the outermost statements that no syntax error affects, in source order: all
	// their brackets are closed, they begin a line, and no unterminated string reaches into
	// them.
	Intact []Node
	// errors are the spans of the errors, and intact those of Intact.
	errors, intact source.Spans
	// lastBrace is the offset of the last error that is at a closing brace, or -1.
	lastBrace int32
}

// Damage returns what the syntax errors of a file affect, or nil if there are none.
func (f *File) Damage() *Damage {
	if !f.Broken() {
		return nil
	}
	f.assessed.Do(func() { f.damage = assess(f) })
	return f.damage
}

// Touches reports whether a syntax error overlaps the span or is next to it.
func (d *Damage) Touches(span Span) bool { return d.errors.Touches(span) }

// IsIntact reports whether the span lies in one of the statements Intact.
func (d *Damage) IsIntact(span Span) bool { return d.intact.Cover(span) }

// HasBraceAfter reports whether a syntax error at or after offset is a closing brace that has
// no counterpart.
func (d *Damage) HasBraceAfter(offset int32) bool { return d.lastBrace >= offset }

// assess finds what the syntax errors of a file affect, in time proportional to its length.
func assess(f *File) *Damage {
	d := &Damage{errors: source.NewSpans(f.errorSpans()), lastBrace: -1}
	for _, err := range f.Errors {
		if err.Fatal && f.Token(f.TokenAt(err.Span.Start)).Kind == RightBrace {
			d.lastBrace = max(d.lastBrace, err.Span.Start)
		}
	}
	for _, span := range f.unreported {
		if f.Token(f.TokenAt(span.Start)).Kind == RightBrace {
			d.lastBrace = max(d.lastBrace, span.Start)
		}
	}
	pairs := f.pairBrackets()
	var spans []Span
	Walk(f.Program, func(c *Cursor) bool {
		node := c.Node()
		if !isStatement(c) || node.LastToken() < node.FirstToken() {
			return true
		}
		around := Span{
			Start: f.Token(f.PreviousSignificant(node.FirstToken())).Start,
			End:   f.Token(f.NextSignificant(node.LastToken())).End,
		}
		if d.Touches(around) || !endsLine(f, node.LastToken()) || !beginsLine(f, node.FirstToken()) || !pairs.isBalanced(node.FirstToken(), node.LastToken()) {
			return true
		}
		d.Intact = append(d.Intact, node)
		spans = append(spans, f.Extent(node))
		return false
	}, nil)
	d.intact = source.NewSpans(spans)
	return d
}

// errorSpans returns the spans of a file's syntax errors. After an unterminated string, or
// one that may lack its closing quote, everything is broken.
func (f *File) errorSpans() []Span {
	errors := slices.Clone(f.unreported)
	for _, err := range f.Errors {
		if !err.Fatal {
			continue
		}
		place := err.Span
		if err.RelatedMessage != "" {
			switch f.Token(f.TokenAt(err.Related.Start)).Kind {
			case StringStart, SingleQuoted, DoubleQuoted:
				place = Span{Start: min(place.Start, err.Related.Start), End: int32(len(f.Source.Text))}
			}
		}
		switch err.Code {
		case "UNCLOSED_QUOTE", "UNCLOSED_MLCOMMENT", "HEREDOC_WITHOUT_END_TAGGED_LINE", "EPP_UNBALANCED_TAG", "HEREDOC_OVERRUN", "INVALID_UTF8":
			place.Start, place.End = min(place.Start, max(err.At, 0)), int32(len(f.Source.Text))
		}
		errors = append(errors, place)
	}
	return errors
}

// Broken reports whether a file has a syntax error. Warnings do not count.
func (f *File) Broken() bool {
	return slices.ContainsFunc(f.Errors, func(mistake Error) bool { return mistake.Fatal })
}

// isStatement reports whether the cursor is at a statement: a definition, or a part of a
// block.
func isStatement(c *Cursor) bool {
	switch parent := c.Ancestor(1).(type) {
	case *BlockExpression:
		return true
	case *Program:
		_, isBlock := c.Node().(*BlockExpression)
		return !isBlock && parent != nil
	}
	return false
}

// endsLine reports whether the token at index is the last of its line, but for closing braces and
// semicolons: a statement behind it is most likely a part of it that could not be parsed.
func endsLine(f *File, index int) bool {
	next := f.Token(f.NextSignificant(index))
	switch next.Kind {
	case EndOfFile, RightBrace, Semicolon:
		return true
	}
	return f.Source.Line(f.Token(index).End) != f.Source.Line(next.Start)
}

// beginsLine reports whether the token at index is the first on its line.
func beginsLine(file *File, index int) bool {
	if index > 0 && file.Tokens[index-1].Kind == Indent {
		index--
	}
	return index == 0 || file.Tokens[index-1].Kind == Newline || file.Tokens[index-1].Kind == HeredocEnd
}

// BodyOf returns the body of a definition, or nil.
func BodyOf(node Node) *BlockExpression {
	switch n := node.(type) {
	case *HostClassDefinition:
		return n.Body
	case *ResourceTypeDefinition:
		return n.Body
	case *FunctionDefinition:
		return n.Body
	case *PlanDefinition:
		return n.Body
	case *NodeDefinition:
		return n.Body
	}
	return nil
}
