package source

import "unicode/utf8"

// longLine is the length in bytes above which characters are not counted from the start of the
// line. Data or generated code may be one long line with findings all along it.
const longLine = 4096

// milestone holds the numbers of characters and of UTF-16 units of a text before an offset. There
// is one about every longLine bytes.
type milestone struct{ offset, characters, units int32 }

// milestonesOf returns the milestones of text, in order. The first is at its start.
func milestonesOf(text string) []milestone {
	milestones := make([]milestone, 0, 1+len(text)/longLine)
	var here milestone
	for offset, char := range text {
		here.offset = int32(offset)
		if offset >= len(milestones)*longLine {
			milestones = append(milestones, here)
		}
		here.characters++
		here.units += units(char)
	}
	return milestones
}

// units returns the number of UTF-16 code units of a character.
func units(char rune) int32 {
	if char > 0xFFFF {
		return 2
	}
	return 1
}

// Position returns the line and column of offset, in characters. Each byte that is not part of
// valid UTF-8 counts as one character.
func (f *File) Position(offset int32) Position {
	line := f.Line(offset)
	start := f.lineStarts[line-1]
	if offset-start <= longLine {
		return Position{line, 1 + utf8.RuneCountInString(f.Text[start:offset])}
	}
	return Position{line, 1 + int(f.before(offset).characters-f.before(start).characters)}
}

// PositionUTF16 returns the line and column of offset, in UTF-16 code units.
func (f *File) PositionUTF16(offset int32) Position {
	line := f.Line(offset)
	start := f.lineStarts[line-1]
	if offset-start > longLine {
		return Position{line, 1 + int(f.before(offset).units-f.before(start).units)}
	}
	column := int32(1)
	for _, char := range f.Text[start:offset] {
		column += units(char)
	}
	return Position{line, int(column)}
}

// Characters returns the number of characters before offset.
func (f *File) Characters(offset int32) int {
	if len(f.Text) == 0 {
		return 0
	}
	return int(f.before(offset).characters)
}

// before counts the characters before offset, starting at the preceding milestone.
func (f *File) before(offset int32) milestone {
	milestones := f.milestones()
	// A milestone may lie up to three bytes after its multiple of longLine.
	i := min(int(offset)/longLine, len(milestones)-1)
	if milestones[i].offset > offset {
		i--
	}
	here := milestones[i]
	for _, char := range f.Text[here.offset:offset] {
		here.characters++
		here.units += units(char)
	}
	here.offset = offset
	return here
}
