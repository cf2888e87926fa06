package lattice

import (
	"slices"

	"puppet-lint/types"
)

// Join returns the type of the values of both types. If either is unknown, so is the result.
func (l *core) Join(a, b Type) Type {
	if a == b {
		return a
	}
	if joined := l.Algebra.Join(a, b); !isWide(joined) {
		return joined
	}
	return l.Algebra.Widen(a, b)
}

// Limits on detail: beyond them, parts are no longer tracked one by one.
const (
	MaxAliasDepth = 64  // aliases that refer to one another
	MaxTuple      = 64  // elements known one by one
	maxStruct     = 512 // keys known one by one
)

// The largest types that a join keeps exact. Without these bounds, joining the alternatives of
// a long case one by one would take quadratic time.
const (
	widestEnum    = 1000
	widestVariant = 250
)

func isWide(t Type) bool {
	switch t := t.(type) {
	case *types.EnumType:
		return len(t.Values) > widestEnum
	case *types.VariantType:
		return len(t.Types) > widestVariant
	case *types.OptionalType:
		return t.Type != nil && isWide(t.Type)
	}
	return false
}

// JoinAll returns the join of a list of types.
func (l *core) JoinAll(list []Type) Type {
	switch len(list) {
	case 0:
		return l.Never
	case 1:
		return list[0]
	}
	return l.Algebra.Join(list...)
}

// JoinMany joins types. It gives up details early when there are very many.
func (l *core) JoinMany(types []Type) Type {
	if len(types) <= MaxTuple {
		return l.JoinAll(types)
	}
	result := l.JoinAll(types[:MaxTuple])
	seen := map[Type]bool{}
	for _, t := range types[MaxTuple:] {
		if !seen[t] {
			seen[t] = true
			result = l.Join(result, l.Generalize(t))
		}
		if len(seen)%MaxTuple == 0 {
			result = l.Widen(l.Never, result)
		}
	}
	return result
}

// Meet returns a type that holds every value in both types, or Never if there is none.
func (l *core) Meet(a, b Type) Type { return l.Algebra.Meet(a, b) }

// subtract returns a type that holds every value of a that is not a value of b.
func (l *core) subtract(a, b Type) Type { return l.Algebra.Subtract(a, b) }

// Widen returns a type that holds all values of both types. It returns one of few types, so
// that types that grow in a loop settle.
func (l *core) Widen(old, next Type) Type { return l.Algebra.Widen(old, next) }

// Generalize returns the type without the details of single values, such as String for the
// string 'a'.
func (l *core) Generalize(t Type) Type { return l.Store.Generalize(t) }

// Relation reports whether all, none or some values of a type are instances of another.
func (l *core) Relation(value, typ Type) Truth {
	switch l.Algebra.Relation(typ, value) {
	case types.Always:
		return Always
	case types.Never:
		return Never
	}
	return Maybe
}

// Resolve returns the type that an alias represents, or Unknown if the alias cannot be
// resolved. It returns any other type unchanged.
func (l *core) Resolve(t Type) Type {
	for range MaxAliasDepth {
		if t.Kind() != types.KindAlias {
			return t
		}
		t = l.Algebra.Resolve(t)
	}
	return l.Unknown
}

// WithoutUndef returns the type without undef.
func (l *core) WithoutUndef(t Type) Type {
	switch t.Kind() {
	case types.KindUndef:
		return l.Never
	case types.KindVariant, types.KindOptional, types.KindAlias:
		members := l.Members(t)
		kept := slices.DeleteFunc(slices.Clone(members), func(member Type) bool { return member.Kind() == types.KindUndef })
		if len(kept) == len(members) {
			return t
		}
		return l.JoinAll(kept)
	}
	return t
}

// Optional returns the type joined with undef.
func (l *core) Optional(t Type) Type { return l.Join(t, l.Undef) }

// Bounds of types that are built from values. A larger type loses its details, so that no
// program makes types grow without end.
const (
	maxTypeDepth  = 24
	maxTypeWeight = 4096
)

// bounded returns t, or a coarser type if t is too large.
func (l *core) bounded(t Type) Type {
	if depth := types.Depth(t); depth <= 2 || depth <= maxTypeDepth && weigh(t, maxTypeWeight) >= 0 {
		return t
	}
	return l.Widen(l.Never, t)
}

// weigh subtracts the number of types that t consists of from left and returns the rest. It
// stops once the rest is negative.
func weigh(t Type, left int) int {
	if left--; left < 0 || types.Depth(t) <= 1 {
		return left
	}
	switch t := t.(type) {
	case *types.TupleType:
		for _, element := range t.Types {
			if left = weigh(element, left); left < 0 {
				break
			}
		}
	case *types.VariantType:
		for _, member := range t.Types {
			if left = weigh(member, left); left < 0 {
				break
			}
		}
	case *types.StructType:
		for _, element := range t.Elements {
			if left = weigh(element.Value, left); left < 0 {
				break
			}
		}
	case *types.ArrayType:
		return weigh(t.Element, left)
	case *types.HashType:
		return weigh(t.Value, weigh(t.Key, left))
	case *types.OptionalType:
		if t.Type != nil {
			return weigh(t.Type, left)
		}
	case *types.SensitiveType:
		return weigh(t.Type, left)
	}
	return left
}

// InnerOf returns the type inside Sensitive, Optional or NotUndef.
func (l *core) InnerOf(t Type) Type {
	var inner Type
	switch t := t.(type) {
	case *types.SensitiveType:
		inner = t.Type
	case *types.OptionalType:
		inner = t.Type
	case *types.NotUndefType:
		inner = t.Type
	}
	if inner == nil {
		return l.Any
	}
	return inner
}
