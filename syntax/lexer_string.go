package syntax

import (
	"strings"
	"unicode/utf8"
)

// escapes is the set of escapes that a kind of string supports.
type escapes uint16

// The escapes, by the character after the backslash. If any escape is supported, that of the
// backslash is, too.
const (
	escapeR escapes = 1 << iota
	escapeN
	escapeT
	escapeS
	escapeU
	escapeDollar
	escapeQuotes  // both quotes
	escapeNewline // a line ending, which is removed
	escapeBackslash

	doubleQuotedEscapes = escapeR | escapeN | escapeT | escapeS | escapeU |
		escapeDollar | escapeQuotes | escapeNewline | escapeBackslash
)

// lexSingleQuoted lexes a single-quoted string.
func (l *lexer) lexSingleQuoted(start int) {
	text := l.text
	end := start + 1
	if end < len(text) && text[end] == '\'' {
		// This is the same as with double quotes: see closesNothing.
		next := end + 1
		for next+1 < len(text) && text[next] == '\\' && text[next+1] == '\\' {
			next += 2
		}
		if next < len(text) && text[next] == '\'' {
			end = next
		}
	}
	for ; end < len(text); end++ {
		switch text[end] {
		case '\\':
			end++
		case '\'':
			l.emit(SingleQuoted, start, end+1)
			return
		}
	}
	l.unclosed(start, start, start+1, "\"'\"")
}

// unclosed reports a string whose quote at opening is not closed. Its last part starts at
// start, and Puppet looks for the end from the offset from on. Lexing continues on the next
// line: whichever quote is missing, no further one of this kind exists.
func (l *lexer) unclosed(opening, start, from int, quote string) {
	end := len(l.text)
	for _, err := range l.errors {
		if err.Code == errorUnclosedQuote.code || err.Code == errorTooDeep.code {
			// A second error would add nothing.
			l.addInvalid(start, end)
			return
		}
	}
	if length := strings.IndexByte(l.text[start:], '\n'); length > 0 {
		end = start + length
	}
	l.invalid(start, end, errorUnclosedQuote, from, quote, followedBy(l.text[from:]))
	l.errors[len(l.errors)-1].opening = l.offset(opening)
	kind := DoubleQuoted
	if quote == "\"'\"" {
		kind = SingleQuoted
	}
	if runaway, isCertain, found := l.runaway(kind); found {
		err := &l.errors[len(l.errors)-1]
		err.Related, err.RelatedMessage = runaway, "this string may lack its closing quote"
		if isCertain {
			err.Cause = errorUnclosedQuote.message
		}
	} else if l.file.Line(l.offset(opening)) != l.file.Line(l.offset(from)) {
		l.relate(opening, opening+1, "the string starts here")
		l.errors[len(l.errors)-1].Cause = errorUnclosedQuote.message
	}
	if l.nested && l.braces > 0 {
		l.errors[len(l.errors)-1].Help = "a closing brace may be missing before the quote"
	}
}

// runaway returns the opening quote of the string of the kind that most likely lacks its
// closing quote: the first one that spans lines and ends directly before text (then this is certain),
// else the first one that spans lines.
func (l *lexer) runaway(kind TokenKind) (quote Span, isCertain, found bool) {
	opening := -1
	for i, token := range l.tokens {
		switch {
		case token.Kind == StringStart:
			opening = i
		case token.Kind == kind:
			opening = i
		}
		isEnd := token.Kind == kind || token.Kind == StringEnd && kind == DoubleQuoted
		if !isEnd || opening < 0 {
			continue
		}
		start := l.tokens[opening].Start
		if !strings.Contains(l.file.Text[start:token.End], "\n") {
			continue
		}
		one := Span{Start: start, End: start + 1}
		if int(token.End) < len(l.file.Text) && continuesText(l.file.Text[token.End]) {
			return one, true, true
		}
		if !found {
			quote, found = one, true
		}
	}
	return quote, false, found
}

