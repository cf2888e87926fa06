package yaml

import (
	"strings"
)

func (s *scanner) fetchAnchor() bool {
	if !s.saveSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	start := s.pos
	kind, context := anchorToken, "while scanning an anchor"
	if s.text[s.pos] == '*' {
		kind, context = aliasToken, "while scanning an alias"
	}
	s.pos++
	name := s.scanWord()
	if name == "" || !s.isBlankOrEnd(0) && strings.IndexByte("?:,]}%@`", s.peek(0)) < 0 {
		return s.fail(context, start, "did not find expected alphabetic or numeric character")
	}
	s.tokens = append(s.tokens, token{kind: kind, start: start, end: s.pos, text: name})
	return true
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '_' || c == '-'
}

func (s *scanner) scanWord() string {
	start := s.pos
	for isWordByte(s.peek(0)) {
		s.pos++
	}
	return s.text[start:s.pos]
}

func (s *scanner) fetchTag() bool {
	if !s.saveSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	const context, inTag = "while scanning a tag", "while parsing a tag"
	start := s.pos
	handle, suffix, ok := "", "", true
	if s.peek(1) == '<' {
		s.pos += 2
		if suffix, ok = s.scanTagURI(inTag, start, true, ""); !ok {
			return false
		}
		if s.peek(0) != '>' {
			return s.fail(context, start, "did not find the expected '>'")
		}
		s.pos++
	} else {
		if handle, ok = s.scanTagHandle(context, start, false); !ok {
			return false
		}
		if len(handle) >= 2 && handle[len(handle)-1] == '!' {
			suffix, ok = s.scanTagURI(inTag, start, false, "")
		} else if suffix, ok = s.scanTagURI(inTag, start, false, handle); ok {
			handle = "!"
			if suffix == "" {
				// The tag "!" by itself.
				handle, suffix = "", "!"
			}
		}
		if !ok {
			return false
		}
	}
	if (s.flowLevel == 0 || s.peek(0) != ',') && !s.isBlankOrEnd(0) {
		return s.fail(context, start, "did not find expected whitespace or line break")
	}
	s.tokens = append(s.tokens, token{kind: tagToken, start: start, end: s.pos, handle: handle, text: suffix})
	return true
}

func (s *scanner) scanTagHandle(context string, start int32, directive bool) (string, bool) {
	if s.peek(0) != '!' {
		return "", s.fail(context, start, "did not find expected '!'")
	}
	from := s.pos
	s.pos++
	s.scanWord()
	if s.peek(0) == '!' {
		s.pos++
	} else if directive && s.pos-from > 1 {
		return "", s.fail("while parsing a tag directive", start, "did not find expected '!'")
	}
	return s.text[from:s.pos], true
}

// scanTagURI scans a URI. The part of head after its "!" precedes it. Flow indicators are
// allowed in it if verbatim is true.
func (s *scanner) scanTagURI(context string, start int32, verbatim bool, head string) (string, bool) {
	var uri []byte
	length := len(head)
	if length > 1 {
		uri = append(uri, head[1:]...)
	}
	for {
		c := s.peek(0)
		if c == '%' {
			octets, ok := s.scanURIEscapes(context, start)
			if !ok {
				return "", false
			}
			uri = append(uri, octets...)
		} else if isWordByte(c) || c != 0 && strings.IndexByte(";/?:@&=+$.!~*'()", c) >= 0 ||
			verbatim && (c == ',' || c == '[' || c == ']') {
			uri = append(uri, c)
			s.pos++
		} else {
			break
		}
		length++
	}
	if length == 0 {
		return "", s.fail(context, start, "did not find expected tag URI")
	}
	return string(uri), true
}

