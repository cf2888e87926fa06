package erb

import "strings"

// Outline returns the texts and the code of a template in order, without comments and the text that
// ERB trims in the mode "-", which Puppet uses. Two templates with the same outline render equally.
func (t *Template) Outline() []string {
	var parts []string
	var text strings.Builder
	trimmed := false
	for i, segment := range t.Segments {
		written := t.File.Slice(segment.Span)
		switch segment.Kind {
		case Text:
			if trimmed {
				if rest, found := strings.CutPrefix(written, "\r\n"); found {
					written = rest
				} else {
					written = strings.TrimPrefix(written, "\n")
				}
			}
			if i+1 < len(t.Segments) && t.startsTrimming(i+1) {
				written = t.withoutIndent(segment, written)
			}
			text.WriteString(written)
		case Comment:
		default:
			parts = append(parts, text.String(), written)
			text.Reset()
		}
		trimmed = segment.Kind >= Code && strings.HasSuffix(written, "-%>")
	}
	return append(parts, text.String())
}

func (t *Template) startsTrimming(index int) bool {
	segment := t.Segments[index]
	return segment.Kind == Code && strings.HasPrefix(t.File.Slice(segment.Span), "<%-")
}

// withoutIndent removes the blanks before a "<%-" at the beginning of its line.
func (t *Template) withoutIndent(segment Segment, written string) string {
	bare := strings.TrimRight(written, " \t")
	start := segment.Span.End - int32(len(written)-len(bare))
	if start == 0 || t.File.Text[start-1] == '\n' {
		return bare
	}
	return written
}
