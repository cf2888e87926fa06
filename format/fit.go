package format

import (
	"strings"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// fit breaks groups in lines that are too long: in each line the best group or, if inBestPlace
// is false, all groups. It reports whether it broke any. Each call breaks at least one group if
// it can, so a loop over fit ends.
func (d *document) fit(inBestPlace bool) (changed bool) {
	for _, l := range d.lines {
		if d.isTooLong(l) && d.breakLine(l) {
			changed = true
			if !inBestPlace {
				d.breakAll(l)
			}
		}
	}
	return changed
}

// breakAll breaks a line in all places where breakLine may.
func (d *document) breakAll(l lineRange) {
	for i := l.from; i < l.upTo; i++ {
		if d.mayBreak(i, l) {
			d.groups[d.pieces[i].group].isBroken = true
		}
	}
}

// isTooLong reports whether a line is too long. As in the rule about long lines, lines with a
// URL or a call of template are exempt, and a trailing comment is no reason to break a line.
func (d *document) isTooLong(l lineRange) bool {
	last := l.upTo - 1
	for last > l.from && d.pieces[last].kind.IsComment() {
		last--
	}
	width, pad := int32(0), int32(0)
	for i := l.from; i <= last; i++ {
		p := &d.pieces[i]
		pad += p.pad
		width = max(width, d.columns[i]+pad+p.width)
		if p.wantsComma {
			width = max(width, d.columns[i]+pad+p.lastWidth+1)
		}
		if p.isMultiline {
			pad = 0
		}
	}
	if width <= int32(d.options.LineWidth) {
		return false
	}
	for i := l.from; i <= last; i++ {
		indent := d.indents[l.from]
		if i > l.from {
			indent += int32(d.options.IndentWidth) // the line's content after a break, in brackets
		}
		if d.pieces[i].width+indent > int32(d.options.LineWidth) {
			return false // a long string cannot be broken
		}
	}
	return !d.isExcused(l) && !d.mustStayTogether(l)
}

// isExcused reports whether the rule about long lines exempts a line, however long it is.
func (d *document) isExcused(l lineRange) bool {
	return layout.IsExcused(d.text[d.pieces[l.from].start:d.pieces[l.upTo-1].end])
}

// mustStayTogether reports whether a line must stay together: control comments apply to their line, and
// the text of a heredoc follows the line of its tag.
func (d *document) mustStayTogether(l lineRange) bool {
	last := l.upTo - 1
	for last > l.from && d.pieces[last].kind.IsComment() {
		last--
	}
	if d.pieces[last].mayBeLong { // the first piece may be an arrow from before the comment
		return true
	}
	for i := l.from; i < l.upTo; i++ {
		p := &d.pieces[i]
		if p.isFrozen || p.opensHeredoc {
			return true
		}
		if p.kind.IsComment() && isControl(d.text[p.start:p.end]) {
			return true
		}
	}
	return false
}

// isControl reports whether a comment is a control comment, of this program or of puppet-lint
// (Ruby).
func isControl(comment string) bool {
	comment = strings.TrimLeft(comment, "#/* \t")
	return strings.HasPrefix(comment, "lint:") || strings.HasPrefix(comment, "puppet-lint:")
}

// breakLine breaks a line in the best place: at the block of a statement, otherwise between
// operands, otherwise in the widest of the outermost groups.
func (d *document) breakLine(l lineRange) bool {
	best, width := int32(-1), int32(0)
	for i := l.from; i < l.upTo; i++ {
		group := d.pieces[i].group
		g := &d.groups[group]
		if d.pieces[i].line == lineLed && !d.pieces[i].breaks {
			g.isExploded = true
			return true
		}
		if !d.mayBreak(i, l) {
			continue
		}
		if g.isBlock {
			g.isBroken = true
			return true
		}
		if w := d.columns[g.close] - d.columns[g.open]; w > width {
			best, width = group, w
		}
		i = max(i, g.close)
	}
	if d.breakOperator(l) {
		return true
	}
	if best < 0 {
		return false
	}
	d.groups[d.innermost(best, l)].isBroken = true
	return true
}

// mayBreak reports whether the gap before a piece is the first gap of an unbroken group that is
// entirely on the line.
func (d *document) mayBreak(index int32, l lineRange) bool {
	p := &d.pieces[index]
	if p.line != lineGrouped || p.breaks {
		return false
	}
	g := &d.groups[p.group]
	return !g.isBroken && !g.isTight && g.open >= l.from && g.close < l.upTo
}

// innermost returns the group that is broken instead of the given one: the literal that is the
// last argument of a call, as in "f('a', {", or the only element of a list. It follows such
// groups inward.
func (d *document) innermost(group int32, l lineRange) int32 {
	for {
		g := &d.groups[group]
		if g.last < 0 || g.open < 0 || !closes(d.pieces[g.last].kind) || d.pieces[g.close].previous != g.last {
			return group
		}
		isOnly := d.pieces[g.open].next == d.mates[g.last]
		if kind := d.pieces[g.open].kind; kind == syntax.LeftBrace || kind == syntax.ListStart && !isOnly {
			return group
		}
		close := g.last
		inner := d.pieces[close].group
		if d.pieces[close].line != lineGrouped || d.groups[inner].isBroken || d.groups[inner].isTight || d.groups[inner].open < l.from || !d.groups[inner].isLiteral {
			return group
		}
		group = inner
	}
}

// breakOperator breaks a line before "and" and "or", as rarely as possible. Operators in a
// group wait until the group is broken.
func (d *document) breakOperator(l lineRange) (changed bool) {
	limit, indent := int32(d.options.LineWidth), d.indents[l.from]
	shift, last := int32(0), int32(-1)
	split := func(end int32) {
		if last >= 0 && end-shift > limit {
			d.pieces[last].isBroken, changed = true, true
			shift = d.columns[last] - indent
			last = -1
		}
	}
	for i := l.from + 1; i < l.upTo; i++ {
		p := &d.pieces[i]
		if d.mayBreak(i, l) {
			i = max(i, d.groups[p.group].close)
			continue
		}
		if p.kind == syntax.KeywordAnd || p.kind == syntax.KeywordOr {
			if p.line == lineKept && !p.breaks && !p.isBroken {
				split(d.columns[i] - 1)
				last = i
			}
		}
	}
	split(d.columns[l.upTo-1] + d.pieces[l.upTo-1].width)
	return changed
}
