package lattice

import (
	"math"
	"slices"

	"puppet-lint/types"
)

// MaxString is the greatest length, in bytes, of strings computed at check time. The type of a
// longer string is String.
const MaxString = 4096

// collections has the operations on arrays and hashes: their elements and entries, and the
// types of what is built from them.
type collections struct{ *core }

// Unfold returns the type of the array that the unary * makes from a value.
func (l collections) Unfold(value Type) Type {
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
func (l collections) HashOf(keys, values []Type) Type {
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
	if AllConstant(keys) {
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

// MaxFlat limits the depth to which FlattenOne follows nested arrays.
const MaxFlat = 8

// FlattenOne returns the types of the elements that a value contributes to a flattened array.
// exact is false when their number is unknown.
func (l collections) FlattenOne(value Type, depth int) (items []Type, exact bool) {
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

// FlattenKeys flattens the keys of an index into an array or string, as Puppet does.
func (l collections) FlattenKeys(keys []Type) []Type {
	if !slices.ContainsFunc(keys, func(key Type) bool { return TypeClassOf(key) == ArrayClass }) {
		return keys
	}
	var flat []Type
	for _, key := range keys {
		if elements, exact := TupleOf(key); exact && TypeClassOf(key) == ArrayClass {
			flat = append(flat, l.FlattenKeys(elements)...)
		} else if TypeClassOf(key) == ArrayClass {
			flat = append(flat, l.Unknown, l.Unknown) // any number of keys is possible
		} else {
			flat = append(flat, key)
		}
	}
	return flat
}

// ElementAt returns the type of array[key]. An index out of range gives undef.
func (l collections) ElementAt(array, key Type) Type {
	size := SizeOf(array)
	if size.High == 0 {
		return l.Undef
	}
	position, known := int64(0), false
	if TypeClassOf(key) == IntegerClass && IntegerOf(key).Single() {
		position, known = IntegerOf(key).Low, true
	}
	if elements, exact := TupleOf(array); exact && known {
		if position < 0 {
			position += int64(len(elements))
		}
		if position < 0 || position >= int64(len(elements)) {
			return l.Undef
		}
		return elements[position]
	}
	if known && (position >= 0 && position >= size.High || position < 0 && -position > size.High) {
		return l.Undef
	}
	element := l.PositionOf(array, position, known)
	if known && (position >= 0 && position < size.Low || position < 0 && -position <= size.Low) {
		return element
	}
	return l.Optional(element)
}

// LookupKey returns the type of hash[key]: the value, joined with undef if the hash may lack
// the key.
func (l collections) LookupKey(hash, key Type) Type {
	if l.IsUnknown(hash) {
		return l.Unknown
	}
	if SizeOf(hash).High == 0 {
		return l.Undef
	}
	s, isStruct := hash.(*types.StructType)
	if !isStruct {
		keyType, value := l.KeyValueOf(hash)
		if l.Relation(key, keyType) == Never && l.Relation(keyType, key) == Never {
			return l.Undef
		}
		return l.Optional(value)
	}
	if name, known := StringOf(key); known {
		element, found := s.Element(name)
		switch {
		case !found:
			return l.Undef
		case element.Optional:
			return l.Optional(element.Value)
		}
		return element.Value
	}
	result := l.Undef
	for _, element := range s.Elements {
		if l.Relation(l.Str(element.Name), key) != Never {
			result = l.Join(result, element.Value)
		}
	}
	return result
}

// ExactFields returns the entries of a hash type. exact is false unless all keys are known and
// required.
func ExactFields(t Type) (fields []Field, exact bool) {
	if TypeClassOf(t) == HashClass && SizeOf(t).High == 0 {
		return nil, true
	}
	fields, isStruct := FieldsOf(t)
	if !isStruct || slices.ContainsFunc(fields, func(f Field) bool { return f.Optional }) {
		return nil, false
	}
	return fields, true
}

// MergeHashes returns the type of left merged with right. Entries of right replace those of
// left.
func (l collections) MergeHashes(left, right Type) Type {
	if SizeOf(left).High == 0 {
		return right
	}
	if SizeOf(right).High == 0 {
		return left
	}
	a, isStructA := FieldsOf(left)
	b, isStructB := FieldsOf(right)
	if !isStructA || !isStructB || len(a)+len(b) > maxStruct {
		keyA, valueA := l.KeyValueOf(left)
		keyB, valueB := l.KeyValueOf(right)
		size, _ := SizeOf(left).plus(SizeOf(right))
		return l.Hash(l.Join(keyA, keyB), l.Join(valueA, valueB), Range{max(SizeOf(left).Low, SizeOf(right).Low), size.High})
	}
	index := map[string]int{}
	for i := range a {
		index[a[i].Name] = i
	}
	for _, over := range b {
		at, ok := index[over.Name]
		switch {
		case !ok:
			a = append(a, over)
		case over.Optional:
			a[at].Value = l.Join(a[at].Value, over.Value)
		default:
			a[at] = over
		}
	}
	return l.StructOf(a)
}

// ElementOf returns the type of the elements of an array or iterator.
func (l collections) ElementOf(t Type) Type {
	switch t := t.(type) {
	case *types.ArrayType:
		if t.Element.Kind() == types.KindUnit {
			return l.Never
		}
		return t.Element
	case *types.TupleType:
		if len(t.Types) == 0 {
			return l.Any
		}
		return l.JoinAll(t.Types)
	case *types.IteratorType:
		if t.Type != nil {
			return t.Type
		}
		return l.Any
	}
	return l.Unknown
}

// PositionOf returns the type of the element at a position within the array. known is false if
// the position is unknown.
func (l collections) PositionOf(array Type, position int64, known bool) Type {
	if tuple, ok := array.(*types.TupleType); ok && known && position >= 0 && len(tuple.Types) > 0 {
		return tuple.Types[min(int(position), len(tuple.Types)-1)]
	}
	return l.ElementOf(array)
}

// KeyValueOf returns the types of the keys and values of a hash.
func (l collections) KeyValueOf(t Type) (key, value Type) {
	switch t := t.(type) {
	case *types.HashType:
		if t.Key.Kind() == types.KindUnit {
			return l.Never, l.Never
		}
		return t.Key, t.Value
	case *types.StructType:
		keys, values := make([]Type, len(t.Elements)), make([]Type, len(t.Elements))
		for i, element := range t.Elements {
			keys[i], values[i] = l.Str(element.Name), element.Value
		}
		return l.JoinAll(keys), l.JoinAll(values)
	}
	return l.Unknown, l.Unknown
}

// MayHaveKey reports whether a hash may have a key.
func MayHaveKey(hash Type, name string) bool {
	if s, ok := hash.(*types.StructType); ok {
		_, found := s.Element(name)
		return found
	}
	return SizeOf(hash).High > 0
}

// Concatenate returns the type of array + anything. Hashes become pairs; other values are
// appended.
func (l collections) Concatenate(left, right Type) Type {
	switch TypeClassOf(right) {
	case ArrayClass:
	case HashClass:
		right = l.Pairs(right)
	case AnyClass:
		return l.Array(l.Any, Range{SizeOf(left).Low, math.MaxInt64})
	default:
		return l.append(left, right)
	}
	a, exactA := TupleOf(left)
	b, exactB := TupleOf(right)
	if exactA && exactB && len(a)+len(b) <= MaxTuple {
		return l.Tuple(slices.Concat(a, b))
	}
	size, _ := SizeOf(left).plus(SizeOf(right))
	return l.Array(l.joinElements(left, right), size)
}

// joinElements joins the element types of two arrays. It ignores an array that must be empty.
func (l collections) joinElements(left, right Type) Type {
	switch {
	case SizeOf(left).High == 0:
		return l.ElementOf(right)
	case SizeOf(right).High == 0:
		return l.ElementOf(left)
	}
	return l.Join(l.ElementOf(left), l.ElementOf(right))
}

// append returns the type of array << anything.
func (l collections) append(left, right Type) Type {
	if elements, exact := TupleOf(left); exact && len(elements) < MaxTuple {
		return l.Tuple(append(slices.Clone(elements), right))
	}
	size, _ := SizeOf(left).plus(Range{1, 1})
	if SizeOf(left).High == 0 {
		return l.Array(right, size)
	}
	return l.Array(l.Join(l.ElementOf(left), right), size)
}

// Pairs returns the type of the array of pairs that a hash is converted to.
func (l collections) Pairs(hash Type) Type {
	if fields, ok := ExactFields(hash); ok && len(fields) <= MaxTuple {
		pairs := make([]Type, len(fields))
		for i, field := range fields {
			pairs[i] = l.Tuple([]Type{l.Str(field.Name), field.Value})
		}
		return l.Tuple(pairs)
	}
	key, value := l.KeyValueOf(hash)
	return l.Array(l.Tuple([]Type{key, value}), SizeOf(hash))
}

// HashFromArray returns the type of the hash that Puppet makes from an array: from pairs, or
// from alternating keys and values. ok is false if no such array can be converted.
func (l collections) HashFromArray(array Type) (hash Type, ok bool) {
	elements, exact := TupleOf(array)
	if !exact {
		return l.hashOfEach(l.ElementOf(array), SizeOf(array)), true
	}
	switch isPairs := l.arePairs(elements); {
	case len(elements) > 0 && isPairs == Always:
		var keys, values []Type
		for _, element := range elements {
			pair, isTuple := TupleOf(element)
			if !isTuple {
				pair = []Type{l.ElementOf(element), l.ElementOf(element)}
			}
			keys, values = append(keys, pair[0]), append(values, pair[1])
		}
		return l.HashOf(keys, values), true
	case len(elements) > 0 && isPairs == Maybe:
		return l.Hash(l.Any, l.Any, Range{0, math.MaxInt64}), true
	}
	if len(elements)%2 != 0 {
		return nil, false
	}
	var keys, values []Type
	for i := 0; i < len(elements); i += 2 {
		keys, values = append(keys, elements[i]), append(values, elements[i+1])
	}
	return l.HashOf(keys, values), true
}

// arePairs reports whether every element is an array of two.
func (l collections) arePairs(elements []Type) Truth {
	result := Always
	for _, element := range elements {
		size := SizeOf(element)
		switch {
		case !l.MayHaveClass(element, ArrayClass), TypeClassOf(element) == ArrayClass && (size.Low > 2 || size.High < 2):
			return Never
		case TypeClassOf(element) != ArrayClass || size != Range{2, 2}:
			result = Maybe
		}
	}
	return result
}

// hashOfEach returns the hash made from an array of which only the element type and the size
// are known.
func (l collections) hashOfEach(element Type, size Range) Type {
	if l.arePairs([]Type{element}) != Always {
		return l.hashOfFlatArray(element)
	}
	key, value := l.ElementOf(element), l.ElementOf(element)
	if pair, isTuple := TupleOf(element); isTuple {
		key, value = pair[0], pair[1]
	}
	return l.Hash(key, value, Range{min(size.Low, 1), size.High})
}

// hashOfFlatArray returns the hash made from an array of any length with alternating keys and
// values. The array may also have a single element, a hash, which then is the result.
func (l collections) hashOfFlatArray(element Type) Type {
	if l.MayHaveClass(element, ArrayClass) || l.MayHaveClass(element, HashClass) {
		element = l.Any
	}
	return l.Hash(element, element, Range{0, math.MaxInt64})
}
