// Package ascii changes and compares the case of ASCII letters only, as Ruby's casecmp and
// Puppet's comparisons of strings do. Package strings would also fold other letters, and
// some of those change their length.
package ascii

// Lower returns a text with its ASCII letters in lower case. The length does not change.
func Lower(text string) string {
	for i := range len(text) {
		if isUpper(text[i]) {
			lower := []byte(text)
			for j := i; j < len(lower); j++ {
				lower[j] = lowerByte(lower[j])
			}
			return string(lower)
		}
	}
	return text
}

// EqualFold reports whether two texts are equal if the case of ASCII letters is ignored.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lowerByte(a[i]) != lowerByte(b[i]) {
			return false
		}
	}
	return true
}

// IsOnly reports whether a text consists of ASCII characters.
func IsOnly(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isUpper(char byte) bool { return 'A' <= char && char <= 'Z' }

func lowerByte(char byte) byte {
	if isUpper(char) {
		return char + 'a' - 'A'
	}
	return char
}
