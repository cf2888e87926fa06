package erb

import (
	"strings"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
)

// Read parses an ERB template.
func Read(file *source.File) *Template { return ReadWith(new(ruby.Reader), file) }

// ReadWith parses an ERB template with a reader, which serves further ones.
func ReadWith(reader *ruby.Reader, file *source.File) *Template {
	t := &Template{File: file, Segments: cut(file.Text)}
	uses := reader.ReadUses(mask(file.Text, t.Segments))
	t.Open, t.Blocks = uses.Open, uses.Blocks
	t.addVariables(uses.Variables)
	for _, call := range uses.Calls {
		own := Call{Name: call.Name, Span: call.Span, Legacy: call.Legacy}
		for _, text := range call.Strings {
			own.Strings = append(own.Strings, String{text.Text, text.Span})
		}
		t.Calls = append(t.Calls, own)
	}
	for _, name := range uses.Names {
		if !IsTemplateName(name.Name) {
			t.Names = append(t.Names, Name{name.Name, name.Span})
		}
	}
	return t
}

// addVariables adds the uses of variables. All uses of a variable share whether it is tested
// and assigned.
func (t *Template) addVariables(uses []ruby.VariableUse) {
	tested, assigned := map[string]bool{}, map[string]bool{}
	for _, use := range uses {
		tested[use.Name] = tested[use.Name] || use.Tested
		assigned[use.Name] = assigned[use.Name] || use.Assigned
	}
	for _, use := range uses {
		variable := Variable{
			Name: use.Name, Absolute: use.Absolute, Span: use.Span,
			Tested: tested[use.Name], Assigned: assigned[use.Name],
		}
		if use.Scope {
			variable.Form = Scope
		}
		t.Variables = append(t.Variables, variable)
	}
}

// cut splits a template as ERB::Compiler::ExplicitScanner does.
func cut(text string) []Segment {
	var segments []Segment
	add := func(kind SegmentKind, start, bodyStart, bodyEnd, end int) {
		if start < end {
			segments = append(segments, Segment{
				Kind: kind,
				Span: source.Span{Start: int32(start), End: int32(end)},
				Body: source.Span{Start: int32(bodyStart), End: int32(bodyEnd)},
			})
		}
	}
	for pos := 0; pos < len(text); {
		tag := strings.Index(text[pos:], "<%")
		if tag < 0 {
			add(Text, pos, pos, len(text), len(text))
			break
		}
		tag += pos
		bodyStart := tag + 2
		kind := Code
		if bodyStart < len(text) {
			switch text[bodyStart] {
			case '%':
				add(Text, pos, pos, tag, tag)
				add(Escape, tag, tag, bodyStart+1, bodyStart+1)
				pos = bodyStart + 1
				continue
			case '=':
				kind = Expression
			case '#':
				kind = Comment
			case '-':
			default:
				bodyStart--
			}
			bodyStart++
		}
		add(Text, pos, pos, tag, tag)
		bodyEnd, end := closingTag(text, bodyStart)
		if end < 0 {
			add(Unclosed, tag, min(bodyStart, len(text)), len(text), len(text))
			break
		}
		add(kind, tag, bodyStart, bodyEnd, end)
		pos = end
	}
	return segments
}

// closingTag returns the end of the body and the end of its closing delimiter. end is -1 if
// there is none. "%%>" closes nothing.
func closingTag(text string, from int) (bodyEnd, end int) {
	for at := from; ; {
		found := strings.Index(text[at:], "%>")
		if found < 0 {
			return 0, -1
		}
		found += at
		if found > from && text[found-1] == '-' {
			return found - 1, found + 2
		}
		if found > from && text[found-1] == '%' {
			at = found + 2
			continue
		}
		return found, found + 2
	}
}

// Outside returns the text that a template copies to its output, with NULs in place of the tags. The
// result has the length of the template. EPP and ERB have the same tags.
func Outside(text string) string {
	masked := []byte(text)
	for _, segment := range cut(text) {
		switch segment.Kind {
		case Text, Escape, Unclosed:
		default:
			for i := segment.Span.Start; i < segment.Span.End; i++ {
				if masked[i] != '\n' {
					masked[i] = 0
				}
			}
		}
	}
	return string(masked)
}

// mask replaces everything but Ruby code by blanks, so that the result is a program with the
// same offsets and lines. As in the program that ERB generates, a comment in the code extends
// to the end of its line.
func mask(text string, segments []Segment) string {
	masked := []byte(text)
	for _, segment := range segments {
		switch segment.Kind {
		case Code, Expression:
			blank(masked[segment.Span.Start:segment.Body.Start])
			blank(masked[segment.Body.End:segment.Span.End])
			body := masked[segment.Body.Start:segment.Body.End]
			for i := 0; i+2 < len(body); i++ {
				if body[i] == '%' && body[i+1] == '%' && body[i+2] == '>' {
					body[i] = ' '
				}
			}
			masked[segment.Span.Start] = ';'
			masked[segment.Span.End-1] = ';'
			if segment.Kind == Expression {
				masked[segment.Span.Start+2] = '('
				masked[segment.Span.End-2] = ')'
			}
		default:
			blank(masked[segment.Span.Start:segment.Span.End])
		}
	}
	return string(masked)
}

func blank(bytes []byte) {
	for i, c := range bytes {
		if c != '\n' {
			bytes[i] = ' '
		}
	}
}
