// Package wordwrap breaks text for people into lines. It stands on nothing.
package wordwrap

import (
	"strings"
	"unicode/utf8"
)

// Lines are the lines of a text whose words, blanks between them, do not pass that
// many characters, as far as they can; there is at least one.
func Lines(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
