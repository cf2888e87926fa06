package syntax

import "strings"

// pendingHeredoc is a heredoc whose text has been lexed at its tag, but whose tokens belong
// after the end of the tag's line.
type pendingHeredoc struct {
	// start is the offset of the text, and end the end of its last line. Both count in the text
	// of the lexer that lexed the tag.
	start, end int
	// tokens are the tokens of the text and of the end line.
	tokens []Token
	// tag is the index of the tag's token.
	tag int32
	// The lexemes in the range [from, to) refer to tokens by index.
	from, to int
}

// flushHeredocs adds the tokens of the line's heredocs and moves past them.
func (l *lexer) flushHeredocs() {
	for i := range l.pending {
		heredoc := &l.pending[i]
		base, drop := int32(len(l.tokens)), heredoc.start != l.pos
		plain := true
		for j := heredoc.from; j < heredoc.to; j++ {
			if drop {
				l.lexemes[j].token = heredoc.tag
				plain = plain && (l.lexemes[j].kind == StringText || l.lexemes[j].kind == HeredocEnd)
			} else {
				l.lexemes[j].token += base
			}
		}
		if drop {
			l.overrunHeredoc(heredoc, plain)
			continue
		}
		l.tokens = append(l.tokens, heredoc.tokens...)
		l.pos = heredoc.end
	}
	l.pending = l.pending[:0]
	l.heredocEnd = 0
}

// overrunHeredoc skips a heredoc whose text overlaps a string or comment that starts on the
// line of the tag, or, at the end of an enclosing heredoc's text, that text. Puppet reads the
// shared part twice. So does this lexer if it is plain text, but it adds no separate tokens.
func (l *lexer) overrunHeredoc(heredoc *pendingHeredoc, plain bool) {
	atEnd := l.pos == len(l.text)
	if !plain || l.pos > heredoc.end && !atEnd {
		l.fail(heredoc.start, heredoc.start, errorHeredocOverrun, heredoc.start)
	}
	if l.pos < heredoc.end && !atEnd {
		l.trivia(HeredocEnd, l.pos, heredoc.end)
	}
}

// heredocTag is the content of "@(…)".
type heredocTag struct {
	end          int
	tag, syntax  string
	escapes      escapes
	interpolated bool
}

// lexHeredoc lexes a heredoc's tag and its text.
func (l *lexer) lexHeredoc(start int) {
	tag, ok := l.lexHeredocTag(start)
	if !ok {
		return
	}
	bodyStart := l.heredocEnd
	if len(l.pending) == 0 {
		length := strings.IndexByte(l.text[tag.end:], '\n')
		if length < 0 {
			l.invalid(start, tag.end, errorHeredocWithoutText, tag.end)
			return
		}
		bodyStart = tag.end + length + 1
	}
	body, ok := l.findHeredocBody(start, bodyStart, tag)
	if !ok {
		return
	}
	l.heredocs++
	l.deliver(HeredocTag, start, tag.end)
	l.lexemes[len(l.lexemes)-1].value = l.value(tag.syntax)
	tagToken := l.lexemes[len(l.lexemes)-1].token
	from := len(l.lexemes)

	sub := l.heredocLexer(bodyStart, body)
	if strings.HasPrefix(sub.text[sub.pos:], utf8ByteOrderMark) {
		sub.failByteOrderMark(sub.pos, utf8ByteOrderMark, "UTF-8")
	}
	if tag.interpolated {
		sub.lexParts(tag.escapes, false, tag.escapes&escapeDollar != 0)
	} else if sub.pos < len(sub.text) {
		sub.checkEscapes(sub.pos, len(sub.text), 0, tag.escapes, false)
		sub.deliverText(sub.pos, len(sub.text), tag.escapes)
	}
	sub.flushHeredocs()
	l.endHeredoc(sub, body)
	l.pending = append(l.pending, pendingHeredoc{bodyStart, body.end, sub.tokens, tagToken, from, len(l.lexemes)})
	l.heredocEnd = body.end
	l.pos = tag.end
	l.heredocs--
	if !l.nested {
		l.after = StringEnd
	}
}

// maxHeredocs bounds the nesting of heredocs, and the number of failed searches for an end,
// each of which scans all the remaining text.
const maxHeredocs = 16

