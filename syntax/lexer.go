package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/source"
)

// lexeme is a token as the grammar sees it.
type lexeme struct {
	// kind is the token's kind. A name that an interpolation makes a variable is a Variable.
	kind TokenKind
	// token is the index of the token.
	token int32
	// value is 1 + the index in lexer.values of a text that replaces the token's own, or 0 if
	// there is none. That of an EppExpressionStart is the offset where Puppet begins it, and
	// that of an Invalid token may be reported.
	value int32
}

// lexer turns a text into tokens and lexemes, as Puppet's Lexer2 does. A separate lexer with
// the same output lexes the text of a heredoc.
type lexer struct {
	*lexerOutput
	// text is the text to lex, from pos to its end.
	text string
	pos  int
	// margins maps offsets in text to those in the file, if text is the text of a heredoc
	// without its margin. It is nil if the offsets are the same.
	margins *margins
	// tokens are in source order. The first one starts at from, an offset in the file.
	tokens []Token
	from   int32
	// after is the kind of the last lexeme. As in Puppet's lexer, lexemes within interpolated
	// strings do not count.
	after TokenKind
	// braces is the number of open braces.
	braces int
	// lineStart is the offset after the last line feed between tokens.
	lineStart int
	// lacksSlash is set if no regular expression ends after an earlier slash. Then none ends after a
	// later one: all later slashes are escaped.
	lacksSlash bool
	// pending are the heredocs with tags on the current line. At the end of the line, the lexer
	// jumps to heredocEnd, after their texts.
	pending    []pendingHeredoc
	heredocEnd int
	epp        eppMode
	// nested is set within interpolations and heredocs.
	nested bool
}

// lexerOutput is the state that the lexers of one file share.
type lexerOutput struct {
	file    *source.File
	options Options
	lexemes []lexeme
	values  []string
	errors  []lexError
	// before is the number of lexemes before the outermost token being lexed. Puppet lexes a
	// whole string or heredoc before the parser sees its first part.
	before int
	// depth is the nesting depth of interpolations, and heredocs the nesting depth of heredocs.
	depth, heredocs int
	// endless holds the tags of heredocs without an end in the file. searches counts the
	// searches for an end that failed.
	endless  map[string]bool
	searches int
}

// lexError is an error with the number of lexemes that Puppet's parser sees before it.
type lexError struct {
	Error
	// opening is the offset of the unclosed quote of an UNCLOSED_QUOTE.
	opening int32
	before  int
}

// lex returns a lexer with the tokens and lexemes of file. They are in the memory of buffers that
// are large enough.
func lex(file *source.File, options Options, memory *buffers) *lexer {
	l := &lexer{
		lexerOutput: &lexerOutput{file: file, options: options},
		text:        file.Text,
		after:       EndOfFile,
	}
	l.tokens = slices.Grow(memory.tokens[:0], len(l.text)/6+16)
	l.lexemes = slices.Grow(memory.lexemes[:0], len(l.text)/12+16)
	if !l.lexByteOrderMark() {
		return l
	}
	if options.EPP {
		l.lexEpp()
	} else {
		l.run()
	}
	l.flushHeredocs()
	return l
}

// run lexes to the end of the text.
func (l *lexer) run() {
	for l.pos < len(l.text) {
		l.before = len(l.lexemes)
		l.lexToken()
	}
}

// trivia adds a token from start to end that is not visible to the grammar.
func (l *lexer) trivia(kind TokenKind, start, end int) {
	if l.margins != nil {
		l.addWithinMargins(kind, start, end)
	} else {
		l.tokens = append(l.tokens, Token{kind, Span{Start: int32(start), End: int32(end)}})
	}
	l.pos = end
}

// emit adds a token from start to end with its lexeme, and makes it the last one.
func (l *lexer) emit(kind TokenKind, start, end int) {
	l.deliver(kind, start, end)
	l.after = kind
}

// deliver adds a token from start to end with its lexeme.
func (l *lexer) deliver(kind TokenKind, start, end int) {
	if l.margins == nil {
		l.lexemes = append(l.lexemes, lexeme{kind: kind, token: int32(len(l.tokens))})
		l.tokens = append(l.tokens, Token{kind, Span{Start: int32(start), End: int32(end)}})
		l.pos = end
		return
	}
	value := int32(0)
	if strings.IndexByte(l.text[start:end], '\n') >= 0 {
		value = l.value(l.text[start:end])
	}
	l.lexemes = append(l.lexemes, lexeme{kind, l.addWithinMargins(kind, start, end), value})
	l.pos = end
}

// value stores a text for a lexeme and returns the lexeme's value.
func (l *lexer) value(text string) int32 {
	l.values = append(l.values, text)
	return int32(len(l.values))
}

