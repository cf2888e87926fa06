package format

import (
	"maps"
	"slices"
	"unicode/utf8"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// alignment is a set of pieces to align in one column: the arrows of a block, or the names or
// the defaults of parameters.
type alignment struct {
	kind alignKind
	// group is the group that must be broken; 0 for statements.
	group int32
	cells []cell
}

type alignKind uint8

const (
	// alignArrows pieces are always aligned, unless the options disable it.
	alignArrows alignKind = iota
	// alignIfAligned pieces stay aligned if the author has aligned them.
	alignIfAligned
)

// cell is one piece to align, and the first piece of its line.
type cell struct{ first, piece int32 }

func (p *planner) newAlignment(kind alignKind, group int32) int32 {
	p.aligned = append(p.aligned, alignment{kind: kind, group: group})
	return int32(len(p.aligned) - 1)
}

func (p *planner) alignArrow(set, first, piece int32) {
	p.aligned[set].cells = append(p.aligned[set].cells, cell{first, piece})
}

// align computes the padding before each aligned piece. The columns of all pieces are known
// without padding.
func (d *document) align() {
	for i := range d.aligned {
		set := &d.aligned[i]
		for _, c := range set.cells {
			d.pieces[c.piece].pad = 0
		}
		if len(set.cells) < 2 || set.group > 0 && !d.groups[set.group].isBroken {
			continue
		}
		if set.kind == alignIfAligned {
			d.keepAligned(set.cells)
		} else if d.options.AlignArrows {
			d.alignCells(set.cells)
		}
	}
	d.alignComments()
}

// alignCells puts the arrows of a block into the column that layout.ArrowColumn determines.
func (d *document) alignCells(cells []cell) {
	d.keys = d.keys[:0]
	count := 0
	for _, c := range cells {
		if d.spansLines(c) {
			continue
		}
		key := layout.Key{Column: int(d.columns[c.first]), BeginsLine: d.isCell(c)}
		key.Width = int(d.cellWidth(c)) - key.Column
		d.keys = append(d.keys, key)
		if key.BeginsLine {
			count++
		}
	}
	if count < 2 {
		return
	}
	column := int32(layout.ArrowColumn(d.keys))
	for _, c := range cells {
		if d.isCell(c) && !d.spansLines(c) {
			d.pieces[c.piece].pad = column - 1 - d.cellWidth(c)
		}
	}
}

// spansLines reports whether a cell's key and its arrow are on different lines. Then the arrow
// is not aligned.
func (d *document) spansLines(c cell) bool {
	if d.pieces[c.piece].breaks {
		return true
	}
	for i := c.first; i < c.piece; i++ {
		if d.pieces[i].isMultiline || d.pieces[i].breaks && i > c.first {
			return true
		}
	}
	return false
}

// keepAligned aligns the pieces that are in one column of the source. It does nothing unless
// there is more than one space before one of the pieces.
func (d *document) keepAligned(cells []cell) {
	isPadded := false
	for _, c := range cells {
		// In a table, the author may have padded before the colon instead.
		isPadded = isPadded || d.sourceGap(c.piece) > 1 || d.pieces[c.piece-1].kind == syntax.Colon && d.sourceGap(c.piece-1) > 1
	}
	if !isPadded {
		return
	}
	columns := make(map[int32][]cell, 2)
	var moved []cell // the author has put the piece on a line of its own
	for _, c := range cells {
		if !d.begins(c.first) || d.pieces[c.piece].breaks || d.pieces[c.piece].isFrozen || d.isSplit(c) {
			continue
		}
		switch {
		case d.hasBreak(c.piece):
			moved = append(moved, c)
		case d.sourceGap(c.piece) > 0:
			column := d.sourceColumn(c.piece) - d.sourceColumn(c.first)
			columns[column] = append(columns[column], c)
		}
	}
	d.joinColumns(columns)
	d.addMoved(columns, moved)
	for column, aligned := range columns {
		d.keepColumn(aligned, column)
	}
}

// isSplit reports whether a comment of several lines is in a cell, or a tag of a template ends or
// begins there. No column is kept then.
func (d *document) isSplit(c cell) bool {
	for i := c.first + 1; i <= c.piece; i++ {
		if p := &d.pieces[i]; isEppTag(p.kind) || p.kind.IsComment() && p.isMultiline {
			return true
		}
	}
	return false
}

// nearby is the greatest distance of a padded piece from the column that the author probably
// meant, if few pieces are in that column.
const nearby = 3

// joinColumns moves each piece that the author has padded to a column of its own into the
// nearest column of other pieces, if the text before it ends early enough.
func (d *document) joinColumns(columns map[int32][]cell) {
	if len(columns) < 2 {
		return
	}
	order := slices.Sorted(maps.Keys(columns))
	for _, column := range order {
		cells := columns[column]
		if len(cells) != 1 || d.sourceGap(cells[0].piece) < 2 {
			continue
		}
		least := d.cellWidth(cells[0]) + 1 - d.columns[cells[0].first]
		nearest := int32(-1)
		for _, other := range order {
			distance := abs(other - column)
			if distance == 0 || other < least || d.beginBlocks(columns[other]) || len(columns[other]) < 3 && distance > nearby || len(columns[other]) == 1 && d.sourceGap(columns[other][0].piece) > 1 {
				continue
			}
			if nearest < 0 || distance < abs(nearest-column) {
				nearest = other
			}
		}
		if nearest >= 0 {
			columns[nearest] = append(columns[nearest], cells[0])
			delete(columns, column)
		}
	}
}

// beginBlocks reports whether the pieces begin blocks, and none of them is padded: they are in one
// column by chance.
func (d *document) beginBlocks(cells []cell) bool {
	return !slices.ContainsFunc(cells, func(c cell) bool {
		return d.pieces[c.piece].kind != syntax.LeftBrace || d.sourceGap(c.piece) > 1
	})
}

// addMoved adds pieces that no longer have a line of their own to the column with most pieces, if
// the text before them ends early enough.
func (d *document) addMoved(columns map[int32][]cell, moved []cell) {
	most := int32(-1)
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		if most < 0 || len(columns[column]) > len(columns[most]) {
			most = column
		}
	}
	for _, c := range moved {
		if most >= d.cellWidth(c)+1-d.columns[c.first] {
			columns[most] = append(columns[most], c)
		}
	}
}

