package validate

import "strings"

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

func isLower(char byte) bool { return 'a' <= char && char <= 'z' }

func isUpper(char byte) bool { return 'A' <= char && char <= 'Z' }

// isWordByte reports what Ruby's \w matches in names: ASCII only.
func isWordByte(char byte) bool { return wordBytes[char] }

var wordBytes = func() (set [256]bool) {
	for char := range set {
		set[char] = isLower(byte(char)) || isUpper(byte(char)) || isDigit(byte(char)) || char == '_'
	}
	return set
}()

// isSegment reports whether text is a first byte that starts accepts and then
// word characters.
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

// isQualified reports whether every segment of name, split at "::", starts as
// starts accepts.
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

// startsVariable is what the last segment of a variable's name starts with.
func startsVariable(char byte) bool { return isLower(char) || char == '_' }

// isVariableName is Puppet's own test (Patterns::VAR_NAME), which lets the last
// segment start with an underscore.
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
