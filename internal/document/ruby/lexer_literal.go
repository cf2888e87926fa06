package ruby

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/source"
)

var closingDelimiters = map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>'}

// string lexes a literal up to its closing delimiter and adds its token, which begins at start.
// An opening delimiter other than 0 nests. If expands is true, the literal may contain
// interpolation and the escape sequences of double quotes.
func (l *lexer) string(start int32, kind tokenKind, opening, closing byte, expands bool) {
	t := token{kind: kind, start: start, inside: source.Span{Start: l.pos}}
	// value is the converted text before run; the text from run on is unchanged.
	var value []byte
	run := l.pos
	nesting := 0
	for {
		if l.atEnd() {
			l.failed = true
			t.inside.End = l.pos
			break
		}
		c := l.text[l.pos]
		if c == '\\' {
			value = l.escape(append(value, l.text[run:l.pos]...), kind, opening, closing, expands)
			run = l.pos
			continue
		}
		if c == '#' && expands {
			if before := l.pos; l.interpolation(&t) {
				value = append(value, l.text[run:before]...)
				run = l.pos
				continue
			}
		}
		if opening != 0 && c == opening {
			nesting++
		} else if c == closing {
			if nesting == 0 {
				t.inside.End = l.pos
				l.pos++
				break
			}
			nesting--
		}
		l.pos++
	}
	t.text = l.text[run:t.inside.End]
	if value != nil {
		t.text = string(append(value, t.text...))
	}
	if kind == regexLiteral {
		options := l.pos
		for strings.IndexByte("imxounse", l.peek(0)) >= 0 && l.peek(0) != 0 {
			l.pos++
		}
		if options < l.pos {
			t.parts().options = l.text[options:l.pos]
		}
	}
	if kind == stringLiteral && l.peek(0) == ':' && l.peek(1) != ':' && l.labelFollows(start) {
		t.kind = label
		l.pos++
	}
	t.end = l.pos
	l.add(t)
}

// labelFollows reports whether a colon after a quoted text makes it a key.
func (l *lexer) labelFollows(start int32) bool {
	p := l.previous()
	if p == nil || l.text[start] == '%' {
		return false
	}
	return p.isOperator("{") || p.isOperator(",") || p.isOperator("(") || p.kind == newline || l.ternaries == 0 && p.kind == identifier
}

// interpolation lexes #{…}, #@x or #$x at pos into t. It returns false if there is none.
func (l *lexer) interpolation(t *token) bool {
	next := l.peek(1)
	if next == '@' || next == '$' {
		if name := l.peek(2); !isNameStart(name) && name != '@' {
			return false
		}
	} else if next != '{' {
		return false
	}
	t.interpolated = true
	l.pos++
	outer, ternaries, saved := l.tokens, l.ternaries, l.saved
	l.tokens, l.ternaries, l.saved = nil, 0, nil
	if next != '{' {
		l.sigil(next)
	} else if l.pos++; l.depth >= maxInterpolation {
		l.failed = true
		l.pos = int32(len(l.text))
	} else {
		l.depth++
		l.run(true)
		l.depth--
		if l.peek(0) == '}' {
			l.pos++
		}
	}
	t.parts().code = append(t.parts().code, append(l.tokens, token{kind: endOfFile, start: l.pos, end: l.pos}))
	l.tokens, l.ternaries, l.saved = outer, ternaries, saved
	return true
}

// escape converts the backslash at pos and the characters that it escapes.
func (l *lexer) escape(value []byte, kind tokenKind, opening, closing byte, expands bool) []byte {
	l.pos++
	if l.atEnd() {
		return append(value, '\\')
	}
	c := l.text[l.pos]
	if kind == regexLiteral {
		// A pattern keeps its escapes; only an escaped delimiter loses the backslash.
		l.pos++
		if c == '/' && closing == '/' {
			return append(value, c)
		}
		return append(value, '\\', c)
	}
	if !expands {
		l.pos++
		if c == '\\' || c == closing || c == opening && opening != 0 {
			return append(value, c)
		}
		return append(value, '\\', c)
	}
	return l.expandedEscape(value, c)
}

var escapedBytes = map[byte]byte{'n': '\n', 't': '\t', 's': ' ', 'r': '\r', 'a': '\a', 'b': '\b', 'e': 0x1b, 'f': '\f', 'v': '\v'}

