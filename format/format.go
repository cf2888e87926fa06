package format

import (
	"errors"
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Options are the choices within the style. The zero value is not useful: start from
// DefaultOptions.
type Options struct {
	// IndentWidth is the number of spaces of one step of indentation.
	IndentWidth int
	// LineWidth is the number of characters beyond which a line is broken, if possible.
	LineWidth int
	// AlignArrows aligns the arrows of a block. Otherwise, one space precedes each.
	AlignArrows bool
}

// DefaultOptions returns the standard style.
func DefaultOptions() Options { return Options{IndentWidth: 2, LineWidth: 140, AlignArrows: true} }

// SyntaxError is the reason why a file is not formatted. The meaning of a file with a syntax
// error is unknown.
type SyntaxError struct {
	// Position is the location of the first error.
	Position source.Position
	// Message describes the error.
	Message string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Position.Line, e.Position.Column, e.Message)
}

// ErrUnsafe is returned if the formatted text would have other tokens than the original text.
// That is a bug in this package. The file is not changed.
var ErrUnsafe = errors.New("formatting would change the code; this is a bug in puppet-lint, please report it (the file is unchanged)")

// File formats a parsed file. It returns the edits that turn its text into the formatted one,
// in source order and without overlaps. Each edit replaces blanks and line endings, or adds or
// removes a trailing comma. For a file with a syntax error, it returns a *SyntaxError.
func File(file *syntax.File, options Options) ([]diag.Edit, error) {
	d, err := layOut(file, options)
	if err != nil {
		return nil, err
	}
	return d.edits(), nil
}

// Range is File for a part of the text. It returns only the edits that touch a line of span.
func Range(file *syntax.File, span source.Span, options Options) ([]diag.Edit, error) {
	edits, err := File(file, options)
	if err != nil {
		return nil, err
	}
	lines := source.Span{
		Start: file.Source.LineSpan(file.Source.Line(span.Start)).Start,
		End:   file.Source.LineSpan(file.Source.Line(max(span.Start, span.End-1))).End,
	}
	kept := edits[:0]
	for _, edit := range edits {
		if edit.Span.End >= lines.Start && edit.Span.Start <= lines.End {
			kept = append(kept, edit)
		}
	}
	return kept, nil
}

// Text formats a text. path is only its name in edits and messages.
func Text(path, text string, parse syntax.Options, options Options) (string, error) {
	file := syntax.Parse(source.NewFile(path, text), parse)
	edits, err := File(file, options)
	if err != nil || len(edits) == 0 {
		return text, err
	}
	formatted := diag.Apply(file.Source, edits)
	if !SameCode(file, syntax.Parse(source.NewFile(path, formatted), parse)) {
		return text, ErrUnsafe
	}
	return formatted, nil
}

// layOut makes the document of a file and decides all its lines.
func layOut(file *syntax.File, options Options) (*document, error) {
	for i := range file.Errors {
		if mistake := &file.Errors[i]; mistake.Fatal {
			return nil, &SyntaxError{file.Source.Position(mistake.Span.Start), mistake.Message}
		}
	}
	d := newDocument(file, options)
	if len(d.pieces) == 0 || d.sharesText {
		return d, nil
	}
	d.freeze()
	d.moveArrows()
	p := planner{document: d}
	p.plan()
	d.settle()
	return d, nil
}
