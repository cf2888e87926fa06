package lattice

import (
	"math"
)

// PresentValue returns the type of the value under a key that a hash certainly has; nil if
// nothing is known of it.
func (l narrowing) PresentValue(hash, key Type) Type {
	if l.IsUnknown(hash) || l.IsUnknown(key) {
		return nil
	}
	var values []Type
	for _, member := range l.Members(hash) {
		if TypeClassOf(member) != HashClass {
			return nil
		}
		name, known := StringOf(key)
		fields, isStruct := FieldsOf(member)
		if !isStruct || !known {
			_, value := l.KeyValueOf(member)
			values = append(values, value)
			continue
		}
		for _, field := range fields {
			if field.Name == name {
				values = append(values, field.Value)
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	return l.JoinAll(values)
}

// unequalToCollection narrows a type to the values that differ from other, an array or hash. If
// other is empty, they are not empty.
func (l narrowing) unequalToCollection(t, other Type) Type {
	if SizeOf(other).High > 0 {
		return t
	}
	return l.JoinAll(MapTypes(l.Members(t), func(member Type) Type {
		if TypeClassOf(member) == TypeClassOf(other) {
			return l.WithSize(member, Range{1, math.MaxInt64})
		}
		return member
	}))
}

// WithSize narrows the arrays and hashes in a type to those with a size in a range.
func (l narrowing) WithSize(t Type, size Range) Type {
	var kept []Type
	for _, member := range l.Members(t) {
		class := TypeClassOf(member)
		if class != ArrayClass && class != HashClass {
			kept = append(kept, member)
			continue
		}
		own := SizeOf(member)
		both := Range{max(own.Low, size.Low), min(own.High, size.High)}
		switch {
		case both.Low > both.High:
			continue
		case both == own || isExact(member):
		case class == ArrayClass:
			member = l.Array(l.ElementOf(member), both)
		default:
			key, value := l.KeyValueOf(member)
			member = l.Hash(key, value, both)
		}
		kept = append(kept, member)
	}
	return l.JoinAll(kept)
}

// isExact reports whether a type describes every element of an array or every key of a hash.
func isExact(t Type) bool {
	_, isTuple := TupleOf(t)
	_, isStruct := FieldsOf(t)
	return isTuple || isStruct
}
