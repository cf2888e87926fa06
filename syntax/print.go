package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote formats value as a string literal that reads back as value: in single quotes, or in
// double quotes if it contains line endings or invisible characters. value should be UTF-8.
func Quote(value string) string {
	for _, char := range value {
		if char == utf8.RuneError || !unicode.IsPrint(char) {
			return quoteDouble(value)
		}
	}
	return quoteSingle(value)
}

// quoteSingle formats value in single quotes. It doubles a backslash only where it would escape
// something.
func quoteSingle(value string) string {
	var b strings.Builder
	b.Grow(len(value) + 2)
	b.WriteByte('\'')
	for i := 0; i < len(value); i++ {
		switch char := value[i]; {
		case char == '\'':
			b.WriteString(`\'`)
		case char == '\\' && (i+1 == len(value) || value[i+1] == '\\' || value[i+1] == '\''):
			b.WriteString(`\\`)
		default:
			b.WriteByte(char)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// quoteDouble formats value in double quotes.
func quoteDouble(value string) string {
	var b strings.Builder
	b.Grow(len(value) + 8)
	b.WriteByte('"')
	for i := 0; i < len(value); {
		char, size := utf8.DecodeRuneInString(value[i:])
		switch {
		case char == '\n':
			b.WriteString(`\n`)
		case char == '\t':
			b.WriteString(`\t`)
		case char == '\r':
			b.WriteString(`\r`)
		case char == '"' || char == '\\' || char == '$':
			b.WriteByte('\\')
			b.WriteRune(char)
		case char == utf8.RuneError && size == 1 || unicode.IsPrint(char):
			b.WriteString(value[i : i+size])
		default:
			fmt.Fprintf(&b, `\u{%x}`, char)
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}
