package syntax

import "strings"

// expectArrow consumes "=>" and returns its token. It reports any other sign that the author wrote
// instead, as in YAML or JSON, and continues after it, so that one mistake is one error.
func (p *parser) expectArrow() int32 {
	if p.kind == FatArrow || p.bad || !p.standsForArrow(p.kind) {
		return p.expect(FatArrow, "=>")
	}
	const near = 12 // lexemes between two entries of one list
	if before := p.wrongArrow; before > 0 && p.pos-before <= near && p.lexemes[before].kind == p.kind {
		p.unreported = append(p.unreported, p.span(p.token()))
	} else {
		p.unexpected("=>")
		p.resume()
	}
	p.wrongArrow = p.pos
	arrow := p.advance()
	if p.kind == GreaterThan && (p.lexemes[p.wrongArrow].kind == Equals || p.lexemes[p.wrongArrow].kind == IsEqual) {
		p.advance()
	}
	return arrow
}

// standsForArrow reports whether the current lexeme, which has the given kind, was most likely
// written instead of "=>".
func (p *parser) standsForArrow(kind TokenKind) bool {
	switch kind {
	case Colon:
		return p.lexemes[p.pos+1].kind != LeftBrace // the option of a case
	case Equals, IsEqual, GreaterEqual, LessEqual, InEdge, InEdgeSub:
		return true
	}
	return false
}

// expectTitleColon consumes the colon after a title. It reports a comma or a semicolon in its
// place, and continues after that.
func (p *parser) expectTitleColon() {
	if p.endsTitle() {
		p.unexpected("a colon after the title")
		p.resume()
		p.advance()
		return
	}
	p.expect(Colon, "a colon after the title")
}

// endsTitle reports whether a comma or a semicolon was most likely written instead of the colon
// after a title.
func (p *parser) endsTitle() bool {
	return (p.kind == Comma || p.kind == Semicolon) && isAttributeName(p.peek()) && p.lexemes[p.pos+2].kind == FatArrow
}

// locate relates the lexeme at pos, where the mistake is, to an error that Puppet reports at a
// later one.
func (p *parser) locate(err *Error, pos int, cause string) {
	err.Related, err.RelatedMessage, err.Cause = p.span(p.lexemes[pos].token), cause, cause
}

// punctuation returns advice about a sign that is missing, superfluous or wrong, or "".
func (p *parser) punctuation(err *Error, expected string) string {
	kind := p.lexemes[p.pos].kind
	before := EndOfFile
	if p.pos > 0 {
		before = p.lexemes[p.pos-1].kind
	}
	switch {
	case expected == "a statement" && before == Semicolon:
		p.locate(err, p.pos-1, "a semicolon separates statements, but none follows this one")
		return "remove it: statements need no semicolon"
	case kind == Comma && before == Comma:
		err.Message = "unexpected ',' after another comma"
		return "remove one of them"
	case expected == "=>" && p.standsForArrow(kind):
		return "write `=>` between the name and the value"
	case expected == "=>" && kind == LeftBrace && before == Name && p.startsLine(p.pos-1):
		return "add } before '" + p.lexemeText(p.pos-1) + "': the braces above are not closed"
	case expected == "a colon after the title":
		return p.insteadOfTitle(err)
	case strings.HasPrefix(expected, "a parameter") && (kind == Name || kind == LeftBrace):
		if kind == Name {
			return "write `$" + p.lexemeText(p.pos) + "`"
		}
		return "add ) before it"
	case kind == Colon && before == Variable && expected == "a comma or )":
		return "write the type before the name: `String " + p.lexemeText(p.pos-1) + "`"
	case kind == Semicolon && strings.HasPrefix(expected, "a comma or"):
		return "write a comma"
	case kind == Colon && expected == "a comma or ]":
		return "add ] before it"
	case expected == "a comma or :":
		if kind == FatArrow {
			return "write `:`: only a selector has arrows"
		}
		return "add a colon before it"
	case (expected == "a comma or ]" || expected == "a comma or )" || expected == "a comma or }") && p.startsValue():
		return "add a comma before it"
	case expected == "a comma or )" && kind == Variable:
		return "add ) before it"
	case expected == "{":
		return p.insteadOfBlock(before)
	case expected == "an expression":
		return p.insteadOfValue(err, before)
	case before == Dot && (kind == SingleQuoted || kind == DoubleQuoted || kind == StringStart):
		return "write \"${a}${b}\" to join strings: a dot calls a function"
	case kind == Dot && before == Dot:
		return "write `Integer[1, 5]` for the numbers from 1 to 5"
	}
	return ""
}

// startsValue reports whether the current lexeme begins a value after which a comma is missing: on
// the line of the lexeme before it, or on its own line in a list of values or parameters.
func (p *parser) startsValue() bool {
	switch p.lexemes[p.pos].kind {
	case SingleQuoted, DoubleQuoted, StringStart, Number, KeywordDefault:
		return true
	case Variable, ClassReference:
		return p.lexemes[p.pos+1].kind != Equals || !p.startsLine(p.pos)
	}
	return false
}

