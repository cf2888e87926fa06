package checker

import (
	"slices"

	"puppet-lint/types"
)

// hasBareOptional reports whether a type is Optional without a type in brackets, or
// holds it. An instance of that is only undef; yet a parameter of a class or defined
// type takes every value there, since Puppet finds nothing to say against it.
func (e *evaluator) hasBareOptional(t Type, depth int) bool {
	if depth > maxHolding {
		return false
	}
	within := func(part Type) bool { return part != nil && e.hasBareOptional(part, depth+1) }
	switch t := e.resolve(t).(type) {
	case *types.OptionalType:
		return t.Type == nil || within(t.Type)
	case *types.NotUndefType:
		return within(t.Type)
	case *types.SensitiveType:
		return within(t.Type)
	case *types.ArrayType:
		return within(t.Element)
	case *types.HashType:
		return within(t.Value)
	case *types.TupleType:
		return slices.ContainsFunc(t.Types, within)
	case *types.VariantType:
		return slices.ContainsFunc(t.Types, within)
	case *types.StructType:
		return slices.ContainsFunc(t.Elements, func(element types.StructElement) bool { return within(element.Value) })
	}
	return false
}
