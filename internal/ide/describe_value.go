package ide

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/types"
)

// maxConstant limits the length of a value that is shown for a variable.
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

// sameMembers reports whether two texts denote the same type, apart from the order of an Enum's
// or Variant's members.
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
