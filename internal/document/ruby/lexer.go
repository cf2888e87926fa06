package ruby

import (
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/source"
)

// maxInterpolation limits the nesting of #{…}.
const maxInterpolation = 100

// lexer splits Ruby into tokens. The meaning of a character depends on whether a value may
// begin or has just ended (a regular expression or a division, a symbol or a ternary's colon).
// As in Ruby's own lexer, the preceding tokens determine that. The lexer never rejects a text:
// an unclosed literal extends to the end of the file and sets failed.
type lexer struct {
	text string
	pos  int32
	// tokens are the tokens of the current level. Each interpolation is a separate level.
	tokens []token
	depth  int
	// heredocEnd is the offset after the heredocs that began on the current line, or 0.
	heredocEnd int32
	// locals are the names assigned so far.
	locals map[string]bool
	// ternaries counts each "?" whose ":" has not come yet. saved holds the counts of the
	// enclosing brackets.
	ternaries int
	saved     []int
	failed    bool
	comments  []source.Span
}

// lex returns all tokens of text. The last one is endOfFile. They are in the given memory if that is
// large enough.
func lex(text string, memory []token) *lexer {
	l := &lexer{text: text, locals: map[string]bool{}, tokens: slices.Grow(memory[:0], len(text)/8+8)}
	if strings.HasPrefix(text, "\ufeff") {
		l.pos = 3
	}
	l.run(false)
	l.add(token{kind: endOfFile, start: l.pos, end: l.pos})
	return l
}

func (l *lexer) peek(ahead int32) byte {
	if at := int(l.pos + ahead); at < len(l.text) {
		return l.text[at]
	}
	return 0
}

func (l *lexer) atEnd() bool { return int(l.pos) >= len(l.text) }

func (l *lexer) add(t token) {
	t.spaceBefore = t.start == 0 || isSpaceByte(l.text[t.start-1])
	t.spaceAfter = int(t.end) >= len(l.text) || isSpaceByte(l.text[t.end])
	l.tokens = append(l.tokens, t)
}

func (l *lexer) addHere(kind tokenKind, start int32) {
	l.add(token{kind: kind, start: start, end: l.pos, text: l.text[start:l.pos], inside: source.Span{Start: start, End: l.pos}})
}

