package known

import (
	"reflect"
	"slices"
	"strings"
)

// mergeDefinitions merges the definitions of one file in several versions. The result accepts
// whatever one of them accepts.
func mergeDefinitions(manifests [][]Definition) []Definition {
	var merged []Definition
	for _, manifest := range manifests {
		for _, definition := range manifest {
			at := slices.IndexFunc(merged, func(d Definition) bool { return d.Kind == definition.Kind && d.Name == definition.Name })
			if at < 0 {
				merged = append(merged, definition)
			} else {
				merged[at] = mergeDefinition(merged[at], definition)
			}
		}
	}
	return merged
}

// mergeDefinition merges a definition of an older and a newer version.
func mergeDefinition(older, newer Definition) Definition {
	merged := newer
	merged.Private = older.Private && newer.Private
	if older.Deprecated == "" {
		merged.Deprecated = ""
	}
	merged.Variables = slices.Concat(older.Variables, newer.Variables)
	slices.Sort(merged.Variables)
	merged.Variables = slices.Compact(merged.Variables)
	if !reflect.DeepEqual(older.Declares, newer.Declares) {
		merged.Declares = nil
	}
	if older.Parent != newer.Parent {
		merged.Parent = Unseen // any variable may exist in it
	}
	switch newer.Kind {
	case "type":
		merged.Type = eitherType(older.Type, newer.Type)
	case "function":
		if older.Type != newer.Type {
			merged.Type = ""
		}
		merged.Parameters = mergeArguments(older.Parameters, newer.Parameters)
	default:
		merged.Parameters = mergeParameters(older.Parameters, newer.Parameters)
	}
	merged.Variables = slices.DeleteFunc(merged.Variables, func(name string) bool {
		return slices.ContainsFunc(merged.Parameters, func(p Parameter) bool { return p.Name == name })
	})
	return merged
}

// eitherType returns a type that accepts all values that either of two types accepts. An
// undeclared type is Any.
func eitherType(older, newer string) string {
	switch {
	case older == newer:
		return newer
	case older == "" || newer == "":
		return ""
	}
	if inner, ok := strings.CutPrefix(older, "Variant["); ok && isOneVariant(older) {
		older = inner[:len(inner)-1]
	}
	return "Variant[" + older + ", " + newer + "]"
}

// isOneVariant reports whether the bracket after the leading Variant of a type is closed by the
// last character.
func isOneVariant(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i == len(text)-1
			}
		case '\'', '"', '/':
			return false // the brackets may be part of a string or pattern
		}
	}
	return false
}

// mergeParameters merges parameters that are passed by name.
func mergeParameters(older, newer []Parameter) []Parameter {
	merged := slices.Clone(newer)
	for i := range merged {
		at := slices.IndexFunc(older, func(p Parameter) bool { return p.Name == merged[i].Name })
		if at < 0 {
			merged[i].Optional = true // the older version does not have the parameter
			continue
		}
		merged[i] = mergeParameter(older[at], merged[i])
	}
	for _, parameter := range older {
		if !slices.ContainsFunc(newer, func(p Parameter) bool { return p.Name == parameter.Name }) {
			parameter.Optional = true
			merged = append(merged, parameter)
		}
	}
	return merged
}

func mergeParameter(older, newer Parameter) Parameter {
	merged := newer
	merged.Type = eitherType(older.Type, newer.Type)
	merged.Optional = older.Optional || newer.Optional
	if older.Default != newer.Default {
		merged.Default = ""
	}
	return merged
}

// mergeArguments merges parameters that are passed by position.
func mergeArguments(older, newer []Parameter) []Parameter {
	if slices.ContainsFunc(slices.Concat(older, newer), func(p Parameter) bool { return p.Rest }) && !sameArguments(older, newer) {
		return []Parameter{{Name: "arguments", Rest: true}}
	}
	longer, shorter := newer, older
	if len(older) > len(newer) {
		longer, shorter = older, newer
	}
	merged := slices.Clone(longer)
	for i := range merged {
		if i < len(shorter) {
			merged[i] = mergeParameter(shorter[i], longer[i])
		} else {
			merged[i].Optional = true
		}
	}
	return merged
}

func sameArguments(older, newer []Parameter) bool {
	return slices.EqualFunc(older, newer, func(a, b Parameter) bool {
		return a.Type == b.Type && a.Optional == b.Optional && a.Rest == b.Rest
	})
}
