package json

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

type reader struct {
	text     string
	pos      int
	depth    int
	values   int
	slab     []document.Node
	comments []source.Span
	err      *document.Error
}

func (r *reader) fail(start, end int, message string) {
	r.failCode(document.Syntax, start, end, message)
}

func (r *reader) failCode(code document.Code, start, end int, message string) {
	if r.err == nil {
		r.err = &document.Error{Span: source.Span{Start: int32(start), End: int32(min(end, len(r.text)))}, Code: code, Message: message}
	}
}

func (r *reader) newNode(kind document.Kind, style document.Style, start int) *document.Node {
	if len(r.slab) == 0 {
		r.slab = make([]document.Node, min(max(8, r.values), 512))
	}
	n := &r.slab[0]
	r.slab = r.slab[1:]
	n.Kind, n.Style = kind, style
	n.Span = source.Span{Start: int32(start), End: int32(start)}
	return n
}

func (r *reader) peek() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

func (r *reader) document() *document.Node {
	if at := invalidUTF8(r.text); at >= 0 {
		r.failCode(document.Encoding, at, at+1, "invalid UTF-8")
		return nil
	}
	if !r.space() {
		return nil
	}
	root := r.value()
	if root == nil || !r.space() {
		return nil
	}
	if r.pos < len(r.text) {
		r.fail(r.pos, r.pos+1, "expected nothing after the value")
		return nil
	}
	return root
}

