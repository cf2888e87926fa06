package lookups

import (
	"strconv"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/source"
)

// valueText returns a value on one line, cut if it is long. What YAML structures by indentation
// is written with brackets, since it would lose its structure; all else is as in the file.
func valueText(file *source.File, value *document.Node) string {
	w := valueWriter{file: file}
	w.write(value, false)
	return source.Cut(source.OneLine(w.text.String()), maxText)
}

type valueWriter struct {
	file *source.File
	text strings.Builder
}

// isFull reports whether more text would be cut off.
func (w *valueWriter) isFull() bool { return w.text.Len() > maxText*4 }

// write writes a value. inside is true for a value in brackets.
func (w *valueWriter) write(value *document.Node, inside bool) {
	switch {
	case value.Style == document.Block && value.Kind == document.Sequence:
		w.text.WriteString("[")
		for i, item := range value.Items {
			if w.isFull() {
				return
			}
			w.separate(i)
			w.write(item, true)
		}
		w.text.WriteString("]")
	case value.Style == document.Block && value.Kind == document.Mapping:
		w.text.WriteString("{")
		for i, entry := range value.Entries {
			if w.isFull() {
				return
			}
			w.separate(i)
			w.write(entry.Key, true)
			w.text.WriteString(": ")
			w.write(entry.Value, true)
		}
		w.text.WriteString("}")
	case value.Style == document.Literal || value.Style == document.Folded:
		w.text.WriteString(strconv.Quote(source.Cut(value.Text, maxText)))
	default:
		written := w.file.Slice(value.Span)
		switch {
		case inside && written == "":
			written = "~"
		case inside && value.Style == document.Plain && strings.ContainsAny(written, ",[]{}") && value.Kind == document.String:
			written = strconv.Quote(source.Cut(value.Text, maxText))
		}
		w.text.WriteString(written)
	}
}

func (w *valueWriter) separate(i int) {
	if i > 0 {
		w.text.WriteString(", ")
	}
}
