package format

import (
	"errors"
	"fmt"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Options are the choices that the style leaves. The zero value is not useful:
// start from DefaultOptions.
type Options struct {
	// IndentWidth is how many spaces one step of indentation has.
	IndentWidth int
	// LineWidth is the number of characters from which on a line is broken, if
	// it can be.
	LineWidth int
	// AlignArrows puts the arrows of a block in one column. Otherwise one space
	// stands before each.
	AlignArrows bool
}

// DefaultOptions is the standard style.
func DefaultOptions() Options { return Options{IndentWidth: 2, LineWidth: 140, AlignArrows: true} }

// SyntaxError is why a file is not formatted: what it means cannot be known.
type SyntaxError struct {
	// Position is where the first error is.
	Position source.Position
	// Message says what is wrong.
	Message string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Position.Line, e.Position.Column, e.Message)
}

// ErrUnsafe is returned when the formatted text would have other tokens than
// the original. It is a bug of this package; the text is left alone.
var ErrUnsafe = errors.New("formatting would change the code, which is a bug in puppet-lint; the file is left as it is")

// File formats a parsed file: it returns the edits that turn its text into the
// formatted one, in the order of the text and without overlaps. Each edit
// replaces blanks and line ends by others, or adds or removes a trailing comma.
// A file with a syntax error has a *SyntaxError.
func File(file *syntax.File, options Options) ([]diag.Edit, error) {
	d, err := layOut(file, options)
	if err != nil {
		return nil, err
	}
	return d.edits(), nil
}

// Range is File for a part of the text: only the edits that touch a line of
// span are returned.
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

// Text formats a text. path is only the name that the source has in edits and
// messages.
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

// layOut makes the document of a file and decides about all its lines.
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
