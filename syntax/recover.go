package syntax

import "strings"

// report adds an error that is not a plain syntax error.
func (p *parser) report(what errorText, span Span, order int, details ...any) {
	if p.silent {
		return
	}
	err := what.make(details...)
	err.Span, err.At = span, span.Start
	if _, err.Help = p.orchestration(p.pos - 1); err.Help == "" && what == errorNotAResource {
		p.misspellsKeyword(&err)
	}
	p.errors = append(p.errors, orderedError{Error: err, order: order})
}

// unexpected reports that the current lexeme is not allowed here, unless that only results from
// an earlier error. It makes every parse function return.
func (p *parser) unexpected(expected string) {
	if p.bad {
		return
	}
	p.bad, p.kind = true, EndOfFile
	lexeme := p.lexemes[p.pos]
	if lexeme.kind == Invalid && lexeme.value == reported || p.silent {
		return
	}
	if p.pos <= p.resumed+1 {
		p.unreported = append(p.unreported, p.span(lexeme.token))
		return
	}
	err := Error{Code: "SYNTAX_ERROR", Fatal: true, At: -1}
	err.Span = p.span(lexeme.token)
	if lexeme.kind == EndOfFile {
		p.silent = true
		err.Message = "the file ends here, but " + expected + " was expected"
		err.PuppetMessage = "Syntax error at end of input"
	} else {
		if lexeme.kind == InterpolationEnd {
			err.Span.Start = err.Span.End
		} else if lexeme.kind == EppExpressionStart {
			err.Span.Start = lexeme.value
		}
		err.At = err.Span.Start
		err.Message = "unexpected " + p.describe(lexeme) + "; expected " + expected
		if runaway := p.runawayString(); runaway.End > 0 {
			err.Related, err.RelatedMessage = runaway, "this string may lack its closing quote"
			err.Cause = errorUnclosedQuote.message
			p.silent, p.misquoted = true, true
		} else if surplus := p.surplusQuote(); surplus.End > 0 {
			err.Related, err.RelatedMessage = surplus, "this quote starts a string of several lines: another may be missing before it"
			p.silent, p.misquoted = true, true
		}
		err.PuppetMessage = "Syntax error at '" + p.puppetText(lexeme) + "'"
	}
	p.advise(&err, expected)
	p.errors = append(p.errors, orderedError{Error: err, order: 4*p.pos + 2})
}

// runawayString returns the opening quote of a string that spans lines and ends shortly before
// the current lexeme, if a quote is missing somewhere in the file. Otherwise it returns an
// empty span.
func (p *parser) runawayString() Span {
	const shortly = 8
	for pos := p.pos - 1; p.unclosed > 4*p.pos && pos >= max(0, p.pos-shortly); pos-- {
		last := p.lexemes[pos]
		first := last.token
		switch last.kind {
		case StringEnd:
			for first > 0 && p.tokens[first].Kind != StringStart {
				first--
			}
		case SingleQuoted, DoubleQuoted:
		default:
			continue
		}
		start := p.span(first).Start
		if strings.Contains(p.text[start:p.span(last.token).End], "\n") {
			return Span{Start: start, End: start + 1}
		}
	}
	return Span{}
}

// surplusQuote returns the first quote after the unexpected current lexeme that is on its line and
// starts a string of several lines. It returns an empty span if there is none, or if no quote is
// missing in the rest of the file.
func (p *parser) surplusQuote() Span {
	if p.unclosed <= 4*p.pos {
		return Span{} // the line, which may be long, need not be searched
	}
	start := p.span(p.lexemes[p.pos].token).Start
	end := len(p.text)
	if length := strings.IndexByte(p.text[start:], '\n'); length >= 0 {
		end = int(start) + length
	}
	if opening := p.opening; opening > start && int(opening) < end {
		return Span{Start: opening, End: opening + 1}
	}
	for pos := p.pos; pos < len(p.lexemes); pos++ {
		p.scanned++
		token := p.lexemes[pos].token
		span := p.span(token)
		if int(span.Start) >= end {
			break
		}
		switch p.lexemes[pos].kind {
		case StringStart:
			for int(token) < len(p.tokens) && p.tokens[token].Kind != StringEnd {
				token++
			}
		case SingleQuoted, DoubleQuoted:
		default:
			continue
		}
		if int(p.span(token).End) > end {
			return Span{Start: span.Start, End: span.Start + 1}
		}
	}
	return Span{}
}

