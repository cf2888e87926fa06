//go:build develop

package main

import (
	"strings"

	"puppet-lint/syntax"
)

// documented is the documentation of a definition in its comment, one sentence for each item.
type documented struct {
	summary    string
	parameters map[string]string
	deprecated string
}

// longestSentence is the length in bytes of the longest sentence that is kept.
const longestSentence = 100

// documentation reads the comment before a definition as Puppet Strings does.
func documentation(file *syntax.File, node syntax.Node) documented {
	found := documented{parameters: map[string]string{}}
	tag, name, text := "", "", ""
	end := func() {
		switch {
		case tag == "@param" && name != "":
			found.parameters[name] = sentence(text)
		case tag == "@summary" || tag == "" && found.summary == "":
			found.summary = sentence(text)
		case tag == "@deprecated":
			if found.deprecated = sentence(text); found.deprecated == "" {
				found.deprecated = "yes"
			}
		}
	}
	from, upTo := file.DocComment(node)
	for i := from; i < upTo; i++ {
		if file.Tokens[i].Kind != syntax.LineComment {
			continue
		}
		line := strings.TrimLeft(file.Source.Slice(file.Tokens[i].Span), "#")
		words := strings.TrimSpace(line)
		if !strings.HasPrefix(words, "@") {
			if tag == "" || strings.HasPrefix(line, "  ") || words == "" {
				text += "\n" + words
			}
			continue
		}
		end()
		tag, text, _ = strings.Cut(words, " ")
		if name = ""; tag == "@param" {
			name, text = parameterName(text)
		}
	}
	end()
	return found
}

// parameterName splits the text after @param into the name and the rest, without types.
func parameterName(text string) (name, rest string) {
	rest = withoutTypes(text)
	name, rest, _ = strings.Cut(rest, " ")
	return strings.TrimLeft(name, "$*&"), withoutTypes(rest)
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

// sentence returns the first sentence of a text, on one line, or "" if it is too long.
func sentence(text string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	if at := strings.Index(line, ". "); at >= 0 {
		line = line[:at]
	}
	line = strings.TrimSuffix(line, ".")
	if len(line) > longestSentence || strings.HasPrefix(line, "=") {
		return ""
	}
	return line
}
