package ide

import (
	"strings"

	"puppet-lint/syntax"
)

// Doc is the comment above a definition, with its Puppet Strings tags parsed.
type Doc struct {
	Text       string
	Summary    string
	Parameters map[string]string
	Returns    string
	Examples   []string
	Deprecated string
}

// docOf reads the comment above a node.
func docOf(file *syntax.File, node syntax.Node) Doc {
	from, upTo := file.DocComment(node)
	var lines []string
	for i := from; i < upTo; i++ {
		if file.Tokens[i].Kind == syntax.LineComment {
			lines = append(lines, strings.TrimPrefix(strings.TrimLeft(file.Text(i), "#"), " "))
		}
	}
	return readDoc(lines)
}

func readDoc(lines []string) Doc {
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
		words := strings.TrimSpace(block[0])
		if strings.HasPrefix(words, "[") {
			if end := strings.LastIndex(words, "]"); end > 0 {
				words = strings.TrimSpace(words[end+1:])
			}
		}
		name, rest, _ := strings.Cut(words, " ")
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "[") {
			if end := strings.Index(rest, "]"); end > 0 {
				rest = strings.TrimSpace(rest[end+1:])
			}
		}
		d.Parameters[strings.TrimLeft(name, "$*&")] = strings.TrimSpace(rest + "\n" + strings.Join(block[1:], "\n"))
	case "@return":
		d.Returns = joined
	case "@example":
		d.Examples = append(d.Examples, strings.TrimSpace(strings.Join(block[1:], "\n")))
	case "@deprecated":
		d.Deprecated = joined
	}
}

// markdown returns the comment as Markdown.
func (d *Doc) markdown() string {
	var parts []string
	for _, part := range []string{d.Summary, d.Text} {
		if part != "" && !(len(parts) > 0 && parts[0] == part) {
			parts = append(parts, part)
		}
	}
	if d.Deprecated != "" {
		parts = append(parts, "**Deprecated:** "+d.Deprecated)
	}
	for _, example := range d.Examples {
		if example != "" {
			parts = append(parts, "```puppet\n"+example+"\n```")
		}
	}
	return strings.Join(parts, "\n\n")
}

// whole returns the comment as Markdown that follows a header: the text, the parameters and the
// result.
func (d *Doc) whole(parameters []*syntax.Parameter) string {
	var text strings.Builder
	if said := d.markdown(); said != "" {
		text.WriteString("\n\n" + said)
	}
	separator := "\n\n"
	for _, parameter := range parameters {
		if said := d.Parameters[parameter.Name]; said != "" {
			text.WriteString(separator + "- `$" + parameter.Name + "`: " + strings.Join(strings.Fields(said), " "))
			separator = "\n"
		}
	}
	if d.Returns != "" {
		text.WriteString("\n\nReturns: " + d.Returns)
	}
	return text.String()
}