// continuesText reports whether a character directly after a closing quote shows that the quote
// opens a string.
func continuesText(c byte) bool {
	return charClass[c]&charWord != 0 || strings.IndexByte("/$%\\", c) >= 0
}

// followedBy returns the start of text as Puppet quotes it in messages.
func followedBy(text string) string {
	if text == "" {
		return "<eof>"
	}
	end := 0
	for i := 0; i < 5 && end < len(text); i++ {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(text[:end]) + "..."
}

// scanText finds the end of literal text from offset on: an unescaped quote if quote is set,
// "${", or "$" followed by a name. It returns the end of the text and the length of the
// terminator, which is 0 at the end of the input: the string is then unclosed. Unless backslash
// is set, a backslash escapes nothing. from is where Puppet starts to look for the end: at
// offset, or after the last dollar that starts nothing.
func scanText(text string, offset int, quote, backslash bool) (end, terminator, from int) {
	from = offset
	if quote && closesNothing(text, from) {
		offset++
	}
	for ; offset < len(text); offset++ {
		switch text[offset] {
		case '\\':
			if backslash {
				offset++
			}
		case '"':
			if quote {
				return offset, 1, from
			}
		case '$':
			if offset+1 < len(text) {
				if text[offset+1] == '{' {
					return offset, 2, from
				}
				if charClass[text[offset+1]]&charWord != 0 || text[offset+1] == ':' && scanVariable(text, offset+1) > offset+1 {
					return offset, 1, from
				}
			}
			if offset > from || !endsText(text, offset+1) {
				if from = offset + 1; quote && closesNothing(text, from) {
					offset++
				}
			}
		}
	}
	return len(text), 0, from
}

// closesNothing reports whether the quote at offset, where Puppet starts to look for the end of
// a text, does not end it. If a quote or dollar follows directly, Puppet's pattern treats the
// quote as a character.
func closesNothing(text string, offset int) bool {
	return offset < len(text) && text[offset] == '"' && endsText(text, offset+1)
}

// endsText reports whether a quote or a dollar is at offset, possibly after escaped
// backslashes.
func endsText(text string, offset int) bool {
	for offset+1 < len(text) && text[offset] == '\\' && text[offset+1] == '\\' {
		offset += 2
	}
	return offset < len(text) && (text[offset] == '"' || text[offset] == '$')
}

// lexDoubleQuoted lexes a double-quoted string with its interpolations.
func (l *lexer) lexDoubleQuoted(start int) {
	end, terminator, _ := scanText(l.text, start+1, true, true)
	if terminator == 1 && l.text[end] == '"' {
		l.checkEscapes(start+1, end, 1, doubleQuotedEscapes, true)
		l.emit(DoubleQuoted, start, end+1)
		return
	}
	l.deliver(StringStart, start, start+1)
	if l.lexParts(doubleQuotedEscapes, true, true) {
		l.deliver(StringEnd, l.pos, l.pos+1)
	}
	if !l.nested {
		l.after = StringEnd
	}
}

// lexParts lexes the text and the interpolations of a string from pos on, up to its closing
// quote, or to the end of the text if quote is not set. It reports whether it got there.
func (l *lexer) lexParts(known escapes, quote, backslash bool) bool {
	if l.depth++; l.depth > MaxDepth/4 {
		l.invalid(l.pos, len(l.text), errorTooDeep, l.pos)
		l.depth--
		return false
	}
	defer func() { l.depth-- }()
	opening := l.pos - 1 // of the quote, if there is one
	for {
		start := l.pos
		end, terminator, from := scanText(l.text, start, quote, backslash)
		if terminator == 0 && quote {
			l.unclosed(opening, start, from, `'"'`)
			return false
		}
		if terminator == 0 && backslash && endsInBackslash(l.text[start:]) {
			l.fail(end-1, end, errorHeredocTrailingBackslash, end-1)
		}
		if end > start {
			l.checkEscapes(start, end, terminator, known, quote)
			l.deliverText(start, end, known)
		}
		switch {
		case terminator == 0 || l.text[end] == '"':
			return true
		case terminator == 2:
			l.deliver(InterpolationStart, end, end+2)
			l.lexInterpolation()
		default:
			l.deliver(Variable, end, scanVariable(l.text, end+1))
		}
	}
}

// deliverText adds literal text of a string.
func (l *lexer) deliverText(start, end int, known escapes) {
	text := l.text[start:end]
	if known == doubleQuotedEscapes {
		l.deliver(StringText, start, end)
		return
	}
	// This is the text of a heredoc. The parser cannot know its escapes.
	l.deliver(StringText, start, end)
	l.lexemes[len(l.lexemes)-1].value = l.value(unescape(text, known))
}

// lexInterpolation lexes the code after a "${", and the brace that closes it.
func (l *lexer) lexInterpolation() {
	outer, nested := l.braces, l.nested
	l.braces++
	l.nested = true
	first := len(l.lexemes)
	for l.pos < len(l.text) {
		if l.text[l.pos] == '}' && l.braces == outer+1 {
			l.braces = outer
			l.toVariable(first)
			l.emit(InterpolationEnd, l.pos, l.pos+1)
			l.after = RightBrace
			break
		}
		l.lexToken()
	}
	l.nested = nested
}

// toVariable makes the name, keyword or number at the start of an interpolation a variable if
// it is alone, or if an access follows it.
func (l *lexer) toVariable(first int) {
	count := len(l.lexemes) - first
	if count == 0 || count > 1 && l.lexemes[first+1].kind != Dot && l.lexemes[first+1].kind != LeftBracket {
		return
	}
	lexeme := &l.lexemes[first]
	switch lexeme.kind {
	case KeywordPlan, KeywordApply:
		return // Puppet does not know the keywords of plans here
	}
	if lexeme.kind == Name || lexeme.kind == Number || lexeme.kind == Word || lexeme.kind.IsKeyword() {
		lexeme.kind = Variable
		l.tokens[lexeme.token].Kind = Variable
	}
}

// unescapeSingle resolves the escapes of a single-quoted string.
func unescapeSingle(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '\'') {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// unescape resolves the known escapes in text. It leaves unknown ones unchanged, including the
// backslash.
func unescape(text string, known escapes) string {
	next := strings.IndexByte(text, '\\')
	if next < 0 || known == 0 {
		return text
	}
	if known&escapeU != 0 && strings.Contains(text[next:], `\u`) {
		if text, next = unescapeUnicode(text, known); next < 0 {
			return text
		}
		known &^= escapeU
	}
	var b strings.Builder
	b.Grow(len(text))
	for next >= 0 {
		b.WriteString(text[:next])
		replacement, size := unescapeOne(text[next:], known)
		b.WriteString(replacement)
		text = text[next+size:]
		next = strings.IndexByte(text, '\\')
	}
	b.WriteString(text)
	return b.String()
}

// unescapeUnicode resolves the Unicode escapes in text. It also returns the offset of the first
// remaining backslash, or -1. Puppet resolves these escapes first, repeatedly until there are
// none, and the others in the result. Therefore a backslash written as \u005c begins an escape.
// As the last character of a text, it escapes the character after the text and disappears.
func unescapeUnicode(text string, known escapes) (resolved string, next int) {
	for made := true; made; {
		text, made = unescapeUnicodeOnce(text)
		if made && endsInBackslash(text) && known&escapeDollar != 0 {
			text = text[:len(text)-1]
		}
	}
	return text, strings.IndexByte(text, '\\')
}

// unescapeUnicodeOnce resolves the Unicode escapes in text once. made is set if the result
// contains a new backslash.
func unescapeUnicodeOnce(text string) (resolved string, made bool) {
	var b strings.Builder
	b.Grow(len(text))
	odd := false // whether an odd number of backslashes precedes i
	for i := 0; i < len(text); {
		if text[i] == '\\' && !odd && i+1 < len(text) && text[i+1] == 'u' {
			if char, size := unicodeEscape(text[i:]); size > 0 {
				b.WriteRune(char)
				odd = char == '\\'
				made = made || odd
				i += size
				continue
			}
		}
		odd = text[i] == '\\' && !odd
		b.WriteByte(text[i])
		i++
	}
	return b.String(), made
}

// unescapeOne resolves the escape that text starts with. It returns the replacement and the
// size of the escape.
func unescapeOne(text string, known escapes) (replacement string, size int) {
	if len(text) == 1 {
		return text, 1
	}
	escape, replacement := escapes(0), ""
	switch text[1] {
	case '\\':
		return `\`, 2
	case '$':
		escape, replacement = escapeDollar, "$"
	case '\'', '"':
		escape, replacement = escapeQuotes, text[1:2]
	case 'r':
		escape, replacement = escapeR, "\r"
	case 'n':
		escape, replacement = escapeN, "\n"
	case 't':
		escape, replacement = escapeT, "\t"
	case 's':
		escape, replacement = escapeS, " "
	case '\n':
		escape = escapeNewline
	case '\r':
		if known&escapeNewline != 0 && len(text) > 2 && text[2] == '\n' {
			return "", 3
		}
		return text[:1], 1
	}
	if known&escape != 0 {
		return replacement, 2
	}
	_, size = utf8.DecodeRuneInString(text[1:])
	return text[:1+size], 1 + size
}

// unicodeEscape reads \uXXXX or \u{X…}. The size is 0 if text starts with neither.
func unicodeEscape(text string) (char rune, size int) {
	digits, end := text[2:], 6
	if len(digits) > 0 && digits[0] == '{' {
		length := strings.IndexByte(digits, '}')
		if length < 2 || length > 7 {
			return 0, 0
		}
		digits, end = digits[1:length], 2+length+1
	} else if len(digits) < 4 {
		return 0, 0
	} else {
		digits = digits[:4]
	}
	for i := 0; i < len(digits); i++ {
		digit := digits[i]
		if charClass[digit]&charHex == 0 {
			return 0, 0
		}
		if digit > '9' {
			digit = digit&0x0F + 9
		}
		char = char<<4 | rune(digit&0x0F)
	}
	return char, end
}

// checkEscapes reports the escapes in the text from start to end that Puppet warns about or
// fails on: unknown ones in double quotes, and malformed \u ones anywhere. terminator is the
// length of the text's terminator. Puppet locates a warning after it.
func (l *lexer) checkEscapes(start, end, terminator int, known escapes, strict bool) {
	text := l.text[:end]
	for i := start; ; i++ {
		next := strings.IndexByte(text[i:], '\\')
		if next < 0 || i+next+1 >= end {
			return
		}
		i += next
		char := text[i+1]
		switch {
		case char == 'u' && known&escapeU != 0:
			value, length := unicodeEscape(text[i:])
			if length == 0 && !strict {
				l.fail(i, i+2, errorUnicodeEscape, i) // Puppet crashes on it in a heredoc
			} else if length == 0 {
				l.warn(i, i+2, errorUnicodeEscape, slurpEnd(text, i, terminator))
			} else if !utf8.ValidRune(value) {
				l.fail(i, i+length, errorUnicodeEscape, i)
			}
		case strict && char != '\r' && strings.IndexByte("\\$'\"rntsu\n", char) < 0:
			_, length := utf8.DecodeRuneInString(text[i+1:])
			l.warn(i, i+1+length, errorUnknownEscape, slurpEnd(text, i, terminator), text[i+1:i+1+length])
		}
		i++
	}
}

// slurpEnd returns the offset up to which Puppet has read when it examines the escape at
// offset: after the next dollar, or after the terminator of the text.
func slurpEnd(text string, offset, terminator int) int {
	for i := offset; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '$':
			return i + 1
		}
	}
	return len(text) + terminator
}