func isSpaceByte(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isNameByte(c byte) bool { return isNameStart(c) || isDigit(c) }

// previous returns the last token, or nil.
func (l *lexer) previous() *token {
	if len(l.tokens) == 0 {
		return nil
	}
	return &l.tokens[len(l.tokens)-1]
}

// afterName reports whether the name of a method is expected: after a point or def.
func (l *lexer) afterName() bool {
	p := l.previous()
	return p != nil && (p.isOperator(".") || p.isOperator("&.") || p.isKeyword("def") || p.isKeyword("alias") || p.isKeyword("undef"))
}

// valueExpected reports whether a value, rather than an operator, begins here. After a name
// that may be a method's, as in "puts -1", a value begins if there is white space before the
// character and none after it.
func (l *lexer) valueExpected(width int32) bool {
	p := l.previous()
	if p == nil {
		return true
	}
	switch p.kind {
	case newline, label:
		return true
	case operator:
		return p.text != ")" && p.text != "]" && p.text != "}"
	case keyword:
		if p.text == "super" || p.text == "yield" {
			return l.looksLikeArgument(width)
		}
		return keywords[p.text]
	case identifier:
		if len(l.tokens) > 1 && l.tokens[len(l.tokens)-2].isKeyword("def") {
			return false
		}
		isMethod := len(l.tokens) > 1 && l.tokens[len(l.tokens)-2].isOperator(".")
		return (isMethod || !l.locals[p.text]) && l.looksLikeArgument(width)
	}
	return false
}

// definesName reports whether the name of a method definition is expected: after def, or after
// "def self.".
func (l *lexer) definesName() bool {
	last := len(l.tokens) - 1
	return last >= 0 && l.tokens[last].isKeyword("def") ||
		last >= 2 && l.tokens[last].isOperator(".") && l.tokens[last-2].isKeyword("def")
}

// looksLikeArgument reports whether there is white space before the character and none after
// it.
func (l *lexer) looksLikeArgument(width int32) bool {
	return l.pos > 0 && isSpaceByte(l.text[l.pos-1]) && !isSpaceByte(l.peek(width)) && l.peek(width) != 0
}

// run lexes to the end, or, in an interpolation, to the brace that closes it.
func (l *lexer) run(interpolation bool) {
	braces := 0
	for !l.atEnd() {
		c := l.text[l.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.pos++
		case c == '\n':
			l.lineEnd()
		case c == '\\' && (l.peek(1) == '\n' || l.peek(1) == '\r' && l.peek(2) == '\n'):
			l.pos++
			for l.peek(0) != '\n' {
				l.pos++
			}
			l.advanceLine()
		case c == '#':
			start := l.pos
			l.skipLine()
			l.comments = append(l.comments, source.Span{Start: start, End: start + int32(len(strings.TrimRight(l.text[start:l.pos], "\r")))})
		case c == '=' && l.atLineStart() && strings.HasPrefix(l.text[l.pos:], "=begin"):
			l.blockComment()
		case c == '_' && l.atLineStart() && l.atEndMarker():
			return
		case c == '{' || c == '}':
			if c == '{' {
				braces++
			} else if braces--; braces < 0 && interpolation {
				return
			}
			l.bracket(c)
		default:
			l.token(c)
		}
	}
	if interpolation {
		l.failed = true
	}
}

func (l *lexer) atLineStart() bool { return l.pos == 0 || l.text[l.pos-1] == '\n' }

func (l *lexer) atEndMarker() bool {
	rest := l.text[l.pos:]
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimRight(line, "\r") == "__END__"
}

func (l *lexer) skipLine() {
	if length := strings.IndexByte(l.text[l.pos:], '\n'); length >= 0 {
		l.pos += int32(length)
	} else {
		l.pos = int32(len(l.text))
	}
}

// advanceLine skips the line feed at pos, and the bodies of the heredocs that began on the
// line.
func (l *lexer) advanceLine() {
	l.pos++
	if l.heredocEnd > 0 {
		l.pos = max(l.pos, l.heredocEnd)
		l.heredocEnd = 0
	}
}

// lineEnd adds a newline token unless the statement continues.
func (l *lexer) lineEnd() {
	start := l.pos
	l.advanceLine()
	p := l.previous()
	if p == nil || p.kind == newline || l.continuesWithPoint() {
		return
	}
	l.tokens = append(l.tokens, token{kind: newline, start: start, end: start + 1, text: "\n"})
	l.ternaries = 0
}

// continuesWithPoint reports whether the next line of code begins with ".name".
func (l *lexer) continuesWithPoint() bool {
	for at := int(l.pos); at < len(l.text); {
		line := l.text[at:]
		if length := strings.IndexByte(line, '\n'); length >= 0 {
			line = line[:length]
		}
		code := strings.TrimLeft(line, " \t\r")
		if code != "" && code[0] == '#' {
			at += len(line) + 1
			continue
		}
		return strings.HasPrefix(code, "&.") || len(code) > 1 && code[0] == '.' && code[1] != '.'
	}
	return false
}

func (l *lexer) blockComment() {
	for !l.atEnd() {
		l.skipLine()
		if l.atEnd() {
			return
		}
		l.pos++
		if strings.HasPrefix(l.text[l.pos:], "=end") && !isNameByte(l.peek(4)) {
			l.skipLine()
			return
		}
	}
}

func (l *lexer) token(c byte) {
	switch {
	case isDigit(c):
		l.number()
	case isNameStart(c):
		l.name()
	case c == '@' || c == '$':
		l.sigil(c)
	case c == '"' || c == '\'':
		start := l.pos
		l.pos++
		l.string(start, stringLiteral, 0, c, c == '"')
	case c == '`' && !l.afterName():
		start := l.pos
		l.pos++
		l.string(start, commandLiteral, 0, '`', true)
	case c == ':':
		l.colon()
	case l.afterName() && l.methodOperator():
	case c == '/' && l.valueExpected(1):
		start := l.pos
		l.pos++
		l.string(start, regexLiteral, 0, '/', true)
	case c == '%' && l.percent():
	case c == '<' && l.heredoc():
	case c == '?' && l.character():
	case c == ';':
		l.pos++
		if p := l.previous(); p != nil && p.kind != newline {
			l.addHere(newline, l.pos-1)
		}
	case strings.IndexByte("()[]", c) >= 0:
		l.bracket(c)
	default:
		l.operator()
	}
}

// bracket counts pending ternaries separately for each pair of brackets.
func (l *lexer) bracket(c byte) {
	l.pos++
	l.addHere(operator, l.pos-1)
	switch c {
	case '(', '[', '{':
		l.saved = append(l.saved, l.ternaries)
		l.ternaries = 0
	default:
		if last := len(l.saved) - 1; last >= 0 {
			l.ternaries = l.saved[last]
			l.saved = l.saved[:last]
		}
	}
}

func (l *lexer) operator() {
	start := l.pos
	for i, group := range operators {
		length := int32(3 - i)
		if !isOperatorByte(l.peek(length - 1)) {
			continue
		}
		for _, op := range group {
			if strings.HasPrefix(l.text[start:], op) {
				l.pos += length
				l.noteAssignment(op)
				l.addHere(operator, start)
				return
			}
		}
	}
	l.pos++
	op := l.text[start:l.pos]
	l.noteAssignment(op)
	if op == "?" {
		l.ternaries++
	}
	l.addHere(operator, start)
}

// isOperatorByte reports whether c may be the last byte of a longer operator.
func isOperatorByte(c byte) bool {
	switch c {
	case '=', '>', '.', '*', '&', '|', '~', ':', '<':
		return true
	}
	return false
}

// noteAssignment records the local variable of an assignment, and the parameters of a block or
// method.
func (l *lexer) noteAssignment(op string) {
	p := l.previous()
	if p == nil || p.kind != identifier {
		return
	}
	switch op {
	case "=", "+=", "-=", "*=", "/=", "||=", "&&=", "<<=", "|=", "&=", "|":
		l.locals[p.text] = true
	case ",", ")":
		// In a list after "|" or def f( the name is a parameter. In any other list, recording
		// it is almost always harmless.
		const longestList = 40
		for i := len(l.tokens) - 2; i >= max(0, len(l.tokens)-longestList); i-- {
			t := &l.tokens[i]
			if t.isOperator("|") || t.isKeyword("def") {
				l.locals[p.text] = true
			}
			if t.kind != identifier && !t.isOperator(",") && !t.isOperator("(") && !t.isOperator("*") && !t.isOperator("&") {
				return
			}
		}
	}
}

func (l *lexer) number() {
	start := l.pos
	if l.peek(0) == '0' && strings.IndexByte("xXbBoOdD", l.peek(1)) >= 0 && l.peek(1) != 0 {
		l.pos += 2
		for isNameByte(l.peek(0)) {
			l.pos++
		}
		l.addHere(number, start)
		return
	}
	l.digits()
	if l.peek(0) == '.' && isDigit(l.peek(1)) {
		l.pos++
		l.digits()
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		sign := int32(0)
		if l.peek(1) == '-' || l.peek(1) == '+' {
			sign = 1
		}
		if isDigit(l.peek(1 + sign)) {
			l.pos += 1 + sign
			l.digits()
		}
	}
	for l.peek(0) == 'r' || l.peek(0) == 'i' {
		if isNameByte(l.peek(1)) {
			break
		}
		l.pos++
	}
	l.addHere(number, start)
}

func (l *lexer) digits() {
	for isDigit(l.peek(0)) || l.peek(0) == '_' {
		l.pos++
	}
}

func (l *lexer) name() {
	start := l.pos
	for isNameByte(l.peek(0)) {
		l.pos++
	}
	afterName := l.afterName()
	if c := l.peek(0); (c == '?' || c == '!') && (l.peek(1) != '=' || l.peek(2) == '=' || l.peek(2) == '~') && !(c == '?' && l.peek(1) == ':' && l.peek(2) == ':') {
		l.pos++
	}
	text := l.text[start:l.pos]
	if l.definesName() && l.peek(0) == '=' && strings.IndexByte("=~>", l.peek(1)) < 0 {
		l.pos++ // a setter: def name=(value)
		l.addHere(identifier, start)
		return
	}
	if l.isLabel(text) {
		l.pos++
		l.add(token{kind: label, start: start, end: l.pos, text: text, inside: source.Span{Start: start, End: l.pos - 1}})
		return
	}
	kind := identifier
	if _, reserved := keywords[text]; reserved && (!afterName || text == "self" && l.previous().isKeyword("def")) {
		kind = keyword
	} else if first, _ := utf8.DecodeRuneInString(text); 'A' <= first && first <= 'Z' && text[len(text)-1] != '?' && text[len(text)-1] != '!' {
		kind = constant
	}
	l.addHere(kind, start)
}

// isLabel reports whether a colon follows the name just read and makes it a hash key or keyword
// argument.
func (l *lexer) isLabel(text string) bool {
	if l.peek(0) != ':' || l.peek(1) == ':' || l.afterName() {
		return false
	}
	if l.ternaries > 0 && !isSpaceByte(l.peek(1)) {
		return false
	}
	if l.ternaries > 0 {
		// "a ? b: c" is rare; "f(a ? b : c, d: 1)" has a separate count.
		p := l.previous()
		return p != nil && (p.isOperator(",") || p.isOperator("{") || p.isOperator("("))
	}
	return text != ""
}

func (l *lexer) sigil(c byte) {
	start := l.pos
	l.pos++
	kind := globalVariable
	if c == '@' {
		kind = instanceVariable
		if l.peek(0) == '@' {
			l.pos++
			kind = classVariable
		}
	}
	nameStart := l.pos
	if isNameStart(l.peek(0)) || kind == globalVariable && isDigit(l.peek(0)) {
		for isNameByte(l.peek(0)) {
			l.pos++
		}
	} else if kind == globalVariable && !l.atEnd() && !isSpaceByte(l.peek(0)) {
		l.pos++ // $!, $~ …
	}
	l.add(token{kind: kind, start: start, end: l.pos, text: l.text[nameStart:l.pos], inside: source.Span{Start: nameStart, End: l.pos}})
}

// colon lexes "::", a symbol, or the colon of a ternary.
func (l *lexer) colon() {
	start := l.pos
	next := l.peek(1)
	if next == ':' {
		l.pos += 2
		l.addHere(operator, start)
		return
	}
	p := l.previous()
	ended := p != nil && !l.valueExpected(1)
	if l.ternaries > 0 && ended {
		l.ternaries--
		l.pos++
		l.addHere(operator, start)
		return
	}
	if next == '"' || next == '\'' {
		l.pos += 2
		l.string(start, symbolLiteral, 0, next, next == '"')
		return
	}
	l.pos++
	if isNameStart(next) || next == '@' || next == '$' {
		for l.peek(0) == '@' || l.peek(0) == '$' {
			l.pos++
		}
		for isNameByte(l.peek(0)) {
			l.pos++
		}
		if c := l.peek(0); (c == '?' || c == '!') && l.peek(1) != '=' || c == '=' && strings.IndexByte("=~>", l.peek(1)) < 0 {
			l.pos++
		}
	} else if op := l.leadingMethodOperator(); op != "" {
		l.pos += int32(len(op))
	} else {
		l.addHere(operator, start)
		return
	}
	l.add(token{kind: symbolLiteral, start: start, end: l.pos, text: l.text[start+1 : l.pos], inside: source.Span{Start: start + 1, End: l.pos}})
}

func (l *lexer) leadingMethodOperator() string {
	for _, op := range methodOperators {
		if strings.HasPrefix(l.text[l.pos:], op) {
			return op
		}
	}
	return ""
}

// methodOperator lexes an operator as the name of a method. It returns false if there is none.
func (l *lexer) methodOperator() bool {
	op := l.leadingMethodOperator()
	if op == "" || !l.definesName() && op != "[]" {
		return false
	}
	start := l.pos
	l.pos += int32(len(op))
	l.addHere(identifier, start)
	return true
}