// describe returns the name of a lexeme for messages.
func (p *parser) describe(lexeme lexeme) string {
	span := p.span(lexeme.token)
	text := p.text[span.Start:span.End]
	if line, _, cut := strings.Cut(text, "\n"); cut {
		text = line
	}
	switch lexeme.kind {
	case SingleQuoted, DoubleQuoted, StringStart:
		return "string"
	case HeredocTag:
		return "heredoc " + text
	case InterpolationEnd:
		return "end of the interpolation"
	case EppText:
		return "text of the template"
	case Number:
		return "number " + text
	}
	return "'" + strings.TrimSpace(text) + "'"
}

// puppetText returns a lexeme's value as Puppet formats it in its message.
func (p *parser) puppetText(lexeme lexeme) string {
	if lexeme.kind == EppText {
		return p.values[lexeme.value-1]
	}
	span := p.span(lexeme.token)
	text := p.text[span.Start:span.End]
	switch lexeme.kind {
	case Variable:
		return strings.TrimPrefix(text, "$")
	case SingleQuoted:
		return unescapeSingle(text[1 : len(text)-1])
	case DoubleQuoted:
		return unescape(text[1:len(text)-1], doubleQuotedEscapes)
	case Regex:
		return "(?-mix:" + text[1:len(text)-1] + ")"
	case Invalid, EppExpressionStart, StringStart:
		return ""
	}
	return text
}

// resume ends the error state at the current position.
func (p *parser) resume() {
	p.bad, p.unrecoverable = false, false
	p.kind = p.lexemes[p.pos].kind
	p.resumed = p.pos
}

// skipTo resumes at the lexeme at pos.
func (p *parser) skipTo(pos int) {
	if pos > p.pos {
		p.last = max(p.last, p.lexemes[pos-1].token)
		p.pos = pos
	}
	p.resume()
}

// scansPerLexeme and leastScans bound the lexemes that the parser looks at to recover from errors, so
// that a file that is nothing but errors takes no more time than another one of its size.
const (
	scansPerLexeme = 64
	leastScans     = 1 << 16
)

// givesUp reports whether the parser has looked at too many lexemes to recover from another error,
// which begins at begin. It then skips the rest of the file.
func (p *parser) givesUp(begin int) bool {
	p.scanned += p.pos - begin
	if p.scanned <= leastScans+scansPerLexeme*len(p.lexemes) {
		return false
	}
	p.silent = true
	p.skipTo(len(p.lexemes) - 1)
	return true
}

// bracketStep returns +1 for a lexeme that opens something, -1 for one that closes something,
// else 0.
func bracketStep(kind TokenKind) int {
	switch kind {
	case LeftBrace, SelectBrace, LeftBracket, ListStart, LeftParen, LineLeftParen, InterpolationStart, StringStart, HeredocTag:
		return 1
	case RightBrace, RightBracket, RightParen, InterpolationEnd, StringEnd, HeredocEnd:
		return -1
	}
	return 0
}

// openBrackets counts the brackets that are opened but not closed from the lexeme at begin up
// to the current one.
func (p *parser) openBrackets(begin int) int {
	open := 0
	for _, lexeme := range p.lexemes[begin:p.pos] {
		open = max(0, open+bracketStep(lexeme.kind))
	}
	return open
}

// startsLine reports whether the lexeme at pos is the first on its line.
func (p *parser) startsLine(pos int) bool {
	token := p.lexemes[pos].token
	if token == 0 || int(token) >= len(p.tokens) {
		return true
	}
	switch p.tokens[token-1].Kind {
	case Newline, Indent, HeredocEnd, EppStart:
		return true
	}
	return false
}

