package convert

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// special reports whether changing the case of a rune gives several runes, or follows rules
// outside the simple tables.
func special(r rune) bool {
	switch {
	case r == 0xdf || r == 0x130 || r == 0x131 || r == 0x149 || r == 0x1f0 || r == 0x390 || r == 0x3b0 || r == 0x587:
		return true
	case 0x1e96 <= r && r <= 0x1e9e, 0x1f50 <= r && r <= 0x1fff, 0xfb00 <= r && r <= 0xfb17:
		return true
	case 0x10d0 <= r && r <= 0x10ff, 0x1c80 <= r && r <= 0x1cbf, 0x2c2f == r, 0x2c5f == r, 0xa7c0 <= r && r <= 0xa7df:
		return true // Georgian, and letters whose case mapping is newer than some versions of Ruby
	}
	return r == utf8.RuneError || r > 0xffff
}

func simple(s string) bool {
	for _, r := range s {
		if r >= 0x80 && special(r) {
			return false
		}
	}
	return true
}

// Upcase implements Ruby's String#upcase. ok is false if the result is not known.
func Upcase(s string) (string, bool) { return strings.Map(unicode.ToUpper, s), simple(s) }

// Downcase implements Ruby's String#downcase. ok is false if the result is not known.
func Downcase(s string) (string, bool) { return strings.Map(unicode.ToLower, s), simple(s) }

// Capitalize implements Ruby's String#capitalize. ok is false if the result is not known.
func Capitalize(s string) (string, bool) {
	_, size := utf8.DecodeRuneInString(s)
	return strings.Map(unicode.ToTitle, s[:size]) + strings.Map(unicode.ToLower, s[size:]), simple(s)
}

// Strip implements Ruby's String#strip: it removes blanks and, at the end, null characters,
// too.
func Strip(s string) string { return Rstrip(Lstrip(s)) }

// Lstrip implements Ruby's String#lstrip.
func Lstrip(s string) string { return strings.TrimLeft(s, "\x00 \t\n\v\f\r") }

// Rstrip implements Ruby's String#rstrip.
func Rstrip(s string) string { return strings.TrimRight(s, "\x00 \t\n\v\f\r") }
