package format

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// editor collects the edits.
type editor struct {
	*document
	list   []diag.Edit
	buffer []byte
}

// edits compares each gap with its layout.
func (d *document) edits() []diag.Edit {
	e := editor{document: d}
	if d.sharesText {
		return nil
	}
	end := int32(len(d.text))
	if len(d.pieces) == 0 {
		if !d.isEpp {
			e.replace(source.Span{Start: 0, End: end}, "")
		}
		return e.list
	}
	for i := int32(0); int(i) < len(d.pieces); i++ {
		if len(d.moved) > 0 && d.moved[0].from == i {
			e.movedGap(d.moved[0])
			i, d.moved = d.moved[0].operand, d.moved[1:]
			continue
		}
		e.gap(i)
	}
	if !d.isEpp && !d.isFrozenAtEnd && !d.endsInReturn(&d.pieces[len(d.pieces)-1]) {
		e.fileEnd()
	}
	return e.list
}

// replace adds an edit if the text differs.
func (e *editor) replace(span source.Span, text string) {
	if e.text[span.Start:span.End] != text {
		e.list = append(e.list, diag.Replace(e.file.Source, span, text))
	}
}

// gap edits the gap before a piece.
func (e *editor) gap(index int32) {
	p := &e.pieces[index]
	if p.isFrozen {
		return
	}
	if p.hasHeredoc {
		e.heredocs(index)
		return
	}
	before, comma := int32(0), false
	if index > 0 {
		before, comma = e.pieces[index-1].end, e.pieces[index-1].wantsComma
	}
	have := e.text[before:p.start]
	if !comma && !p.breaks && p.pad == 0 && (p.isFlatSpace && have == " " || !p.isFlatSpace && have == "") {
		return
	}
	e.buffer = e.buffer[:0]
	if comma {
		e.buffer = append(e.buffer, ',')
	}
	e.appendGap(index)
	if string(e.buffer) == have {
		return
	}
	if comma && string(e.buffer[1:]) == have {
		e.list = append(e.list, diag.Insert(e.file.Source, before, ","))
		return
	}
	e.list = append(e.list, diag.Replace(e.file.Source, source.Span{Start: before, End: p.start}, string(e.buffer)))
}

// appendGap writes the gap before a piece.
func (e *editor) appendGap(index int32) {
	p := &e.pieces[index]
	switch {
	case index == 0:
	case p.breaks:
		e.buffer = append(e.buffer, e.lineEnd...)
		if p.blank {
			e.buffer = append(e.buffer, e.lineEnd...)
		}
	case p.isFlatSpace || p.kind.IsComment():
		e.buffer = append(e.buffer, ' ')
	}
	for range e.blanks(p, index) {
		e.buffer = append(e.buffer, ' ')
	}
}

func spanOf(start, end int32) source.Span { return source.Span{Start: start, End: end} }

// blanks returns the number of spaces before a piece, in addition to the one of the gap.
func (e *editor) blanks(p *piece, index int32) int32 {
	if p.breaks {
		return e.indents[index]
	}
	return p.pad
}

// fileEnd leaves one line ending at the end of the file.
func (e *editor) fileEnd() {
	last := &e.pieces[len(e.pieces)-1]
	span := source.Span{Start: last.end, End: int32(len(e.text))}
	tail := e.file.Tokens[last.last+1:]
	for i := len(tail) - 1; i >= 0; i-- {
		if tail[i].Kind != syntax.HeredocEnd {
			continue
		}
		// The file ends with the text of a heredoc.
		e.heredocTexts(last, len(e.file.Tokens), e.endIndent)
		span.Start = tail[i].End
		switch text := e.text[:span.Start]; {
		case strings.HasSuffix(text, "\n"):
			e.replace(span, "")
		case strings.HasSuffix(text, "\r"):
			e.replace(span, "\n") // another carriage return would hide the end of the heredoc
		default:
			e.replace(span, e.lineEnd)
		}
		return
	}
	e.replace(span, e.lineEnd)
}
