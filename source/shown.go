package source

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// What comes from outside (a file, its name, a configuration, what git says) must not
// steer what it is shown on: a terminal obeys control characters and shows text in
// another order, and CI systems take lines of a log for commands. All of that goes
// through the functions here, whatever the report.

// isHarmless reports whether a character may be shown as it is: what has a shape of its
// own, and blanks.
func isHarmless(char rune) bool { return unicode.IsGraphic(char) && char != utf8.RuneError }

// Shown is text as it may stand in a line that is shown: what is no character, or
// steers, becomes U+FFFD, and the end of a line a blank.
func Shown(text string) string {
	if isPlain(text) {
		return text
	}
	var shown strings.Builder
	shown.Grow(len(text))
	for _, char := range text {
		switch {
		case char == '\n':
			shown.WriteByte(' ')
		case char == '\t' || isHarmless(char):
			shown.WriteRune(char)
		default:
			shown.WriteRune(utf8.RuneError)
		}
	}
	return disarm(shown.String())
}

// ShownFirst is text as it may begin a line that is shown: as Shown, and no command of
// GitHub's.
func ShownFirst(text string) string {
	shown := Shown(text)
	if trimmed := strings.TrimLeftFunc(shown, unicode.IsSpace); strings.HasPrefix(trimmed, "::") {
		return shown[:len(shown)-len(trimmed)] + "\uFFFD" + trimmed[1:]
	}
	return shown
}

// ShownLines is a text of several lines as each of them may be shown.
func ShownLines(text string) string {
	var shown strings.Builder
	for line := range strings.Lines(text) {
		content, ends := strings.CutSuffix(line, "\n")
		if shown.WriteString(ShownFirst(content)); ends {
			shown.WriteByte('\n')
		}
	}
	return shown.String()
}

// isPlain reports whether nothing in text needs to be looked at.
func isPlain(text string) bool {
	hashes := 0
	for i := range len(text) {
		switch char := text[i]; {
		case char < ' ' && char != '\t' || char >= 0x7F:
			return false
		case char == '#':
			if hashes++; hashes > 1 {
				return false
			}
		default:
			hashes = 0
		}
	}
	return true
}

// disarm breaks commands that CI systems look for anywhere in a line, such as ##vso[…].
func disarm(text string) string {
	return replaceCommands(text, "\uFFFD")
}

// replaceCommands puts by in the place of the first sign of each such command.
func replaceCommands(text, by string) string {
	if !strings.Contains(text, "##") {
		return text
	}
	var safe strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '#' && strings.HasPrefix(text[i:], "##") && isCommand(text[i+2:]) {
			safe.WriteString(by)
		} else {
			safe.WriteByte(text[i])
		}
	}
	return safe.String()
}

// longestCommand is how long the name of such a command may be.
const longestCommand = 32

func isCommand(text string) bool {
	for i := range min(len(text), longestCommand) {
		switch char := text[i]; {
		case char == '[':
			return true
		case !('a' <= char|0x20 && char|0x20 <= 'z' || char == '-' || char == '_'):
			return false
		}
	}
	return false
}

// Notation is how a machine's format writes a character by its number.
type Notation uint8

const (
	// JSON writes \u202e.
	JSON Notation = iota + 1
	// XML writes &#x202e;.
	XML
)

// Escaper writes a document in a machine's format: what Shown would replace is written
// by its number, so that whoever reads the document reads the same.
type Escaper struct {
	to       io.Writer
	notation Notation
	// rest is what may yet become a command or a character.
	rest []byte
}

// NewEscaper writes to a writer. Close writes what is left.
func NewEscaper(to io.Writer, notation Notation) *Escaper {
	return &Escaper{to: to, notation: notation}
}

// Write takes a part of the document.
func (e *Escaper) Write(text []byte) (int, error) {
	all := append(e.rest, text...)
	// What is cut must end neither within a character nor within a command.
	cut := len(all)
	for cut > 0 && all[cut-1] != '\n' && all[cut-1] != '"' && all[cut-1] != '>' && all[cut-1] != ' ' {
		cut--
	}
	_, err := io.WriteString(e.to, e.escape(string(all[:cut])))
	e.rest = append(all[:0:0], all[cut:]...)
	return len(text), err
}

// Close writes what is left.
func (e *Escaper) Close() error {
	_, err := io.WriteString(e.to, e.escape(string(e.rest)))
	e.rest = nil
	return err
}

func (e *Escaper) escape(text string) string {
	if isPlain(text) {
		return text
	}
	var safe strings.Builder
	for _, char := range text {
		if char == '\n' || char == '\t' || char == utf8.RuneError || isHarmless(char) {
			safe.WriteRune(char)
		} else {
			safe.WriteString(e.number(char))
		}
	}
	return replaceCommands(safe.String(), e.number('#'))
}

func (e *Escaper) number(char rune) string {
	if e.notation == XML {
		return fmt.Sprintf("&#x%x;", char)
	}
	if high, low := utf16.EncodeRune(char); high != utf8.RuneError {
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, char)
}
