package syntax

import (
	"unicode"
	"unicode/utf8"
)

// lexNumber lexes a number. It starts with a digit.
func (l *lexer) lexNumber(start int) {
	text := l.text
	end := scanNumber(text, start)
	if end == 0 {
		l.lexBadNumber(start)
		return
	}
	if text[start] == '0' && end > start+1 {
		if what := checkNumber(text[start:end]); what != errorNone {
			l.invalid(start, end, what, start, text[start:end])
			return
		}
	}
	l.emit(Number, start, end)
}

// scanNumber returns the end of the number at offset. It returns 0 if every possible end is
// followed by a letter.
func scanNumber(text string, offset int) int {
	if offset+2 < len(text) && text[offset] == '0' && text[offset+1]|0x20 == 'x' && charClass[text[offset+2]]&charHex != 0 {
		end := offset + 3
		for end < len(text) && charClass[text[end]]&charHex != 0 {
			end++
		}
		if atWordEnd(text, end) {
			return end
		}
		// Only a lone 0 is possible, but the x follows it.
		return 0
	}
	end := skipDigits(text, offset)
	if end+1 < len(text) && text[end] == '.' && charClass[text[end+1]]&charDigit != 0 {
		fraction := skipDigits(text, end+1)
		if exponent := skipExponent(text, fraction); exponent > fraction && atWordEnd(text, exponent) {
			return exponent
		}
		if atWordEnd(text, fraction) {
			return fraction
		}
		// The dot ends the digits before it, which are a separate number.
		return end
	}
	if exponent := skipExponent(text, end); exponent > end && atWordEnd(text, exponent) {
		return exponent
	}
	if atWordEnd(text, end) {
		return end
	}
	return 0
}

func skipDigits(text string, offset int) int {
	for offset < len(text) && charClass[text[offset]]&charDigit != 0 {
		offset++
	}
	return offset
}

// skipExponent skips an exponent. It returns offset if there is none.
func skipExponent(text string, offset int) int {
	if offset >= len(text) || text[offset]|0x20 != 'e' {
		return offset
	}
	digits := offset + 1
	if digits < len(text) && text[digits] == '-' {
		digits++
	}
	if end := skipDigits(text, digits); end > digits {
		return end
	}
	return offset
}

// atWordEnd reports whether no letter, digit or underscore, of any script, follows at offset.
func atWordEnd(text string, offset int) bool {
	if offset >= len(text) {
		return true
	}
	if text[offset] < 0x80 {
		return charClass[text[offset]]&charWord == 0
	}
	char, _ := utf8.DecodeRuneInString(text[offset:])
	return !unicode.In(char, unicode.L, unicode.M, unicode.Nd, unicode.Pc, unicode.Nl)
}

// checkNumber returns the error in the digits of a number, as Puppet's assert_numeric finds it.
func checkNumber(number string) errorText {
	all := func(digits string, class func(byte) bool) bool {
		for i := 0; i < len(digits); i++ {
			if !class(digits[i]) {
				return false
			}
		}
		return digits != ""
	}
	switch {
	case len(number) > 1 && number[0] == '0' && number[1]|0x20 == 'x':
		if !all(number[2:], func(char byte) bool { return charClass[char]&charHex != 0 }) {
			return errorHexNumber
		}
	case len(number) > 1 && number[0] == '0' && number[1] != '.':
		if !all(number[1:], func(char byte) bool { return char >= '0' && char <= '7' }) {
			return errorOctalNumber
		}
	default:
		digits := skipDigits(number, 0)
		if digits == len(number) {
			return errorNone
		}
		if char := number[digits]; char != '.' && char|0x20 != 'e' {
			return errorNumber
		}
		end := digits
		if number[end] == '.' {
			if end = skipDigits(number, end+1); end == digits+1 {
				return errorDecimalNumber
			}
		}
		if skipExponent(number, end) != len(number) {
			return errorDecimalNumber
		}
	}
	return errorNone
}

// lexBadNumber reports a number that is followed by letters. If it is the fraction after a dot,
// the digits before the dot belong to it.
func (l *lexer) lexBadNumber(start int) {
	end := skipWord(l.text, start)
	from := start
	if start > 1 && l.text[start-1] == '.' {
		for digit := start - 2; digit >= 0 && charClass[l.text[digit]]&charDigit != 0; digit-- {
			from = digit
		}
	}
	number := l.text[from:end]
	what, at := checkNumber(number), from
	if what == errorNone {
		what, at = errorNumber, from+1
	}
	for end < len(l.text) && !atWordEnd(l.text, end) {
		_, size := utf8.DecodeRuneInString(l.text[end:])
		end += size
	}
	l.invalid(start, end, what, at, number)
}