// startsStatement reports whether the lexeme at pos is the first on its line
// and most likely begins a statement.
func (p *parser) startsStatement(pos int) bool {
	if !p.startsLine(pos) {
		return false
	}
	next := EndOfFile
	if pos+1 < len(p.lexemes) {
		next = p.lexemes[pos+1].kind
	}
	switch p.lexemes[pos].kind {
	case Variable:
		return next == Equals || next == PlusEquals || next == Dot
	case Name:
		switch next {
		case LeftBrace, LeftParen:
			return true
		case Name, SingleQuoted, DoubleQuoted, Variable, StringStart, ClassReference:
			return p.startsLine(pos) && !p.startsLine(pos+1)
		}
	case ClassReference:
		return next == LeftBracket || next == LeftBrace || next == LeftCollect || next == LeftExportedCollect
	case At, AtAt:
		return true
	case KeywordIf, KeywordUnless, KeywordCase, KeywordClass, KeywordDefine, KeywordNode,
		KeywordFunction, KeywordType, KeywordPlan, KeywordApply:
		return next != FatArrow && next != PlusArrow && next != Comma
	}
	return false
}

// startsDefinition reports whether a class, define, node, function or plan most likely begins
// at pos: it is the first on its line, and not indented more than the statement at begin.
func (p *parser) startsDefinition(pos, begin int) bool {
	switch p.lexemes[pos].kind {
	case KeywordClass, KeywordDefine, KeywordNode, KeywordFunction, KeywordPlan:
		return p.startsStatement(pos) && p.lexemes[pos+1].kind != LeftBrace && p.indent(pos) <= p.indent(begin)
	}
	return false
}

// indent returns the number of bytes before the lexeme at pos on its line if they are blanks,
// else a large number.
func (p *parser) indent(pos int) int32 {
	token := p.lexemes[pos].token
	if int(token) >= len(p.tokens) || token == 0 {
		return 0
	}
	before := p.tokens[token-1]
	switch {
	case before.Kind == Indent:
		return before.End - before.Start
	case p.startsLine(pos):
		return 0
	}
	return 1 << 30
}

// recoverStatement skips from an error in the statement at begin to the next
// statement of the block, or to closer.
func (p *parser) recoverStatement(begin int, closer TokenKind) {
	if p.lexemes[p.pos].kind == EndOfFile {
		p.silent = true
		p.resume()
		return
	}
	if p.givesUp(begin) {
		return
	}
	if end := p.orchestrationEnd(p.pos); end > p.pos && closer == EndOfFile {
		p.skipTo(end)
		return
	}
	open := p.openBrackets(begin)
	pos := p.pos
	for ; ; pos++ {
		p.scanned++
		kind := p.lexemes[pos].kind
		if kind == EndOfFile {
			p.silent = true
			break
		}
		if pos > begin && p.startsDefinition(pos, begin) {
			break
		}
		if kind == RightBrace && closer == RightBrace && p.startsLine(pos) && p.indent(pos) < p.indent(begin) && p.indent(begin) < 1<<30 {
			break
		}
		if pos > begin && p.startsStatement(pos) && (open == 0 || p.indent(pos) <= p.indent(begin)) {
			break
		}
		step := bracketStep(kind)
		if open == 0 && step < 0 {
			if kind == closer {
				break
			}
			continue
		}
		open += step
		if open == 0 && (kind == RightBrace && p.startsLine(pos+1) || kind == Semicolon) {
			pos++
			break
		}
	}
	if pos == begin && p.lexemes[pos].kind != EndOfFile && p.lexemes[pos].kind != closer {
		pos++
	}
	p.skipTo(pos)
}

// recoverElement skips from an error in the list element at begin to the next comma, or to the
// list's closer. If it finds neither, the error state remains.
func (p *parser) recoverElement(begin int, closer TokenKind) {
	p.recoverTo(begin, func(kind TokenKind, _ int) bool { return kind == Comma || kind == closer })
}