// lexToken lexes one token at pos, which must be before the end.
func (l *lexer) lexToken() {
	text, start := l.text, l.pos
	char := text[start]
	switch class := charClass[char]; {
	case class&charLower != 0 || char == '_':
		l.lexWord(start)
	case class&charBlank != 0:
		l.lexBlanks(start)
	case class&charUpper != 0:
		l.lexClassReference(start)
	case class&charDigit != 0:
		l.lexNumber(start)
	default:
		l.lexPunctuation(char, start)
	}
}

// lexPunctuation lexes a token that does not start with a letter, digit or blank.
func (l *lexer) lexPunctuation(char byte, start int) {
	switch char {
	case '\n':
		l.lexNewline(start, start+1)
	case '$':
		l.lexVariable(start)
	case '\'':
		l.lexSingleQuoted(start)
	case '"':
		l.lexDoubleQuoted(start)
	case '#':
		l.lexLineComment(start)
	case '{':
		l.braces++
		if l.after == QuestionMark {
			l.emit(SelectBrace, start, start+1)
		} else {
			l.emit(LeftBrace, start, start+1)
		}
	case '}':
		l.braces--
		l.emit(RightBrace, start, start+1)
	case '[':
		if start == 0 || endsBlank(l.text[:start]) {
			l.emit(ListStart, start, start+1)
		} else {
			l.emit(LeftBracket, start, start+1)
		}
	case '(':
		if l.firstOnLine(start) {
			l.emit(LineLeftParen, start, start+1)
		} else {
			l.emit(LeftParen, start, start+1)
		}
	case '@':
		switch l.peek(start + 1) {
		case '@':
			l.emit(AtAt, start, start+2)
		case '(':
			l.lexHeredoc(start)
		default:
			l.emit(At, start, start+1)
		}
	case '/':
		l.lexSlash(start)
	case ':':
		if l.peek(start+1) == ':' {
			l.lexAbsoluteName(start)
		} else {
			l.emit(Colon, start, start+1)
		}
	default:
		l.lexOperator(char, start)
	}
}

// lexOperator lexes an operator, or a character with which no token starts.
func (l *lexer) lexOperator(char byte, start int) {
	kind, size := Invalid, 1
	next := l.peek(start + 1)
	switch char {
	case ',':
		kind = Comma
	case ']':
		kind = RightBracket
	case ')':
		kind = RightParen
	case ';':
		kind = Semicolon
	case '.':
		kind = Dot
	case '?':
		kind = QuestionMark
	case '*':
		kind = Times
	case '=':
		kind, size = choose(next, Equals, '=', IsEqual, '>', FatArrow, '~', Match)
	case '+':
		kind, size = choose(next, Plus, '=', PlusEquals, '>', PlusArrow, 0, Invalid)
	case '!':
		kind, size = choose(next, Not, '=', NotEqual, '~', NoMatch, 0, Invalid)
	case '~':
		kind, size = choose(next, Tilde, '>', InEdgeSub, 0, Invalid, 0, Invalid)
	case '>':
		kind, size = choose(next, GreaterThan, '>', RightShift, '=', GreaterEqual, 0, Invalid)
	case '<':
		kind, size = startingWithLess(next, l.peek(start+2))
	case '|':
		kind, size = startingWithPipe(next, l.peek(start+2))
	case '-':
		if l.epp != eppNone && next == '%' && l.peek(start+2) == '>' {
			l.lexEppEnd(EppEndTrim, start, start+3)
			return
		}
		kind, size = choose(next, Minus, '>', InEdge, '=', MinusEquals, 0, Invalid)
	case '%':
		if l.epp != eppNone && next == '>' {
			l.lexEppEnd(EppEnd, start, start+2)
			return
		}
		kind = Modulo
	default:
		l.lexUnexpected(start)
		return
	}
	l.emit(kind, start, start+size)
}

// startingWithLess returns the kind and size of an operator that starts with "<", from the two
// characters that follow.
func startingWithLess(next, afterNext byte) (TokenKind, int) {
	switch {
	case next == '|':
		return LeftCollect, 2
	case next == '<' && afterNext == '|':
		return LeftExportedCollect, 3
	case next == '<':
		return LeftShift, 2
	}
	return choose(next, LessThan, '=', LessEqual, '-', OutEdge, '~', OutEdgeSub)
}

// startingWithPipe returns the kind and size of an operator that starts with "|", from the two
// characters that follow.
func startingWithPipe(next, afterNext byte) (TokenKind, int) {
	switch {
	case next == '>' && afterNext == '>':
		return RightExportedCollect, 3
	case next == '>':
		return RightCollect, 2
	}
	return Pipe, 1
}

// choose returns the kind and size of an operator, depending on its second character.
func choose(next byte, alone TokenKind, a byte, kindA TokenKind, b byte, kindB TokenKind, c byte, kindC TokenKind) (TokenKind, int) {
	switch {
	case next == 0:
		return alone, 1
	case next == a:
		return kindA, 2
	case next == b:
		return kindB, 2
	case next == c:
		return kindC, 2
	}
	return alone, 1
}

