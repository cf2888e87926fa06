package pattern

import (
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
// replace has no location, or if the replacement would drop code (Dropped).
func (r *Replacement) Edits(file *syntax.File, match *Match) []diag.Edit {
	if r.Whole != nil {
		if r.Dropped(file, match) != "" {
			return nil
		}
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

// replace returns the edit that writes a template at a span. All lines but the first are
// indented like the line into which they are inserted.
func replace(file *syntax.File, match *Match, span source.Span, text *Template) diag.Edit {
	line := file.Source.LineText(file.Source.Line(span.Start))
	indentation := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return diag.Edit{
		File: file.Source, Span: span,
		NewText: strings.ReplaceAll(text.Code(file, match), "\n", file.Source.LineEnding()+indentation),
	}
}
