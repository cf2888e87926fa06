package lattice

import (
	"math"
	"slices"

	"puppet-lint/types"
)

// MaxString bounds the length, in bytes, of strings computed at check time. A longer string
// becomes String.
const MaxString = 4096

// Unfold returns the type of the array that the unary * makes from a value.
func (l *Lattice) Unfold(value Type) Type {
	var results []Type
	for _, member := range l.Members(value) {
		switch TypeClassOf(member) {
		case UndefClass:
			results = append(results, l.Tuple(nil))
		case ArrayClass:
			results = append(results, member)
		case HashClass:
			results = append(results, l.Pairs(member))
		case AnyClass, OtherClass, IteratorClass:
			return l.Array(l.Unknown, Range{0, math.MaxInt64})
		default:
			results = append(results, l.Tuple([]Type{member}))
		}
	}
	if len(results) == 1 {
		return results[0]
	}
	return l.Array(l.JoinMany(MapTypes(results, l.ElementOf)), Range{0, math.MaxInt64})
}

// MapTypes converts each type of a list.
func MapTypes(types []Type, convert func(Type) Type) []Type {
	converted := make([]Type, len(types))
	for i, t := range types {
		converted[i] = convert(t)
	}
	return converted
}

// HashOf returns the type of a hash with these keys and values. A later key replaces an equal
// earlier one.
func (l *Lattice) HashOf(keys, values []Type) Type {
	if len(keys) == 0 {
		return l.Hash(l.Unknown, l.Unknown, Range{})
	}
	fields := make([]Field, 0, len(keys))
	index := make(map[string]int, len(keys))
	for i, key := range keys {
		name, known := StringOf(key)
		if !known || TypeClassOf(key) != StringClass || name == "" || len(keys) > maxStruct {
			fields = nil
			break
		}
		if at, ok := index[name]; ok {
			fields[at].Value = values[i]
			continue
		}
		index[name] = len(fields)
		fields = append(fields, Field{Name: name, Value: values[i]})
	}
	if fields != nil {
		return l.StructOf(fields)
	}
	size := Range{1, int64(len(keys))}
	if l.AllConstant(keys) {
		distinct := slices.Clone(keys)
		seen := map[Type]bool{}
		distinct = slices.DeleteFunc(distinct, func(key Type) bool {
			known := seen[key]
			seen[key] = true
			return known
		})
		size = Range{int64(len(distinct)), int64(len(distinct))}
	}
	return l.Hash(l.JoinMany(keys), l.JoinMany(values), size)
}

// JoinMany joins types. It gives up details early when there are very many.
func (l *Lattice) JoinMany(types []Type) Type {
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

// MaxFlat bounds how deep FlattenOne follows nested arrays.
const MaxFlat = 8

// FlattenOne returns the types of the elements that a value contributes to a flattened array.
// exact is false when their number is unknown.
func (l *Lattice) FlattenOne(value Type, depth int) (items []Type, exact bool) {
	if depth > MaxFlat {
		return []Type{l.Any}, false // an alias that contains itself, as Data does
	}
	members := l.Members(value)
	if len(members) != 1 {
		for _, member := range members {
			inner, _ := l.FlattenOne(member, depth+1)
			items = append(items, inner...)
		}
		return items, false
	}
	switch kind := members[0].Kind(); {
	case TypeClassOf(members[0]) == AnyClass, kind == types.KindIterable, kind == types.KindInit:
		return []Type{l.Any}, false // it may be an array
	case TypeClassOf(members[0]) != ArrayClass:
		return []Type{members[0]}, true
	}
	elements, known := TupleOf(members[0])
	if !known {
		inner, _ := l.FlattenOne(l.ElementOf(members[0]), depth+1)
		return inner, false
	}
	exact = true
	for _, element := range elements {
		inner, ok := l.FlattenOne(element, depth+1)
		items, exact = append(items, inner...), exact && ok
	}
	return items, exact
}
