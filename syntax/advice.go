package syntax

import "strings"

// advise says in err.Help what to write instead of the current lexeme, where that is a
// common mistake of people who know other languages, and relates the bracket that is
// still open where a closing one was expected.
func (p *parser) advise(err *Error, expected string) {
	err.Help = p.instead(err, expected)
	if err.Help == "" && p.spellsElsif(err, expected) {
		return
	}
	if expected == "a comma" {
		err.Help = "add a comma after the attribute before this one"
	}
	// What is expected names what would close the bracket at its end.
	closer := expected[len(expected)-1]
	if p.atEnd() || bracketStep(p.lexemes[p.pos].kind) < 0 || strings.IndexByte(")]}", closer) >= 0 {
		p.relateOpening(err)
	}
}

// atEnd reports whether the current lexeme is the end of the file.
func (p *parser) atEnd() bool { return p.lexemes[p.pos].kind == EndOfFile }

// operatorsElsewhere are operators of other languages, of two characters, and what
// Puppet has instead.
var operatorsElsewhere = map[string]string{
	"&&": "and", "||": "or", "=>": ">=", "=<": "<=", "<>": "!=",
}

// instead is what to write instead of the current lexeme, "" where that is not known.
func (p *parser) instead(err *Error, expected string) string {
	kind := p.lexemes[p.pos].kind
	before := EndOfFile
	if p.pos > 0 {
		before = p.lexemes[p.pos-1].kind
	}
	inTest := expected == "{" || expected == ")"
	switch {
	case kind == KeywordIf && before == KeywordElse:
		return "write `elsif`"
	case kind == Equals && before == IsEqual:
		return "write `==`: Puppet has no `===`"
	case inTest && p.operatorElsewhere(err.Span.Start) != "":
		return "did you mean `" + p.operatorElsewhere(err.Span.Start) + "`?"
	case kind == Equals && expected == "{":
		return "did you mean `==`? A single `=` assigns"
	case kind == Equals && expected == "=>":
		return "write `=>` between the name and the value"
	case kind == FatArrow && before == Variable && !inTest:
		return "did you mean `=`?"
	case expected == "=>" && (kind == RightBrace || kind == Comma) && p.assignsInHash():
		return "write `=>` between the key and the value"
	case before == Name && p.lexemeText(p.pos-1) == "not" && (kind == Variable || kind == Name || kind == LeftParen || kind == ClassReference):
		return "write `!` for a negation"
	case kind == Colon && expected == "=>" && p.within(QuestionMark):
		return "write `$test ? { true => …, default => … }`: Puppet has no other conditional operator"
	}
	if instead := p.operatorElsewhere(err.Span.Start); instead != "" && kind != FatArrow {
		return "did you mean `" + instead + "`?"
	}
	if expected == "a colon after the title" {
		return p.loop()
	}
	return ""
}

// operatorElsewhere is what Puppet has instead of the operator of another language whose
// first or second character is at offset, "" if there is none.
func (p *parser) operatorElsewhere(offset int32) string {
	for start := offset; start >= max(0, offset-1); start-- {
		if instead := operatorsElsewhere[p.text[start:min(int(start)+2, len(p.text))]]; instead != "" {
			return instead
		}
	}
	return ""
}

// within reports whether a lexeme of the kind is among the last before the current one.
func (p *parser) within(kind TokenKind) bool {
	for pos := p.pos; pos >= max(0, p.pos-4); pos-- {
		if p.lexemes[pos].kind == kind {
			return true
		}
	}
	return false
}

// assignsInHash reports whether what comes before the current lexeme is "name =
// value", in the place of a hash's entry.
func (p *parser) assignsInHash() bool {
	open := 0
	for pos := p.pos - 1; pos > 1; pos-- {
		kind := p.lexemes[pos].kind
		if open == 0 && (kind == Equals || kind == Comma || bracketStep(kind) > 0) {
			return kind == Equals
		}
		open -= bracketStep(kind)
	}
	return false
}

// farBack is how many lexemes back the cause of an error is looked for that shows only
// within a block.
const farBack = 40

