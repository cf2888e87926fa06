package known

import (
	"encoding/json"
	"reflect"
	"slices"

	"puppet-lint/internal/document/ruby"
)

// mergeRuby merges several forms of a Ruby file, older ones first. The result accepts whatever
// one of them accepts.
func mergeRuby(forms []*ruby.Declarations) *ruby.Declarations {
	merged := forms[0]
	for _, newer := range forms[1:] {
		merged = &ruby.Declarations{
			Types:           mergeNamed(merged.Types, newer.Types, func(t *ruby.ResourceType) string { return t.Name }, mergeType),
			Functions:       mergeNamed(merged.Functions, newer.Functions, func(f *ruby.Function) string { return f.Name }, mergeFunction),
			LegacyFunctions: mergeNamed(merged.LegacyFunctions, newer.LegacyFunctions, func(f *ruby.LegacyFunction) string { return f.Name }, mergeLegacy),
			Facts:           mergeNamed(merged.Facts, newer.Facts, func(f *ruby.Fact) string { return f.Name }, func(_, newer *ruby.Fact) *ruby.Fact { return newer }),
			DataTypes:       mergeNamed(merged.DataTypes, newer.DataTypes, func(d *ruby.DataType) string { return d.Name }, mergeDataType),
			Open:            merged.Open || newer.Open,
		}
	}
	return merged
}

// mergeNamed merges two lists by the names of their elements.
func mergeNamed[T any](older, newer []*T, name func(*T) string, merge func(older, newer *T) *T) []*T {
	merged := slices.Clone(older)
	for _, one := range newer {
		at := slices.IndexFunc(older, func(other *T) bool { return name(other) == name(one) })
		if at < 0 {
			merged = append(merged, one)
		} else {
			merged[at] = merge(older[at], one)
		}
	}
	return merged
}

func mergeDataType(older, newer *ruby.DataType) *ruby.DataType {
	merged := *newer
	if older.Interface.Text != newer.Interface.Text {
		merged.Interface = ruby.TypeText{}
	}
	return &merged
}

// mergeLegacy merges a function of the 3.x API. It widens the bounds of the number of arguments
// to those of both.
func mergeLegacy(older, newer *ruby.LegacyFunction) *ruby.LegacyFunction {
	if reflect.DeepEqual(older, newer) {
		return newer
	}
	first, second := boundsOf(older), boundsOf(newer)
	bounds := ruby.Bounds{Least: min(first.Least, second.Least), Most: -1}
	if first.Most >= 0 && second.Most >= 0 {
		bounds.Most = max(first.Most, second.Most)
	}
	return &ruby.LegacyFunction{
		Name: newer.Name, Statement: newer.Statement, KindKnown: older.KindKnown && newer.KindKnown && older.Statement == newer.Statement,
		Arity: -1, Guard: bounds, Doc: newer.Doc,
	}
}

func boundsOf(f *ruby.LegacyFunction) ruby.Bounds {
	bounds := f.Guard
	if f.ArityKnown {
		bounds.Least = max(bounds.Least, f.Minimum())
		if f.Arity >= 0 && (bounds.Most < 0 || f.Arity < bounds.Most) {
			bounds.Most = f.Arity
		}
	}
	return bounds
}

// mergeFunction returns a function with the signatures of both. It keeps the return type only
// if all signatures have the same.
func mergeFunction(older, newer *ruby.Function) *ruby.Function {
	merged := &ruby.Function{Name: newer.Name, Internal: newer.Internal, Open: older.Open || newer.Open, Doc: newer.Doc, LocalTypes: slices.Clone(newer.LocalTypes)}
	for _, alias := range older.LocalTypes {
		at := slices.IndexFunc(merged.LocalTypes, func(other ruby.TypeAlias) bool { return other.Name == alias.Name })
		if at < 0 {
			merged.LocalTypes = append(merged.LocalTypes, alias)
		} else if merged.LocalTypes[at].Type.Text != alias.Type.Text {
			merged.Open = true
		}
	}
	for _, signature := range older.Signatures {
		if !signature.Mismatch || hasSignature(newer.Signatures, signature) {
			merged.Signatures = append(merged.Signatures, signature)
		}
	}
	for _, signature := range newer.Signatures {
		if !signature.Mismatch && !hasSignature(older.Signatures, signature) {
			merged.Signatures = append(merged.Signatures, signature)
		}
	}
	if len(merged.Signatures) > len(newer.Signatures) || len(merged.Signatures) > len(older.Signatures) {
		forgetReturns(merged)
	}
	return merged
}

func hasSignature(among []*ruby.Signature, signature *ruby.Signature) bool {
	return slices.ContainsFunc(among, func(other *ruby.Signature) bool { return sameSignature(other, signature) })
}

// sameSignature reports whether two signatures are equal, ignoring the method that they call.
func sameSignature(a, b *ruby.Signature) bool {
	first, second := *a, *b
	first.Method, second.Method = "", ""
	return reflect.DeepEqual(first, second)
}

