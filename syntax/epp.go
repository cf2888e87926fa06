package syntax

import (
	"bytes"
	"strings"
)

// eppMode is the state of the lexer in a template.
type eppMode uint8

const (
	eppNone       eppMode = iota // not in a template
	eppText                      // in text
	eppCode                      // between <% and %>
	eppExpression                // between <%= and %>
)

// lexEpp lexes a template.
func (l *lexer) lexEpp() {
	l.epp = eppText
	l.lexEppText(false)
	l.run()
	l.before = len(l.lexemes)
	if l.epp != eppText {
		l.fail(len(l.text), len(l.text), errorEppUnbalancedTag, len(l.text))
	}
}

// lexEppEnd lexes a tag that ends code, and the text after it.
func (l *lexer) lexEppEnd(kind TokenKind, start, end int) {
	if l.epp == eppExpression {
		l.emit(kind, start, end)
	} else {
		l.trivia(kind, start, end)
	}
	l.lexEppText(kind == EppEndTrim)
}

// eppRun is the text between two tags, without comments.
type eppRun struct {
	start int
	// first is the index of the run's first token.
	first int
}

// lexEppText lexes text up to and including the tag that starts code. If skipLeading is set, it
// drops the blanks at the start and a line ending after them.
func (l *lexer) lexEppText(skipLeading bool) {
	run := &eppRun{start: l.pos, first: len(l.tokens)}
	l.epp = eppText
	var value []byte // text is added to it part by part, at each comment and "<%%"
	for l.pos < len(l.text) {
		end, tagged := len(l.text), false
		if length := strings.Index(l.text[l.pos:], "<%"); length >= 0 {
			end, tagged = l.pos+length, true
		}
		part := l.text[l.pos:end]
		if skipLeading {
			part, skipLeading = withoutLineEnd(part), false
		}
		value = append(value, strings.ReplaceAll(part, "%%>", "%>")...)
		if !tagged {
			l.eppTextToken(end)
			l.deliverEppText(run, value)
			return
		}
		switch l.peek(end + 2) {
		case 0:
			if end+2 < len(l.text) {
				l.eppTag(run, value, end, 2, EppStart)
				return
			}
			l.eppTextToken(end)
			l.invalid(end, end+2, errorEppUnbalancedExpression, end+2)
			return
		case '-':
			l.eppTag(run, bytes.TrimRight(value, " \t"), end, 3, EppStart)
			return
		case '=':
			l.eppTag(run, value, end, 3, EppExpressionStart)
			return
		case '%':
			// A literal "<%".
			value = append(value, "<%"...)
			l.eppTextToken(end + 3)
		case '#':
			l.eppTextToken(end)
			length := commentEnd(l.text[end+2:])
			if length < 0 {
				l.invalid(end, len(l.text), errorEppUnbalancedComment, end+2)
				return
			}
			comment := l.text[end+2 : end+2+length]
			if comment[1] == '-' {
				value = bytes.TrimRight(value, " \t")
			}
			skipLeading = strings.HasSuffix(comment, "-%>")
			l.trivia(EppComment, end, end+2+length)
		default:
			l.eppTag(run, value, end, 2, EppStart)
			return
		}
	}
	// Puppet loses the text before a comment or a "<%%" at the very end.
}

// withoutLineEnd returns text without the blanks at its start and a line ending after them.
func withoutLineEnd(text string) string {
	text = strings.TrimLeft(text, " \t")
	text = strings.TrimPrefix(text, "\r")
	return strings.TrimPrefix(text, "\n")
}

// commentEnd returns the length of text up to the first "%>" that does not follow a "%", or -1.
func commentEnd(text string) int {
	for from := 1; from < len(text); {
		length := strings.Index(text[from:], "%>")
		if length < 0 {
			break
		}
		from += length + 2
		if text[from-3] != '%' {
			return from
		}
	}
	return -1
}

// eppTextToken adds the text up to end, if there is any.
func (l *lexer) eppTextToken(end int) {
	if end > l.pos {
		l.trivia(EppText, l.pos, end)
	}
}

// eppTag adds the text up to end and the tag there.
func (l *lexer) eppTag(run *eppRun, value []byte, end, size int, kind TokenKind) {
	l.eppTextToken(end)
	if len(value) > 0 {
		l.deliverEppText(run, value)
	}
	if kind == EppStart {
		l.epp = eppCode
		l.trivia(kind, end, end+size)
		return
	}
	l.epp = eppExpression
	l.emit(kind, end, end+size)
	l.lexemes[len(l.lexemes)-1].value = int32(run.start)
}

// deliverEppText adds the lexeme for the text of a run.
func (l *lexer) deliverEppText(run *eppRun, value []byte) {
	l.lexemes = append(l.lexemes, lexeme{EppText, int32(run.first), l.value(string(value))})
	l.after = EppText
}