// loop is the advice for who writes a loop as other languages have it.
func (p *parser) loop() string {
	for pos := p.pos - 1; pos >= max(0, p.pos-farBack); pos-- {
		if next := p.lexemes[pos+1].kind; p.lexemes[pos].kind != Name || !p.startsLine(pos) || next != Variable && next != LeftParen {
			continue
		}
		switch word := p.lexemeText(pos); word {
		case "for", "foreach":
			return "use a function to iterate: `$list.each |$element| { … }`"
		case "while", "until":
			return "Puppet has no `" + word + "`: iterate with a function, as in `$list.each |$element| { … }`"
		}
	}
	return ""
}

// spellsElsif reports whether the error is found within the block of an if that was intended to
// be an "elsif", which reads as a name and then a resource, and relates that.
func (p *parser) spellsElsif(err *Error, expected string) bool {
	if expected != "a colon after the title" {
		return false
	}
	for pos := p.pos; pos > max(0, p.pos-farBack); pos-- {
		if p.lexemes[pos].kind != Name || p.lexemes[pos-1].kind != RightBrace {
			continue
		}
		switch word := p.lexemeText(pos); word {
		case "elseif", "elif", "elsfi", "esleif", "elsei":
			err.Related = p.span(p.lexemes[pos].token)
			err.RelatedMessage = "'" + word + "' is not a keyword, so the code after it is read as a resource"
			err.Help = "write `elsif`"
			return true
		}
	}
	return false
}

// relateOpening relates the bracket that is open at the current lexeme, unless that
// is on the same line. At the end of the file it is the one that the layout shows to
// be unclosed.
func (p *parser) relateOpening(err *Error) {
	pos := p.unclosedBracket()
	if pos < 0 || closes(p.lexemes[p.pos].kind, p.lexemes[pos].kind) {
		return
	}
	err.Related = p.span(p.lexemes[pos].token)
	// In a heredoc whose text is code, too, what comes later may stand before.
	start, end := min(err.Related.Start, err.Span.Start), max(err.Related.Start, err.Span.Start)
	if !strings.Contains(p.text[start:end], "\n") {
		err.Related = Span{}
		return
	}
	err.RelatedMessage = "this bracket is still open"
	if p.atEnd() {
		err.RelatedMessage = "this bracket is not closed"
	}
}

// unclosedBracket is the index of the lexeme that opened the innermost bracket open at
// the current lexeme; -1 if none is. Where a bracket is closed by one that begins a
// line further out than the line it is on, as far out as another open one, the layout
// shows that its own counterpart is missing, and at the end of the file the first such
// bracket is the one.
func (p *parser) unclosedBracket() int {
	var open []int
	suspect := -1
	for pos := 0; pos < p.pos; pos++ {
		switch kind := p.lexemes[pos].kind; bracketStep(kind) {
		case 1:
			open = append(open, pos)
		case -1:
			if len(open) == 0 {
				return -1
			}
			last := len(open) - 1
			if suspect < 0 && kind == RightBrace && p.startsLine(pos) && p.lineIndent(open[last]) > p.indent(pos) &&
				p.closesFurtherOut(open[:last], pos) {
				suspect = open[last]
			}
			open = open[:last]
		}
	}
	switch {
	case len(open) == 0:
		return -1
	case suspect >= 0 && p.atEnd():
		return suspect
	}
	return open[len(open)-1]
}

// closes reports whether a closing bracket is the counterpart of what opened, or what
// opened is no bracket.
func closes(closing, opening TokenKind) bool {
	switch opening {
	case LeftBrace, SelectBrace:
		return closing == RightBrace
	case LeftBracket, ListStart:
		return closing == RightBracket
	case LeftParen, LineLeftParen:
		return closing == RightParen
	case InterpolationStart:
		return closing == InterpolationEnd
	}
	return true
}

// closesFurtherOut reports whether one of the open brackets is on a line that is as far
// in as the lexeme at pos.
func (p *parser) closesFurtherOut(open []int, pos int) bool {
	for _, one := range open {
		if p.lineIndent(one) == p.indent(pos) {
			return true
		}
	}
	return false
}

// lineIndent is the number of bytes of blanks that the line of the lexeme at pos
// begins with.
func (p *parser) lineIndent(pos int) int32 {
	start := p.span(p.lexemes[pos].token).Start
	line := strings.LastIndexByte(p.text[:start], '\n') + 1
	indent := line
	for indent < len(p.text) && (p.text[indent] == ' ' || p.text[indent] == '\t') {
		indent++
	}
	return int32(indent - line)
}