// forgetReturns drops the return types of a function, unless all its signatures have the same.
func forgetReturns(f *ruby.Function) {
	text := ""
	for i, signature := range f.Signatures {
		if signature.Mismatch {
			continue
		}
		if signature.Returns == nil || i > 0 && text != "" && signature.Returns.Text != text {
			text = ""
			break
		}
		text = signature.Returns.Text
	}
	if text != "" {
		return
	}
	for i, signature := range f.Signatures {
		copied := *signature
		copied.Returns = nil
		f.Signatures[i] = &copied
	}
}

// mergeType returns a type with the attributes of both. Each attribute has the values of both.
func mergeType(older, newer *ruby.ResourceType) *ruby.ResourceType {
	merged := *newer
	if older.Open {
		merged.Open, merged.OpenReason = true, older.OpenReason
	}
	if older.ResourceAPI != newer.ResourceAPI {
		merged.Open, merged.OpenReason = true, "it differs from version to version"
	}
	merged.NotIsomorphic = older.NotIsomorphic || newer.NotIsomorphic
	merged.CustomTitlePatterns = older.CustomTitlePatterns || newer.CustomTitlePatterns
	merged.AppliesToDevice = older.AppliesToDevice || newer.AppliesToDevice
	merged.Automatic = slices.DeleteFunc(slices.Clone(newer.Automatic), func(edge ruby.Automatic) bool { return !slices.Contains(older.Automatic, edge) })
	merged.Features = slices.Clone(newer.Features)
	for _, feature := range older.Features {
		if !slices.ContainsFunc(merged.Features, func(other ruby.Feature) bool { return other.Name == feature.Name }) {
			merged.Features = append(merged.Features, feature)
		}
	}
	merged.Attributes = nil
	for _, attribute := range newer.Attributes {
		merged.Attributes = append(merged.Attributes, mergeAttribute(older.Attribute(attribute.Name), attribute, &merged))
	}
	for _, attribute := range older.Attributes {
		if newer.Attribute(attribute.Name) == nil {
			merged.Attributes = append(merged.Attributes, mergeAttribute(nil, attribute, &merged))
		}
	}
	return &merged
}

// mergeAttribute merges two forms of an attribute of a type. older is nil if one of the two
// versions lacks the attribute.
func mergeAttribute(older, newer *ruby.Attribute, of *ruby.ResourceType) *ruby.Attribute {
	merged := *newer
	if older == nil {
		merged.Required = false
		of.CustomTitlePatterns = of.CustomTitlePatterns || newer.Namevar
		return &merged
	}
	if reflect.DeepEqual(older, newer) {
		return newer
	}
	merged.Open = older.Open || newer.Open || older.Boolean != newer.Boolean || older.Parent != newer.Parent || older.Kind != newer.Kind
	merged.Required = older.Required && newer.Required
	merged.ReadOnly = older.ReadOnly && newer.ReadOnly
	merged.ArrayMatchingAll = older.ArrayMatchingAll || newer.ArrayMatchingAll
	merged.Validate, merged.Munge = older.Validate || newer.Validate, older.Munge || newer.Munge
	merged.Features = slices.DeleteFunc(slices.Clone(newer.Features), func(name string) bool { return !slices.Contains(older.Features, name) })
	if merged.Namevar = older.Namevar || newer.Namevar; older.Namevar != newer.Namevar {
		of.CustomTitlePatterns = true
	}
	if older.Type != newer.Type {
		merged.Type = ""
		merged.Open = true
	}
	if !reflect.DeepEqual(older.Default, newer.Default) {
		merged.Default = ruby.Default{Exists: older.Default.Exists || newer.Default.Exists}
	}
	if len(older.Values) == 0 || len(newer.Values) == 0 {
		merged.Values = nil
		return &merged
	}
	merged.Values = slices.Clone(newer.Values)
	for _, value := range older.Values {
		if !slices.ContainsFunc(newer.Values, func(other ruby.Value) bool { return reflect.DeepEqual(value, other) }) {
			merged.Values = append(merged.Values, value)
		}
	}
	return &merged
}

// Encode returns the declarations of a file as the index stores them: without locations and
// zero values.
func Encode(declarations *ruby.Declarations) (string, error) {
	plain := *declarations
	plain.File, plain.Providers, plain.Extensions = nil, nil, nil
	text, err := json.Marshal(&plain)
	if err != nil {
		return "", err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return "", err
	}
	text, err = json.Marshal(withoutZeros(tree))
	return string(text), err
}

// withoutZeros drops the fields with zero values, which decoding sets anyway. It keeps pointers
// unless they are nil.
func withoutZeros(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, field := range value {
			field = withoutZeros(field)
			isPointer := key == "Guard" || key == "Block" || key == "Returns"
			if key != "Span" && key != "TypeSpan" && (isPointer && field != nil || !isZero(field)) {
				kept[key] = field
			}
		}
		return kept
	case []any:
		for i := range value {
			value[i] = withoutZeros(value[i])
		}
	}
	return value
}

func isZero(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case float64:
		return value == 0
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}
