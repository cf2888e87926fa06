package rubyregexp

import (
	"unicode/utf8"
)

// A patternRune is a character of the pattern as Onigmo sees it, with its byte offset in the
// source.
type patternRune struct {
	r   rune
	pos int32
}

// preparer converts a pattern as Ruby does before Onigmo reads it. Unicode escapes become the
// characters themselves. Byte escapes (\xHH, octal, control and meta) become \xHH or, if they form
// a UTF-8 character, that character.
type preparer struct {
	src string
	pos int
	out []patternRune
}

func prepare(src string) ([]patternRune, error) {
	p := &preparer{src: src, out: make([]patternRune, 0, len(src))}
	for p.pos < len(src) {
		start := p.pos
		r, size := utf8.DecodeRuneInString(src[p.pos:])
		if r == utf8.RuneError && size == 1 {
			return nil, p.fail(start, "invalid multibyte character")
		}
		p.pos += size
		if r != '\\' {
			p.emit(start, r)
			continue
		}
		if err := p.escape(start); err != nil {
			return nil, err
		}
	}
	return p.out, nil
}

func (p *preparer) fail(pos int, message string) error {
	return &SyntaxError{Pattern: p.src, Offset: pos, Message: message}
}

func (p *preparer) emit(pos int, runes ...rune) {
	for _, r := range runes {
		p.out = append(p.out, patternRune{r, int32(pos)})
	}
}

// escape handles the escape that begins at start.
func (p *preparer) escape(start int) error {
	if p.pos == len(p.src) {
		return p.fail(start, "too short escape sequence")
	}
	r, size := utf8.DecodeRuneInString(p.src[p.pos:])
	if r == utf8.RuneError && size == 1 {
		return p.fail(p.pos, "invalid multibyte character")
	}
	switch {
	case '1' <= r && r <= '7':
		// A back reference, or an octal escape that Onigmo parses itself.
		if n, _ := scanDigits(p.src[p.pos:], 8, 3); n <= 0o177 {
			break
		}
		return p.bytes(start)
	case r == '0' || r == 'x' || r == 'c' || r == 'C' || r == 'M':
		return p.bytes(start)
	case r == 'u':
		p.pos++
		return p.unicode(start)
	}
	p.pos += size
	p.emit(start, '\\', r)
	return nil
}

// bytes parses the escaped bytes of one character. It continues with further escapes as long as
// they continue a UTF-8 sequence.
func (p *preparer) bytes(start int) error {
	p.pos = start
	b, err := p.escapedByte()
	if err != nil {
		return err
	}
	if b < 0x80 {
		p.emit(start, '\\', 'x', hexDigit(b>>4), hexDigit(b&15))
		return nil
	}
	char := []byte{b}
	for !utf8.FullRune(char) {
		if b, err = p.escapedByte(); err != nil {
			return err
		}
		char = append(char, b)
	}
	r, size := utf8.DecodeRune(char)
	if r == utf8.RuneError && size == 1 {
		return p.fail(start, "invalid multibyte escape")
	}
	p.emit(start, r)
	return nil
}

// escapedByte parses an escape that represents a byte.
func (p *preparer) escapedByte() (byte, error) {
	start := p.pos
	if p.pos == len(p.src) || p.src[p.pos] != '\\' {
		return 0, p.fail(start, "too short escaped multibyte character")
	}
	p.pos++
	var modifiers byteModifiers
	for {
		if p.pos == len(p.src) {
			return 0, p.fail(start, "too short escape sequence")
		}
		c := p.src[p.pos]
		p.pos++
		if c != 'M' && c != 'C' && c != 'c' {
			code, err := p.byteCode(start, c)
			if err != nil {
				return 0, err
			}
			return modifiers.apply(code), nil
		}
		isDelete, err := p.modifier(start, c, &modifiers)
		if err != nil {
			return 0, err
		}
		if isDelete {
			return modifiers.apply(0x7f), nil
		}
		if !p.take('\\') {
			c := p.src[p.pos]
			p.pos++
			return modifiers.apply(c), nil
		}
	}
}

// byteModifiers are the modifiers of an escape: "\M-" and "\C-" or "\c".
type byteModifiers struct{ meta, control bool }

func (m byteModifiers) apply(code byte) byte {
	if m.control {
		code &= 0x1f
	}
	if m.meta {
		code |= 0x80
	}
	return code
}

