package validate

import "strings"

// maxJSONNesting is the nesting depth of arrays and objects that Ruby's JSON parser accepts.
const maxJSONNesting = 100

// jsonError reports whether text is not JSON as Ruby's json library reads it, with the byte
// offset of the error. The library accepts comments ("//" to the end of the line, "/* */")
// between tokens, any scalar at top level, and any character after a backslash, and limits the
// depth.
func jsonError(text string) (offset int, bad bool) {
	p := jsonParser{text: text}
	ok := p.space() && p.value(0) && p.space() && p.at == len(text)
	return p.at, !ok
}

type jsonParser struct {
	text string
	at   int
}

// peek returns the byte at the current position, or 0 at the end.
func (p *jsonParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// space skips blanks and comments. It returns false if a comment is not closed.
func (p *jsonParser) space() bool {
	for p.at < len(p.text) {
		switch rest := p.text[p.at:]; {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return false
			}
			p.at += end + 4
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				return false
			}
			p.at += end + 1
		default:
			return true
		}
	}
	return true
}

func (p *jsonParser) value(depth int) bool {
	switch char := p.peek(); {
	case char == '{':
		return p.items(depth+1, '}', p.member)
	case char == '[':
		return p.items(depth+1, ']', p.value)
	case char == '"':
		return p.quoted()
	case char == '-' || isDigit(char):
		return p.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(p.text[p.at:], word) {
			p.at += len(word)
			return true
		}
	}
	return false
}

// items reads items separated by commas, up to the closing bracket.
func (p *jsonParser) items(depth int, end byte, item func(depth int) bool) bool {
	if depth > maxJSONNesting {
		return false
	}
	p.at++
	if !p.space() {
		return false
	}
	if p.peek() == end {
		p.at++
		return true
	}
	for {
		if !item(depth) || !p.space() {
			return false
		}
		switch p.peek() {
		case end:
			p.at++
			return true
		case ',':
			p.at++
			if !p.space() {
				return false
			}
		default:
			return false
		}
	}
}

func (p *jsonParser) member(depth int) bool {
	if p.peek() != '"' || !p.quoted() || !p.space() || p.peek() != ':' {
		return false
	}
	p.at++
	return p.space() && p.value(depth)
}

func (p *jsonParser) quoted() bool {
	start := p.at
	loneSurrogate := 0
	for p.at++; p.at < len(p.text); p.at++ {
		switch char := p.text[p.at]; {
		case char == '"':
			// Ruby expects the other half of a surrogate pair within six bytes. It accepts
			// anything there, but refuses a string that ends before.
			if loneSurrogate > 0 && p.at-loneSurrogate < 6 {
				p.at = start
				return false
			}
			p.at++
			return true
		case char < ' ':
			return false
		case char == '\\':
			p.at++
			if p.peek() == 'u' {
				digits := p.text[p.at+1 : min(p.at+5, len(p.text))]
				if len(digits) < 4 || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
					return false
				}
				p.at += 4
				if (digits[0] == 'd' || digits[0] == 'D') && strings.IndexByte("89abAB", digits[1]) >= 0 {
					loneSurrogate = p.at + 1
				}
			} else if p.peek() < ' ' {
				return false
			}
		}
	}
	return false
}

func (p *jsonParser) number() bool {
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else if !p.digits() {
		return false
	}
	if p.peek() == '.' {
		p.at++
		if !p.digits() {
			return false
		}
	}
	if char := p.peek(); char == 'e' || char == 'E' {
		p.at++
		if char := p.peek(); char == '+' || char == '-' {
			p.at++
		}
		if !p.digits() {
			return false
		}
	}
	return !isWordByte(p.peek())
}

func (p *jsonParser) digits() bool {
	start := p.at
	for isDigit(p.peek()) {
		p.at++
	}
	return p.at > start
}
