package yaml

import (
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/document"
)

// folding collects the white space between two words of a plain or quoted scalar, and returns
// the text that it represents.
type folding struct {
	// whitespaceStart and whitespaceEnd delimit blanks within a line.
	whitespaceStart, whitespaceEnd int32
	// leadingBreak is the first line break, trailingBreaks are the others.
	leadingBreak   string
	trailingBreaks []byte
	broken         bool
}

func (f *folding) text(s *scanner) string {
	switch {
	case !f.broken:
		return s.text[f.whitespaceStart:f.whitespaceEnd]
	case !strings.HasPrefix(f.leadingBreak, "\n"):
		return f.leadingBreak + string(f.trailingBreaks)
	case len(f.trailingBreaks) == 0:
		return " "
	}
	return string(f.trailingBreaks)
}

// scanFolding skips blanks and line breaks. For a plain scalar, indent is the column before
// which tabs are not allowed, and plainStart its start. It returns false after an error.
func (s *scanner) scanFolding(f *folding, plain bool, indent, plainStart int32) bool {
	*f = folding{whitespaceStart: s.pos, whitespaceEnd: s.pos, broken: f.broken, leadingBreak: f.leadingBreak}
	for {
		if s.isBlank(0) {
			if plain && f.broken && s.peek(0) == '\t' && s.currentColumn() < indent {
				return s.fail("while scanning a plain scalar", plainStart, "found a tab character that violates indentation")
			}
			s.pos++
			if !f.broken {
				f.whitespaceEnd = s.pos
			}
			continue
		}
		if s.breakWidth(0) == 0 {
			return true
		}
		if !f.broken {
			f.leadingBreak = s.lineBreakText()
			f.broken = true
		} else {
			f.trailingBreaks = append(f.trailingBreaks, s.lineBreakText()...)
		}
		s.skipBreak()
	}
}

// joiner builds the value of a scalar. While the value is one part of the text, it shares the
// text's memory.
type joiner struct {
	start, end int32
	parts      []byte
	copied     bool
}

func (j *joiner) addSpan(s *scanner, start, end int32) {
	if !j.copied {
		if j.start == j.end {
			j.start, j.end = start, end
			return
		}
		if j.end == start {
			j.end = end
			return
		}
	}
	j.add(s, s.text[start:end])
}

func (j *joiner) add(s *scanner, piece string) {
	if !j.copied {
		j.parts = append(make([]byte, 0, 64), s.text[j.start:j.end]...)
		j.copied = true
	}
	j.parts = append(j.parts, piece...)
}

func (j *joiner) addFolding(s *scanner, f *folding) {
	if f.broken {
		j.add(s, f.text(s))
	} else if f.whitespaceStart < f.whitespaceEnd {
		j.addSpan(s, f.whitespaceStart, f.whitespaceEnd)
	}
}

func (j *joiner) text(s *scanner) string {
	if j.copied {
		return string(j.parts)
	}
	return s.text[j.start:j.end]
}

func (s *scanner) fetchPlain() bool {
	if !s.saveSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	start, end := s.pos, s.pos
	indent := s.indent + 1
	var value joiner
	var space folding
	for {
		if s.atDocumentIndicator() || s.peek(0) == '#' {
			break
		}
		wordStart := s.pos
		if !s.scanPlainWord(start) {
			return false
		}
		if s.pos > wordStart {
			value.addFolding(s, &space)
			value.addSpan(s, wordStart, s.pos)
			space = folding{}
			end = s.pos
		}
		if !s.isBlank(0) && s.breakWidth(0) == 0 {
			break
		}
		if !s.scanFolding(&space, true, indent, start) {
			return false
		}
		if s.flowLevel == 0 && s.currentColumn() < indent {
			break
		}
	}
	if space.broken {
		s.simpleKeyAllowed = true
	}
	s.tokens = append(s.tokens, token{kind: scalarToken, style: document.Plain, start: start, end: end, text: value.text(s)})
	return true
}

