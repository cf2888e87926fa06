package checker

import (
	"math"

	"puppet-lint/types"
)

// shape tells how operations see a member: a type that is no Variant, no
// Optional and no alias (see lattice.members).
type shape uint8

const (
	// shapeAny: any value, or one of many kinds.
	shapeAny shape = iota
	shapeUndef
	shapeDefault
	shapeBoolean
	shapeInteger
	shapeFloat
	// shapeString: String, Enum and Pattern.
	shapeString
	shapeRegexp
	// shapeArray: Array and Tuple.
	shapeArray
	// shapeHash: Hash and Struct.
	shapeHash
	// shapeType: a type as a value, such as a reference to a resource.
	shapeType
	shapeSensitive
	shapeSemVer
	shapeSemVerRange
	shapeTimespan
	shapeTimestamp
	shapeBinary
	shapeURI
	shapeIterator
	// shapeOther: values of which the language has no operations of its own.
	shapeOther
	// shapeMixed: several shapes at once; only of types that are no members.
	shapeMixed
)

// shapeOf is the shape of a type; shapeMixed when its values have several.
func shapeOf(t Type) shape {
	switch t.Kind() {
	case types.KindUndef:
		return shapeUndef
	case types.KindDefault:
		return shapeDefault
	case types.KindBoolean:
		return shapeBoolean
	case types.KindInteger:
		return shapeInteger
	case types.KindFloat:
		return shapeFloat
	case types.KindString, types.KindEnum, types.KindPattern:
		return shapeString
	case types.KindRegexp:
		return shapeRegexp
	case types.KindArray, types.KindTuple:
		return shapeArray
	case types.KindHash, types.KindStruct:
		return shapeHash
	case types.KindType:
		return shapeType
	case types.KindSensitive:
		return shapeSensitive
	case types.KindSemVer:
		return shapeSemVer
	case types.KindSemVerRange:
		return shapeSemVerRange
	case types.KindTimespan:
		return shapeTimespan
	case types.KindTimestamp:
		return shapeTimestamp
	case types.KindBinary:
		return shapeBinary
	case types.KindURI:
		return shapeURI
	case types.KindIterator:
		return shapeIterator
	case types.KindVariant, types.KindOptional, types.KindNotUndef, types.KindAlias, types.KindScalar,
		types.KindScalarData, types.KindNumeric, types.KindCollection, types.KindNever:
		return shapeMixed
	case types.KindUnknown, types.KindAny, types.KindUnit, types.KindIterable, types.KindInit, types.KindReference:
		return shapeAny
	}
	return shapeOther
}

// stringOf is the string of a type of one string.
func stringOf(t Type) (string, bool) {
	switch t := t.(type) {
	case *types.StringType:
		return t.Value, t.HasValue
	case *types.EnumType:
		if len(t.Values) == 1 && !t.CaseInsensitive {
			return t.Values[0], true
		}
	}
	return "", false
}

// wordsOf are the strings of an Enum, or the one of a type of one string; none
// when there are others.
func wordsOf(t Type) []string {
	switch t := t.(type) {
	case *types.EnumType:
		if !t.CaseInsensitive {
			return t.Values
		}
	case *types.StringType:
		if t.HasValue {
			return []string{t.Value}
		}
	}
	return nil
}

// lengthOf is how long the strings of a type are, in characters.
func lengthOf(t Type) span64 {
	switch t := t.(type) {
	case *types.StringType:
		if t.HasValue {
			length := int64(len([]rune(t.Value)))
			return span64{length, length}
		}
		return sizeSpan(t.Size)
	case *types.EnumType:
		if len(t.Values) == 0 {
			break
		}
		result := span64{math.MaxInt64, 0}
		for _, value := range t.Values {
			length := int64(len([]rune(value)))
			result.low, result.high = min(result.low, length), max(result.high, length)
		}
		return result
	}
	return span64{0, math.MaxInt64}
}

