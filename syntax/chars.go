package syntax

import "unicode/utf8"

// Classes of bytes, for the lexer's inner loops.
const (
	charWord  = 1 << iota // a letter, digit or underscore
	charLower             // a-z
	charUpper             // A-Z
	charDigit             // 0-9
	charBlank             // blank, tab or carriage return
	charHex               // 0-9 a-f A-F
)

var charClass = func() (table [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] = charWord | charLower
	}
	for c := 'A'; c <= 'Z'; c++ {
		table[c] = charWord | charUpper
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = charWord | charDigit | charHex
	}
	for c := 'a'; c <= 'f'; c++ {
		table[c] |= charHex
		table[c-'a'+'A'] |= charHex
	}
	table['_'] = charWord
	table[' '], table['\t'], table['\r'] = charBlank, charBlank, charBlank
	return table
}()

// isUnicodeBlank reports whether char is a blank beyond ASCII that Ruby's [[:blank:]] matches.
func isUnicodeBlank(char rune) bool {
	switch {
	case char < 0x80:
		return false
	case char >= 0x2000 && char <= 0x200A:
		return true
	}
	switch char {
	case 0xA0, 0x1680, 0x202F, 0x205F, 0x3000:
		return true
	}
	return false
}

// isBlank reports whether char is a blank in Puppet's heredocs.
func isBlank(char rune) bool { return char == ' ' || char == '\t' || isUnicodeBlank(char) }

// blankSize returns the size in bytes of the blank that text starts with, or 0. A carriage
// return counts as a blank.
func blankSize(text string) int {
	if text == "" {
		return 0
	}
	if text[0] < 0x80 {
		return int(charClass[text[0]] & charBlank / charBlank)
	}
	if char, size := utf8.DecodeRuneInString(text); isUnicodeBlank(char) {
		return size
	}
	return 0
}

// endsBlank reports whether the last character of text is a blank, a carriage
// return or a line feed.
func endsBlank(text string) bool {
	last := text[len(text)-1]
	if last < 0x80 {
		return last == '\n' || charClass[last]&charBlank != 0
	}
	char, _ := utf8.DecodeLastRuneInString(text)
	return isUnicodeBlank(char)
}

// skipBlanks returns the offset of the first character in text from offset on that is not a
// blank. Carriage returns count as blanks.
func skipBlanks(text string, offset int) int {
	for offset < len(text) {
		size := blankSize(text[offset:])
		if size == 0 {
			break
		}
		offset += size
	}
	return offset
}

// skipWord returns the offset of the first byte in text from offset on that is not a letter,
// digit or underscore.
func skipWord(text string, offset int) int {
	for offset < len(text) && charClass[text[offset]]&charWord != 0 {
		offset++
	}
	return offset
}
