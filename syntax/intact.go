package syntax

import "slices"

// IntactStatements returns the outermost statements that no syntax error affects: all their
// brackets are closed, they begin a line, and no unterminated string reaches into them.
func (f *File) IntactStatements() []Node {
	broken := f.BrokenPlaces()
	var statements []Node
	Walk(f.Program, func(c *Cursor) bool {
		node := c.Node()
		if !isStatement(c) || node.LastToken() < node.FirstToken() {
			return true
		}
		around := Span{
			Start: f.Token(f.PreviousSignificant(node.FirstToken())).Start,
			End:   f.Token(f.NextSignificant(node.LastToken())).End,
		}
		touched := slices.ContainsFunc(broken, func(place Span) bool { return place.Start <= around.End && around.Start <= place.End })
		if touched || !beginsLine(f, node.FirstToken()) || !isBalanced(f.NodeTokens(node)) {
			return true
		}
		statements = append(statements, node)
		return false
	}, nil)
	return statements
}

// BrokenPlaces returns the spans of a file's syntax errors. After an unterminated string, or
// one that may lack its closing quote, everything is broken.
func (f *File) BrokenPlaces() []Span {
	var places []Span
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
		places = append(places, place)
	}
	return places
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

// beginsLine reports whether the token at index is the first on its line.
func beginsLine(file *File, index int) bool {
	if index > 0 && file.Tokens[index-1].Kind == Indent {
		index--
	}
	return index == 0 || file.Tokens[index-1].Kind == Newline || file.Tokens[index-1].Kind == HeredocEnd
}

// isBalanced reports whether every bracket among the tokens has its counterpart among them.
func isBalanced(tokens []Token) bool {
	var open []TokenKind
	for _, token := range tokens {
		switch token.Kind {
		case LeftBrace, SelectBrace:
			open = append(open, RightBrace)
		case InterpolationStart:
			open = append(open, InterpolationEnd)
		case LeftBracket, ListStart:
			open = append(open, RightBracket)
		case LeftParen, LineLeftParen:
			open = append(open, RightParen)
		case Invalid:
			return false
		case RightBrace, InterpolationEnd, RightBracket, RightParen:
			if len(open) == 0 || open[len(open)-1] != token.Kind {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
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