// recoverAttribute skips from an error in the attribute at begin to the next attribute or the
// end of the body.
func (p *parser) recoverAttribute(begin int) {
	p.recoverTo(begin, func(kind TokenKind, pos int) bool {
		switch kind {
		case Comma, Semicolon, RightBrace:
			return true
		}
		return isAttributeName(kind) && pos > begin && p.lexemes[pos-1].kind != FatArrow &&
			(p.lexemes[pos+1].kind == FatArrow || p.lexemes[pos+1].kind == PlusArrow) && p.startsLine(pos)
	})
}

// recoverTo skips from an error after begin to the first lexeme that stop accepts, outside all
// brackets opened since begin.
func (p *parser) recoverTo(begin int, stop func(kind TokenKind, pos int) bool) {
	if !p.bad || p.unrecoverable || p.lexemes[p.pos].kind == EndOfFile || p.givesUp(begin) {
		return
	}
	open := p.openBrackets(begin)
	for pos := p.pos; ; pos++ {
		p.scanned++
		kind := p.lexemes[pos].kind
		switch {
		case kind == EndOfFile || pos > begin && p.startsDefinition(pos, begin):
			p.unrecoverable = true
			return
		case open == 0 && stop(kind, pos):
			p.skipTo(pos)
			return
		case open == 0 && (kind == Semicolon || pos > begin && p.startsStatement(pos)):
			p.unrecoverable = true
			return
		}
		if open += bracketStep(kind); open < 0 {
			return
		}
	}
}

// recoverBrace skips from an error after begin to the brace that opens the body of the
// construct at begin.
func (p *parser) recoverBrace(begin int) {
	if !p.bad || p.unrecoverable || p.lexemes[p.pos].kind == EndOfFile || p.givesUp(begin) {
		return
	}
	if p.lexemes[p.pos].kind == LeftBrace {
		p.resume()
		return
	}
	open := p.openBrackets(begin)
	for pos := p.pos; ; pos++ {
		p.scanned++
		kind := p.lexemes[pos].kind
		if open == 0 && kind == LeftBrace {
			p.skipTo(pos)
			return
		}
		if kind == EndOfFile || open == 0 && (pos > begin && p.startsLine(pos) && kind != KeywordInherits && kind != RightShift || kind == Semicolon) || p.startsDefinition(pos, begin) {
			return
		}
		if open += bracketStep(kind); open < 0 {
			return
		}
	}
}

// recoverInterpolation skips from an error in the interpolation at begin to its end.
func (p *parser) recoverInterpolation(begin int) {
	if !p.bad || p.lexemes[p.pos].kind == EndOfFile || p.givesUp(begin) {
		return
	}
	open := 0
	for pos := begin; pos < len(p.lexemes); pos++ {
		p.scanned++
		switch p.lexemes[pos].kind {
		case InterpolationStart:
			open++
		case InterpolationEnd:
			open--
		}
		if open == 0 && pos >= p.pos {
			p.skipTo(pos + 1)
			return
		}
	}
}

// recoverOption skips from an error in the case option at begin to the end of its block.
func (p *parser) recoverOption(begin int) {
	if p.unrecoverable || p.lexemes[p.pos].kind == EndOfFile || p.givesUp(begin) {
		return
	}
	open := p.openBrackets(begin)
	for pos := p.pos; ; pos++ {
		p.scanned++
		kind := p.lexemes[pos].kind
		if kind == EndOfFile || p.startsDefinition(pos, begin) {
			p.unrecoverable = true
			return
		}
		if open == 0 && kind == RightBrace {
			p.skipTo(pos)
			return
		}
		step := bracketStep(kind)
		if open += step; open < 0 {
			return
		}
		if open == 0 && step < 0 && kind == RightBrace && pos+1 > begin {
			p.skipTo(pos + 1)
			return
		}
	}
}
