package lattice

import (
	"puppet-lint/checker/code"
)

// NoElements ends the message about a value that cannot be indexed.
const NoElements = " cannot be indexed with '[]'"

// indexing has the operator [] of strings, arrays and hashes.
type indexing struct {
	*core
	operators
}

// IndexString returns the type of text[keys…], or the reason why no string can be indexed with
// these keys.
func (l indexing) IndexString(text Type, keys []Type) (Type, *OperationError) {
	if len(keys) != 1 && len(keys) != 2 {
		return nil, &OperationError{Rule: &code.InvalidIndex, Code: "BAD_STRING_SLICE_ARITY", Message: "a String takes one or two indexes, not " + Count(len(keys))}
	}
	for _, key := range keys {
		if !l.MayBe(key, func(s TypeClass, member Type) bool {
			if s != StringClass {
				return s == IntegerClass
			}
			content, known := StringOf(member)
			number, isNumber := ToNumber(content)
			return !known || isNumber && number.integer
		}) {
			return nil, &OperationError{Rule: &code.InvalidIndex, Code: "BAD_STRING_SLICE_KEY_TYPE", Message: "a String is indexed by an Integer, not by " + l.Describe(key)}
		}
	}
	return l.sliceString(text, keys), nil
}

// sliceString returns the constant substring if the text and the keys are known; otherwise
// String.
func (l indexing) sliceString(text Type, keys []Type) Type {
	content, known := StringOf(text)
	if !known {
		return l.String
	}
	chars := []rune(content)
	from, length, ok := sliceBounds(keys, int64(len(chars)))
	if !ok {
		return l.String
	}
	if from < 0 || from > int64(len(chars)) || length < 0 {
		return l.Str("")
	}
	return l.Str(string(chars[from:min(from+length, int64(len(chars)))]))
}

// sliceBounds returns the start and the length of a slice. from is negative if the slice begins
// before the start. ok is false if the keys are not known.
func sliceBounds(keys []Type, size int64) (from, length int64, ok bool) {
	for _, key := range keys {
		if TypeClassOf(key) != IntegerClass || !IntegerOf(key).Single() {
			return 0, 0, false
		}
	}
	from, length = IntegerOf(keys[0]).Low, 1
	if from < 0 {
		from += size
	}
	if len(keys) == 1 {
		return from, length, true
	}
	if length = IntegerOf(keys[1]).Low; length < 0 {
		length = size - from + length + 1
	}
	if from < 0 {
		length += from
		from = 0
	}
	return from, length, true
}

// IndexArray returns the type of array[keys…], or the reason why no array can be indexed with
// these keys.
func (l indexing) IndexArray(array Type, keys []Type) (Type, *OperationError) {
	if len(keys) != 1 && len(keys) != 2 {
		return nil, &OperationError{Rule: &code.InvalidIndex, Code: "BAD_ARRAY_SLICE_ARITY", Message: "an Array takes one or two indexes, not " + Count(len(keys))}
	}
	for _, key := range keys {
		if err := l.arrayIndex(key); err != nil {
			return nil, err
		}
	}
	elements, exact := TupleOf(array)
	if len(keys) == 1 {
		return l.ElementAt(array, keys[0]), nil
	}
	if exact {
		if from, length, ok := sliceBounds(keys, int64(len(elements))); ok {
			if from > int64(len(elements)) || length < 0 {
				return l.Tuple(nil), nil
			}
			return l.Tuple(elements[from:min(from+length, int64(len(elements)))]), nil
		}
	}
	return l.Array(l.ElementOf(array), Range{0, SizeOf(array).High}), nil
}

// arrayIndex returns the reason why a key cannot index an array, or nil.
func (l indexing) arrayIndex(key Type) *OperationError {
	if l.IsUnknown(key) {
		return nil
	}
	var first *OperationError
	for _, member := range l.Members(key) {
		var why *OperationError
		switch TypeClassOf(member) {
		case IntegerClass, AnyClass:
		case FloatClass, TimespanClass, TimestampClass:
			why = &OperationError{Rule: &code.InvalidIndex, Code: "BAD_SLICE_KEY_TYPE", Message: "an Array is indexed by an Integer, not by " + l.Describe(member), OnRight: true}
		case StringClass:
			if why = l.NumericOperand("[]", member, onRight); why != nil {
				why = &OperationError{Rule: &code.InvalidIndex, Code: why.Code, Message: "an Array is indexed by an Integer, not by " + l.Describe(member), OnRight: true}
			}
		default:
			why = &OperationError{Rule: &code.InvalidIndex, Code: "NOT_NUMERIC", Message: "an Array is indexed by an Integer, not by " + l.Describe(member), OnRight: true}
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

// IndexHash returns the type of hash[keys…], or the reason why no hash can be indexed with
// these keys.
func (l indexing) IndexHash(hash Type, keys []Type) (Type, *OperationError) {
	if len(keys) == 0 {
		return nil, &OperationError{Rule: &code.InvalidIndex, Code: "BAD_HASH_SLICE_ARITY", Message: "a Hash takes at least one key"}
	}
	if len(keys) == 1 {
		return l.LookupKey(hash, keys[0]), nil
	}
	var found []Type
	for _, key := range keys {
		value := l.LookupKey(hash, key)
		if value == l.Undef {
			continue
		}
		if l.MayBeUndef(value) {
			_, element := l.KeyValueOf(hash)
			return l.Array(element, Range{0, int64(len(keys))}), nil
		}
		found = append(found, value)
	}
	return l.Tuple(found), nil
}