func (l *lexer) expandedEscape(value []byte, c byte) []byte {
	l.pos++
	if replacement, ok := escapedBytes[c]; ok {
		return append(value, replacement)
	}
	switch {
	case c == '\n':
		return value
	case c == 'x':
		code := l.radix(16, 2)
		return append(value, byte(code))
	case '0' <= c && c <= '7':
		l.pos--
		return append(value, byte(l.radix(8, 3)))
	case c == 'u' && l.peek(0) == '{':
		end := strings.IndexByte(l.text[l.pos:], '}')
		if end < 0 {
			return value
		}
		for _, code := range strings.Fields(l.text[l.pos+1 : int(l.pos)+end]) {
			if number, err := strconv.ParseUint(code, 16, 32); err == nil {
				value = utf8.AppendRune(value, rune(number))
			}
		}
		l.pos += int32(end) + 1
		return value
	case c == 'u':
		return utf8.AppendRune(value, rune(l.radix(16, 4)))
	}
	return append(value, c)
}

// radix parses up to count digits of a base.
func (l *lexer) radix(base, count int) int {
	start := l.pos
	for int(l.pos-start) < count {
		if _, err := strconv.ParseUint(string(l.peek(0)), base, 8); err != nil {
			break
		}
		l.pos++
	}
	code, _ := strconv.ParseUint(l.text[start:l.pos], base, 32)
	return int(code)
}

// percent lexes a literal such as %w[…] at pos. It returns false if there is none.
func (l *lexer) percent() bool {
	kind := l.peek(1)
	width := int32(2)
	if !isNameByte(kind) {
		width, kind = 1, 'Q'
	}
	opening := l.peek(width)
	if opening == 0 || isNameByte(opening) || isSpaceByte(opening) || strings.IndexByte("wWiIqQrsx", kind) < 0 || !l.valueExpected(1) {
		return false
	}
	if width == 1 && opening == '=' {
		if p := l.previous(); p != nil && p.kind == identifier {
			return false
		}
	}
	start := l.pos
	l.pos += width + 1
	closing, nests := closingDelimiters[opening]
	if !nests {
		opening, closing = 0, opening
	}
	switch kind {
	case 'w', 'W', 'i', 'I':
		l.words(start, kind, opening, closing)
	case 'r':
		l.string(start, regexLiteral, opening, closing, true)
	case 's':
		l.string(start, symbolLiteral, opening, closing, false)
	case 'x':
		l.string(start, commandLiteral, opening, closing, true)
	default:
		l.string(start, stringLiteral, opening, closing, kind == 'Q')
	}
	return true
}

// words lexes the elements of %w, %W, %i or %I.
func (l *lexer) words(start int32, kind, opening, closing byte) {
	t := token{kind: wordsLiteral, start: start, inside: source.Span{Start: l.pos}}
	if kind == 'i' || kind == 'I' {
		t.kind = symbolsLiteral
	}
	expands := kind == 'W' || kind == 'I'
	nesting := 0
	var value []byte
	wordStart := int32(-1)
	finish := func() {
		if wordStart >= 0 {
			t.parts().words = append(t.parts().words, word{string(value), source.Span{Start: wordStart, End: l.pos}})
		}
		value, wordStart = nil, -1
	}
	for {
		if l.atEnd() {
			l.failed = true
			break
		}
		c := l.text[l.pos]
		if isSpaceByte(c) {
			finish()
			l.pos++
			continue
		}
		if c == closing && nesting == 0 {
			break
		}
		if wordStart < 0 {
			wordStart = l.pos
		}
		switch {
		case c == '\\' && isSpaceByte(l.peek(1)):
			l.pos++
			value = append(value, l.peek(0))
			l.pos++
			continue
		case c == '\\':
			value = l.escape(value, t.kind, opening, closing, expands)
			continue
		case c == '#' && expands && l.interpolation(&t):
			continue
		case opening != 0 && c == opening:
			nesting++
		case c == closing:
			nesting--
		}
		value = append(value, c)
		l.pos++
	}
	finish()
	t.inside.End = l.pos
	if !l.atEnd() {
		l.pos++
	}
	t.end = l.pos
	l.add(t)
}

// character lexes ?c at pos. It returns false if there is none.
func (l *lexer) character() bool {
	if !l.valueExpected(1) || l.atEnd() || isSpaceByte(l.peek(1)) || l.peek(1) == 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(l.text[l.pos+1:])
	start := l.pos
	if l.peek(1) != '\\' && isNameByte(l.peek(1+int32(size))) && isNameByte(l.peek(1)) {
		return false
	}
	l.pos++
	t := token{kind: stringLiteral, start: start, inside: source.Span{Start: l.pos}}
	if l.peek(0) == '\\' {
		t.text = string(l.escape(nil, stringLiteral, 0, 0, true))
	} else {
		l.pos += int32(size)
		t.text = l.text[start+1 : l.pos]
	}
	t.inside.End, t.end = l.pos, l.pos
	l.add(t)
	return true
}

