package format

import (
	"strings"

	"puppet-lint/syntax"
)

// freeze marks the gaps that comments exclude from formatting: those between "# fmt: off" and
// "# fmt: on", and those in the code before "# fmt: skip".
func (d *document) freeze() {
	from := int32(-1)
	for i := range d.pieces {
		p := &d.pieces[i]
		if from >= 0 && int32(i) > from {
			p.isFrozen = true
		}
		if p.kind != syntax.LineComment {
			continue
		}
		switch formatComment(d.text[p.start:p.end]) {
		case "off":
			if from < 0 && p.newlines > 0 || i == 0 {
				from = int32(i)
			}
		case "on":
			from = -1
		case "skip":
			d.skip(int32(i))
		}
	}
	d.isFrozenAtEnd = from >= 0
}

// formatComment returns the word after "fmt:" in a comment for the formatter, or "".
func formatComment(comment string) string {
	text, isFormat := strings.CutPrefix(strings.TrimLeft(comment, "#"), " fmt:")
	if !isFormat {
		return ""
	}
	return strings.TrimSpace(text)
}

// skip freezes the source line of the comment from its first piece on. Brackets that the line
// closes or opens are frozen as a whole.
func (d *document) skip(comment int32) {
	first := comment
	for first > 0 && (d.pieces[first].newlines == 0 || d.pieces[first].hasHeredoc) {
		first--
	}
	for i := first; i < comment; i++ {
		if mate := d.mates[i]; mate < first {
			// The construct that ends on this line begins on an earlier line.
			first = mate
			for first > 0 && d.pieces[first].newlines == 0 {
				first--
			}
			i = first
		}
	}
	// Joined to the line before, the line would freeze that one too.
	d.pieces[first].isBroken = d.pieces[first].newlines > 0
	for i := first + 1; i <= comment; i++ {
		d.pieces[i].isFrozen = true
	}
}

// freezeTemplate freezes the gaps of a template that belong to its text. In a tag, the author's
// line endings stay.
func (d *document) freezeTemplate() {
	open := int32(-1)
	for i := range d.pieces {
		p := &d.pieces[i]
		if i == 0 || p.hasHeredoc || isEppText(p.kind) || opensTag(p.kind) || open < 0 {
			p.isFrozen = true
		}
		switch {
		case opensTag(p.kind):
			open = int32(i)
		case closesTag(p.kind):
			if open >= 0 {
				d.tags = append(d.tags, tag{open, int32(i)})
			}
			open = -1
		case open >= 0 && p.newlines == 0 && (open == int32(i)-1 || open == int32(i)-2 && d.pieces[i-1].kind == syntax.Pipe && d.pieces[i-1].newlines == 0):
			p.leadsTag = true
			// Several blanks, as in "<%   if", show how deep the code is nested.
			p.isFrozen = d.pieces[i-1].kind == syntax.EppStart && d.sourceGap(int32(i)) > 1
		}
	}
}

// opensTag and closesTag report whether a token of the kind delimits the code in a template.
func opensTag(kind syntax.TokenKind) bool {
	return kind == syntax.EppStart || kind == syntax.EppExpressionStart
}

func closesTag(kind syntax.TokenKind) bool {
	return kind == syntax.EppEnd || kind == syntax.EppEndTrim
}

func isEppText(kind syntax.TokenKind) bool {
	return kind == syntax.EppText || kind == syntax.EppComment
}
