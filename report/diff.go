package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// WriteDiff writes changes as a unified diff, with code as it is.
func WriteDiff(out io.Writer, changes []lint.Change, color bool) {
	p := &textPrinter{color: color}
	for _, change := range changes {
		path := diffPath(change.Path)
		delta := 0
		for line := range strings.Lines(udiff.Unified(path, path, change.Before, change.After)) {
			line = renumbered(line, &delta)
			text, end := strings.TrimSuffix(line, "\n"), line[len(strings.TrimSuffix(line, "\n")):]
			switch {
			case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
				text = p.paint(bold, text)
			case strings.HasPrefix(line, "+"):
				text = p.paint("\x1b[32m", text)
			case strings.HasPrefix(line, "-"):
				text = p.paint("\x1b[31m", text)
			case strings.HasPrefix(line, "@@"):
				text = p.paint(cyan, text)
			}
			fmt.Fprint(out, text+end)
		}
	}
}

// hunkHeader is the line before a hunk: the first line and the number of lines before and after.
var hunkHeader = lazyregexp.New(`^@@ -(\d+)(?:,(\d+))? \+(\d+)((?:,(\d+))?) @@`)

// renumbered corrects the line numbers in the header of a hunk, because udiff miscounts the lines
// of earlier hunks. It returns other lines unchanged. delta is the number of lines that the earlier
// hunks add to the text; renumbered updates it.
func renumbered(line string, delta *int) string {
	at := hunkHeader.FindStringSubmatch(line)
	if at == nil || at[1] == "0" || at[3] == "0" {
		return line
	}
	before := number(at[1])
	to := "+" + strconv.Itoa(before+*delta) + at[4]
	*delta += countOf(at[5]) - countOf(at[2])
	return strings.Replace(line, "+"+at[3]+at[4], to, 1)
}

// countOf parses a number of lines in the header of a hunk. A missing number means 1.
func countOf(text string) int {
	if text == "" {
		return 1
	}
	return number(text)
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// diffPath returns a path as git and GNU patch write it in a diff: in quotes, with escapes, if it
// contains characters that would end the line or control a terminal.
func diffPath(path string) string {
	if source.Shown(path) == path && !strings.ContainsAny(path, "\t\"") {
		return path
	}
	var quoted strings.Builder
	quoted.WriteByte('"')
	for i := range len(path) {
		switch char := path[i]; {
		case char == '"' || char == '\\':
			quoted.WriteString("\\" + string(char))
		case char < ' ' || char >= 0x7F:
			fmt.Fprintf(&quoted, "\\%03o", char)
		default:
			quoted.WriteByte(char)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}