// scanPlainWord moves to the blank, line break or indicator that ends a word of the plain
// scalar that began at start. It returns false after an error.
func (s *scanner) scanPlainWord(start int32) bool {
	text := s.text
	for pos := int(s.pos); ; pos++ {
		if pos >= len(text) {
			s.pos = int32(pos)
			return true
		}
		switch text[pos] {
		case ' ', '\t', '\n', '\r':
			s.pos = int32(pos)
			return true
		case 0xC2, 0xE2:
			s.pos = int32(pos)
			if s.breakWidth(0) > 0 {
				return true
			}
		case ':':
			s.pos = int32(pos)
			if s.isBlankOrEnd(1) {
				return true
			}
			if s.flowLevel > 0 && strings.IndexByte(",?[]{}", s.peek(1)) >= 0 {
				return s.fail("while scanning a plain scalar", start, "found unexpected ':'")
			}
		case ',', '[', ']', '{', '}':
			if s.flowLevel > 0 {
				s.pos = int32(pos)
				return true
			}
		}
	}
}

func (s *scanner) fetchQuoted() bool {
	if !s.saveSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	const context = "while scanning a quoted scalar"
	start, quote := s.pos, s.text[s.pos]
	s.pos++
	var value joiner
	value.start, value.end = s.pos, s.pos
	var space folding
	for {
		if s.atDocumentIndicator() {
			return s.fail(context, start, "found unexpected document indicator")
		}
		if s.atEnd() {
			return s.fail(context, start, "found unexpected end of stream")
		}
		space = folding{}
		if !s.scanQuotedWord(quote, start, &value, &space) {
			return false
		}
		if s.peek(0) == quote {
			break
		}
		if !s.scanFolding(&space, false, 0, 0) {
			return false
		}
		value.addFolding(s, &space)
	}
	s.pos++
	style := document.SingleQuoted
	if quote == '"' {
		style = document.DoubleQuoted
	}
	s.tokens = append(s.tokens, token{kind: scalarToken, style: style, start: start, end: s.pos, text: value.text(s)})
	return true
}

// scanQuotedWord scans up to the closing quote, a blank or a line break. An escaped line break
// sets space.broken with nothing to insert. It returns false after an error.
func (s *scanner) scanQuotedWord(quote byte, start int32, value *joiner, space *folding) bool {
	run := s.pos
	flush := func() {
		if run < s.pos {
			value.addSpan(s, run, s.pos)
		}
	}
	for !s.isBlankOrEnd(0) {
		c := s.text[s.pos]
		switch {
		case c == '\'' && quote == '\'' && s.peek(1) == '\'':
			flush()
			value.add(s, "'")
			s.pos += 2
			run = s.pos
		case c == quote:
			flush()
			return true
		case c == '\\' && quote == '"' && s.breakWidth(1) > 0:
			flush()
			value.add(s, "")
			s.pos++
			s.skipBreak()
			// libyaml counts this as a line break without a leading one.
			space.broken = true
			return true
		case c == '\\' && quote == '"':
			flush()
			if !s.scanEscape(start, value) {
				return false
			}
			run = s.pos
		default:
			s.pos++
		}
	}
	flush()
	return true
}

var simpleEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': "\"", '/': "/", '\\': "\\",
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// scanEscape scans the escape sequence at pos. It returns false after an error.
func (s *scanner) scanEscape(start int32, value *joiner) bool {
	const context = "while parsing a quoted scalar"
	length := 0
	switch c := s.peek(1); c {
	case 'x':
		length = 2
	case 'u':
		length = 4
	case 'U':
		length = 8
	default:
		text, ok := simpleEscapes[c]
		if !ok || int(s.pos)+1 >= len(s.text) {
			return s.fail(context, start, "found unknown escape character")
		}
		value.add(s, text)
		s.pos += 2
		return true
	}
	s.pos += 2
	code := rune(0)
	for i := range length {
		digit := hexDigit(s.peek(int32(i)))
		if digit < 0 {
			return s.fail(context, start, "did not find expected hexdecimal number")
		}
		code = code<<4 | digit
	}
	if !utf8.ValidRune(code) {
		return s.fail(context, start, "found invalid Unicode character escape code")
	}
	value.add(s, string(code))
	s.pos += int32(length)
	return true
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

func (s *scanner) fetchBlockScalar() bool {
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = true
	const context = "while scanning a block scalar"
	start := s.pos
	literal := s.text[s.pos] == '|'
	s.pos++
	chomping, increment, ok := s.scanBlockHeader(start)
	if !ok {
		return false
	}
	for s.isBlank(0) {
		s.pos++
	}
	if s.peek(0) == '#' {
		s.skipComment()
	}
	if !s.isBreakOrEnd(0) {
		return s.fail(context, start, "did not find expected comment or line break")
	}
	headerEnd := s.pos
	s.skipBreak()
	indent := int32(0)
	if increment > 0 {
		indent = max(s.indent, 0) + increment
	}
	text, textEnd, ok := s.scanBlockText(literal, chomping, indent, start)
	if !ok {
		return false
	}
	style := document.Folded
	if literal {
		style = document.Literal
	}
	s.tokens = append(s.tokens, token{kind: scalarToken, style: style, start: start, end: max(headerEnd, textEnd), text: text})
	return true
}

// scanBlockText scans the lines of a block scalar that is indented by indent, or by an
// indentation still to be found if indent is 0. It returns the value of the scalar and the end of
// the last line, which is 0 if there is none. It returns false after an error.
func (s *scanner) scanBlockText(literal bool, chomping byte, indent, start int32) (text string, end int32, ok bool) {
	var value strings.Builder
	leadingBreak, trailingBreaks := "", ""
	leadingBlank := false
	if !s.scanBlockBreaks(&indent, &trailingBreaks, start) {
		return "", 0, false
	}
	for s.currentColumn() == indent && !s.atEnd() {
		trailingBlank := s.isBlank(0)
		if !literal && strings.HasPrefix(leadingBreak, "\n") && !leadingBlank && !trailingBlank {
			if trailingBreaks == "" {
				value.WriteByte(' ')
			}
		} else {
			value.WriteString(leadingBreak)
		}
		value.WriteString(trailingBreaks)
		leadingBreak, trailingBreaks = "", ""
		leadingBlank = s.isBlank(0)
		lineStart := s.pos
		s.skipToBreak()
		value.WriteString(s.text[lineStart:s.pos])
		end = s.pos
		if !s.atEnd() {
			leadingBreak = s.lineBreakText()
			s.skipBreak()
		}
		if !s.scanBlockBreaks(&indent, &trailingBreaks, start) {
			return "", 0, false
		}
	}
	if chomping != '-' {
		value.WriteString(leadingBreak)
	}
	if chomping == '+' {
		value.WriteString(trailingBreaks)
	}
	return value.String(), end, true
}

// scanBlockHeader scans the chomping indicator (0 if missing) and the indentation indicator (0
// if missing), in either order.
func (s *scanner) scanBlockHeader(start int32) (chomping byte, increment int32, ok bool) {
	for range 2 {
		c := s.peek(0)
		switch {
		case (c == '+' || c == '-') && chomping == 0:
			chomping = c
			s.pos++
		case c == '0' && increment == 0:
			return 0, 0, s.fail("while scanning a block scalar", start, "found an indentation indicator equal to 0")
		case '1' <= c && c <= '9' && increment == 0:
			increment = int32(c - '0')
			s.pos++
		}
	}
	return chomping, increment, true
}

// scanBlockBreaks scans the indentation and the empty lines before a line of a block scalar. If
// indent is 0, it is determined here. It returns false after an error.
func (s *scanner) scanBlockBreaks(indent *int32, breaks *string, start int32) bool {
	deepest := int32(0)
	var taken strings.Builder
	taken.WriteString(*breaks)
	for {
		for (*indent == 0 || s.currentColumn() < *indent) && s.peek(0) == ' ' {
			s.pos++
		}
		column := s.currentColumn()
		deepest = max(deepest, column)
		if (*indent == 0 || column < *indent) && s.peek(0) == '\t' {
			return s.fail("while scanning a block scalar", start, "found a tab character where an indentation space is expected")
		}
		if s.breakWidth(0) == 0 {
			break
		}
		taken.WriteString(s.lineBreakText())
		s.skipBreak()
	}
	*breaks = taken.String()
	if *indent == 0 {
		*indent = max(deepest, s.indent+1, 1)
	}
	return true
}
