// Package wordwrap breaks text into lines.
package wordwrap

import (
	"strings"
	"unicode/utf8"
)

// Lines breaks a text into lines of at most width characters, separated at blanks. A longer
// word gets its own line. There is always at least one line.
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
