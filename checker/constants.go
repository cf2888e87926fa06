package checker

import (
	"errors"
	"math"
	"unicode"
	"unicode/utf8"

	"puppet-lint/checker/code"
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/convert"
	"puppet-lint/types/functions"
)

// maxComputed bounds for how many combinations of constants a function is
// computed.
const maxComputed = 16

// valueOf is the value of a type of one value. A type as a value is none: that
// a value is some type T says nothing of which one.
func (l *lattice) valueOf(t Type) (value types.Value, ok bool) {
	switch t := t.(type) {
	case *types.UndefType:
		return types.Undef{}, true
	case *types.DefaultType:
		return types.Default{}, true
	case *types.BooleanType:
		return types.Boolean(t.Value), t.HasValue
	case *types.IntegerType:
		span := integerOf(t)
		return types.Integer(span.low), span.single()
	case *types.FloatType:
		return types.Float(t.From), t.From == t.To
	case *types.StringType:
		return types.String(t.Value), t.HasValue
	case *types.EnumType:
		text, known := stringOf(t)
		return types.String(text), known
	case *types.RegexpType:
		return types.Regexp{Source: t.Source}, t.HasSource
	case *types.TimespanType:
		return types.Timespan(t.From.Value), t.From.IsFinite() && t.From == t.To
	case *types.TimestampType:
		return types.Timestamp(t.From.Value), t.From.IsFinite() && t.From == t.To
	case *types.TupleType, *types.ArrayType:
		elements, exact := tupleOf(t)
		if !exact {
			return nil, false
		}
		array := make(types.Array, len(elements))
		for i, element := range elements {
			if array[i], ok = l.valueOf(element); !ok {
				return nil, false
			}
		}
		return array, true
	case *types.StructType, *types.HashType:
		fields, exact := l.exactFields(t)
		if !exact {
			return nil, false
		}
		entries := make([]types.HashEntry, len(fields))
		for i, field := range fields {
			value, ok := l.valueOf(field.value)
			if !ok {
				return nil, false
			}
			entries[i] = types.HashEntry{Key: types.String(field.name), Value: value}
		}
		return types.NewHash(entries...), true
	}
	return nil, false
}

// typeOfValue is the type of one value; nil for what is no plain value, such as
// an Iterator.
func (e *evaluator) typeOfValue(value types.Value) Type {
	switch value := value.(type) {
	case types.Undef:
		return e.undef
	case types.Default:
		return e.defaultType
	case types.Boolean:
		return e.booleanOf(truthOf(bool(value)))
	case types.Integer:
		return e.integerRange(span64{int64(value), int64(value)})
	case types.Float:
		if math.IsInf(float64(value), 0) || math.IsNaN(float64(value)) {
			return e.float
		}
		return e.floatValue(float64(value))
	case types.String:
		return e.str(string(value))
	case types.Array:
		elements := make([]Type, len(value))
		for i, element := range value {
			if elements[i] = e.typeOfValue(element); elements[i] == nil {
				return nil
			}
		}
		return e.tuple(elements)
	case *types.Hash:
		keys, values := make([]Type, value.Len()), make([]Type, value.Len())
		for i, entry := range value.Entries() {
			if keys[i], values[i] = e.typeOfValue(entry.Key), e.typeOfValue(entry.Value); keys[i] == nil || values[i] == nil {
				return nil
			}
		}
		return e.hashOf(keys, values)
	case *types.Sensitive:
		if inner := e.typeOfValue(value.Value); inner != nil {
			return e.sensitive(inner)
		}
		return nil
	case types.TypeValue:
		return e.typeOf(value.Type)
	case *types.Iterator, nil:
		return nil
	}
	return e.algebra.InferSet(value)
}

