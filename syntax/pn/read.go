package pn

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"puppet-lint/syntax"
)

// SyntaxError is a mistake in the text of a PN.
type SyntaxError struct {
	// Offset is the 0-based byte offset of the mistake.
	Offset  int
	Message string
}

// Error returns the message with the offset.
func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Message) }

// Parse reads one Node from text in the compact or the pretty form. The error is a *SyntaxError.
func Parse(text string) (Node, error) {
	r := &reader{text: text}
	node := r.node()
	if r.err == nil {
		if r.skipBlanks(); r.pos < len(text) {
			r.fail("text behind the end")
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return node, nil
}

type reader struct {
	text  string
	pos   int
	depth int
	err   error
}

func (r *reader) fail(message string) Node {
	if r.err == nil {
		r.err = &SyntaxError{r.pos, message}
	}
	return Literal{}
}

func (r *reader) skipBlanks() {
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.pos]) >= 0 {
		r.pos++
	}
}

// peek skips blanks and returns the next byte, or 0 at the end.
func (r *reader) peek() byte {
	r.skipBlanks()
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

func (r *reader) node() Node {
	if r.depth++; r.depth > 8*syntax.MaxDepth {
		return r.fail("nested too deeply")
	}
	defer func() { r.depth-- }()
	switch char := r.peek(); char {
	case 0:
		return r.fail("unexpected end")
	case '[':
		r.pos++
		return List{r.elements(']')}
	case '(':
		r.pos++
		name := r.word()
		if name == "" {
			return r.fail("a name must follow (")
		}
		return Call{name, r.elements(')')}
	case '{':
		return r.mapping()
	case '"':
		return Literal{r.quoted()}
	case ']', ')', '}', ':':
		return r.fail("unexpected " + string(char))
	}
	start := r.pos
	node, ok := literal(r.word())
	if !ok {
		r.pos = start
		return r.fail("neither a number nor true, false or nil")
	}
	return node
}

// elements reads nodes up to and including the bracket closer.
func (r *reader) elements(closer byte) []Node {
	elements := []Node{}
	for r.err == nil {
		if r.peek() == closer {
			r.pos++
			break
		}
		elements = append(elements, r.node())
	}
	return elements
}

func (r *reader) mapping() Node {
	r.pos++
	var entries []Entry
	for r.err == nil {
		switch r.peek() {
		case '}':
			r.pos++
			return Map{entries}
		case ':':
			r.pos++
			key := r.word()
			if key == "" {
				return r.fail("a key must follow :")
			}
			entries = append(entries, Entry{key, r.node()})
		default:
			return r.fail("a key must come here, such as :name")
		}
	}
	return Map{entries}
}

// word reads up to the next blank, bracket or quote.
func (r *reader) word() string {
	start := r.pos
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n()[]{}\"", r.text[r.pos]) < 0 {
		r.pos++
	}
	return r.text[start:r.pos]
}

// literal returns the value of a word: nil, a boolean or a number. It returns false for any other
// word.
func literal(word string) (Node, bool) {
	switch word {
	case "nil":
		return Literal{nil}, true
	case "true", "false":
		return Literal{word == "true"}, true
	case "Infinity", "-Infinity", "NaN":
		value, err := strconv.ParseFloat(word, 64)
		return Literal{value}, err == nil
	}
	if digits := strings.TrimPrefix(word, "-"); digits == "" || digits[0] < '0' || digits[0] > '9' || strings.ContainsAny(word, "_xXpP") {
		return nil, false
	}
	if strings.ContainsAny(word, ".eE") {
		value, err := strconv.ParseFloat(word, 64)
		return Literal{value}, err == nil
	}
	if value, err := strconv.ParseInt(word, 10, 64); err == nil {
		return Literal{value}, true
	}
	value, ok := new(big.Int).SetString(word, 10)
	return Literal{value}, ok
}

// quoted reads a string in double quotes and resolves its escapes.
func (r *reader) quoted() string {
	start := r.pos
	r.pos++
	var b strings.Builder
	for r.pos < len(r.text) {
		char := r.text[r.pos]
		r.pos++
		switch {
		case char == '"':
			return b.String()
		case char == '\\' && r.pos < len(r.text):
			r.escape(&b)
		default:
			b.WriteByte(char)
		}
	}
	r.pos = start
	r.fail("a string without end")
	return ""
}

// escape reads the character after a backslash and writes the result of the escape. It leaves an
// unknown escape unchanged.
func (r *reader) escape(b *strings.Builder) {
	char := r.text[r.pos]
	r.pos++
	switch char {
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'n':
		b.WriteByte('\n')
	case '"', '\\':
		b.WriteByte(char)
	case 'o':
		digits := r.text[r.pos:min(len(r.text), r.pos+3)]
		value, err := strconv.ParseUint(digits, 8, 8)
		if err != nil || len(digits) < 3 {
			r.fail("three octal digits must follow \\o")
			return
		}
		r.pos += 3
		b.WriteByte(byte(value))
	default:
		b.WriteByte('\\')
		b.WriteByte(char)
	}
}