// peek returns the byte at offset, or 0 past the end.
func (l *lexer) peek(offset int) byte {
	if offset < len(l.text) {
		return l.text[offset]
	}
	return 0
}

// lexBlanks lexes a run of blanks. A carriage return before a line feed is left to the latter.
func (l *lexer) lexBlanks(start int) {
	text, end := l.text, start
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	if end < len(text) && (text[end] == '\r' || text[end] >= 0x80) {
		end = skipBlanks(text, end)
		if text[end-1] == '\r' && l.peek(end) == '\n' {
			if end--; end == start {
				l.lexNewline(start, start+2)
				return
			}
		}
	}
	kind := Whitespace
	if n := len(l.tokens); n == 0 || l.tokens[n-1].Kind == Newline || l.tokens[n-1].Kind == HeredocEnd {
		kind = Indent
	}
	l.trivia(kind, start, end)
}

// lexNewline lexes a line ending and jumps past the heredocs of the line.
func (l *lexer) lexNewline(start, end int) {
	l.trivia(Newline, start, end)
	if len(l.pending) > 0 {
		l.flushHeredocs()
	}
	l.lineStart = l.pos
}

// lexLineComment lexes a comment that starts with "#".
func (l *lexer) lexLineComment(start int) {
	end := len(l.text)
	if length := strings.IndexByte(l.text[start:], '\n'); length >= 0 {
		end = start + length
		if l.text[end-1] == '\r' {
			end--
		}
	}
	l.trivia(LineComment, start, end)
}

// lexSlash lexes a comment, a regular expression or a division.
func (l *lexer) lexSlash(start int) {
	if l.peek(start+1) == '*' {
		if length := strings.Index(l.text[start+2:], "*/"); length >= 0 {
			l.trivia(BlockComment, start, start+2+length+2)
			return
		}
		l.invalid(start, len(l.text), errorUnclosedComment, start)
		return
	}
	if !l.regexAcceptable() {
		l.emit(Divide, start, start+1)
		return
	}
	for end := start + 1; end < len(l.text) && !l.lacksSlash; end++ {
		switch l.text[end] {
		case '\\':
			end++
		case '/':
			l.emit(Regex, start, end+1)
			return
		}
	}
	l.lacksSlash = true
	l.emit(Divide, start, start+1)
}

// regexAcceptable reports whether a slash starts a regular expression. It does not if an
// operand has just ended. A brace may end a block or a value; it counts as the end of a block.
func (l *lexer) regexAcceptable() bool {
	switch l.after {
	case RightParen, RightBracket, RightCollect, RightExportedCollect,
		Name, Word, ClassReference, Number, Variable, Regex,
		SingleQuoted, DoubleQuoted, StringEnd, KeywordTrue, KeywordFalse:
		return false
	}
	return true
}

// firstOnLine reports whether only blanks precede offset on its line. Line endings within
// strings and comments do not count.
func (l *lexer) firstOnLine(offset int) bool {
	for offset > l.lineStart {
		last := l.text[offset-1]
		if last == '\n' || !endsBlank(l.text[:offset]) {
			return false
		}
		_, size := utf8.DecodeLastRuneInString(l.text[:offset])
		offset -= size
	}
	return true
}

// lexUnexpected lexes a blank beyond ASCII, or a character without a meaning.
func (l *lexer) lexUnexpected(start int) {
	if l.text[start] >= 0x80 {
		if blankSize(l.text[start:]) > 0 {
			l.lexBlanks(start)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(l.text[start:])
	l.emit(Invalid, start, start+size)
}

// invalid reports an error and adds an Invalid token from start to end. The parser does not
// report it again.
func (l *lexer) invalid(start, end int, what errorText, at int, details ...any) {
	l.fail(start, end, what, at, details...)
	l.addInvalid(start, end)
}

// addInvalid adds an Invalid token that has been reported. If it has no text, it adds only the
// lexeme.
func (l *lexer) addInvalid(start, end int) {
	if start < end {
		l.emit(Invalid, start, end)
		l.lexemes[len(l.lexemes)-1].value = reported
		return
	}
	l.lexemes = append(l.lexemes, lexeme{Invalid, int32(len(l.tokens)) - 1, reported})
}

// reported is the value of an Invalid lexeme whose error has been reported.
const reported = -1

// fail reports an error.
func (l *lexer) fail(start, end int, what errorText, at int, details ...any) {
	err := what.make(details...)
	err.Span = l.spanOf(start, end)
	err.At = l.offset(at)
	l.errors = append(l.errors, lexError{Error: err, before: l.before})
}

// relate sets the location that explains the last error.
func (l *lexer) relate(start, end int, message string) {
	err := &l.errors[len(l.errors)-1]
	err.Related, err.RelatedMessage = l.spanOf(start, end), message
}

// warn reports a mistake that Puppet only warns about.
func (l *lexer) warn(start, end int, what errorText, at int, details ...any) {
	l.fail(start, end, what, at, details...)
	l.errors[len(l.errors)-1].Fatal = false
}
