package lattice

import (
	"math"

	"puppet-lint/types"
)

// Type is the type of an expression: what is known of its value.
type Type = types.Type

// TypeClass determines how operations treat a member: a type that is not a Variant, an Optional
// or an alias (see Lattice.Members).
type TypeClass uint8

const (
	// AnyClass: any value, or one of many kinds.
	AnyClass TypeClass = iota
	UndefClass
	DefaultClass
	BooleanClass
	IntegerClass
	FloatClass
	// StringClass: String, Enum and Pattern.
	StringClass
	RegexpClass
	// ArrayClass: Array and Tuple.
	ArrayClass
	// HashClass: Hash and Struct.
	HashClass
	// TypeValueClass: a type as a value, such as a reference to a resource.
	TypeValueClass
	SensitiveClass
	SemVerClass
	SemVerRangeClass
	TimespanClass
	TimestampClass
	BinaryClass
	URIClass
	IteratorClass
	// OtherClass: values without operations in the language.
	OtherClass
	// MixedClass: several classes at once. Members never have it.
	MixedClass
)

// TypeClassOf returns the class of a type, or MixedClass if its values have several.
func TypeClassOf(t Type) TypeClass {
	switch t.Kind() {
	case types.KindUndef:
		return UndefClass
	case types.KindDefault:
		return DefaultClass
	case types.KindBoolean:
		return BooleanClass
	case types.KindInteger:
		return IntegerClass
	case types.KindFloat:
		return FloatClass
	case types.KindString, types.KindEnum, types.KindPattern:
		return StringClass
	case types.KindRegexp:
		return RegexpClass
	case types.KindArray, types.KindTuple:
		return ArrayClass
	case types.KindHash, types.KindStruct:
		return HashClass
	case types.KindType:
		return TypeValueClass
	case types.KindSensitive:
		return SensitiveClass
	case types.KindSemVer:
		return SemVerClass
	case types.KindSemVerRange:
		return SemVerRangeClass
	case types.KindTimespan:
		return TimespanClass
	case types.KindTimestamp:
		return TimestampClass
	case types.KindBinary:
		return BinaryClass
	case types.KindURI:
		return URIClass
	case types.KindIterator:
		return IteratorClass
	case types.KindVariant, types.KindOptional, types.KindNotUndef, types.KindAlias, types.KindScalar,
		types.KindScalarData, types.KindNumeric, types.KindCollection, types.KindNever:
		return MixedClass
	case types.KindUnknown, types.KindAny, types.KindUnit, types.KindIterable, types.KindInit, types.KindReference:
		return AnyClass
	}
	return OtherClass
}

// StringOf returns the string of a type of exactly one string.
func StringOf(t Type) (string, bool) {
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

// WordsOf returns the strings of an Enum or of a type of one string. It returns nil if the type
// has other strings.
func WordsOf(t Type) []string {
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

// LengthOf returns the range of the lengths of a type's strings, in characters.
func LengthOf(t Type) Range {
	switch t := t.(type) {
	case *types.StringType:
		if t.HasValue {
			length := int64(len([]rune(t.Value)))
			return Range{length, length}
		}
		return SizeSpan(t.Size)
	case *types.EnumType:
		if len(t.Values) == 0 {
			break
		}
		result := Range{math.MaxInt64, 0}
		for _, value := range t.Values {
			length := int64(len([]rune(value)))
			result.Low, result.High = min(result.Low, length), max(result.High, length)
		}
		return result
	}
	return Range{0, math.MaxInt64}
}

// IntegerOf returns the range of an Integer type, and AnyInteger for other types.
func IntegerOf(t Type) Range {
	if t, ok := t.(*types.IntegerType); ok {
		result := AnyInteger
		if t.From.IsFinite() {
			result.Low = t.From.Value
		}
		if t.To.IsFinite() {
			result.High = t.To.Value
		}
		return result
	}
	return AnyInteger
}

// FloatOf returns the value of a Float type of one value.
func FloatOf(t Type) (float64, bool) {
	if t, ok := t.(*types.FloatType); ok && t.From == t.To {
		return t.From, true
	}
	return 0, false
}

// NumberOf returns the value of an Integer or Float type of one value. It loses the last digits
// of large integers.
func NumberOf(t Type) (float64, bool) {
	if t, ok := t.(*types.IntegerType); ok {
		span := IntegerOf(t)
		return float64(span.Low), span.Single()
	}
	return FloatOf(t)
}

// BoolOf returns the value of a Boolean type of one value.
func BoolOf(t Type) (value, known bool) {
	if t, ok := t.(*types.BooleanType); ok {
		return t.Value, t.HasValue
	}
	return false, false
}

// TypeIn returns T for Type[T], and any other type unchanged.
func TypeIn(t Type) Type {
	if t, ok := t.(*types.TypeType); ok && t.Type != nil {
		return t.Type
	}
	return t
}

// SizeSpan returns a size as a range. Sizes are never negative.
func SizeSpan(size *types.IntegerType) Range {
	if size == nil {
		return Range{0, math.MaxInt64}
	}
	result := IntegerOf(size)
	return Range{max(result.Low, 0), max(result.High, 0)}
}

// SizeOf returns the number of elements of the arrays or hashes of a type.
func SizeOf(t Type) Range {
	switch t := t.(type) {
	case *types.ArrayType:
		return SizeSpan(t.Size)
	case *types.HashType:
		return SizeSpan(t.Size)
	case *types.CollectionType:
		return SizeSpan(t.Size)
	case *types.TupleType:
		if t.Size == nil && len(t.Types) > 0 {
			return Range{int64(len(t.Types)), int64(len(t.Types))}
		}
		return SizeSpan(t.Size)
	case *types.StructType:
		result := Range{0, int64(len(t.Elements))}
		for _, element := range t.Elements {
			if !element.Optional {
				result.Low++
			}
		}
		return result
	}
	return Range{0, math.MaxInt64}
}

// TupleOf returns the type of each element of an array type. exact is false unless the type is
// a Tuple without a size, or the arrays have one known length of at most MaxTuple.
func TupleOf(t Type) (elements []Type, exact bool) {
	switch t := t.(type) {
	case *types.TupleType:
		if t.Size == nil && len(t.Types) > 0 {
			return t.Types, true
		}
		if size := SizeSpan(t.Size); t.Size != nil && size.Single() && size.Low <= MaxTuple {
			return repeatLast(t.Types, int(size.Low)), len(t.Types) > 0 || size.Low == 0
		}
	case *types.ArrayType:
		if size := SizeSpan(t.Size); size.Single() && size.Low <= MaxTuple {
			if size.Low == 0 {
				return nil, true
			}
			return repeatLast([]Type{t.Element}, int(size.Low)), t.Element != nil
		}
	}
	return nil, false
}

// repeatLast cuts a list to the length, or extends it with its last type.
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

// Field is one entry of a Struct.
type Field struct {
	Name     string
	Optional bool
	Value    Type
}

// FieldsOf returns the entries of a Struct type.
func FieldsOf(t Type) (fields []Field, isStruct bool) {
	s, ok := t.(*types.StructType)
	if !ok {
		return nil, false
	}
	fields = make([]Field, len(s.Elements))
	for i, element := range s.Elements {
		fields[i] = Field{element.Name, element.Optional, element.Value}
	}
	return fields, true
}
