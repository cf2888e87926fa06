package catalog

import (
	"strings"

	"puppet-lint/types"
)

// hiddenPrefix begins the text of each Sensitive value, which may differ although the text does not.
const hiddenPrefix = "Sensitive("

// ValueText returns a value in Puppet's syntax. Sensitive values are hidden.
func ValueText(value types.Value) string {
	return valueText(value, false)
}

// ExactText is like ValueText, but includes Sensitive values. Use it to compare values, never
// to show them.
func ExactText(value types.Value) string {
	return valueText(value, true)
}

func valueText(value types.Value, reveal bool) string {
	switch value := value.(type) {
	case types.Array:
		parts := make([]string, len(value))
		for i, element := range value {
			parts[i] = valueText(element, reveal)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *types.Hash:
		parts := make([]string, value.Len())
		for i, entry := range value.Entries() {
			parts[i] = valueText(entry.Key, reveal) + " => " + valueText(entry.Value, reveal)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *types.Sensitive:
		if reveal {
			return hiddenPrefix + valueText(value.Value, true) + ")"
		}
		return hiddenPrefix + "…)"
	case types.TypeValue:
		return value.Type.String()
	}
	return types.ValueString(value)
}