// integerOf is the range of an Integer type, and of one value of other types
// nothing useful.
func integerOf(t Type) span64 {
	if t, ok := t.(*types.IntegerType); ok {
		result := anyInteger
		if t.From.IsFinite() {
			result.low = t.From.Value
		}
		if t.To.IsFinite() {
			result.high = t.To.Value
		}
		return result
	}
	return anyInteger
}

// floatOf is the value of a Float type of one value.
func floatOf(t Type) (float64, bool) {
	if t, ok := t.(*types.FloatType); ok && t.From == t.To {
		return t.From, true
	}
	return 0, false
}

// numberOf is the value of an Integer or Float type of one value. It loses
// the last digits of large integers.
func numberOf(t Type) (float64, bool) {
	if t, ok := t.(*types.IntegerType); ok {
		span := integerOf(t)
		return float64(span.low), span.single()
	}
	return floatOf(t)
}

// boolOf is the value of a Boolean type of one value.
func boolOf(t Type) (value, known bool) {
	if t, ok := t.(*types.BooleanType); ok {
		return t.Value, t.HasValue
	}
	return false, false
}

// typeIn is the type that a value of type Type[T] is.
func typeIn(t Type) Type {
	if t, ok := t.(*types.TypeType); ok && t.Type != nil {
		return t.Type
	}
	return t
}

// sizeSpan is a size as a range; sizes are never negative.
func sizeSpan(size *types.IntegerType) span64 {
	if size == nil {
		return span64{0, math.MaxInt64}
	}
	result := integerOf(size)
	return span64{max(result.low, 0), max(result.high, 0)}
}

// sizeOf is how many elements the arrays or hashes of a type have.
func sizeOf(t Type) span64 {
	switch t := t.(type) {
	case *types.ArrayType:
		return sizeSpan(t.Size)
	case *types.HashType:
		return sizeSpan(t.Size)
	case *types.CollectionType:
		return sizeSpan(t.Size)
	case *types.TupleType:
		if t.Size == nil && len(t.Types) > 0 {
			return span64{int64(len(t.Types)), int64(len(t.Types))}
		}
		return sizeSpan(t.Size)
	case *types.StructType:
		result := span64{0, int64(len(t.Elements))}
		for _, element := range t.Elements {
			if !element.Optional {
				result.low++
			}
		}
		return result
	}
	return span64{0, math.MaxInt64}
}

// tupleOf are the types of the elements of an array type of one length, each
// on its own.
func tupleOf(t Type) (elements []Type, exact bool) {
	switch t := t.(type) {
	case *types.TupleType:
		if t.Size == nil && len(t.Types) > 0 {
			return t.Types, true
		}
		if size := sizeSpan(t.Size); t.Size != nil && size.single() && size.low <= maxTuple {
			return repeatLast(t.Types, int(size.low)), len(t.Types) > 0 || size.low == 0
		}
	case *types.ArrayType:
		if size := sizeSpan(t.Size); size.single() && size.low <= maxTuple {
			if size.low == 0 {
				return nil, true
			}
			return repeatLast([]Type{t.Element}, int(size.low)), t.Element != nil
		}
	}
	return nil, false
}

// repeatLast is a list of that length: cut, or with its last type repeated.
func repeatLast(list []Type, length int) []Type {
	if len(list) == 0 {
		return nil
	}
	result := make([]Type, length)
	for i := range result {
		result[i] = list[min(i, len(list)-1)]
	}
	return result
}

// field is one entry of a Struct.
type field struct {
	name     string
	optional bool
	value    Type
}

// fieldsOf are the entries of a Struct type.
func fieldsOf(t Type) (fields []field, isStruct bool) {
	s, ok := t.(*types.StructType)
	if !ok {
		return nil, false
	}
	fields = make([]field, len(s.Elements))
	for i, element := range s.Elements {
		fields[i] = field{element.Name, element.Optional, element.Value}
	}
	return fields, true
}
