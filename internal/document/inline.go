package document

import (
	"strconv"
	"strings"

	"puppet-lint/internal/source"
)

// Inline returns a value on one line, cut after limit characters. It writes collections in block
// style with brackets, since one line has no indentation. Everything else is as in the file.
func Inline(file *source.File, value *Node, limit int) string {
	w := inlineWriter{file: file, limit: limit}
	w.write(value, false)
	return source.Cut(source.OneLine(w.text.String()), limit)
}

type inlineWriter struct {
	file  *source.File
	limit int
	text  strings.Builder
}

// isFull reports whether more text would be cut off.
func (w *inlineWriter) isFull() bool { return w.text.Len() > w.limit*4 }

// write writes a value. inside is true for a value in brackets.
func (w *inlineWriter) write(value *Node, inside bool) {
	switch {
	case value == nil:
	case value.Style == Block && value.Kind == Sequence:
		w.text.WriteString("[")
		for i, item := range value.Items {
			if w.isFull() {
				return
			}
			w.separate(i)
			w.write(item, true)
		}
		w.text.WriteString("]")
	case value.Style == Block && value.Kind == Mapping:
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
	case value.Style == Literal || value.Style == Folded:
		w.text.WriteString(strconv.Quote(source.Cut(value.Text, w.limit)))
	default:
		written := w.file.Slice(value.Span)
		switch {
		case inside && written == "":
			written = "~"
		case inside && value.Style == Plain && strings.ContainsAny(written, ",[]{}") && value.Kind == String:
			written = strconv.Quote(source.Cut(value.Text, w.limit))
		}
		w.text.WriteString(written)
	}
}

func (w *inlineWriter) separate(i int) {
	if i > 0 {
		w.text.WriteString(", ")
	}
}
