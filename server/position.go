package server

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"puppet-lint/diag"
	"puppet-lint/server/protocol"
	"puppet-lint/source"
)

// mapper converts between byte offsets in a text and positions in the encoding agreed with the
// client. Lines end as the protocol defines: at "\n", at "\r\n" and at a lone "\r", which does
// not end a line in Puppet.
type mapper struct {
	text   string
	starts []int32
	utf8   bool
}

func newMapper(text string, encoding protocol.PositionEncodingKind) *mapper {
	m := &mapper{text: text, starts: make([]int32, 1, 64), utf8: encoding == protocol.PositionEncodingKindUTF8}
	hasReturns := strings.IndexByte(text, '\r') >= 0
	for at := 0; ; {
		next := -1
		if hasReturns {
			next = strings.IndexAny(text[at:], "\r\n")
		} else {
			next = strings.IndexByte(text[at:], '\n')
		}
		if next < 0 {
			return m
		}
		at += next + 1
		if text[at-1] == '\r' && at < len(text) && text[at] == '\n' {
			at++
		}
		m.starts = append(m.starts, int32(at))
	}
}

// line returns the text of a 0-based line without its line ending, and the offset where it
// starts.
func (m *mapper) line(line int) (text string, start int32) {
	start, end := m.starts[line], len(m.text)
	if line+1 < len(m.starts) {
		end = int(m.starts[line+1])
	}
	return strings.TrimRight(m.text[start:end], "\r\n"), start
}

// offset returns the byte offset of a position. A position outside the text or its line is
// moved to the nearest end.
func (m *mapper) offset(position protocol.Position) int32 {
	if int64(position.Line) >= int64(len(m.starts)) {
		return int32(len(m.text))
	}
	text, start := m.line(int(position.Line))
	if m.utf8 {
		at := min(int(position.Character), len(text))
		for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
		return start + int32(at)
	}
	units := uint32(0)
	for at, char := range text {
		width := uint32(max(1, utf16.RuneLen(char)))
		if units+width > position.Character {
			return start + int32(at)
		}
		units += width
	}
	return start + int32(len(text))
}

// position returns the position of a byte offset.
func (m *mapper) position(offset int32) protocol.Position {
	offset = max(0, min(offset, int32(len(m.text))))
	low, high := 0, len(m.starts)
	for low+1 < high {
		if middle := (low + high) / 2; m.starts[middle] <= offset {
			low = middle
		} else {
			high = middle
		}
	}
	before := m.text[m.starts[low]:offset]
	if m.utf8 {
		return protocol.Position{Line: uint32(low), Character: uint32(len(before))}
	}
	units := uint32(0)
	for _, char := range before {
		units += uint32(max(1, utf16.RuneLen(char)))
	}
	return protocol.Position{Line: uint32(low), Character: units}
}

func (m *mapper) rangeOf(span source.Span) protocol.Range {
	return protocol.Range{Start: m.position(span.Start), End: m.position(span.End)}
}

func (m *mapper) span(r protocol.Range) source.Span {
	start, end := m.offset(r.Start), m.offset(r.End)
	return source.Span{Start: start, End: max(start, end)}
}

// mappers holds one mapper for each file and makes it on first use.
type mappers struct {
	encoding protocol.PositionEncodingKind
	known    map[*source.File]*mapper
}

func (s *Server) mappers() *mappers {
	return &mappers{s.encoding, map[*source.File]*mapper{}}
}

func (m *mappers) of(file *source.File) *mapper {
	known := m.known[file]
	if known == nil {
		known = newMapper(file.Text, m.encoding)
		m.known[file] = known
	}
	return known
}

// location returns the location of a span in the form of the protocol.
func (m *mappers) location(file *source.File, span source.Span) protocol.Location {
	return protocol.Location{URI: uriOf(file.Name), Range: m.of(file).rangeOf(span)}
}

// edits converts the edits of a finding's fix, by URI.
func (m *mappers) edits(edits []diag.Edit) map[string][]protocol.TextEdit {
	changes := map[string][]protocol.TextEdit{}
	for _, edit := range edits {
		uri := uriOf(edit.File.Name)
		changes[uri] = append(changes[uri], protocol.TextEdit{Range: m.of(edit.File).rangeOf(edit.Span), NewText: edit.NewText})
	}
	return changes
}
