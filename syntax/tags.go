package syntax

import "strings"

// ParameterTag is an @param tag of Puppet Strings.
type ParameterTag struct {
	Name string
	// Span is the name as it is written, perhaps with "$" in front.
	Span Span
	// Types is what stands within the brackets, without them: "String, Integer".
	Types string
}

// ParameterTags are the @param tags of the comment that documents node, in the
// order of the text.
func (f *File) ParameterTags(node Node) []ParameterTag {
	var tags []ParameterTag
	from, upTo := f.DocComment(node)
	for i := from; i < upTo; i++ {
		if f.Tokens[i].Kind != LineComment {
			continue
		}
		if tag, ok := parameterTag(f.Source.Slice(f.Tokens[i].Span), f.Tokens[i].Span.Start); ok {
			tags = append(tags, tag)
		}
	}
	return tags
}

// parameterTag reads "# @param [Types] name text" or "# @param name [Types] text",
// which starts at that offset.
func parameterTag(comment string, offset int32) (tag ParameterTag, ok bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(comment, "#")), " ")
	if word != "@param" {
		return tag, false
	}
	tag.Types, rest = bracketed(rest)
	end := 0
	for end < len(rest) && (isWordByte(rest[end]) || end == 0 && strings.IndexByte("$*&", rest[end]) >= 0) {
		end++
	}
	tag.Name = strings.TrimLeft(rest[:end], "$*&")
	if tag.Types == "" {
		tag.Types, _ = bracketed(rest[end:])
	}
	start := offset + int32(len(strings.TrimRight(comment, " \t\r"))-len(rest))
	tag.Span = Span{Start: start, End: start + int32(end)}
	return tag, tag.Name != ""
}

// bracketed is what stands within the brackets that text begins with, and what
// follows them. Brackets that nothing closes hold nothing.
func bracketed(text string) (inside, rest string) {
	text = strings.TrimLeft(text, " \t")
	if !strings.HasPrefix(text, "[") {
		return "", text
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			return strings.TrimSpace(text[1:i]), strings.TrimLeft(text[i+1:], " \t")
		}
	}
	return "", ""
}

func isWordByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}
