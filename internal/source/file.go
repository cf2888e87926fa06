package source

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxFileSize is the length in bytes of the longest text that is read. No text that people write
// is nearly as long. The tree of a longer text would need gigabytes.
const MaxFileSize = 16 << 20

// File is a text with a name and a line table. It is immutable and safe for concurrent use.
type File struct {
	// Name is the path as the user wrote it or as the walk found it.
	Name string
	// Text is the whole content, exactly as on disk.
	Text string
	// lineStarts holds the byte offset at which each line begins. The first is 0.
	lineStarts []int32
	// milestones returns the milestones of the text, for positions in long lines. They are
	// computed on first use.
	milestones func() []milestone
}

// Renamed returns the same text under another name.
func (f *File) Renamed(name string) *File {
	renamed := *f
	renamed.Name = name
	return &renamed
}

// NewFile returns a File with the given text. Lines end at "\n", as in Puppet's own locator; a
// lone carriage return does not end a line. The text must not be longer than MaxFileSize.
func NewFile(name, text string) *File {
	lineStarts := make([]int32, 1, 1+strings.Count(text, "\n"))
	for offset := 0; ; {
		next := strings.IndexByte(text[offset:], '\n')
		if next < 0 {
			break
		}
		offset += next + 1
		lineStarts = append(lineStarts, int32(offset))
	}
	milestones := sync.OnceValue(func() []milestone { return milestonesOf(text) })
	return &File{Name: name, Text: text, lineStarts: lineStarts, milestones: milestones}
}

// Position is a line and a column in a text.
type Position struct {
	// Line is 1-based.
	Line int
	// Column is 1-based, in the unit of the method that returns the Position.
	Column int
}

// LineCount returns the number of lines, including the possibly empty one after the last line
// feed.
func (f *File) LineCount() int { return len(f.lineStarts) }

// Line returns the 1-based line that contains the byte at offset. An offset at or after the end
// of the text is on the last line.
func (f *File) Line(offset int32) int {
	return sort.Search(len(f.lineStarts), func(i int) bool { return f.lineStarts[i] > offset })
}

// LineStart returns the offset of the first byte of a 1-based line.
func (f *File) LineStart(line int) int32 { return f.lineStarts[line-1] }

// LineEnding returns the file's line ending: "\r\n" if its first line ends so, else "\n".
func (f *File) LineEnding() string {
	if feed := strings.IndexByte(f.Text, '\n'); feed > 0 && f.Text[feed-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// LineSpan returns the span of a 1-based line without its line ending ("\n" or "\r\n").
func (f *File) LineSpan(line int) Span {
	start, end := f.lineStarts[line-1], int32(len(f.Text))
	if line < len(f.lineStarts) {
		end = f.lineStarts[line] - 1
		if end > start && f.Text[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// LineText returns the text of a 1-based line without its line ending.
func (f *File) LineText(line int) string { return f.Slice(f.LineSpan(line)) }

// Slice returns the text in span. It shares memory with Text.
func (f *File) Slice(span Span) string { return f.Text[span.Start:span.End] }

// Offset returns the byte offset of a position whose column is in characters. It is clamped to
// the text and to the line.
func (f *File) Offset(position Position) int32 {
	if position.Line < 1 {
		return 0
	}
	if position.Line > len(f.lineStarts) {
		return int32(len(f.Text))
	}
	span := f.LineSpan(position.Line)
	offset := span.Start
	for column := 1; column < position.Column && offset < span.End; column++ {
		_, size := utf8.DecodeRuneInString(f.Text[offset:span.End])
		offset += int32(size)
	}
	return offset
}
