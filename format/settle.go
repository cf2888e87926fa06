package format

import (
	"slices"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// lineRange is the range of pieces on a line: from is included, upTo is not.
type lineRange struct{ from, upTo int32 }

// maxRounds is the number of rounds in which a line is broken only in its best place. Code that
// people write needs a few rounds. A line that is still too long after that is broken wherever
// possible, so that the time is linear in its length.
const maxRounds = 100

// settle decides every gap: first as in the source, and then with more groups broken, as long
// as lines are too long and can be broken.
func (d *document) settle() {
	d.tokens = make([]layout.Token, len(d.pieces))
	d.columns = make([]int32, len(d.pieces))
	d.indents = make([]int32, len(d.pieces))
	d.breakAtComments()
	for round := 0; ; round++ {
		for _, f := range d.follow {
			d.groups[f.group].isBroken = d.groups[f.group].isBroken || d.groups[f.leader].isBroken
		}
		d.breakLines()
		if d.breakEntries() {
			continue
		}
		d.addCommas()
		d.indent()
		d.measureColumns()
		d.align()
		if d.isEpp || !d.fit(round < maxRounds) {
			return
		}
	}
}

// breakAtComments breaks the innermost group around each comment that ends a line.
func (d *document) breakAtComments() {
	if !slices.ContainsFunc(d.pieces, func(p piece) bool { return p.kind == syntax.LineComment }) {
		return
	}
	begins := make([]int32, len(d.pieces))
	for i := 1; i < len(d.groups); i++ {
		if open := d.groups[i].open; open >= 0 {
			begins[open] = int32(i)
		}
	}
	var around []int32
	for i := range int32(len(d.pieces)) {
		for len(around) > 0 && i >= d.groups[around[len(around)-1]].close {
			around = around[:len(around)-1]
		}
		if begins[i] > 0 {
			around = append(around, begins[i])
		}
		if d.pieces[i].kind == syntax.LineComment && !d.pieces[i].isFrozen && len(around) > 0 {
			d.groups[around[len(around)-1]].isBroken = true
		}
	}
}

// breakEntries breaks the groups of entries that are not all on one line, since their arrows
// must then be aligned. It reports whether there are any.
func (d *document) breakEntries() (changed bool) {
	if d.isEpp {
		return false
	}
	lines, line := d.columns, int32(0) // the columns are not known yet
	for i := range d.pieces {
		if d.pieces[i].breaks {
			line++
		}
		lines[i] = line
		if d.pieces[i].isMultiline {
			line++
		}
	}
	for i := 1; i < len(d.groups); i++ {
		if g := &d.groups[i]; !g.isBroken && g.lastEntry >= 0 && lines[g.open] != lines[g.lastEntry] {
			g.isBroken, changed = true, true
		}
	}
	return changed
}

// breakLines decides which gaps are line endings.
func (d *document) breakLines() {
	waits := false // whether the text of a heredoc begins after the line
	for i := range d.pieces {
		p := &d.pieces[i]
		p.breaks, p.blank = false, false
		waits = waits && !p.hasHeredoc
		switch {
		case i == 0:
			p.breaks = true
		case waits:
		case p.isFrozen || d.isEpp:
			p.breaks = p.newlines > 0
		case p.kind.IsComment():
			p.breaks = p.newlines > 0 || d.pieces[i-1].kind == syntax.LineComment
		default:
			p.breaks = d.breaksBefore(int32(i))
		}
		p.blank = p.breaks && i > 0 && d.hasBlank(int32(i))
		waits = waits || p.opensHeredoc
	}
}

// breaksBefore decides the gap before a piece of code.
func (d *document) breaksBefore(index int32) bool {
	p := &d.pieces[index]
	if d.pieces[index-1].kind == syntax.LineComment || p.hasHeredoc {
		return true
	}
	wanted := p.isBroken
	switch p.line {
	case lineAlways:
		wanted = true
	case lineKept:
		// After an operator that was moved to its own line, there is no other line ending.
		wanted = wanted || d.hasBreak(index) && !(p.previous >= 0 && d.pieces[p.previous].isBroken)
	case lineGrouped:
		wanted = wanted || d.groups[p.group].isBroken
	case lineLed:
		wanted = wanted || d.groups[p.group].isExploded
	}
	if index-1 == p.previous {
		return wanted
	}
	// Comments are in between.
	if p.newlines > 0 {
		return true
	}
	for i := p.previous + 1; i < index; i++ {
		if d.pieces[i].breaks {
			return false
		}
	}
	return wanted
}

// hasBlank reports whether the author's blank line before the piece is kept.
func (d *document) hasBlank(index int32) bool {
	p, before := &d.pieces[index], &d.pieces[index-1]
	if p.newlines < 2 || opens(before.kind) || closes(p.kind) {
		return false
	}
	if p.previous < 0 {
		return true // a licence before the documentation of a class is not part of it
	}
	if !p.kind.IsComment() {
		return p.mayBlank
	}
	return int(p.next) == len(d.pieces) || d.pieces[p.next].mayBlank
}

// indent determines the lines and their indentation.
func (d *document) indent() {
	d.lines = d.lines[:0]
	line := int32(-1)
	for i := range d.pieces {
		p := &d.pieces[i]
		if p.breaks {
			line++
			d.lines = append(d.lines, lineRange{int32(i), int32(i)})
		}
		d.lines[line].upTo = int32(i) + 1
		mate := d.mates[i]
		if p.kind == syntax.Pipe {
			mate = int32(i)
		}
		d.tokens[i] = layout.Token{Kind: p.kind, Line: line, Mate: mate}
	}
	if d.isEpp {
		d.indentTags()
		return
	}
	indenter := layout.Indenter{Tokens: d.tokens}
	for i, l := range d.lines {
		extra := 0
		if i > 0 {
			before := d.lines[i-1]
			extra = indenter.After(int(before.from), int(before.upTo))
		}
		if d.pieces[l.from].hasHeredoc {
			d.setHeredocIndent(l.from, max(indenter.Steps+extra+1, 0)*d.options.IndentWidth)
			extra = 0
		}
		extra += indenter.Before(int(l.from), int(l.upTo))
		d.indents[l.from] = int32(max(indenter.Steps+extra, 0) * d.options.IndentWidth)
	}
	last := d.lines[len(d.lines)-1]
	extra := indenter.After(int(last.from), int(last.upTo))
	d.endIndent = int32(max(indenter.Steps+extra+1, 0) * d.options.IndentWidth)
}

// addCommas adds trailing commas to broken groups that lack them.
func (d *document) addCommas() {
	for i := range d.groups {
		g := &d.groups[i]
		if !g.isBroken || g.comma != commaWanted || g.last < 0 || d.isEpp {
			continue
		}
		last := &d.pieces[g.last]
		last.wantsComma = last.next == g.close && !d.pieces[g.last+1].isFrozen
	}
}

func (d *document) setHeredocIndent(index int32, indent int) {
	if d.heredocIndents == nil {
		d.heredocIndents = make([]int32, len(d.pieces))
	}
	d.heredocIndents[index] = int32(indent)
}

// measureColumns computes the column of each piece, from 0, without alignment.
func (d *document) measureColumns() {
	d.atTag = 0
	for _, l := range d.lines {
		switch {
		case d.pieces[l.from].isFrozen:
			d.indents[l.from] = d.sourceColumn(l.from)
		case d.isEpp:
			d.indents[l.from] = d.tagColumn(l.from)
		}
		column := d.indents[l.from]
		for i := l.from; i < l.upTo; i++ {
			p := &d.pieces[i]
			if i > l.from {
				if p.isFrozen {
					column += characters(d.text[d.pieces[i-1].end:p.start])
				} else if p.isFlatSpace {
					column++
				}
			}
			d.columns[i] = column
			if p.isMultiline {
				column = p.lastWidth
			} else {
				column += p.width
			}
			if p.wantsComma {
				column++
			}
		}
	}
}
