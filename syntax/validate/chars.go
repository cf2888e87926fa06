package validate

import "strings"

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

func isLower(char byte) bool { return 'a' <= char && char <= 'z' }

func isUpper(char byte) bool { return 'A' <= char && char <= 'Z' }

// isWordByte reports whether Ruby's \w matches a byte in a name: ASCII only.
func isWordByte(char byte) bool { return wordBytes[char] }

var wordBytes = func() (set [256]bool) {
	for char := range set {
		set[char] = isLower(byte(char)) || isUpper(byte(char)) || isDigit(byte(char)) || char == '_'
	}
	return set
}()

// isSegment reports whether text is a byte that starts accepts, followed by word characters.
func isSegment(text string, starts func(byte) bool) bool {
	if text == "" || !starts(text[0]) {
		return false
	}
	for i := 1; i < len(text); i++ {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return true
}

// isQualified reports whether starts accepts the first byte of every segment of name, split at
// "::".
func isQualified(name string, starts func(byte) bool) bool {
	for {
		segment, rest, more := strings.Cut(name, "::")
		if !isSegment(segment, starts) {
			return false
		}
		if !more {
			return true
		}
		name = rest
	}
}

// startsVariable reports whether the last segment of a variable's name may start with char.
func startsVariable(char byte) bool { return isLower(char) || char == '_' }

// isVariableName implements Puppet's own test (Patterns::VAR_NAME). The last segment may start
// with an underscore.
func isVariableName(name string) bool {
	if isSegment(name, startsVariable) {
		return true
	}
	name = strings.TrimPrefix(name, "::")
	if last := strings.LastIndex(name, "::"); last >= 0 {
		return isQualified(name[:last], isLower) && isSegment(name[last+2:], startsVariable)
	}
	return isSegment(name, startsVariable)
}

// isMatchVariable reports whether name is that of a match variable: a decimal
// number without leading zeros.
func isMatchVariable(name string) bool {
	if name == "" || name[0] == '0' && len(name) > 1 {
		return false
	}
	return strings.Trim(name, "0123456789") == ""
}