// valuesOf are all values of a type of few; none when there are others.
func (e *evaluator) valuesOf(t Type) []types.Value {
	var values []types.Value
	for _, member := range e.members(t) {
		if value, ok := e.valueOf(member); ok {
			values = append(values, value)
			continue
		}
		if truth, ok := member.(*types.BooleanType); ok && !truth.HasValue {
			values = append(values, types.Boolean(false), types.Boolean(true))
			continue
		}
		words := wordsOf(member)
		if len(words) == 0 || len(values)+len(words) > maxComputed {
			return nil
		}
		for _, word := range words {
			values = append(values, types.String(word))
		}
	}
	return values
}

// argumentValues are all values that an argument may have; none when there are
// too many. A type is one only where it is written in the call.
func (e *evaluator) argumentValues(c *call, position int) []types.Value {
	argument := c.arguments[position]
	if shapeOf(argument) != shapeType {
		return e.valuesOf(argument)
	}
	if position >= len(c.nodes) || e.isUnknown(typeIn(argument)) {
		return nil
	}
	switch c.nodes[position].(type) {
	case *syntax.QualifiedReference, *syntax.AccessExpression:
		return []types.Value{types.TypeValue{Type: typeIn(argument)}}
	}
	return nil
}

// constants are all combinations of values that the arguments at the given
// positions may have; none when some are not known or there are too many.
func (e *evaluator) constants(c *call, positions []int) [][]types.Value {
	combinations := [][]types.Value{nil}
	for _, position := range positions {
		values := e.argumentValues(c, position)
		if len(values) == 0 || len(values)*len(combinations) > maxComputed {
			return nil
		}
		next := make([][]types.Value, 0, len(values)*len(combinations))
		for _, before := range combinations {
			for _, value := range values {
				next = append(next, append(before[:len(before):len(before)], value))
			}
		}
		combinations = next
	}
	return combinations
}

// positionsFrom are the positions from one up to, and without, another.
func positionsFrom(from, to int) []int {
	var positions []int
	for position := from; position < to; position++ {
		positions = append(positions, position)
	}
	return positions
}

// computed is the exact result of one of Puppet's own functions for arguments
// that are known; nil when they are not, or when the function may fail.
func (e *evaluator) computed(c *call) Type {
	if c.block != nil || c.name == "new" || c.name == "convert_to" || !functions.Computes(c.name) {
		return nil
	}
	var results []Type
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.arguments))) {
		value, ok := functions.Call(e.converter, c.name, arguments)
		if !ok {
			return nil
		}
		result := e.typeOfValue(value)
		if result == nil {
			return nil
		}
		results = append(results, result)
	}
	if len(results) == 0 {
		return nil
	}
	return e.joinAll(results)
}

// convertConstant is what calling a type makes of arguments that are known;
// known is false when that cannot be told. A conversion that Puppet refuses for
// each of them is reported.
func (e *evaluator) convertConstant(c *call, target int, positions []int) (result Type, known bool) {
	targets := e.argumentValues(c, target)
	if len(targets) != 1 {
		return nil, false
	}
	wanted, isType := targets[0].(types.TypeValue)
	if !isType {
		return nil, false
	}
	var results []Type
	var refused *convert.Error
	for _, arguments := range e.constants(c, positions) {
		value, err := e.converter.Convert(wanted.Type, arguments...)
		if err != nil {
			if !errors.As(err, &refused) {
				return nil, false
			}
			continue
		}
		one := e.typeOfValue(value)
		if one == nil {
			return nil, false
		}
		results = append(results, one)
	}
	switch {
	case len(results) > 0:
		return e.joinAll(results), true
	case refused == nil:
		return nil, false
	}
	e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", "the conversion fails: "+lowerFirst(refused.Message))
	return e.unknown, true
}

// badFormat says why sprintf fails for all values that its arguments may have;
// empty when it may work.
func (e *evaluator) badFormat(c *call) string {
	var refused *convert.Error
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.arguments))) {
		if len(arguments) == 0 {
			return ""
		}
		format, ok := arguments[0].(types.String)
		if !ok {
			return ""
		}
		if _, err := convert.Format(string(format), arguments[1:]); !errors.As(err, &refused) {
			return ""
		}
	}
	if refused == nil {
		return ""
	}
	return refused.Message
}

// lowerFirst is a sentence as it goes on behind a colon.
func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
