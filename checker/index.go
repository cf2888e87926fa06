package checker

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// noElements ends the message about a value that cannot be indexed.
const noElements = " has no elements to take by '[]'"

// index is the type of value[keys…] for values that are no types
// (AccessOperator). The place of a fault is the key when it has onRight set.
func (e *evaluator) index(value Type, keys []Type) (Type, *fault) {
	var results, working []Type
	var first, possible *fault
	areResults := e.strict && e.isOneOfResults(e.withoutUndef(value))
	for _, member := range e.members(value) {
		result, fault := e.indexMember(member, keys)
		if fault == nil {
			results, working = append(results, result), append(working, member)
			continue
		}
		if first == nil {
			first = fault
		}
		if areResults && shapeOf(member) != shapeUndef {
			working = append(working, member)
		} else if possible == nil {
			possible = fault
		}
	}
	if len(results) == 0 && first != nil {
		return e.unknown, first
	}
	e.notePossible(possible, working, nil)
	return e.joinAll(results), nil
}

func (e *evaluator) indexMember(member Type, keys []Type) (Type, *fault) {
	if e.isUnknown(member) {
		return e.unknown, nil
	}
	if e.isDeferred(member) {
		return nil, &fault{rule: &code.InvalidIndex, code: "OPERATOR_NOT_APPLICABLE", message: "a Deferred has no elements to take by '[]': it has no value yet"}
	}
	switch shapeOf(member) {
	case shapeAny:
		return e.any, nil
	case shapeType:
		return e.unknown, nil // one of several values: what a type takes depends on which it is
	case shapeOther:
		if of := e.boltTypeOf(member); of != nil && e.onBolt {
			return e.indexBolt(of, member, keys)
		}
		return e.unknown, nil
	case shapeString:
		return e.indexString(member, e.flattenKeys(keys))
	case shapeBinary:
		if _, fault := e.indexString(e.string, e.flattenKeys(keys)); fault != nil {
			return nil, fault
		}
		return e.binaryType, nil
	case shapeArray:
		return e.indexArray(member, e.flattenKeys(keys))
	case shapeHash:
		return e.indexHash(member, keys)
	}
	return nil, &fault{rule: &code.InvalidIndex, code: "OPERATOR_NOT_APPLICABLE", message: e.describe(member) + noElements}
}

// flattenKeys is what Puppet does to the keys of arrays and strings.
func (e *evaluator) flattenKeys(keys []Type) []Type {
	if !slices.ContainsFunc(keys, func(key Type) bool { return shapeOf(key) == shapeArray }) {
		return keys
	}
	var flat []Type
	for _, key := range keys {
		if elements, exact := tupleOf(key); exact && shapeOf(key) == shapeArray {
			flat = append(flat, e.flattenKeys(elements)...)
		} else if shapeOf(key) == shapeArray {
			flat = append(flat, e.unknown, e.unknown) // any number of keys
		} else {
			flat = append(flat, key)
		}
	}
	return flat
}

func (e *evaluator) indexString(text Type, keys []Type) (Type, *fault) {
	if len(keys) != 1 && len(keys) != 2 {
		return nil, &fault{rule: &code.InvalidIndex, code: "BAD_STRING_SLICE_ARITY", message: "a String takes one or two indexes, not " + count(len(keys))}
	}
	for _, key := range keys {
		if !e.mayBe(key, func(s shape, member Type) bool {
			if s != shapeString {
				return s == shapeInteger
			}
			content, known := stringOf(member)
			number, isNumber := toNumber(content)
			return !known || isNumber && number.integer
		}) {
			return nil, &fault{rule: &code.InvalidIndex, code: "BAD_STRING_SLICE_KEY_TYPE", message: "a String is indexed by an Integer, not by " + e.describe(key)}
		}
	}
	return e.sliceString(text, keys), nil
}

// sliceString is the constant result where all is known.
func (e *evaluator) sliceString(text Type, keys []Type) Type {
	content, known := stringOf(text)
	if !known {
		return e.string
	}
	chars := []rune(content)
	from, length, ok := sliceBounds(keys, int64(len(chars)))
	if !ok {
		return e.string
	}
	if from < 0 || from > int64(len(chars)) || length < 0 {
		return e.str("")
	}
	return e.str(string(chars[from:min(from+length, int64(len(chars)))]))
}

// sliceBounds is where a slice begins and how long it is; from is negative
// when it lies before the start. ok is false when the keys are not known.
func sliceBounds(keys []Type, size int64) (from, length int64, ok bool) {
	for _, key := range keys {
		if shapeOf(key) != shapeInteger || !integerOf(key).single() {
			return 0, 0, false
		}
	}
	from, length = integerOf(keys[0]).low, 1
	if from < 0 {
		from += size
	}
	if len(keys) == 1 {
		return from, length, true
	}
	if length = integerOf(keys[1]).low; length < 0 {
		length = size - from + length + 1
	}
	if from < 0 {
		length += from
		from = 0
	}
	return from, length, true
}