// byteCode returns the byte of an escape that starts with c and has no modifier. start is the offset of
// the whole escape, for errors.
func (p *preparer) byteCode(start int, c byte) (byte, error) {
	switch c {
	case '\\':
		return '\\', nil
	case 'n', 't', 'r', 'f', 'v', 'a', 'e':
		return byte(simpleEscape(rune(c))), nil
	case '0', '1', '2', '3', '4', '5', '6', '7':
		code, n := scanDigits(p.src[p.pos-1:], 8, 3)
		p.pos += n - 1
		if code > 0xff {
			return 0, p.fail(start, "invalid escape code")
		}
		return byte(code), nil
	case 'x':
		code, n := scanDigits(p.src[p.pos:], 16, 2)
		if n == 0 {
			return 0, p.fail(start, "invalid hex escape")
		}
		p.pos += n
		return byte(code), nil
	}
	return 0, p.fail(start, "unexpected escape sequence")
}

// modifier parses the rest of a modifier that starts with c. isDelete is true for "\C-?", which is a
// complete escape.
func (p *preparer) modifier(start int, c byte, to *byteModifiers) (isDelete bool, err error) {
	kind := "control"
	switch {
	case c == 'M' && to.meta:
		return false, p.fail(start, "duplicate meta escape")
	case c == 'M':
		kind, to.meta = "meta", true
		if !p.take('-') {
			return false, p.fail(start, "too short meta escape")
		}
	case c == 'C' && !p.take('-'):
		return false, p.fail(start, "too short control escape")
	case to.control:
		return false, p.fail(start, "duplicate ctrl escape")
	case p.take('?'):
		return true, nil
	default:
		to.control = true
	}
	if p.pos == len(p.src) || p.src[p.pos] >= 0x80 {
		return false, p.fail(start, "too short "+kind+" escape")
	}
	return false, nil
}

func (p *preparer) take(c byte) bool {
	if p.pos < len(p.src) && p.src[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// unicode parses \uHHHH or \u{H… H…}, after the u.
func (p *preparer) unicode(start int) error {
	if p.pos == len(p.src) {
		return p.fail(start, "too short escape sequence")
	}
	if !p.take('{') {
		code, n := scanDigits(p.src[p.pos:], 16, 4)
		if n != 4 {
			return p.fail(start, "invalid Unicode escape")
		}
		p.pos += n
		return p.codePoint(start, code)
	}
	skip := func() {
		for p.pos < len(p.src) && isSpace(p.src[p.pos]) {
			p.pos++
		}
	}
	found := false
	for skip(); p.pos < len(p.src) && p.src[p.pos] != '}'; skip() {
		code, n := scanDigits(p.src[p.pos:], 16, len(p.src))
		if n == 0 {
			break
		}
		if n > 6 {
			return p.fail(p.pos, "invalid Unicode range")
		}
		if err := p.codePoint(p.pos, code); err != nil {
			return err
		}
		p.pos += n
		found = true
	}
	if !found || !p.take('}') {
		return p.fail(start, "invalid Unicode list")
	}
	return nil
}

func (p *preparer) codePoint(pos, code int) error {
	switch {
	case code > utf8.MaxRune || 0xd800 <= code && code <= 0xdfff:
		return p.fail(pos, "invalid Unicode range")
	case code < 0x80:
		p.emit(pos, '\\', 'x', hexDigit(byte(code)>>4), hexDigit(byte(code)&15))
	default:
		p.emit(pos, rune(code))
	}
	return nil
}

// scanDigits parses at most limit digits in a base. It returns their value (which stops growing
// far above every valid one) and their number.
func scanDigits(s string, base, limit int) (value, n int) {
	for n < len(s) && n < limit {
		d := digitValue(rune(s[n]))
		if d < 0 || d >= base {
			break
		}
		if value < 1<<30 {
			value = value*base + d
		}
		n++
	}
	return value, n
}

func digitValue(r rune) int {
	switch {
	case '0' <= r && r <= '9':
		return int(r - '0')
	case 'a' <= r && r <= 'f':
		return int(r-'a') + 10
	case 'A' <= r && r <= 'F':
		return int(r-'A') + 10
	}
	return -1
}

func hexDigit(b byte) rune { return rune("0123456789ABCDEF"[b]) }

func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

// simpleEscape returns the character that \r represents, or r itself if it is not a letter with
// a meaning.
func simpleEscape(r rune) rune {
	switch r {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'v':
		return '\v'
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'e':
		return 0x1b
	}
	return r
}
