package server

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

// mapper converts between byte offsets in a text and positions in the encoding agreed with the
// client. Lines end as the protocol defines: at "\n", at "\r\n" and at a lone "\r", which does
// not end a line in Puppet.
type mapper struct {
	text   string
	starts []int32
	// isBytes is true if a unit of the encoding is a byte: in UTF-8, and if all characters are ASCII.
	isBytes bool
	// checkpoints are offsets in any other text, at starts of characters. They make positions
	// in long lines fast.
	checkpoints []checkpoint
}

// checkpoint is an offset with the number of UTF-16 units before it.
type checkpoint struct{ offset, units int32 }

// checkpointEvery is the least number of bytes between two checkpoints.
const checkpointEvery = 256

func newMapper(text string, encoding protocol.PositionEncodingKind) *mapper {
	m := &mapper{text: text, starts: make([]int32, 1, 64), isBytes: encoding == protocol.PositionEncodingKindUTF8 || ascii.IsOnly(text)}
	if !m.isBytes {
		m.checkpoints = checkpointsOf(text)
	}
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

func checkpointsOf(text string) []checkpoint {
	checkpoints := []checkpoint{{}}
	units, next := int32(0), checkpointEvery
	for at, char := range text {
		if at >= next {
			checkpoints, next = append(checkpoints, checkpoint{int32(at), units}), at+checkpointEvery
		}
		units += unitsOf(char)
	}
	return checkpoints
}

// unitsOf returns the number of UTF-16 units of a character.
func unitsOf(char rune) int32 { return int32(max(1, utf16.RuneLen(char))) }

// units returns the number of UTF-16 units before an offset.
func (m *mapper) units(offset int32) int32 {
	next := sort.Search(len(m.checkpoints), func(i int) bool { return m.checkpoints[i].offset > offset })
	from := m.checkpoints[next-1]
	units := from.units
	for _, char := range m.text[from.offset:offset] {
		units += unitsOf(char)
	}
	return units
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
	end := start + int32(len(text))
	if m.isBytes {
		at := int(min(int64(position.Character), int64(len(text))))
		for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
			at--
		}
		return start + int32(at)
	}
	units := m.units(start)
	wanted := int64(units) + int64(position.Character)
	next := sort.Search(len(m.checkpoints), func(i int) bool { return int64(m.checkpoints[i].units) > wanted || m.checkpoints[i].offset > end })
	from := start
	if last := m.checkpoints[next-1]; last.offset > start {
		from, units = last.offset, last.units
	}
	for at, char := range m.text[from:end] {
		if units += unitsOf(char); int64(units) > wanted {
			return from + int32(at)
		}
	}
	return end
}

// position returns the position of a byte offset.
func (m *mapper) position(offset int32) protocol.Position {
	offset = max(0, min(offset, int32(len(m.text))))
	line := sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > offset }) - 1
	start := m.starts[line]
	if m.isBytes {
		return protocol.Position{Line: uint32(line), Character: uint32(offset - start)}
	}
	return protocol.Position{Line: uint32(line), Character: uint32(m.units(offset) - m.units(start))}
}

func (m *mapper) rangeOf(span source.Span) protocol.Range {
	return protocol.Range{Start: m.position(span.Start), End: m.position(span.End)}
}

func (m *mapper) span(r protocol.Range) source.Span {
	start, end := m.offset(r.Start), m.offset(r.End)
	return source.Span{Start: start, End: max(start, end)}
}

// mappers holds one mapper for each file and makes it on first use. It also knows the URIs of files.
type mappers struct {
	encoding protocol.PositionEncodingKind
	uris     *uris
	known    map[*source.File]*mapper
}

func (s *Server) mappers() *mappers {
	return &mappers{s.encoding, &s.uris, map[*source.File]*mapper{}}
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
	return protocol.Location{URI: m.uris.of(file.Name), Range: m.of(file).rangeOf(span)}
}

// edits converts the edits of a finding's fix, by URI.
func (m *mappers) edits(edits []diag.Edit) map[string][]protocol.TextEdit {
	changes := map[string][]protocol.TextEdit{}
	for _, edit := range edits {
		uri := m.uris.of(edit.File.Name)
		changes[uri] = append(changes[uri], protocol.TextEdit{Range: m.of(edit.File).rangeOf(edit.Span), NewText: edit.NewText})
	}
	return changes
}
