package rules

import (
	"slices"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// CheckIntact is CheckFile for a file with syntax errors: it returns only what is found
// within statements that are as they were meant to be, by rules that judge by these
// alone.
func (s *Set) CheckIntact(file *syntax.File, place Place) []diag.Diagnostic {
	statements := intactStatements(file)
	if len(statements) == 0 {
		return nil
	}
	return slices.DeleteFunc(s.CheckFile(file, place), func(finding diag.Diagnostic) bool {
		return finding.Rule != &InternalError && (!s.isLocal(finding.Rule) || !slices.ContainsFunc(statements, func(statement source.Span) bool {
			// What is said of the statement itself may follow from where it seems to stand.
			return statement.Start < min(finding.Span.Start, finding.At) && max(finding.Span.End, finding.At) <= statement.End
		}))
	})
}

// isLocal reports whether the rule judges each token, line or node where it shows it,
// rather than by the file as a whole.
func (s *Set) isLocal(rule *diag.Rule) bool {
	for _, one := range s.rules {
		if &one.Rule.Rule == rule {
			return one.Rule.Group != diag.Own && !(one.Rule.Group == diag.Style && one.Rule.OffByDefault) &&
				!slices.ContainsFunc(one.Rule.Visits, func(visit Visit) bool { return visit.start != nil || visit.end != nil && visit.enter == nil })
		}
	}
	return false
}

// intactStatements are the extents of the outermost statements that no syntax error
// touches: all brackets in them are closed, they begin and end a line, and no string
// runs into them that was meant to end before.
func intactStatements(file *syntax.File) []source.Span {
	broken := brokenPlaces(file)
	var statements []source.Span
	syntax.Walk(file.Program, func(c *syntax.Cursor) bool {
		node := c.Node()
		if !isStatement(c) || node.LastToken() < node.FirstToken() {
			return true
		}
		around := source.Span{
			Start: file.Token(file.PreviousSignificant(node.FirstToken())).Start,
			End:   file.Token(file.NextSignificant(node.LastToken())).End,
		}
		touched := slices.ContainsFunc(broken, func(place source.Span) bool { return place.Start <= around.End && around.Start <= place.End })
		if touched || !beginsLine(file, node.FirstToken()) || !isBalanced(file.NodeTokens(node)) {
			return true
		}
		extent := file.Extent(node)
		if body := bodyOf(node); body != nil {
			// What is around a definition may be other than it seems.
			extent.Start = body.Span().Start
		}
		statements = append(statements, extent)
		return false
	}, nil)
	return statements
}

// brokenPlaces are those of a file's syntax errors. Behind a string without an end, or
// one that may lack its quote, nothing is as it was meant to be.
func brokenPlaces(file *syntax.File) []source.Span {
	var places []source.Span
	for _, err := range file.Errors {
		if !err.Fatal {
			continue
		}
		place := err.Span
		if err.RelatedMessage != "" {
			switch file.Token(file.TokenAt(err.Related.Start)).Kind {
			case syntax.StringStart, syntax.SingleQuoted, syntax.DoubleQuoted:
				place = source.Span{Start: min(place.Start, err.Related.Start), End: int32(len(file.Source.Text))}
			}
		}
		switch err.Code {
		case "UNCLOSED_QUOTE", "UNCLOSED_MLCOMMENT", "HEREDOC_WITHOUT_END_TAGGED_LINE", "EPP_UNBALANCED_TAG", "HEREDOC_OVERRUN", "INVALID_UTF8":
			place.Start, place.End = min(place.Start, max(err.At, 0)), int32(len(file.Source.Text))
		}
		places = append(places, place)
	}
	return places
}

// isStatement reports whether the cursor is at a statement: a definition, or a part of a
// block.
func isStatement(c *syntax.Cursor) bool {
	switch parent := c.Ancestor(1).(type) {
	case *syntax.BlockExpression:
		return true
	case *syntax.Program:
		_, isBlock := c.Node().(*syntax.BlockExpression)
		return !isBlock && parent != nil
	}
	return false
}

// bodyOf is the body of a definition; nil where there is none.
func bodyOf(node syntax.Node) *syntax.BlockExpression {
	switch n := node.(type) {
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

// beginsLine reports whether the token at index is the first on its line.
func beginsLine(file *syntax.File, index int) bool {
	if index > 0 && file.Tokens[index-1].Kind == syntax.Indent {
		index--
	}
	return index == 0 || file.Tokens[index-1].Kind == syntax.Newline || file.Tokens[index-1].Kind == syntax.HeredocEnd
}

// isBalanced reports whether each bracket among the tokens has its counterpart there.
func isBalanced(tokens []syntax.Token) bool {
	var open []syntax.TokenKind
	for _, token := range tokens {
		switch token.Kind {
		case syntax.LeftBrace, syntax.SelectBrace:
			open = append(open, syntax.RightBrace)
		case syntax.InterpolationStart:
			open = append(open, syntax.InterpolationEnd)
		case syntax.LeftBracket, syntax.ListStart:
			open = append(open, syntax.RightBracket)
		case syntax.LeftParen, syntax.LineLeftParen:
			open = append(open, syntax.RightParen)
		case syntax.Invalid:
			return false
		case syntax.RightBrace, syntax.InterpolationEnd, syntax.RightBracket, syntax.RightParen:
			if len(open) == 0 || open[len(open)-1] != token.Kind {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}
