package source

import (
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// MaxFileSize is the length in bytes of the longest text that is read: many
// times that of any that people write. The tree of a longer one would take
// gigabytes.
const MaxFileSize = 16 << 20

// File is a text with a name and a line table. It is immutable and safe for
// use by several goroutines.
type File struct {
	// Name is the path as the user gave it or as the walk found it.
	Name string
	// Text is the whole content, exactly as on disk.
	Text string
	// lineStarts holds the byte offset at which each line begins; its first
	// entry is always 0.
	lineStarts []int32
	// ascii says whether every byte is a character: 0 until it was asked for,
	// 1 for yes, 2 for no.
	ascii atomic.Int32
}

// NewFile makes a File of text and computes its line table. Lines end at "\n"
// as in Puppet's own locator; a lone carriage return ends no line. The text
// must not be longer than MaxFileSize.
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
	return &File{Name: name, Text: text, lineStarts: lineStarts}
}

// Position is a place in a text as people and programs name it.
type Position struct {
	// Line is 1-based.
	Line int
	// Column is 1-based, in the unit that the method which made the Position
	// states.
	Column int
}

// LineCount is the number of lines, the (possibly empty) one after the last
// line feed included.
func (f *File) LineCount() int { return len(f.lineStarts) }

// Line is the 1-based line that holds the byte at offset. An offset at or
// after the end of the text is on the last line.
func (f *File) Line(offset int32) int {
	return sort.Search(len(f.lineStarts), func(i int) bool { return f.lineStarts[i] > offset })
}

// LineStart is the offset of the first byte of the 1-based line.
func (f *File) LineStart(line int) int32 { return f.lineStarts[line-1] }

// LineSpan is the span of the 1-based line without its line ending ("\n" or
// "\r\n").
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

// LineText is the text of the 1-based line without its line ending.
func (f *File) LineText(line int) string { return f.Slice(f.LineSpan(line)) }

// Slice is the text within span. It shares memory with Text.
func (f *File) Slice(span Span) string { return f.Text[span.Start:span.End] }

// Position is the line and the column, in characters, of offset. Each byte
// that is not part of valid UTF-8 counts as one character. It counts from the
// start of the line; to place many offsets of one file, use a Cursor.
func (f *File) Position(offset int32) Position {
	line := f.Line(offset)
	before := f.Text[f.lineStarts[line-1]:offset]
	if len(before) > longLine && f.isASCII() {
		return Position{line, 1 + len(before)}
	}
	return Position{line, 1 + utf8.RuneCountInString(before)}
}

// longLine is the length in bytes from which on it is worth knowing that a text
// is ASCII: data may be one long line.
const longLine = 4096

func (f *File) isASCII() bool {
	if known := f.ascii.Load(); known != 0 {
		return known == 1
	}
	known := int32(1)
	for i := range len(f.Text) {
		if f.Text[i] >= utf8.RuneSelf {
			known = 2
			break
		}
	}
	f.ascii.Store(known)
	return known == 1
}

// PositionUTF16 is the line and the column, in UTF-16 code units, of offset.
func (f *File) PositionUTF16(offset int32) Position {
	line := f.Line(offset)
	before := f.Text[f.lineStarts[line-1]:offset]
	if len(before) > longLine && f.isASCII() {
		return Position{line, 1 + len(before)}
	}
	return Position{line, 1 + utf16Length(before)}
}

// Offset is the byte offset of a position whose column counts characters. It
// is clamped to the text and to the line.
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

// Cursor places offsets of one file that are asked for in mostly ascending
// order, counting each column from the place asked for last, so that a file
// which is one long line costs no quadratic time. It serves one goroutine.
type Cursor struct {
	file   *File
	offset int32
	at     Position
}

// NewCursor returns a Cursor at the start of file; its columns count
// characters.
func NewCursor(file *File) *Cursor { return &Cursor{file: file, at: Position{1, 1}} }

// Position is the same as File.Position.
func (c *Cursor) Position(offset int32) Position {
	line := c.file.Line(offset)
	from, column := c.file.lineStarts[line-1], 1
	if line == c.at.Line && offset >= c.offset {
		from, column = c.offset, c.at.Column
	}
	c.offset = offset
	c.at = Position{line, column + utf8.RuneCountInString(c.file.Text[from:offset])}
	return c.at
}

func utf16Length(text string) int {
	units := 0
	for _, char := range text {
		units++
		if char > 0xFFFF {
			units++
		}
	}
	return units
}