// scanURIEscapes scans the %XX octets of one character.
func (s *scanner) scanURIEscapes(context string, start int32) ([]byte, bool) {
	var octets []byte
	for width := 0; width == 0 || len(octets) < width; s.pos += 3 {
		high, low := hexDigit(s.peek(1)), hexDigit(s.peek(2))
		if s.peek(0) != '%' || high < 0 || low < 0 {
			return nil, s.fail(context, start, "did not find URI escaped octet")
		}
		octet := byte(high<<4 | low)
		if width > 0 {
			if octet&0xC0 != 0x80 {
				return nil, s.fail(context, start, "found an incorrect trailing UTF-8 octet")
			}
		} else if width = utf8Width(octet); width == 0 {
			return nil, s.fail(context, start, "found an incorrect leading UTF-8 octet")
		}
		octets = append(octets, octet)
	}
	return octets, true
}

// utf8Width returns the length of a character, given its first octet, or 0.
func utf8Width(octet byte) int {
	switch {
	case octet < 0x80:
		return 1
	case octet&0xE0 == 0xC0:
		return 2
	case octet&0xF0 == 0xE0:
		return 3
	case octet&0xF8 == 0xF0:
		return 4
	}
	return 0
}

func (s *scanner) fetchDirective() bool {
	s.unrollIndent(-1)
	if !s.removeSimpleKey() {
		return false
	}
	s.simpleKeyAllowed = false
	const context = "while scanning a directive"
	start := s.pos
	s.pos++
	name := s.scanWord()
	if name == "" {
		return s.fail(context, start, "could not find expected directive name")
	}
	if !s.isBlankOrEnd(0) {
		return s.fail(context, start, "found unexpected non-alphabetical character")
	}
	directive := token{start: start}
	ok := false
	switch name {
	case "YAML":
		directive.kind = versionDirective
		directive.handle, ok = s.scanVersion(start)
	case "TAG":
		directive.kind = tagDirective
		directive.handle, directive.text, ok = s.scanTagDirective(start)
	default:
		return s.fail(context, start, "found unknown directive name")
	}
	if !ok {
		return false
	}
	directive.end = s.pos
	for s.isBlank(0) {
		s.pos++
	}
	if s.peek(0) == '#' {
		s.skipComment()
	}
	if !s.isBreakOrEnd(0) {
		return s.fail(context, start, "did not find expected comment or line break")
	}
	s.skipBreak()
	s.tokens = append(s.tokens, directive)
	return true
}

// scanVersion scans "1.1". It drops leading zeros, as in a number.
func (s *scanner) scanVersion(start int32) (string, bool) {
	for s.isBlank(0) {
		s.pos++
	}
	major, ok := s.scanVersionNumber(start)
	if !ok {
		return "", false
	}
	if s.peek(0) != '.' {
		return "", s.fail("while scanning a %YAML directive", start, "did not find expected digit or '.' character")
	}
	s.pos++
	minor, ok := s.scanVersionNumber(start)
	return major + "." + minor, ok
}

func (s *scanner) scanVersionNumber(start int32) (string, bool) {
	const context = "while scanning a %YAML directive"
	from := s.pos
	for '0' <= s.peek(0) && s.peek(0) <= '9' {
		if s.pos-from >= 9 {
			return "", s.fail(context, start, "found extremely long version number")
		}
		s.pos++
	}
	if s.pos == from {
		return "", s.fail(context, start, "did not find expected version number")
	}
	if digits := strings.TrimLeft(s.text[from:s.pos], "0"); digits != "" {
		return digits, true
	}
	return "0", true
}

func (s *scanner) scanTagDirective(start int32) (handle, prefix string, ok bool) {
	const context = "while scanning a %TAG directive"
	for s.isBlank(0) {
		s.pos++
	}
	if handle, ok = s.scanTagHandle("while scanning a tag directive", start, true); !ok {
		return "", "", false
	}
	if !s.isBlank(0) {
		return "", "", s.fail(context, start, "did not find expected whitespace")
	}
	for s.isBlank(0) {
		s.pos++
	}
	if prefix, ok = s.scanTagURI("while parsing a %TAG directive", start, true, ""); !ok {
		return "", "", false
	}
	if !s.isBlankOrEnd(0) {
		return "", "", s.fail(context, start, "did not find expected whitespace or line break")
	}
	return handle, prefix, true
}
