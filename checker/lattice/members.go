package lattice

import (
	"slices"

	"puppet-lint/types"
)

// IsUnknown reports whether nothing is known of the values of a type.
func (l *core) IsUnknown(t Type) bool { return t.Kind() == types.KindUnknown }

// IsNever reports whether a type has no values.
func (l *core) IsNever(t Type) bool { return t.Kind() == types.KindNever }

// Members splits a type into parts of one class each. Together they have the values of the
// type. The caller must not change the list.
func (l *core) Members(t Type) []Type {
	switch t.Kind() {
	case types.KindVariant, types.KindOptional, types.KindNotUndef, types.KindAlias, types.KindScalar,
		types.KindScalarData, types.KindNumeric, types.KindCollection:
		return l.appendMembers(nil, t, 0)
	case types.KindNever:
		return nil
	}
	return types.Alone(t)
}

// appendMembers implements Members without a slice for each level.
func (l *core) appendMembers(to []Type, t Type, depth int) []Type {
	if depth > MaxAliasDepth {
		return append(to, l.Unknown)
	}
	switch t := t.(type) {
	case *types.VariantType:
		for _, member := range t.Types {
			to = l.appendMembers(to, member, depth+1)
		}
		return to
	case *types.OptionalType:
		if t.Type == nil {
			return append(to, l.Any)
		}
		return append(l.appendMembers(to, t.Type, depth+1), l.Undef)
	case *types.NotUndefType:
		if t.Type == nil {
			return append(to, l.Any)
		}
		for _, member := range l.appendMembers(nil, t.Type, depth+1) {
			if member.Kind() != types.KindUndef {
				to = append(to, member)
			}
		}
		return to
	case *types.AliasType:
		return l.appendMembers(to, l.Resolve(t), depth+1)
	case *types.ScalarType:
		return append(to, l.scalarMembers...)
	case *types.ScalarDataType:
		return append(to, l.scalarDataMembers...)
	case *types.NumericType:
		return append(to, l.numbers...)
	case *types.CollectionType:
		return append(to, l.Store.ArrayOf(l.Any, t.Size), l.Store.HashOf(l.Any, l.Any, t.Size))
	case *types.NeverType:
		return to
	}
	return append(to, t)
}

// WidenMembers returns the members of the widened type. It is for types with very many members.
func (l *core) WidenMembers(t Type) []Type { return l.Members(l.Widen(l.Never, t)) }

// MayBe reports whether a member of the type passes a test. Unknown members pass.
func (l *core) MayBe(t Type, test func(s TypeClass, member Type) bool) bool {
	for _, member := range l.Members(t) {
		if l.IsUnknown(member) || test(TypeClassOf(member), member) {
			return true
		}
	}
	return false
}

// MayBeUndef reports whether undef may be a value of a type.
func (l *core) MayBeUndef(t Type) bool {
	return l.MayBe(t, func(s TypeClass, _ Type) bool { return s == UndefClass || s == AnyClass })
}

// OnlyClass returns the part of a type that has a class. It returns nil if there is none or a
// member is Unknown.
func (l *core) OnlyClass(t Type, wanted TypeClass) Type {
	var kept []Type
	for _, member := range l.Members(t) {
		switch TypeClassOf(member) {
		case wanted:
			kept = append(kept, member)
		case AnyClass:
			if l.IsUnknown(member) {
				return nil
			}
			kept = append(kept, l.anyOfClass(wanted))
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return l.JoinAll(kept)
}

func (l *core) anyOfClass(wanted TypeClass) Type {
	switch wanted {
	case StringClass:
		return l.String
	case ArrayClass:
		return l.Store.Array
	case HashClass:
		return l.Store.Hash
	case IntegerClass:
		return l.Integer
	}
	return l.Any
}

// AcceptsUndef reports whether undef is an instance of a type. Such a type makes the key of a
// Struct optional.
func (l *core) AcceptsUndef(t Type, depth int) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.AnyType, *types.OptionalType, *types.UnknownType:
		return true
	case *types.VariantType:
		return slices.ContainsFunc(t.Types, func(member Type) bool { return l.AcceptsUndef(member, depth) })
	case *types.AliasType:
		return l.AliasAcceptsUndef(t.Name, depth+1)
	}
	return false
}

// HasKnownMembers reports whether all attributes and functions of a type are known: the type
// and all its ancestors are Object types with a definition.
func (l *core) HasKnownMembers(t Type) bool {
	for range MaxAliasDepth {
		object, ok := t.(*types.ObjectType)
		if !ok || len(object.Attributes)+len(object.Functions) == 0 && object.Parent == nil {
			return false
		}
		if object.Parent == nil {
			return true
		}
		t = l.Resolve(object.Parent)
	}
	return false
}

// MayHaveClass reports whether some value of a type is of a class.
func (l *core) MayHaveClass(t Type, wanted TypeClass) bool {
	return l.MayBe(t, func(s TypeClass, _ Type) bool { return s == wanted || s == AnyClass })
}