func abs(x int32) int32 { return max(x, -x) }

// keepColumn keeps pieces in the author's column, counted from the start of the line, unless
// that is too narrow. If a piece needs a column that makes other lines too long, it gets a
// single space instead.
func (d *document) keepColumn(cells []cell, column int32) {
	for len(cells) > 1 {
		widest := int32(0)
		for _, c := range cells {
			widest = max(widest, d.cellWidth(c)+1-d.columns[c.first])
		}
		column = max(column, widest)
		if d.fits(cells, column) {
			for _, c := range cells {
				d.pieces[c.piece].pad = column - 1 - d.cellWidth(c) + d.columns[c.first]
			}
			return
		}
		if column > widest {
			column = 0 // as far left as possible
			continue
		}
		kept := cells[:0:0]
		for _, c := range cells {
			if d.cellWidth(c)+1-d.columns[c.first] < widest {
				kept = append(kept, c)
			}
		}
		cells, column = kept, 0
	}
}

// fits reports whether moving the pieces into a column makes no further line too long.
func (d *document) fits(cells []cell, column int32) bool {
	limit := int32(d.options.LineWidth)
	for _, c := range cells {
		l := d.lines[d.tokens[c.piece].Line]
		width := d.codeWidth(l)
		if pad := column - 1 - d.cellWidth(c) + d.columns[c.first]; width <= limit && width+pad > limit && !d.isExcused(l) {
			return false
		}
	}
	return true
}

// codeWidth returns the width of a line without alignment and trailing comments.
func (d *document) codeWidth(l lineRange) int32 {
	last := l.upTo - 1
	for last > l.from && d.pieces[last].kind.IsComment() {
		last--
	}
	width := d.endColumn(last)
	if d.pieces[last].wantsComma {
		width++
	}
	return width
}

