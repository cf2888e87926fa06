// Package docstring reads the comments that document definitions, as Puppet Strings does: text,
// and tags such as @summary and @param. Comments above Puppet code and above Ruby functions have
// the same form. Editors show the result, and the index of known modules keeps its first
// sentences. Rules about documentation look at the tokens themselves, since they report places.
package docstring

import (
	"strings"

	"puppet-lint/syntax"
)

// Doc is the content of a comment above a definition.
type Doc struct {
	// Text is the text outside tags.
	Text    string
	Summary string
	// Parameters are the descriptions of parameters, by name without sigils.
	Parameters map[string]string
	Returns    string
	// Examples are the code of examples.
	Examples []string
	// IsDeprecated is set by @deprecated, and Deprecated is the text of that tag.
	IsDeprecated bool
	Deprecated   string
}

// Of reads the comment above a definition.
func Of(file *syntax.File, node syntax.Node) Doc {
	from, upTo := file.DocComment(node)
	var lines []string
	for i := from; i < upTo; i++ {
		if file.Tokens[i].Kind == syntax.LineComment {
			lines = append(lines, strings.TrimPrefix(strings.TrimLeft(file.Text(i), "#"), " "))
		}
	}
	return Parse(lines)
}

// Parse reads the lines of a comment, without the signs that make them a comment. The text of a
// tag continues in the indented lines below it.
func Parse(lines []string) Doc {
	doc := Doc{Parameters: map[string]string{}}
	var text []string
	for i := 0; i < len(lines); {
		line := strings.TrimRight(lines[i], " \t\r")
		if !strings.HasPrefix(line, "@") {
			text = append(text, line)
			i++
			continue
		}
		tag, rest, _ := strings.Cut(line, " ")
		block := []string{rest}
		for i++; i < len(lines) && (strings.HasPrefix(lines[i], " ") || strings.TrimSpace(lines[i]) == "" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ")); i++ {
			block = append(block, strings.TrimPrefix(strings.TrimRight(lines[i], " \t\r"), "  "))
		}
		doc.take(tag, block)
	}
	doc.Text = strings.TrimSpace(strings.Join(text, "\n"))
	return doc
}

func (d *Doc) take(tag string, block []string) {
	joined := strings.TrimSpace(strings.Join(block, "\n"))
	switch tag {
	case "@summary":
		d.Summary = strings.Join(strings.Fields(joined), " ")
	case "@param":
		name, rest, _ := strings.Cut(withoutTypes(block[0]), " ")
		if name = strings.TrimLeft(name, "$*&"); name != "" {
			d.Parameters[name] = strings.TrimSpace(withoutTypes(rest) + "\n" + strings.Join(block[1:], "\n"))
		}
	case "@return":
		d.Returns = joined
	case "@example":
		d.Examples = append(d.Examples, strings.TrimSpace(strings.Join(block[1:], "\n")))
	case "@deprecated":
		d.IsDeprecated, d.Deprecated = true, joined
	}
}

// withoutTypes removes the types in brackets at the beginning of a text.
func withoutTypes(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") {
		return text
	}
	depth := 0
	for i, char := range text {
		switch char {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return strings.TrimSpace(text[i+1:])
			}
		}
	}
	return ""
}

// FirstSentence returns the first descriptive sentence of a text on one line, without its full stop, or ""
// if it is longer than limit bytes or is a heading.
func FirstSentence(text string, limit int) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	for _, word := range []string{"Required. ", "Optional. "} {
		line = strings.TrimPrefix(line, word) // the sentence after it describes the thing
	}
	for at := 0; ; {
		end := strings.Index(line[at:], ". ")
		if end < 0 {
			break
		}
		if at += end; !strings.HasSuffix(line[:at], "e.g") && !strings.HasSuffix(line[:at], "i.e") {
			line = line[:at]
			break
		}
		at++
	}
	line = strings.TrimSuffix(line, ".")
	if len(line) > limit || strings.HasPrefix(line, "=") || strings.HasPrefix(line, "#") {
		return ""
	}
	return line
}
