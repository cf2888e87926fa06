package ide

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// flowText returns a value of data on one line, as YAML writes it between brackets.
func flowText(file *source.File, node *document.Node) string {
	var text strings.Builder
	writeFlow(&text, file, node, 0)
	return text.String()
}

// flowLimit bounds the text of a value.
const flowLimit = 400

func writeFlow(text *strings.Builder, file *source.File, node *document.Node, depth int) {
	if text.Len() > flowLimit || depth > 20 {
		text.WriteString("…")
		return
	}
	separator := ""
	switch {
	case node == nil:
	case node.Kind == document.Mapping:
		text.WriteString("{")
		for _, entry := range node.Entries {
			text.WriteString(separator)
			writeFlow(text, file, entry.Key, depth+1)
			text.WriteString(": ")
			writeFlow(text, file, entry.Value, depth+1)
			separator = ", "
		}
		text.WriteString("}")
	case node.Kind == document.Sequence:
		text.WriteString("[")
		for _, item := range node.Items {
			text.WriteString(separator)
			writeFlow(text, file, item, depth+1)
			separator = ", "
		}
		text.WriteString("]")
	default:
		text.WriteString(strings.Join(strings.Fields(file.Slice(node.Span)), " "))
	}
}

// sameMembers reports whether two texts denote the same type but for the order of an Enum's or
// Variant's members.
func sameMembers(a, b string) bool {
	return slices.Equal(sortedWords(a), sortedWords(b))
}

func sortedWords(text string) []string {
	words := strings.FieldsFunc(text, func(char rune) bool { return strings.ContainsRune(" ,[]{}", char) })
	for i, word := range words {
		words[i] = strings.Trim(word, `'"`)
	}
	slices.Sort(words)
	return words
}

// describeTask describes a task by its metadata.
func (v *View) describeTask(name string) string {
	text := code("task " + name)
	root := v.taskMetadata(name)
	if root == nil {
		return text
	}
	if said := root.Get("description"); said != nil && said.Text != "" {
		text += "\n\n" + said.Text
	}
	separator := "\n\n"
	if parameters := root.Get("parameters"); parameters != nil {
		for _, entry := range parameters.Resolve().Pairs() {
			if entry.Key == nil || entry.Value == nil {
				continue
			}
			text += separator + "- `" + strings.TrimSpace(taskText(entry.Value, "type")+" $"+entry.Key.Text) + "`"
			if said := taskText(entry.Value, "description"); said != "" {
				text += ": " + said
			}
			separator = "\n"
		}
	}
	return text
}

// describeTaskParameter describes a parameter of a task.
func (v *View) describeTaskParameter(task, name string) string {
	text := "$" + name
	root := v.taskMetadata(task)
	if root == nil {
		return code(text)
	}
	parameters := root.Get("parameters")
	if parameters == nil {
		return code(text)
	}
	parameter := parameters.Resolve().Get(name)
	if parameter == nil {
		return code(text)
	}
	if declared := taskText(parameter, "type"); declared != "" {
		text = declared + " " + text
	}
	text = code(text) + "\n\nparameter of task `" + task + "`"
	if said := taskText(parameter, "description"); said != "" {
		text += "\n\n" + said
	}
	return text
}

func taskText(parameter *document.Node, key string) string {
	if value := parameter.Resolve().Get(key); value != nil {
		return value.Text
	}
	return ""
}

// taskMetadata returns the metadata of a task, or nil if it has none.
func (v *View) taskMetadata(name string) *document.Node {
	for _, definition := range v.Index.Definitions(symbols.Symbol{Kind: symbols.Task, Name: name}) {
		if v.tree == nil {
			return nil
		}
		if found := v.tree.Document(definition.Table.Path); found != nil && found.Root != nil {
			return found.Root
		}
	}
	return nil
}

// describeTemplateParameter describes a parameter of an EPP template.
func (v *View) describeTemplateParameter(symbol symbols.Symbol) string {
	for _, definition := range v.Index.Definitions(symbol) {
		manifest := v.Snapshot.Manifest(definition.Table.Path)
		if manifest == nil {
			continue
		}
		for _, node := range nodesAt(manifest.File, definition.Occurrence.Span.Start) {
			if parameter, ok := node.(*syntax.Parameter); ok && parameter.Name == symbol.Name {
				return code(parameterText(manifest.File, parameter)) + fmt.Sprintf("\n\nparameter of template `%s`", v.FileOf(manifest.Source))
			}
		}
	}
	return ""
}

// rubyDesc matches the description of a type or attribute in Ruby.
var rubyDesc = regexp.MustCompile(`^\s*(?:desc|@doc\s*=|desc:|docs:)\s*(.*)$`)

