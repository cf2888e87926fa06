package syntax

import "strings"

// ParameterTag is an @param tag of Puppet Strings.
type ParameterTag struct {
	Name string
	// Span is the name as written, optionally with a leading "$".
	Span Span
	// Types is the text within the brackets: "String, Integer".
	Types string
}

// ParameterTags returns the @param tags of the comment that documents node, in source order.
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

// parameterTag parses "# @param [Types] name text" or "# @param name [Types] text". offset is
// the start of the comment.
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

// bracketed returns the text within the brackets that text begins with, and the rest after
// them. Both are empty if the brackets are not closed.
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
