package server

import (
	"slices"
	"strings"

	"puppet-lint/server/protocol"
)

// textLines are the lines of a text with their endings. Many changes of a long text are applied to
// its lines, since each would otherwise read the whole text.
type textLines []string

func linesOf(text string) textLines {
	starts := newMapper(text, protocol.PositionEncodingKindUTF8).starts
	lines := make(textLines, len(starts))
	for i, start := range starts {
		end := int32(len(text))
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		lines[i] = text[start:end]
	}
	return lines
}

// locate returns the index of the line of a position, and the offset in the line. A position
// outside the text or its line is moved to the nearest end.
func (l textLines) locate(position protocol.Position, encoding protocol.PositionEncodingKind) (line, offset int) {
	if int64(position.Line) >= int64(len(l)) {
		return len(l) - 1, len(l[len(l)-1])
	}
	line = int(position.Line)
	return line, int(newMapper(l[line], encoding).offset(protocol.Position{Character: position.Character}))
}

// replace replaces a range by a text.
func (l textLines) replace(r protocol.Range, with string, encoding protocol.PositionEncodingKind) textLines {
	start, from := l.locate(r.Start, encoding)
	end, to := l.locate(r.End, encoding)
	if end < start || end == start && to < from {
		end, to = start, from
	}
	text := l[start][:from] + with + l[end][to:]
	if start > 0 && strings.HasSuffix(l[start-1], "\r") { // "\n" may follow now, which belongs to the same line ending
		start--
		text = l[start] + text
	}
	lines := linesOf(text)
	if end+1 < len(l) {
		lines = lines[:len(lines)-1] // what follows the ending of the last line is the next line
	}
	return slices.Replace(l, start, end+1, lines...)
}

// changed returns a text after changes.
func changed(text string, changes []protocol.TextDocumentContentChangePartial, encoding protocol.PositionEncodingKind) string {
	lines := linesOf(text)
	for _, one := range changes {
		if one.Range == nil {
			lines = linesOf(one.Text)
		} else {
			lines = lines.replace(*one.Range, one.Text, encoding)
		}
	}
	return strings.Join(lines, "")
}
