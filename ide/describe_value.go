package ide

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/source"
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
