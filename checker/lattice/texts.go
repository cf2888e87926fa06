package lattice

import "puppet-lint/types"

// TextsOf returns all strings that a value of a type may be or, for a list, contain. If ofKeys
// is set, the keys of a hash count. ok is false if other strings are possible.
func TextsOf(t Type, ofKeys bool) (texts []string, ok bool) {
	all := func(parts []Type) bool {
		for _, part := range parts {
			found, ok := TextsOf(part, ofKeys)
			if !ok {
				return false
			}
			texts = append(texts, found...)
		}
		return true
	}
	switch t := t.(type) {
	case *types.StringType:
		return []string{t.Value}, t.HasValue
	case *types.EnumType:
		return t.Values, len(t.Values) > 0 && !t.CaseInsensitive
	case *types.UndefType:
		return nil, true
	case *types.ClassType:
		return []string{t.Name}, t.HasName
	case *types.OptionalType:
		return TextsOf(t.Type, ofKeys)
	case *types.NotUndefType:
		return TextsOf(t.Type, ofKeys)
	case *types.VariantType:
		ok = len(t.Types) > 0 && all(t.Types)
	case *types.TupleType:
		ok = (len(t.Types) > 0 || t.Size != nil && t.Size.To == types.At(0)) && all(t.Types)
	case *types.ArrayType:
		if t.Size != nil && t.Size.To == types.At(0) {
			return nil, true
		}
		return TextsOf(t.Element, ofKeys)
	case *types.StructType:
		for _, element := range t.Elements {
			texts = append(texts, element.Name)
		}
		ok = ofKeys
	}
	return texts, ok
}