// endColumn returns the column of the end of a piece, without alignment. The last line of a string
// of several lines is as it is written.
func (d *document) endColumn(index int32) int32 {
	p := &d.pieces[index]
	if p.isMultiline {
		return p.lastWidth
	}
	return d.columns[index] + p.lastWidth
}

// sourceGap returns the number of blanks before a piece in the source, or 0 if there is a line
// ending among them, or if an arrow was swapped with a comment there.
func (d *document) sourceGap(index int32) int32 {
	if index == 0 || d.pieces[index].newlines > 0 || d.pieces[index-1].end > d.pieces[index].start {
		return 0
	}
	return characters(d.text[d.pieces[index-1].end:d.pieces[index].start])
}

// sourceColumn returns the column of a piece in the source, from 0. Like all widths, it counts
// characters.
func (d *document) sourceColumn(index int32) int32 {
	return int32(d.file.Source.Position(d.pieces[index].start).Column) - 1
}

// characters returns the width of a text within a line.
func characters(text string) int32 { return int32(utf8.RuneCountInString(text)) }

// isCell reports whether the piece is aligned: it must be on the line that begins with the
// first piece of the cell.
func (d *document) isCell(c cell) bool {
	return d.begins(c.first) && !d.pieces[c.piece].breaks && !d.pieces[c.piece].isFrozen && d.tokens[c.first].Line == d.tokens[c.piece].Line
}

// begins reports whether a piece begins the code of a line or tag.
func (d *document) begins(index int32) bool {
	for index > 0 && !d.pieces[index].breaks && d.pieces[index-1].kind.IsComment() {
		index--
	}
	return d.pieces[index].breaks || d.pieces[index].leadsTag
}

// cellWidth returns the column of the end of the text before the aligned piece.
func (d *document) cellWidth(c cell) int32 {
	before := c.piece - 1
	width := d.endColumn(before)
	for i := before; i > c.first && !d.pieces[i].breaks; i-- {
		width += d.pieces[i].pad // the names of parameters, before their defaults
	}
	return width
}

// alignComments keeps trailing comments of consecutive lines in one column if the author has
// put them in one. Other comments follow the code after one or two spaces, as in the source.
func (d *document) alignComments() {
	var run []int32 // indexes of the lines
	for i := range d.lines {
		l := d.lines[i]
		comment := l.upTo - 1
		isTight := comment > l.from && (opens(d.pieces[comment-1].kind) || d.pieces[comment-1].kind == syntax.FatArrow)
		if isTight {
			d.pieces[comment].pad = 0 // one space after a bracket or "=>"
		}
		if comment == l.from || !d.pieces[comment].kind.IsComment() || isTight || d.pieces[comment].isFrozen || d.pieces[comment-1].kind.IsComment() {
			d.alignRun(run)
			run = run[:0]
			continue
		}
		d.pieces[comment].pad = 0
		if len(run) > 0 && d.sourceColumn(comment) != d.sourceColumn(d.lines[run[0]].upTo-1) {
			d.alignRun(run)
			run = run[:0]
		}
		run = append(run, int32(i))
	}
	d.alignRun(run)
}

// alignRun aligns the trailing comments of consecutive lines.
func (d *document) alignRun(run []int32) {
	if len(run) == 0 {
		return
	}
	gap, widest := int32(2), int32(0)
	for _, i := range run {
		comment := d.lines[i].upTo - 1
		gap = min(gap, max(d.sourceGap(comment), 1))
		widest = max(widest, d.lineWidth(i))
	}
	for _, i := range run {
		d.pieces[d.lines[i].upTo-1].pad = widest - d.lineWidth(i) + gap - 1
	}
}

// lineWidth returns the width of a line up to its trailing comment.
func (d *document) lineWidth(index int32) int32 {
	l := d.lines[index]
	last := l.upTo - 2
	width := d.endColumn(last)
	if d.pieces[last].wantsComma {
		width++
	}
	for i := last; i > l.from && !d.pieces[i].isMultiline; i-- {
		width += d.pieces[i].pad
	}
	return width
}
