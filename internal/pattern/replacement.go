package pattern

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Replacement describes what replaces a match: the whole match or some of its captures. The
// zero value replaces nothing.
type Replacement struct {
	// Whole replaces the whole match; nil keeps it.
	Whole *Template
	// Parts replace captures. They are ignored if Whole is set.
	Parts []PartReplacement
}

// PartReplacement replaces one capture.
type PartReplacement struct {
	Capture string
	Text    *Template
}

// IsEmpty reports whether nothing is replaced.
func (r *Replacement) IsEmpty() bool { return r.Whole == nil && len(r.Parts) == 0 }

// Edits returns the edits that replace a match in a file. It returns none if a capture to
// replace has no location, or if the replacement is refused (Refused).
func (r *Replacement) Edits(file *syntax.File, match *Match) []diag.Edit {
	if r.Refused(file, match) != "" {
		return nil
	}
	if r.Whole != nil {
		return []diag.Edit{replace(file, match, file.Extent(match.Node), r.Whole)}
	}
	var edits []diag.Edit
	for _, part := range r.Parts {
		capture := match.Capture(part.Capture)
		if capture == nil {
			continue
		}
		span, placed := capture.Span()
		if !placed {
			return nil
		}
		edits = append(edits, replace(file, match, span, part.Text))
	}
	return edits
}

// mostGrowth is how many bytes a replacement may be longer than its file.
const mostGrowth = 16 << 10

// Refused explains what the replacement of a match would do, if it is not made because of that:
// it would drop code (Dropped), or make the file many times longer. It returns "" if it is made.
func (r *Replacement) Refused(file *syntax.File, match *Match) string {
	if dropped := r.Dropped(file, match); dropped != "" {
		return "would drop " + dropped
	}
	most := mostGrowth + len(file.Source.Text)
	if length := r.length(file, match); length > most {
		return fmt.Sprintf("would be too long: about %d bytes, where %d are the most for this file", length, most)
	}
	return ""
}

// length returns about how long the new text is.
func (r *Replacement) length(file *syntax.File, match *Match) int {
	length := 0
	add := func(at int32, text *Template) {
		length += text.length(file, match, len(file.Source.LineEnding())+len(indentation(file, at)))
	}
	if r.Whole != nil {
		add(file.Extent(match.Node).Start, r.Whole)
		return length
	}
	for _, part := range r.Parts {
		if capture := match.Capture(part.Capture); capture != nil && capture.placed {
			add(capture.span.Start, part.Text)
		}
	}
	return length
}

// indentation returns the blanks at the beginning of the line at an offset.
func indentation(file *syntax.File, at int32) string {
	line := file.Source.LineText(file.Source.Line(at))
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// replace returns the edit that writes a template at a span. All lines but the first are
// indented like the line into which they are inserted.
func replace(file *syntax.File, match *Match, span source.Span, text *Template) diag.Edit {
	return diag.Edit{
		File: file.Source, Span: span,
		NewText: strings.ReplaceAll(text.Code(file, match), "\n", file.Source.LineEnding()+indentation(file, span.Start)),
	}
}