// findHeredocBody finds the text of the heredoc whose tag is at start. It reports an error if
// the text has no end.
func (l *lexer) findHeredocBody(start, bodyStart int, tag heredocTag) (body heredocBody, ok bool) {
	if l.heredocs >= maxHeredocs {
		l.invalid(start, tag.end, errorTooDeep, start)
		return body, false
	}
	if l.endless[tag.tag] || l.searches >= maxHeredocs {
		l.addInvalid(start, tag.end)
		return body, false
	}
	if body, ok = findHeredocEnd(l.text, bodyStart, tag.tag); ok {
		return body, true
	}
	l.searches++
	if inside, isQuoted := inSingleQuotes(tag.tag); isQuoted {
		if body, ok = findHeredocEnd(l.text, bodyStart, inside); ok {
			l.fail(start, tag.end, errorHeredocSingleQuotes, bodyStart, inside)
			l.relate(start, tag.end, "the tag of the heredoc")
			return body, true
		}
	}
	l.invalid(start, tag.end, errorHeredocWithoutEnd, bodyStart, tag.tag)
	l.relate(start, tag.end, "the tag of the heredoc")
	// Within an interpolation of another heredoc, the end may be outside the text.
	if l.heredocs == 0 {
		if l.endless == nil {
			l.endless = map[string]bool{}
		}
		l.endless[tag.tag] = true
	}
	return body, false
}

// inSingleQuotes returns the part between single quotes, which Puppet treats as part of a
// heredoc's tag.
func inSingleQuotes(tag string) (inside string, isQuoted bool) {
	if len(tag) < len("'a'") || tag[0] != '\'' || tag[len(tag)-1] != '\'' {
		return "", false
	}
	return tag[1 : len(tag)-1], true
}

