package format

import (
	"math"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// tag is the range of pieces of a template's tag, from its opening delimiter to its closing one.
type tag struct{ open, close int32 }

// indentTags determines how far the lines within the tags of a template are indented, relative
// to the code that the tag begins with. Brackets that another tag has opened do not count.
func (d *document) indentTags() {
	for _, t := range d.tags {
		from, upTo := t.open+1, t.close
		if d.tokens[t.open].Line == d.tokens[t.close].Line || from == upTo {
			continue
		}
		count := upTo - from
		tokens := make([]layout.Token, count+1)
		for i := range count {
			tokens[i] = d.tokens[from+i]
			switch mate := tokens[i].Mate; {
			case mate < from:
				tokens[i].Mate = i
			case mate >= upTo:
				tokens[i].Mate = count
			default:
				tokens[i].Mate -= from
			}
		}
		tokens[count] = layout.Token{Kind: syntax.EndOfFile, Line: math.MaxInt32, Mate: count}
		indenter := layout.Indenter{Tokens: tokens}
		for first, end := 0, 0; ; first = end {
			for tokens[end].Line == tokens[first].Line {
				end++
			}
			if first > 0 {
				// The author may close a bracket at the end of a line, which does not move it.
				lead := first
				for closes(tokens[lead].Kind) {
					lead++
				}
				line := indenter
				line.Before(first, lead)
				d.indents[from+int32(first)] = int32(max(line.Steps, 0) * d.options.IndentWidth)
				indenter.Before(first, end)
			}
			if tokens[end].Kind == syntax.EndOfFile {
				break
			}
			indenter.After(first, end)
		}
	}
}

// tagColumn returns the column of a piece that begins a line within a tag. The columns of the
// pieces before it are known.
func (d *document) tagColumn(index int32) int32 {
	t := d.tagOf(index)
	first := t.open + 1
	column := d.columns[t.open]
	switch {
	case index == t.close:
		return column
	case d.pieces[first].newlines > 0:
		return max(d.sourceColumn(first), 0) + d.indents[index]
	case d.pieces[first].kind != syntax.Pipe:
		return d.columns[first] + d.indents[index]
	case index == d.mates[first]:
		return column
	case d.pieces[first+1].newlines == 0:
		return d.columns[first+1] + d.indents[index]
	}
	return column + int32(d.options.IndentWidth) + d.indents[index]
}

// tagOf returns the tag that contains a piece.
func (d *document) tagOf(index int32) tag {
	for d.tags[d.atTag].close < index {
		d.atTag++
	}
	return d.tags[d.atTag]
}