func (e *evaluator) indexArray(array Type, keys []Type) (Type, *fault) {
	if len(keys) != 1 && len(keys) != 2 {
		return nil, &fault{rule: &code.InvalidIndex, code: "BAD_ARRAY_SLICE_ARITY", message: "an Array takes one or two indexes, not " + count(len(keys))}
	}
	for _, key := range keys {
		if fault := e.arrayIndex(key); fault != nil {
			return nil, fault
		}
	}
	elements, exact := tupleOf(array)
	if len(keys) == 1 {
		return e.elementAt(array, keys[0]), nil
	}
	if exact {
		if from, length, ok := sliceBounds(keys, int64(len(elements))); ok {
			if from > int64(len(elements)) || length < 0 {
				return e.tuple(nil), nil
			}
			return e.tuple(elements[from:min(from+length, int64(len(elements)))]), nil
		}
	}
	return e.array(e.elementOf(array), span64{0, sizeOf(array).high}), nil
}

// arrayIndex says why a key cannot index an array.
func (e *evaluator) arrayIndex(key Type) *fault {
	if e.isUnknown(key) {
		return nil
	}
	var first *fault
	for _, member := range e.members(key) {
		var why *fault
		switch shapeOf(member) {
		case shapeInteger, shapeAny:
		case shapeFloat, shapeTimespan, shapeTimestamp:
			why = &fault{rule: &code.InvalidIndex, code: "BAD_SLICE_KEY_TYPE", message: "an Array is indexed by an Integer, not by " + e.describe(member), onRight: true}
		case shapeString:
			if why = e.numericOperand(member, onRight); why != nil {
				why = &fault{rule: &code.InvalidIndex, code: why.code, message: "an Array is indexed by an Integer, not by " + e.describe(member), onRight: true}
			}
		default:
			why = &fault{rule: &code.InvalidIndex, code: "NOT_NUMERIC", message: "an Array is indexed by an Integer, not by " + e.describe(member), onRight: true}
		}
		if why == nil {
			return nil
		}
		if first == nil {
			first = why
		}
	}
	return first
}

// elementAt is the type of array[key]; what lies outside is undef.
func (e *evaluator) elementAt(array, key Type) Type {
	size := sizeOf(array)
	if size.high == 0 {
		return e.undef
	}
	position, known := int64(0), false
	if shapeOf(key) == shapeInteger && integerOf(key).single() {
		position, known = integerOf(key).low, true
	}
	if elements, exact := tupleOf(array); exact && known {
		if position < 0 {
			position += int64(len(elements))
		}
		if position < 0 || position >= int64(len(elements)) {
			return e.undef
		}
		return elements[position]
	}
	if known && (position >= 0 && position >= size.high || position < 0 && -position > size.high) {
		return e.undef
	}
	element := e.positionOf(array, position, known)
	if known && (position >= 0 && position < size.low || position < 0 && -position <= size.low) {
		return element
	}
	return e.optional(element)
}

func (e *evaluator) indexHash(hash Type, keys []Type) (Type, *fault) {
	if len(keys) == 0 {
		return nil, &fault{rule: &code.InvalidIndex, code: "BAD_HASH_SLICE_ARITY", message: "a Hash takes at least one key"}
	}
	if len(keys) == 1 {
		return e.lookupKey(hash, keys[0]), nil
	}
	var found []Type
	for _, key := range keys {
		value := e.lookupKey(hash, key)
		if value == e.undef {
			continue
		}
		if e.mayBeUndef(value) {
			_, element := e.keyValueOf(hash)
			return e.array(element, span64{0, int64(len(keys))}), nil
		}
		found = append(found, value)
	}
	return e.tuple(found), nil
}

// lookupKey is the type of hash[key]: the value, or undef where the hash may
// lack the key.
func (e *lattice) lookupKey(hash, key Type) Type {
	if e.isUnknown(hash) {
		return e.unknown
	}
	if sizeOf(hash).high == 0 {
		return e.undef
	}
	s, isStruct := hash.(*types.StructType)
	if !isStruct {
		keyType, value := e.keyValueOf(hash)
		if e.relation(key, keyType) == never && e.relation(keyType, key) == never {
			return e.undef
		}
		return e.optional(value)
	}
	if name, known := stringOf(key); known {
		element, found := s.Element(name)
		switch {
		case !found:
			return e.undef
		case element.Optional:
			return e.optional(element.Value)
		}
		return element.Value
	}
	result := e.undef
	for _, element := range s.Elements {
		if e.relation(e.str(element.Name), key) != never {
			result = e.join(result, element.Value)
		}
	}
	return result
}
