package lattice

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"puppet-lint/types"
)

// MaxComputed bounds the number of combinations of constants for which a function is computed.
const MaxComputed = 16

// ValueOf returns the value of a type that has exactly one. ok is false for a type used as a
// value: a Type[T] may be a narrower type than T.
func ValueOf(t Type) (value types.Value, ok bool) {
	switch t := t.(type) {
	case *types.UndefType:
		return types.Undef{}, true
	case *types.DefaultType:
		return types.Default{}, true
	case *types.BooleanType:
		return types.Boolean(t.Value), t.HasValue
	case *types.IntegerType:
		span := IntegerOf(t)
		return types.Integer(span.Low), span.Single()
	case *types.FloatType:
		return types.Float(t.From), t.From == t.To
	case *types.StringType:
		return types.String(t.Value), t.HasValue
	case *types.EnumType:
		text, known := StringOf(t)
		return types.String(text), known
	case *types.RegexpType:
		return t.Regexp(), t.HasSource
	case *types.TimespanType:
		return types.Timespan(t.From.Value), t.From.IsFinite() && t.From == t.To
	case *types.TimestampType:
		return types.Timestamp(t.From.Value), t.From.IsFinite() && t.From == t.To
	case *types.TupleType, *types.ArrayType:
		elements, exact := TupleOf(t)
		if !exact {
			return nil, false
		}
		array := make(types.Array, len(elements))
		for i, element := range elements {
			if array[i], ok = ValueOf(element); !ok {
				return nil, false
			}
		}
		return array, true
	case *types.StructType, *types.HashType:
		fields, exact := ExactFields(t)
		if !exact {
			return nil, false
		}
		entries := make([]types.HashEntry, len(fields))
		for i, field := range fields {
			value, ok := ValueOf(field.Value)
			if !ok {
				return nil, false
			}
			entries[i] = types.HashEntry{Key: types.String(field.Name), Value: value}
		}
		return types.NewHash(entries...), true
	}
	return nil, false
}

// TypeOfValue returns the type of a value, or nil if it is not a plain value, such as an
// Iterator.
func (l collections) TypeOfValue(value types.Value) Type {
	switch value := value.(type) {
	case types.Undef:
		return l.Undef
	case types.Default:
		return l.DefaultType
	case types.Boolean:
		return l.BooleanOf(TruthOf(bool(value)))
	case types.Integer:
		return l.IntegerRange(Range{int64(value), int64(value)})
	case types.Float:
		if math.IsInf(float64(value), 0) || math.IsNaN(float64(value)) {
			return l.Float
		}
		return l.FloatValue(float64(value))
	case types.String:
		return l.Str(string(value))
	case types.Array:
		elements := make([]Type, len(value))
		for i, element := range value {
			if elements[i] = l.TypeOfValue(element); elements[i] == nil {
				return nil
			}
		}
		return l.Tuple(elements)
	case *types.Hash:
		keys, values := make([]Type, value.Len()), make([]Type, value.Len())
		for i, entry := range value.Entries() {
			if keys[i], values[i] = l.TypeOfValue(entry.Key), l.TypeOfValue(entry.Value); keys[i] == nil || values[i] == nil {
				return nil
			}
		}
		return l.HashOf(keys, values)
	case *types.Sensitive:
		if inner := l.TypeOfValue(value.Value); inner != nil {
			return l.Sensitive(inner)
		}
		return nil
	case types.TypeValue:
		return l.TypeOf(value.Type)
	case *types.Iterator, nil:
		return nil
	}
	return l.Algebra.InferSet(value)
}

// ValuesOf returns all values of a type that has only a few, or nil.
func (l *core) ValuesOf(t Type) []types.Value {
	var values []types.Value
	for _, member := range l.Members(t) {
		if value, ok := ValueOf(member); ok {
			values = append(values, value)
			continue
		}
		if truth, ok := member.(*types.BooleanType); ok && !truth.HasValue {
			values = append(values, types.Boolean(false), types.Boolean(true))
			continue
		}
		words := WordsOf(member)
		if len(words) == 0 || len(values)+len(words) > MaxComputed {
			return nil
		}
		for _, word := range words {
			values = append(values, types.String(word))
		}
	}
	return values
}

// LowerFirst lowers the first letter, so that a sentence can follow a colon. A first word that
// can only be the name of a type stays as it is: T, TypeSet or M::T.
func LowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	word, _, _ := strings.Cut(text[size:], " ")
	if word == "" && first != 'A' || strings.ContainsFunc(word, func(r rune) bool { return unicode.IsUpper(r) || r == ':' }) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// IsConstant reports whether a type has exactly one value. Two constants are the same value if
// and only if they are the same type.
func IsConstant(t Type) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.DefaultType:
		return true
	case *types.BooleanType:
		return t.HasValue
	case *types.IntegerType:
		return IntegerOf(t).Single()
	case *types.FloatType:
		return t.From == t.To
	case *types.StringType:
		return t.HasValue
	case *types.RegexpType:
		return t.HasSource
	case *types.TupleType, *types.ArrayType:
		elements, exact := TupleOf(t)
		return exact && AllConstant(elements)
	case *types.StructType:
		for _, element := range t.Elements {
			if element.Optional || !IsConstant(element.Value) {
				return false
			}
		}
		return true
	case *types.HashType:
		return SizeOf(t).High == 0
	}
	return false
}

// AllConstant reports whether each type of a list has exactly one value.
func AllConstant(list []Type) bool {
	return !slices.ContainsFunc(list, func(t Type) bool { return !IsConstant(t) })
}