// heredoc lexes the start of a heredoc and, from the lines below, its body. It returns false if
// there is none at pos.
func (l *lexer) heredoc() bool {
	if l.peek(1) != '<' {
		return false
	}
	at := l.pos + 2
	squiggly, indented := false, false
	if c := l.peek(2); c == '~' || c == '-' {
		squiggly, indented = c == '~', true
		at++
	}
	quote := byte(0)
	if int(at) < len(l.text) && (l.text[at] == '\'' || l.text[at] == '"' || l.text[at] == '`') {
		quote = l.text[at]
		at++
	}
	nameStart := at
	for int(at) < len(l.text) && (isNameByte(l.text[at]) || quote != 0 && l.text[at] != quote && l.text[at] != '\n') {
		at++
	}
	name := l.text[nameStart:at]
	if name == "" || isDigit(name[0]) && quote == 0 || !l.heredocExpected(name, quote, indented) {
		return false
	}
	if quote != 0 {
		if int(at) >= len(l.text) || l.text[at] != quote {
			return false
		}
		at++
	}
	start := l.pos
	l.pos = at
	t := token{kind: stringLiteral, start: start, end: at}
	if quote == '`' {
		t.kind = commandLiteral
	}
	l.heredocBody(&t, name, indented, squiggly, quote != '\'')
	l.pos = at
	l.add(t)
	return true
}

// heredocExpected reports whether "<<" begins a heredoc and is not the operator: class << self,
// a <<b.
func (l *lexer) heredocExpected(name string, quote byte, indented bool) bool {
	p := l.previous()
	if p != nil && p.isKeyword("class") {
		return false
	}
	if !indented && quote == 0 && !('A' <= name[0] && name[0] <= 'Z') {
		return p == nil || p.kind == newline || p.isOperator("(") || p.isOperator(",") || p.isOperator("=")
	}
	return l.valueExpected(2)
}

// heredocBody lexes the lines from the next one to the terminator.
func (l *lexer) heredocBody(t *token, name string, indented, squiggly, expands bool) {
	body := l.heredocEnd
	if body == 0 {
		lineEnd := strings.IndexByte(l.text[l.pos:], '\n')
		if lineEnd < 0 {
			l.failed = true
			return
		}
		body = l.pos + int32(lineEnd) + 1
	}
	end := body
	for {
		if int(end) >= len(l.text) {
			l.failed = true
			break
		}
		line := l.text[end:]
		if length := strings.IndexByte(line, '\n'); length >= 0 {
			line = line[:length]
		}
		candidate := strings.TrimRight(line, "\r")
		if indented {
			candidate = strings.TrimLeft(candidate, " \t")
		}
		if candidate == name {
			break
		}
		end = min(end+int32(len(line))+1, int32(len(l.text)))
	}
	t.inside = source.Span{Start: body, End: end}
	l.heredocText(t, squiggly, expands)
	l.pos = end
	l.skipLine()
	l.heredocEnd = min(l.pos+1, int32(len(l.text)))
}

// heredocText sets the value of a heredoc with known bounds.
func (l *lexer) heredocText(t *token, squiggly, expands bool) {
	raw := l.text[t.inside.Start:t.inside.End]
	if squiggly {
		raw = dedent(raw)
	}
	if !expands {
		t.text = raw
		return
	}
	// Interpolations are lexed in place, so that their spans are correct.
	whole := l.text
	l.text = whole[:t.inside.End]
	outerEnd := l.heredocEnd
	l.heredocEnd = 0
	for l.pos = t.inside.Start; !l.atEnd(); {
		switch {
		case l.peek(0) == '\\':
			l.pos += 2
		case l.peek(0) == '#' && l.interpolation(t):
		default:
			l.pos++
		}
	}
	l.text, l.heredocEnd = whole, outerEnd
	if !t.interpolated {
		t.text = unescaped(raw)
	}
}

// unescaped returns the value of a double-quoted text without interpolation.
func unescaped(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	inner := &lexer{text: raw}
	var value []byte
	for !inner.atEnd() {
		if c := inner.peek(0); c == '\\' {
			value = inner.escape(value, stringLiteral, 0, 0, true)
		} else {
			value = append(value, c)
			inner.pos++
		}
	}
	return string(value)
}

// dedent removes the smallest indentation of the lines with text from all lines, as <<~ does.
func dedent(text string) string {
	lines := strings.SplitAfter(text, "\n")
	least := -1
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if width := indentation(line); least < 0 || width < least {
			least = width
		}
	}
	if least <= 0 {
		return text
	}
	for i, line := range lines {
		width := 0
		for width < least && line != "" && (line[0] == ' ' || line[0] == '\t') {
			if line[0] == '\t' {
				if width = (width/8 + 1) * 8; width > least {
					break
				}
			} else {
				width++
			}
			line = line[1:]
		}
		lines[i] = line
	}
	return strings.Join(lines, "")
}

func indentation(line string) int {
	width := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width = (width/8 + 1) * 8
		default:
			return width
		}
	}
	return width
}
