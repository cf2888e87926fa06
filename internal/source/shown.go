package source

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text from outside (a file, its name, a configuration, git's messages) must not control the
// output: terminals obey control characters and reorder text, and CI systems execute commands
// in the lines of a log. All reports pass such text through the functions below.

// isHarmless reports whether a character may be shown unchanged: visible characters and blanks.
func isHarmless(char rune) bool { return unicode.IsGraphic(char) && char != utf8.RuneError }

// Shown returns text made safe to show within a line. Invalid and control characters become
// U+FFFD, line feeds become blanks, and commands of CI systems are broken.
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

// ShownFirst returns text made safe to show at the beginning of a line: like Shown, and not a
// workflow command of GitHub.
func ShownFirst(text string) string {
	shown := Shown(text)
	if trimmed := strings.TrimLeftFunc(shown, unicode.IsSpace); strings.HasPrefix(trimmed, "::") {
		return shown[:len(shown)-len(trimmed)] + "\uFFFD" + trimmed[1:]
	}
	return shown
}

// ShownLines returns text of several lines, each made safe as by ShownFirst.
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

// isPlain reports whether text contains nothing that must be replaced.
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

// disarm breaks commands that CI systems recognize anywhere in a line, such as ##vso[…].
func disarm(text string) string {
	return replaceCommands(text, "\uFFFD")
}

// replaceCommands replaces the first character of each such command with by.
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

// longestCommand is the length of the longest name of such a command.
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

// Notation is how a format for programs writes a character by its number.
type Notation uint8

const (
	// JSON writes \u202e.
	JSON Notation = iota + 1
	// XML writes &#x202e;.
	XML
)

// Escaper writes a document in a format for programs. It writes the characters that Shown would
// replace by their numbers, so that a reader of the document gets them unchanged.
type Escaper struct {
	to       io.Writer
	notation Notation
	// rest holds bytes that may be the beginning of a command or a character.
	rest []byte
}

// NewEscaper returns an Escaper that writes to to. Close writes the remaining bytes.
func NewEscaper(to io.Writer, notation Notation) *Escaper {
	return &Escaper{to: to, notation: notation}
}

// Write writes a part of the document.
func (e *Escaper) Write(text []byte) (int, error) {
	all := append(e.rest, text...)
	// A part must not end within a character or a command.
	cut := len(all)
	for cut > 0 && all[cut-1] != '\n' && all[cut-1] != '"' && all[cut-1] != '>' && all[cut-1] != ' ' {
		cut--
	}
	_, err := io.WriteString(e.to, e.escape(string(all[:cut])))
	e.rest = append(all[:0:0], all[cut:]...)
	return len(text), err
}

// Close writes the remaining bytes.
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

// OneLine returns a text on one line: each run of white space is one space.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Cut returns the first characters of a text, with an ellipsis if it has more than limit characters.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	count := 0
	for i := range text {
		if count++; count > limit {
			return text[:i] + "…"
		}
	}
	return text
}

// WriteJSON writes a document as JSON, indented, in which texts from outside are escaped.
func WriteJSON(to io.Writer, document any, indent string) error {
	escaper := NewEscaper(to, JSON)
	encoder := json.NewEncoder(escaper)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(document); err != nil {
		return err
	}
	return escaper.Close()
}