// insteadOfBlock returns advice for a lexeme before which a brace was expected.
func (p *parser) insteadOfBlock(before TokenKind) string {
	switch {
	case p.startsLine(p.pos):
		return "add { at the end of the line before"
	case p.within(KeywordNode):
		return "put quotes around the name of a node, and slashes around a pattern"
	case before == Colon:
		return "put the statements of the option into braces"
	}
	return ""
}

// insteadOfTitle returns advice for a resource whose title does not end with a colon.
func (p *parser) insteadOfTitle(err *Error) string {
	switch p.lexemes[p.pos].kind {
	case Semicolon, Comma:
		return "write a colon"
	case FatArrow:
		if at := p.pos - 2; at > 0 && p.lexemes[at].kind == Semicolon {
			p.locate(err, at, "this semicolon ends the resource, so what follows is read as the title of the next one")
			return "write a comma"
		}
	case Name:
		switch {
		case p.lexemes[p.pos+1].kind == FatArrow:
			return "add a colon after the title"
		case p.pos > 0 && p.lexemes[p.pos-1].kind == Regex:
			return "put quotes around a path: `'" + p.lexemeText(p.pos-1) + p.lexemeText(p.pos) + "'`"
		}
	}
	return ""
}

// insteadOfValue returns advice for a lexeme that cannot begin an expression.
func (p *parser) insteadOfValue(err *Error, before TokenKind) string {
	kind := p.lexemes[p.pos].kind
	switch {
	case kind == Pipe && before == LeftBrace:
		return "write the parameters before the brace: `.each |$x| { … }`"
	case kind == Pipe && before == Name && p.lexemeText(p.pos-1) == "do":
		return "write `.each |$x| { … }` without `do` and `end`"
	case kind == Plus && before == Plus || kind == Minus && before == Minus:
		return "assign the result to another variable: variables never change"
	case kind == Colon && p.lexemes[p.pos+1].kind == Name && (before == LeftBrace || before == Comma || before == ListStart || before == FatArrow):
		return "write '" + p.lexemeText(p.pos+1) + "': Puppet has no symbols"
	case kind == Colon && (before == SingleQuoted || before == DoubleQuoted || before == StringEnd) && p.opensTitle():
		return "add { before the title"
	case kind == KeywordElse && p.lexemes[p.pos+1].kind == Colon:
		return "write `default`"
	case (kind == KeywordElse || kind == KeywordElsif) && before == RightBrace && p.follows(KeywordUnless):
		return "write `if !(…)` instead of `unless`, which has no `elsif`"
	case (kind == KeywordElse || kind == KeywordElsif) && before != RightBrace && p.unclosedBracket() >= 0:
		return "add } before it"
	case kind == RightBrace && p.unclosedBracket() < 0:
		return "remove it: no bracket is open here"
	case kind == RightBrace || kind == RightParen || kind == RightBracket:
		return p.closeFirst()
	case kind == LessThan && p.lexemes[p.pos+1].kind == Modulo:
		return "`<%` belongs to templates: write a variable or an expression alone"
	case kind == Invalid && strings.IndexAny(p.text[err.Span.Start:err.Span.End], "\u2018\u2019\u201c\u201d") == 0:
		return "write straight quotes"
	}
	return ""
}

// opensTitle reports whether a resource type begins the line of a title without a brace.
func (p *parser) opensTitle() bool {
	return p.pos > 1 && p.lexemes[p.pos-2].kind == Name && p.startsLine(p.pos-2)
}

// follows reports whether the current lexeme is behind the block of a statement that a keyword begins.
func (p *parser) follows(keyword TokenKind) bool {
	open := 0
	for pos := p.pos - 1; pos >= 0; pos-- {
		open -= bracketStep(p.lexemes[pos].kind)
		if open == 0 && p.startsLine(pos) {
			return p.lexemes[pos].kind == keyword
		}
	}
	return false
}

// closeFirst returns advice for a closing bracket of another kind than the open one.
func (p *parser) closeFirst() string {
	var open []TokenKind // the closing brackets that are missing
	for _, lexeme := range p.lexemes[:p.pos] {
		switch bracketStep(lexeme.kind) {
		case 1:
			wanted, _ := closingKind(lexeme.kind)
			open = append(open, wanted)
		case -1:
			open = open[:max(0, len(open)-1)]
		}
	}
	if last := len(open) - 1; last < 1 || open[last-1] != p.lexemes[p.pos].kind || open[last] == open[last-1] {
		return ""
	}
	switch open[len(open)-1] {
	case RightBracket:
		return "add ] before it"
	case RightParen:
		return "add ) before it"
	case RightBrace:
		return "add } before it"
	}
	return ""
}
