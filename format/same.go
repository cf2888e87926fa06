package format

import "puppet-lint/syntax"

// SameCode reports whether two files have the same tokens, comments included,
// but for blanks, line ends, trailing commas, and arrows between resources that
// have changed places with the comments behind them. Files that have are the same
// program, since the grammar sees nothing else.
func SameCode(a, b *syntax.File) bool {
	left, right := walker{file: a, code: syntax.EndOfFile}, walker{file: b, code: syntax.EndOfFile}
	for {
		left.next()
		right.next()
		if left.kind == syntax.Comma && right.kind != syntax.Comma && left.isTrailing() {
			left.next()
		} else if right.kind == syntax.Comma && left.kind != syntax.Comma && right.isTrailing() {
			right.next()
		}
		if left.text != right.text || left.kind != right.kind && !(isBracket(left.kind) && isBracket(right.kind) && left.beginsOperand() == right.beginsOperand()) {
			return false
		}
		if left.kind == syntax.EndOfFile {
			return true
		}
	}
}

// walker goes through what SameCode compares.
type walker struct {
	file  *syntax.File
	index int
	kind  syntax.TokenKind
	text  string
	// arrow is one more than the index of an arrow that is still to come, 0 if none
	// is.
	arrow int
	// code is the kind of the last token that is no comment.
	code syntax.TokenKind
	// operands are the brackets that begin a list or an expression in parentheses, once
	// somebody has asked.
	operands map[int]bool
	// defines tells that the last but one names a definition: its name is not called.
	defines bool
}

func (w *walker) next() {
	if w.arrow > 0 && (w.index >= len(w.file.Tokens) || !isBetween(w.file.Tokens[w.index].Kind)) {
		token := w.file.Tokens[w.arrow-1]
		w.arrow, w.code = 0, token.Kind
		w.kind, w.text = token.Kind, w.file.Source.Slice(token.Span)
		return
	}
	for w.index < len(w.file.Tokens) {
		token := w.file.Tokens[w.index]
		w.index++
		if token.Kind == syntax.InEdge || token.Kind == syntax.InEdgeSub {
			// The arrow may have changed places with comments behind it.
			w.arrow = w.index
			w.next()
			return
		}
		switch token.Kind {
		case syntax.Newline, syntax.Indent, syntax.Whitespace, syntax.HeredocMargin, syntax.HeredocEnd:
			continue
		}
		if token.Kind.IsComment() {
			w.kind, w.text = token.Kind, w.file.Source.Slice(token.Span)
			return
		}
		if w.arrow > 0 {
			w.index--
			w.next()
			return
		}
		before, isName := w.code, w.defines
		w.code, w.defines = token.Kind, isDefinition(before)
		w.kind, w.text = token.Kind, w.file.Source.Slice(token.Span)
		if token.Kind == syntax.StringText {
			w.restOfText()
		}
		if isName || !endsOperand(before) {
			// Where nothing can be indexed or called, the two kinds are one.
			switch w.kind {
			case syntax.LeftBracket:
				w.kind = syntax.ListStart
			case syntax.LineLeftParen:
				w.kind = syntax.LeftParen
			}
		}
		return
	}
	w.kind, w.text = syntax.EndOfFile, ""
}

func isBracket(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBracket, syntax.ListStart, syntax.LeftParen, syntax.LineLeftParen:
		return true
	}
	return false
}

// beginsOperand reports whether the bracket begins an operand, rather than index or call
// one: behind what no bracket can belong to, such as a resource, blanks before it do not
// tell.
func (w *walker) beginsOperand() bool {
	if w.operands == nil {
		w.operands = map[int]bool{}
		syntax.Inspect(w.file.Program, func(node syntax.Node) bool {
			switch node.(type) {
			case *syntax.LiteralList, *syntax.ParenthesizedExpression:
				w.operands[node.FirstToken()] = true
			}
			return true
		})
	}
	return w.operands[w.index-1]
}

// isDefinition reports whether a token of the kind stands before the name of what it
// defines.
func isDefinition(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.KeywordClass, syntax.KeywordDefine, syntax.KeywordFunction, syntax.KeywordPlan:
		return true
	}
	return false
}

// restOfText adds what follows of literal text: with a margin, that of a heredoc is a
// token a line, and without one a single token.
func (w *walker) restOfText() {
	for ; w.index < len(w.file.Tokens); w.index++ {
		switch token := w.file.Tokens[w.index]; token.Kind {
		case syntax.HeredocMargin:
		case syntax.StringText:
			w.text += w.file.Source.Slice(token.Span)
		default:
			return
		}
	}
}

// isBetween reports whether what is of a kind may stand between an arrow and what
// it leads to.
func isBetween(kind syntax.TokenKind) bool {
	return kind.IsComment() || kind == syntax.Newline || kind == syntax.Indent || kind == syntax.Whitespace
}

// endsOperand reports whether a bracket behind a token of the kind may index or
// call what the token ends.
func endsOperand(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBracket, syntax.RightParen, syntax.RightBrace, syntax.RightCollect, syntax.RightExportedCollect,
		syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringEnd, syntax.HeredocTag, syntax.Word, syntax.Name,
		syntax.ClassReference, syntax.Variable, syntax.Number, syntax.Regex:
		return true
	}
	switch kind {
	case syntax.KeywordAnd, syntax.KeywordOr, syntax.KeywordIn, syntax.KeywordIf, syntax.KeywordElsif, syntax.KeywordUnless, syntax.KeywordCase:
		return false
	}
	return kind.IsKeyword()
}

// isTrailing reports whether a closing bracket is the next code. The text of heredocs
// whose tags are on the line may stand in between.
func (w *walker) isTrailing() bool {
	isOtherLine := false
	for i := w.index; i < len(w.file.Tokens); i++ {
		switch kind := w.file.Tokens[i].Kind; {
		case kind == syntax.Newline:
			isOtherLine = true
		case kind.IsTrivia():
		case isOtherLine && (kind == syntax.StringText || kind == syntax.Variable || kind == syntax.InterpolationStart):
			for i < len(w.file.Tokens) && w.file.Tokens[i].Kind != syntax.HeredocEnd {
				i++
			}
		default:
			return closes(kind) || kind == syntax.Pipe
		}
	}
	return false
}