// endsInBackslash reports whether text ends in an unescaped backslash.
func endsInBackslash(text string) bool {
	count := len(text) - len(strings.TrimRight(text, `\`))
	return count%2 == 1
}

// lexHeredocTag reads "@(tag:syntax/escapes)".
func (l *lexer) lexHeredocTag(start int) (tag heredocTag, ok bool) {
	length := strings.IndexByte(l.text[start:], ')')
	if length < 0 {
		end := len(l.text)
		if line := strings.IndexByte(l.text[start:], '\n'); line >= 0 {
			end = start + line
		}
		l.invalid(start, end, errorHeredocParenthesis, start, followedBy(l.text[start:]))
		return tag, false
	}
	tag.end = start + length + 1
	bad := func(what errorText, details ...any) (heredocTag, bool) {
		l.invalid(start, tag.end, what, tag.end, details...)
		return tag, false
	}
	spec := l.text[start+2 : tag.end-1]
	end := strings.IndexAny(spec, ":/\r\n")
	if end < 0 {
		end = len(spec)
	}
	name, rest := spec[:end], spec[end:]
	if strings.HasPrefix(rest, ":") {
		rest = trimLeftBlanks(rest[1:])
		size := syntaxNameSize(rest)
		if size == 0 {
			return bad(errorHeredocSyntax)
		}
		tag.syntax, rest = rest[:size], trimLeftBlanks(rest[size:])
	}
	hasEscapes := strings.HasPrefix(rest, "/")
	letters := ""
	if hasEscapes {
		size := 1
		for size < len(rest) && (rest[size] == '$' || charClass[rest[size]]&charWord != 0) {
			size++
		}
		letters, rest = rest[1:size], trimLeftBlanks(rest[size:])
	}
	if name == "" || rest != "" {
		return bad(errorHeredocSyntax)
	}
	if tag.setName(name); tag.tag == "" {
		return bad(errorHeredocEmptyTag)
	}
	if hasEscapes {
		if letters == "" {
			letters = "trnsuL$"
		}
		var problem errorText
		var detail string
		if tag.escapes, problem, detail = heredocEscapes(letters); detail != "" {
			return bad(problem, detail)
		}
	}
	return tag, true
}

// setName sets the text that ends the heredoc. If it is in double quotes, the heredoc interpolates.
func (tag *heredocTag) setName(written string) {
	tag.tag = rubyStrip(written)
	if len(tag.tag) >= 2 && tag.tag[0] == '"' && tag.tag[len(tag.tag)-1] == '"' {
		tag.interpolated = true
		tag.tag = rubyStrip(tag.tag[1 : len(tag.tag)-1])
	}
}

// heredocEscapes returns the escapes that the letters after the slash of a heredoc's tag switch on.
// If the letters are wrong, it returns the error and its detail; otherwise detail is "".
func heredocEscapes(letters string) (on escapes, problem errorText, detail string) {
	for i := 1; i < len(letters); i++ {
		if strings.IndexByte(letters[:i], letters[i]) >= 0 {
			return 0, errorHeredocRepeatedEscape, letters
		}
	}
	on = escapeBackslash
	for _, letter := range letters {
		escape := heredocEscape(letter)
		if escape == 0 {
			return 0, errorHeredocEscape, string(letter)
		}
		on |= escape
	}
	return on, problem, ""
}

func heredocEscape(letter rune) escapes {
	switch letter {
	case 't':
		return escapeT
	case 'r':
		return escapeR
	case 'n':
		return escapeN
	case 's':
		return escapeS
	case 'u':
		return escapeU
	case '$':
		return escapeDollar
	case 'L':
		return escapeNewline
	}
	return 0
}

// syntaxNameSize returns the size of the syntax name that text starts with: a lower-case
// letter, then at least one letter, digit, "_" or "+".
func syntaxNameSize(text string) int {
	if text == "" || charClass[text[0]]&charLower == 0 {
		return 0
	}
	size := 1
	for size < len(text) && (text[size] == '+' || charClass[text[size]]&charWord != 0) {
		size++
	}
	if size == 1 {
		return 0
	}
	return size
}

func trimLeftBlanks(text string) string { return strings.TrimLeftFunc(text, isBlank) }

// rubyStrip implements Ruby's String#strip: it removes ASCII blanks on both sides, and NULs on
// the right.
func rubyStrip(text string) string {
	return strings.TrimLeft(strings.TrimRight(text, " \t\n\v\f\r\x00"), " \t\n\v\f\r\x00")
}

// heredocBody is the end of a heredoc's text, with the marks on its last line.
type heredocBody struct {
	// lineStart is the start of the line with the end tag, and thus the end of the text. end is
	// the end of that line.
	lineStart, end int
	// margin is the run of blanks before the "|", if there is one.
	margin    string
	hasMargin bool
	// trimmed is set by a "-": the last line ending is not part of the text.
	trimmed bool
}

// findHeredocEnd finds the line that ends the text that starts at offset. As in Puppet, the end
// tag may follow other text on its line, but only blanks may follow it.
func findHeredocEnd(text string, offset int, tag string) (heredocBody, bool) {
	for offset < len(text) {
		end := len(text)
		if length := strings.IndexByte(text[offset:], '\n'); length >= 0 {
			end = offset + length + 1
		}
		line := text[offset:end]
		if start, ok := endTagStart(line, tag); ok {
			body := heredocBody{lineStart: offset, end: end}
			body.parseMarks(line[:start])
			return body, true
		}
		offset = end
	}
	return heredocBody{}, false
}

// endTagStart finds the tag at the end of line, followed only by blanks.
func endTagStart(line, tag string) (start int, ok bool) {
	line = strings.TrimSuffix(line, "\n")
	if start, ok = blankAfterTag(line, tag); !ok && strings.HasSuffix(line, "\r") {
		start, ok = blankAfterTag(line[:len(line)-1], tag)
	}
	return start, ok
}

func blankAfterTag(line, tag string) (start int, ok bool) {
	line = strings.TrimRightFunc(line, isBlank)
	if !strings.HasSuffix(line, tag) {
		return 0, false
	}
	return len(line) - len(tag), true
}

// parseMarks reads the indentation, "|" and "-" before the end tag. before is the part of the
// line before the tag.
func (b *heredocBody) parseMarks(before string) {
	rest := before
	trimmed := strings.TrimRightFunc(rest, isBlank)
	if strings.HasSuffix(trimmed, "-") {
		b.trimmed = true
		rest = trimmed[:len(trimmed)-1]
		trimmed = strings.TrimRightFunc(rest, isBlank)
	}
	if strings.HasSuffix(trimmed, "|") {
		b.hasMargin = true
		rest = trimmed[:len(trimmed)-1]
		trimmed = strings.TrimRightFunc(rest, isBlank)
	}
	if b.hasMargin {
		b.margin = rest[len(trimmed):]
	}
}

// heredocLexer returns the lexer for the text of a heredoc.
func (l *lexer) heredocLexer(start int, body heredocBody) *lexer {
	end := body.lineStart
	if body.trimmed && end > start {
		end--
		if end > start && l.text[end-1] == '\r' {
			end--
		}
	}
	sub := &lexer{lexerOutput: l.lexerOutput, after: EndOfFile, nested: true, from: l.endOffset(start)}
	if body.margin == "" || !strings.Contains(l.text[start:end], body.margin) {
		sub.text, sub.pos, sub.margins, sub.lineStart = l.text[:end], start, l.margins, start
		return sub
	}
	sub.margins = newMargins(l, start, l.text[start:end], body.margin)
	sub.text = sub.margins.text
	return sub
}

// endHeredoc adds the end token of a heredoc to those of its text, and the lexeme that ends
// the heredoc. The mapping of l, not that of sub, applies after the text.
func (l *lexer) endHeredoc(sub *lexer, body heredocBody) {
	sub.tokens = append(sub.tokens, Token{HeredocEnd, Span{Start: sub.tokensEnd(), End: l.endOffset(body.end)}})
	l.lexemes = append(l.lexemes, lexeme{kind: HeredocEnd, token: int32(len(sub.tokens) - 1)})
}

// margins maps a heredoc's text without its margin to the file.
type margins struct {
	// text is the text without the margin.
	text string
	// start is the offset in the file at which the line of the text begins, margin included.
	start int32
	lines []marginLine
}

// marginLine is one line of a text without its margin.
type marginLine struct {
	// local is the offset of the line in the text, file the offset of the same character in the
	// file.
	local, file int32
}

// newMargins removes margin from the lines of text that begin with it. start is the offset of
// text in the text of l.
func newMargins(l *lexer, start int, text, margin string) *margins {
	m := &margins{start: l.endOffset(start)}
	var b strings.Builder
	b.Grow(len(text))
	for len(text) > 0 {
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		line := text[:end]
		if strings.HasPrefix(line, margin) {
			line = line[len(margin):]
			start += len(margin)
		}
		m.lines = append(m.lines, marginLine{int32(b.Len()), l.offset(start)})
		b.WriteString(line)
		start += len(line)
		text = text[end:]
	}
	m.text = b.String()
	return m
}

// offset returns the offset in the file of the character at offset in the text.
func (m *margins) offset(local int) int32 {
	low, high := 0, len(m.lines)
	for high-low > 1 {
		middle := (low + high) / 2
		if int(m.lines[middle].local) <= local {
			low = middle
		} else {
			high = middle
		}
	}
	return m.lines[low].file + int32(local) - m.lines[low].local
}

// tokensEnd returns the offset in the file at which the tokens so far end.
func (l *lexer) tokensEnd() int32 {
	if n := len(l.tokens); n > 0 {
		return l.tokens[n-1].End
	}
	return l.from
}

// offset returns the offset in the file of the character at offset in l's text.
func (l *lexer) offset(local int) int32 {
	if l.margins == nil {
		return int32(local)
	}
	return l.margins.offset(local)
}

// endOffset returns the offset in the file after the character that precedes offset in l's
// text: the end of that character, not the start of the next line's text.
func (l *lexer) endOffset(local int) int32 {
	if l.margins == nil {
		return int32(local)
	}
	if local == 0 {
		return l.margins.start
	}
	return l.margins.offset(local-1) + 1
}

// spanOf returns the range in the file from one offset in l's text to another. A range of no
// characters at the start of a line is after the line's margin.
func (l *lexer) spanOf(start, end int) Span {
	from := l.offset(start)
	return Span{Start: from, End: max(from, l.endOffset(end))}
}

// addWithinMargins adds a token to those of a text with margins, and a separate token for the
// margin before it. Literal text becomes one token for each line. It returns the index of the
// first token that is not a margin.
func (l *lexer) addWithinMargins(kind TokenKind, start, end int) int32 {
	first := int32(-1)
	for start < end || first < 0 {
		from := l.offset(start)
		if last := l.tokensEnd(); from > last {
			l.tokens = append(l.tokens, Token{HeredocMargin, Span{Start: last, End: from}})
		}
		to := end
		if kind == StringText {
			if line := strings.IndexByte(l.text[start:end], '\n'); line >= 0 {
				to = start + line + 1
			}
		}
		if first < 0 {
			first = int32(len(l.tokens))
		}
		l.tokens = append(l.tokens, Token{kind, Span{Start: from, End: l.endOffset(to)}})
		start = to
	}
	return first
}