// space skips white space and comments. It returns false after an error.
func (r *reader) space() bool {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		case '/':
			if !r.comment() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

func (r *reader) comment() bool {
	start, length := r.pos, -1
	rest := r.text[start:]
	if strings.HasPrefix(rest, "//") {
		length = strings.IndexByte(rest, '\n')
	} else if strings.HasPrefix(rest, "/*") {
		if length = strings.Index(rest[2:], "*/"); length >= 0 {
			length += 4
		}
	}
	if length < 0 {
		r.fail(start, start+1, "expected a value or a complete comment")
		return false
	}
	r.pos = start + length
	r.comments = append(r.comments, source.Span{Start: int32(start), End: int32(r.pos)})
	return true
}

func (r *reader) value() *document.Node {
	if r.values++; r.values > MaxValues {
		r.failCode(document.TooLarge, r.pos, r.pos, fmt.Sprintf("there are more than %d values", MaxValues))
		return nil
	}
	start := r.pos
	switch c := r.peek(); {
	case c == '{':
		return r.nested(r.object)
	case c == '[':
		return r.nested(r.array)
	case c == '"':
		return r.string()
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	case strings.HasPrefix(r.text[start:], "null"):
		return r.word(document.Null, "null")
	case strings.HasPrefix(r.text[start:], "true"):
		return r.word(document.Boolean, "true")
	case strings.HasPrefix(r.text[start:], "false"):
		return r.word(document.Boolean, "false")
	}
	r.fail(start, start+r.wordLength(), r.expectedValue())
	return nil
}

// expectedValue returns the message for a missing value at pos.
func (r *reader) expectedValue() string {
	switch c := r.peek(); {
	case r.pos >= len(r.text):
		return "expected a value, found the end of the file"
	case r.pos == 0 && strings.HasPrefix(r.text, "\ufeff"):
		return "the file begins with a byte order mark, which Ruby's JSON refuses; save it as UTF-8 without one"
	case c == '\'':
		return "expected a value; strings are written in double quotes"
	case c == ']' || c == '}' || c == ',':
		return fmt.Sprintf("expected a value, found '%c'", c)
	}
	return fmt.Sprintf("expected a value, found %q", r.text[r.pos:r.pos+r.wordLength()])
}

// wordLength returns the length of the word at pos, for a message.
func (r *reader) wordLength() int {
	if r.pos >= len(r.text) {
		return 0
	}
	rest := r.text[r.pos:min(len(r.text), r.pos+30)]
	if length := strings.IndexAny(rest, " \t\r\n,:[]{}\""); length > 0 {
		return length
	}
	_, size := utf8.DecodeRuneInString(rest)
	return size
}

func (r *reader) word(kind document.Kind, word string) *document.Node {
	n := r.newNode(kind, document.Plain, r.pos)
	n.Text, n.Boolean = word, word == "true"
	r.pos += len(word)
	n.Span.End = int32(r.pos)
	return n
}

func (r *reader) nested(parse func() *document.Node) *document.Node {
	if r.depth++; r.depth > MaxDepth {
		r.failCode(document.TooDeep, r.pos, r.pos+1, fmt.Sprintf("collections are nested deeper than %d levels", MaxDepth))
		return nil
	}
	n := parse()
	r.depth--
	return n
}

func (r *reader) array() *document.Node {
	n := r.newNode(document.Sequence, document.Flow, r.pos)
	more := r.open(']')
	for more {
		item := r.value()
		if item == nil {
			return nil
		}
		n.Items = append(n.Items, item)
		more = r.separator(']')
	}
	n.Span.End = int32(r.pos)
	if r.err != nil {
		return nil
	}
	return n
}

func (r *reader) object() *document.Node {
	n := r.newNode(document.Mapping, document.Flow, r.pos)
	more := r.open('}')
	for more {
		if r.peek() != '"' {
			message := "expected a key in double quotes"
			if r.pos >= len(r.text) {
				message = "expected a key, found the end of the file"
			}
			r.fail(r.pos, r.pos+r.wordLength(), message)
			return nil
		}
		r.values++
		key := r.string()
		if key == nil || !r.space() {
			return nil
		}
		if r.peek() != ':' {
			r.fail(r.pos, r.pos+r.wordLength(), "expected ':' after the key")
			return nil
		}
		r.pos++
		if !r.space() {
			return nil
		}
		value := r.value()
		if value == nil {
			return nil
		}
		n.Entries = append(n.Entries, document.Entry{Key: key, Value: value})
		more = r.separator('}')
	}
	n.Span.End = int32(r.pos)
	if r.err != nil {
		return nil
	}
	return n
}

// open skips the opening bracket and reports whether an element follows.
func (r *reader) open(closing byte) bool {
	r.pos++
	if !r.space() {
		return false
	}
	if r.peek() == closing {
		r.pos++
		return false
	}
	return true
}

// separator skips a comma or the closing bracket. It reports whether another element must
// follow.
func (r *reader) separator(closing byte) bool {
	if !r.space() {
		return false
	}
	comma := r.pos
	switch r.peek() {
	case closing:
		r.pos++
		return false
	case ',':
		r.pos++
		if !r.space() {
			return false
		}
		if r.peek() == closing {
			r.fail(comma, comma+1, fmt.Sprintf("unexpected comma before '%c'", closing))
			return false
		}
		return true
	}
	if r.pos >= len(r.text) {
		r.fail(r.pos, r.pos, fmt.Sprintf("expected ',' or '%c', found the end of the file", closing))
	} else {
		r.fail(r.pos, r.pos+r.wordLength(), fmt.Sprintf("expected ',' or '%c'", closing))
	}
	return false
}

func (r *reader) digits() int {
	start := r.pos
	for '0' <= r.peek() && r.peek() <= '9' {
		r.pos++
	}
	return r.pos - start
}

func (r *reader) number() *document.Node {
	start := r.pos
	if r.peek() == '-' {
		r.pos++
	}
	leadingZero := r.peek() == '0'
	count := r.digits()
	if count == 0 || leadingZero && count > 1 {
		r.fail(start, r.pos, "a number needs digits and must not start with an unnecessary zero")
		return nil
	}
	isFloat := false
	valid := true
	if r.peek() == '.' {
		r.pos++
		isFloat, valid = true, r.digits() > 0
	}
	if valid && (r.peek() == 'e' || r.peek() == 'E') {
		r.pos++
		if r.peek() == '+' || r.peek() == '-' {
			r.pos++
		}
		isFloat, valid = true, r.digits() > 0
	}
	if !valid {
		r.fail(start, r.pos, "a number needs digits after its decimal point and in its exponent")
		return nil
	}
	n := r.newNode(document.Integer, document.Plain, start)
	n.Span.End = int32(r.pos)
	n.Text = r.text[start:r.pos]
	if isFloat {
		n.Kind = document.Float
		n.Float, _ = strconv.ParseFloat(n.Text, 64)
		return n
	}
	if len(n.Text) > maxDigits {
		n.Kind = document.Opaque
		return n
	}
	value, err := strconv.ParseInt(n.Text, 10, 64)
	if err != nil {
		n.Big, _ = new(big.Int).SetString(n.Text, 10)
	}
	if n.Big == nil {
		n.Integer = value
	}
	return n
}

// string parses the string at pos: first its bounds, then its value.
func (r *reader) string() *document.Node {
	start := r.pos
	r.pos++
	escaped := false
	for r.peek() != '"' || r.pos >= len(r.text) {
		if r.pos >= len(r.text) {
			r.fail(start, start+1, "the string is not closed")
			return nil
		}
		c := r.text[r.pos]
		if c < 0x20 {
			r.fail(r.pos, r.pos+1, fmt.Sprintf("a string cannot contain the character U+%04X unescaped", c))
			return nil
		}
		if c == '\\' {
			escaped = true
			if !r.checkEscape() {
				return nil
			}
			r.pos++
		}
		r.pos++
	}
	n := r.newNode(document.String, document.DoubleQuoted, start)
	n.Text = r.text[start+1 : r.pos]
	r.pos++
	n.Span.End = int32(r.pos)
	if escaped {
		if n.Text = unescape(n.Text); n.Text == "" && n.Span.Len() > 2 {
			r.fail(start, r.pos, "the second half of a surrogate pair is missing")
			return nil
		}
	}
	return n
}

func (r *reader) checkEscape() bool {
	next := byte(0)
	if r.pos+1 < len(r.text) {
		next = r.text[r.pos+1]
	}
	if next < 0x20 {
		r.fail(r.pos, r.pos+1, "invalid escape after the backslash")
		return false
	}
	if _, ok := codeUnit(r.text, r.pos+2); next == 'u' && !ok {
		r.fail(r.pos, r.pos+6, "\\u must be followed by four hexadecimal digits")
		return false
	}
	return true
}

// unescape replaces escape sequences as Ruby does. A character that needs no escape represents
// itself. The result is "" if Ruby misses the second half of a surrogate pair.
func unescape(text string) string {
	result := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			result = append(result, text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case 'b':
			result = append(result, '\b')
		case 'f':
			result = append(result, '\f')
		case 'n':
			result = append(result, '\n')
		case 'r':
			result = append(result, '\r')
		case 't':
			result = append(result, '\t')
		case 'u':
			unit, ok := codeUnit(text, i+1)
			if !ok {
				result = append(result, c)
				continue
			}
			i += 4
			if unit&0xFC00 != 0xD800 {
				result = appendCodeUnit(result, unit)
				continue
			}
			// The first half of a surrogate pair. Ruby joins it with any following \u; else it
			// replaces it and the next byte by a question mark.
			rest := text[i+1:]
			if len(rest) < 6 {
				return ""
			}
			if second, ok := codeUnit(rest, 2); ok && strings.HasPrefix(rest, "\\u") {
				result = utf8.AppendRune(result, (unit&0x3F)<<10|((unit>>6&0xF)+1)<<16|second&0x3FF)
				i += 6
			} else {
				result = append(result, '?')
				i++
			}
		default:
			result = append(result, c)
		}
	}
	return string(result)
}

// appendCodeUnit appends the UTF-8 form of unit, as Ruby does even for half a surrogate pair.
func appendCodeUnit(text []byte, unit rune) []byte {
	if utf16.IsSurrogate(unit) {
		return append(text, 0xE0|byte(unit>>12), 0x80|byte(unit>>6&0x3F), 0x80|byte(unit&0x3F))
	}
	return utf8.AppendRune(text, unit)
}

// codeUnit parses the four hexadecimal digits at an offset.
func codeUnit(text string, at int) (rune, bool) {
	if at+4 > len(text) {
		return 0, false
	}
	value, err := strconv.ParseUint(text[at:at+4], 16, 16)
	return rune(value), err == nil
}
