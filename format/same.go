package format

import "puppet-lint/syntax"

// SameCode reports whether two files have the same tokens, including comments. It ignores
// blanks, line endings, trailing commas, and swaps of arrows between resources with the
// comments after them. Such files are the same program, since nothing else is visible to the
// grammar.
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

// walker visits the tokens that SameCode compares.
type walker struct {
	file  *syntax.File
	index int
	kind  syntax.TokenKind
	text  string
	// arrow is one more than the index of an arrow that was postponed, or 0.
	arrow int
	// code is the kind of the last token that is not a comment.
	code syntax.TokenKind
	// operands holds the brackets that begin a list or an expression in parentheses. It is made
	// on first use.
	operands map[int]bool
	// defines is set if the last token of code is the name in a definition, which cannot be
	// called.
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
			// The arrow may have been swapped with comments after it.
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
			// If nothing can be indexed or called, the two kinds are equivalent.
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

// beginsOperand reports whether the bracket begins an operand, rather than indexing or calling
// one. Blanks before the bracket do not matter if the code before it, such as a resource,
// cannot be indexed or called.
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

// isDefinition reports whether a token of the kind precedes the name of a definition.
func isDefinition(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.KeywordClass, syntax.KeywordDefine, syntax.KeywordFunction, syntax.KeywordPlan:
		return true
	}
	return false
}

// restOfText adds the following tokens of literal text. With a margin, the text of a heredoc is
// one token for each line; without a margin, it is a single token.
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

// isBetween reports whether a token of the kind may be between an arrow and its right operand.
func isBetween(kind syntax.TokenKind) bool {
	return kind.IsComment() || kind == syntax.Newline || kind == syntax.Indent || kind == syntax.Whitespace
}

// endsOperand reports whether a bracket after a token of the kind may index or call the operand
// that the token ends. The start of a tag ends the text before it, which is an operand.
func endsOperand(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBracket, syntax.RightParen, syntax.RightBrace, syntax.RightCollect, syntax.RightExportedCollect,
		syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringEnd, syntax.HeredocTag, syntax.Word, syntax.Name,
		syntax.ClassReference, syntax.Variable, syntax.Number, syntax.Regex, syntax.EppStart:
		return true
	}
	switch kind {
	case syntax.KeywordAnd, syntax.KeywordOr, syntax.KeywordIn, syntax.KeywordIf, syntax.KeywordElsif, syntax.KeywordUnless, syntax.KeywordCase:
		return false
	}
	return kind.IsKeyword()
}

// isTrailing reports whether a closing bracket is the next code. The text of heredocs with tags
// on the line may be in between.
func (w *walker) isTrailing() bool {
	isOtherLine := false
	for i := w.index; i < len(w.file.Tokens); i++ {
		switch kind := w.file.Tokens[i].Kind; {
		case kind == syntax.Newline:
			isOtherLine = true
		case kind.IsTrivia():
		case isOtherLine && (kind == syntax.StringText || kind == syntax.Variable || kind == syntax.InterpolationStart):
			i = w.endOfHeredoc(i)
		default:
			return closes(kind) || kind == syntax.Pipe
		}
	}
	return false
}

// endOfHeredoc returns the index of the end of the heredoc with the text at index. An expression of
// the text may contain other heredocs.
func (w *walker) endOfHeredoc(index int) int {
	inner := 0
	for ; index < len(w.file.Tokens); index++ {
		switch w.file.Tokens[index].Kind {
		case syntax.HeredocTag:
			inner++
		case syntax.HeredocEnd:
			if inner == 0 {
				return index
			}
			inner--
		}
	}
	return index
}
