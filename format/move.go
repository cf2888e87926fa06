package format

import "puppet-lint/syntax"

// moveArrows swaps the arrow of a relationship with the comments between it and its right
// operand, so that it is on the operand's line. From here on, the pieces are in the order of
// the formatted text.
func (d *document) moveArrows() {
	for i := int32(0); int(i) < len(d.pieces); i++ {
		arrow := d.pieces[i]
		if arrow.kind != syntax.InEdge && arrow.kind != syntax.InEdgeSub || arrow.isFrozen || d.isEpp {
			continue
		}
		operand := arrow.next
		if operand == i+1 || int(operand) >= len(d.pieces) || !d.mayPass(i, operand) {
			continue
		}
		first := &d.pieces[i+1]
		first.newlines = max(first.newlines, arrow.newlines)
		copy(d.pieces[i:operand-1], d.pieces[i+1:operand])
		for j := i; j < operand-1; j++ {
			d.pieces[j].previous, d.pieces[j].next = arrow.previous, operand-1
			d.pieceOf[d.pieces[j].first] = j
		}
		arrow.newlines = d.pieces[operand].newlines
		d.pieces[operand].newlines = 0
		d.pieces[operand].previous = operand - 1
		d.pieces[operand-1] = arrow
		d.pieceOf[arrow.first] = operand - 1
		if arrow.previous >= 0 {
			d.pieces[arrow.previous].next = operand - 1
			for j := arrow.previous + 1; j < i; j++ {
				d.pieces[j].next = operand - 1
			}
		}
		d.moved = append(d.moved, movedArrow{i, operand})
		i = operand
	}
}

// mayPass reports whether the arrow may be swapped with the comments up to its operand: none of
// them is frozen, no heredoc is among them, and the operand is on another line.
func (d *document) mayPass(arrow, operand int32) bool {
	breaks := false
	for j := arrow; j <= operand; j++ {
		p := &d.pieces[j]
		if p.isFrozen || p.hasHeredoc || p.opensHeredoc {
			return false
		}
		breaks = breaks || j > arrow && p.newlines > 0
	}
	return breaks
}

// movedArrow is the range of pieces from the first comment that was swapped with an arrow to
// the arrow's right operand.
type movedArrow struct{ from, operand int32 }

// movedGap edits the text between the piece before a moved arrow and its operand.
func (e *editor) movedGap(m movedArrow) {
	before := int32(0)
	e.buffer = e.buffer[:0]
	if m.from > 0 {
		before = e.pieces[m.from-1].end
		if e.pieces[m.from-1].wantsComma {
			e.buffer = append(e.buffer, ',')
		}
	}
	for i := m.from; i <= m.operand; i++ {
		e.appendGap(i)
		if i < m.operand {
			e.buffer = append(e.buffer, e.text[e.pieces[i].start:e.pieces[i].end]...)
		}
	}
	e.replace(spanOf(before, e.pieces[m.operand].start), string(e.buffer))
}