// rubyDoc reads what a Ruby file says of a definition: the comment above it, or the text of
// desc or @doc in its block.
func (v *View) rubyDoc(symbol symbols.Symbol) Doc {
	for _, definition := range v.Index.Definitions(symbol) {
		file := definition.Table.File
		lines := strings.Split(file.Text, "\n")
		at := file.Position(definition.Occurrence.Span.Start).Line - 1
		if at >= len(lines) {
			continue
		}
		if text := describedBelow(lines, at); text != "" {
			return Doc{Text: text}
		}
		if symbol.Kind == symbols.Function {
			if doc := readDoc(commentAbove(lines, at)); doc.Text != "" || doc.Summary != "" {
				return doc
			}
		}
	}
	return Doc{}
}

// commentAbove returns the lines of the comment above a line, without their signs.
func commentAbove(lines []string, at int) []string {
	first := at
	for first > 0 && strings.HasPrefix(strings.TrimSpace(lines[first-1]), "#") {
		first--
	}
	var comment []string
	for _, line := range lines[first:at] {
		comment = append(comment, strings.TrimPrefix(strings.TrimLeft(strings.TrimSpace(line), "#"), " "))
	}
	return comment
}

// describedBelow returns the description in the block that begins on a line. It is the first
// statement, after @doc of the type also others.
func describedBelow(lines []string, at int) string {
	const near = 4
	for i := at + 1; i < min(len(lines), at+1+near); i++ {
		match := rubyDesc.FindStringSubmatch(lines[i])
		if match == nil {
			if trimmed := strings.TrimSpace(lines[i]); trimmed == "" || strings.HasPrefix(trimmed, "#") {
				continue
			}
			return ""
		}
		return rubyText(match[1], lines[i+1:])
	}
	return ""
}

// rubyText returns the text of a literal that begins a line: quoted, in %q or %{}, or a
// heredoc.
func rubyText(literal string, below []string) string {
	literal = strings.TrimSpace(literal)
	if rest, found := strings.CutPrefix(literal, "<<"); found {
		end := strings.Trim(strings.TrimLeft(rest, "~-"), `'"`)
		end, _, _ = strings.Cut(end, ".")
		var text []string
		for _, line := range below {
			if strings.TrimSpace(line) == strings.Trim(end, `'"`) {
				return unindent(text)
			}
			text = append(text, line)
		}
		return ""
	}
	closing := ""
	switch {
	case strings.HasPrefix(literal, "'"), strings.HasPrefix(literal, `"`):
		closing, literal = literal[:1], literal[1:]
	case strings.HasPrefix(literal, "%q{"), strings.HasPrefix(literal, "%Q{"):
		closing, literal = "}", literal[3:]
	case strings.HasPrefix(literal, "%q("), strings.HasPrefix(literal, "%Q("):
		closing, literal = ")", literal[3:]
	case strings.HasPrefix(literal, "%{"):
		closing, literal = "}", literal[2:]
	default:
		return ""
	}
	whole := strings.Join(append([]string{literal}, below...), "\n")
	for at := 0; at < len(whole); at++ {
		if whole[at] == '\\' {
			at++
		} else if strings.HasPrefix(whole[at:], closing) {
			first, rest, _ := strings.Cut(whole[:at], "\n")
			return strings.TrimSpace(strings.ReplaceAll(strings.TrimSpace(first)+"\n"+unindent(strings.Split(rest, "\n")), `\`+closing, closing))
		}
	}
	return ""
}

// unindent removes the common indentation of lines.
func unindent(lines []string) string {
	indent := -1
	for _, line := range lines {
		if trimmed := strings.TrimLeft(line, " \t"); trimmed != "" {
			if width := len(line) - len(trimmed); indent < 0 || width < indent {
				indent = width
			}
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[min(max(indent, 0), len(line)):], " \t\r")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// maxConstant bounds the length of a text that is shown as the value of a variable.
const maxConstant = 80

// constant returns the one value of a type, as code writes it, or "" if it has several.
func constant(t types.Type) string {
	switch t := t.(type) {
	case *types.StringType:
		if t.HasValue && len(t.Value) <= maxConstant && !strings.ContainsAny(t.Value, "\n\r\x00") {
			return types.Quote(t.Value)
		}
	case *types.IntegerType:
		if t.From == t.To && t.From.Infinite == 0 {
			return strconv.FormatInt(t.From.Value, 10)
		}
	case *types.BooleanType:
		if t.HasValue {
			return strconv.FormatBool(t.Value)
		}
	}
	return ""
}
