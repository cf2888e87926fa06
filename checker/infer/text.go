package infer

import (
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TextKind says which texts a value may be or contain. Larger kinds include smaller ones.
type TextKind uint8

const (
	// NoText: numbers, booleans, undef and the like.
	NoText TextKind = iota
	// KnownText: texts that are in the code.
	KnownText
	// MatchingText: texts that match a pattern.
	MatchingText
	// AnyText: any text, or unknown values.
	AnyText
)

// TextIn returns which texts the values of an expression of the manifest may be or contain.
func (i *Types) TextIn(node syntax.Node) TextKind {
	if int(node.ID()) >= len(i.types) || i.types[node.ID()] == nil {
		return AnyText
	}
	return i.textIn(i.types[node.ID()], 0)
}

// maxTextDepth bounds how deeply types are nested within each other.
const maxTextDepth = 12

// textIn returns which texts the values of a type may be or contain. Types that are nested too deeply
// may be any text.
func (i *Types) textIn(t types.Type, depth int) TextKind {
	if t == nil || depth > maxTextDepth {
		return AnyText
	}
	most := func(parts ...types.Type) (found TextKind) {
		for _, part := range parts {
			if found < AnyText {
				found = max(found, i.textIn(part, depth+1))
			}
		}
		return found
	}
	switch t := t.(type) {
	case *types.StringType:
		if t.HasValue {
			return KnownText
		}
	case *types.EnumType:
		if len(t.Values) > 0 {
			return KnownText
		}
	case *types.PatternType:
		if len(t.Patterns) > 0 {
			return MatchingText
		}
	case *types.OptionalType:
		return most(t.Type)
	case *types.NotUndefType:
		return most(t.Type)
	case *types.SensitiveType:
		return most(t.Type)
	case *types.VariantType:
		if len(t.Types) > 0 {
			return most(t.Types...)
		}
	case *types.TupleType:
		if len(t.Types) > 0 {
			return most(t.Types...)
		}
	case *types.ArrayType:
		return most(t.Element)
	case *types.HashType:
		return most(t.Key, t.Value)
	case *types.StructType:
		found := NoText
		for _, element := range t.Elements {
			found = max(found, most(element.Value))
		}
		return found
	case *types.AliasType:
		return most(i.evaluation.Resolve(t))
	}
	return textInKind(t.Kind())
}

// textInKind is textIn for a type without parts.
func textInKind(kind types.Kind) TextKind {
	switch kind {
	case types.KindNever, types.KindUndef, types.KindDefault, types.KindNumeric, types.KindInteger, types.KindFloat, types.KindBoolean, types.KindRegexp,
		types.KindSemVer, types.KindTimespan, types.KindTimestamp, types.KindSemVerRange:
		return NoText
	}
	return AnyText
}
