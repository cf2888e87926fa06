package config

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"puppet-lint/internal/source"
)

// The limits of a configuration file, many times what people write. The memory that the TOML
// library needs grows at least with the square of the nesting.
const (
	maxTOMLSize    = 1 << 20
	maxTOMLNesting = 32
)

// decodeTOML reads the text of a configuration file into document.
func decodeTOML(file *source.File, document any) error {
	if len(file.Text) > maxTOMLSize {
		return &Error{File: file.Name, Message: fmt.Sprintf("is longer than %d KiB", maxTOMLSize>>10)}
	}
	if at := tooDeep(file.Text); at >= 0 {
		return &Error{file.Name, file.Position(int32(at)), fmt.Sprintf("nests more than %d levels", maxTOMLNesting)}
	}
	_, err := toml.Decode(file.Text, document)
	return err
}

// tooDeep returns the offset where the nesting of lists, tables or dotted keys in a TOML text
// exceeds the limit, or -1 if it does not.
func tooDeep(text string) int {
	brackets, dots := 0, 0
	for at := 0; at < len(text); at++ {
		switch char := text[at]; char {
		case '#':
			end := strings.IndexByte(text[at:], '\n')
			if end < 0 {
				return -1
			}
			at += end - 1
		case '"', '\'':
			at = endOfString(text, at) - 1
		case '[', '{':
			brackets++
		case ']', '}':
			brackets = max(0, brackets-1)
		case '.':
			dots++
		case '\n', '=', ',':
			dots = 0
		}
		if brackets > maxTOMLNesting || dots > maxTOMLNesting {
			return at
		}
	}
	return -1
}

// endOfString returns the offset after the string that begins at start. An unterminated string
// ends with its line or the text.
func endOfString(text string, start int) int {
	quote := text[start : start+1]
	if strings.HasPrefix(text[start:], quote+quote+quote) {
		quote += quote + quote
	}
	for at := start + len(quote); at < len(text); at++ {
		switch {
		case strings.HasPrefix(text[at:], quote):
			return at + len(quote)
		case text[at] == '\\' && quote[0] == '"':
			at++
		case text[at] == '\n' && len(quote) == 1:
			return at // the library reports the malformed string
		}
	}
	return len(text)
}
