package checker

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/syntax"
)

// maxString bounds the length in bytes of the strings that are put together at
// check time; longer ones are just String.
const maxString = 4096

func (e *evaluator) evaluateConcatenated(node *syntax.ConcatenatedString) Type {
	var text strings.Builder
	known := true
	for _, segment := range node.Segments {
		part := e.evaluate(segment)
		if e.isNever(part) {
			return e.never
		}
		e.checkInterpolated(part, segment)
		e.checkSensitiveText(part, segment)
		value, constant := e.interpolated(part)
		known = known && constant && text.Len()+len(value) <= maxString
		if known {
			text.WriteString(value)
		}
	}
	if known {
		return e.str(text.String())
	}
	for _, segment := range node.Segments {
		if literal, ok := segment.(*syntax.LiteralString); ok && literal.Value != "" {
			return e.nonEmptyString
		}
	}
	return e.string
}

// interpolated is the text that a value becomes in a string; known is false
// when that depends on more than the type.
func (e *evaluator) interpolated(t Type) (text string, known bool) {
	switch shapeOf(t) {
	case shapeUndef:
		return "", true
	case shapeDefault:
		return "default", true
	case shapeString:
		return stringOf(t)
	case shapeBoolean:
		value, known := boolOf(t)
		return strconv.FormatBool(value), known
	case shapeInteger:
		value := integerOf(t)
		return strconv.FormatInt(value.low, 10), value.single()
	case shapeArray:
		elements, exact := tupleOf(t)
		if !exact {
			return "", false
		}
		parts := make([]string, len(elements))
		for i, element := range elements {
			part, known := e.interpolated(element)
			if !known {
				return "", false
			}
			parts[i] = part
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case shapeHash:
		fields, exact := e.exactFields(t)
		if !exact {
			return "", false
		}
		parts := make([]string, len(fields))
		for i, field := range fields {
			value, known := e.interpolated(field.value)
			if !known {
				return "", false
			}
			parts[i] = field.name + " => " + value
		}
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "", false
}

// evaluateList is the value of a list of expressions, unfolded where they say
// so.
func (e *evaluator) evaluateList(nodes []syntax.Node) Type {
	values, exact := e.evaluateAll(nodes)
	if e.state.unreachable {
		return e.never
	}
	if exact && len(values) <= maxTuple {
		return e.tuple(values)
	}
	low := int64(len(values))
	if !exact {
		low = 0
	}
	return e.array(e.joinMany(values), span64{low, e.highest(exact, len(values))})
}

func (e *evaluator) highest(exact bool, length int) int64 {
	if exact {
		return int64(length)
	}
	return math.MaxInt64
}

// evaluateAll evaluates expressions in order; what an unfolded array holds
// counts as so many values. exact is false when how many is not known: then
// the values are those that there may be.
func (e *evaluator) evaluateAll(nodes []syntax.Node) (values []Type, exact bool) {
	values, exact = make([]Type, 0, len(nodes)), true
	for _, node := range nodes {
		unfold, ok := unparenthesized(node).(*syntax.UnfoldExpression)
		if !ok {
			values = append(values, e.evaluate(node))
			continue
		}
		array := e.unfold(e.evaluate(unfold.Expr))
		elements, known := tupleOf(array)
		if !known {
			exact = false
			elements = []Type{e.elementOf(array)}
		}
		values = append(values, elements...)
	}
	return values, exact
}

// unfold is what * makes of a value: an array.
func (e *evaluator) unfold(value Type) Type {
	var results []Type
	for _, member := range e.members(value) {
		switch shapeOf(member) {
		case shapeUndef:
			results = append(results, e.tuple(nil))
		case shapeArray:
			results = append(results, member)
		case shapeHash:
			results = append(results, e.pairs(member))
		case shapeAny, shapeOther, shapeIterator:
			return e.array(e.unknown, span64{0, math.MaxInt64})
		default:
			results = append(results, e.tuple([]Type{member}))
		}
	}
	if len(results) == 1 {
		return results[0]
	}
	return e.array(e.joinMany(mapTypes(results, e.elementOf)), span64{0, math.MaxInt64})
}

func mapTypes(types []Type, convert func(Type) Type) []Type {
	converted := make([]Type, len(types))
	for i, t := range types {
		converted[i] = convert(t)
	}
	return converted
}

// evaluateHash is the value of a literal hash: a Struct when all keys are
// constant strings that are not empty.
func (e *evaluator) evaluateHash(node *syntax.LiteralHash) Type {
	keys, values := make([]Type, 0, len(node.Entries)), make([]Type, 0, len(node.Entries))
	for _, entry := range node.Entries {
		keys = append(keys, e.evaluate(entry.Key))
		values = append(values, e.evaluate(entry.Value))
	}
	if e.state.unreachable {
		return e.never
	}
	return e.hashOf(keys, values)
}

// hashOf is the type of the hash of the pairs, in which a later key replaces
// an equal earlier one.
func (e *evaluator) hashOf(keys, values []Type) Type {
	if len(keys) == 0 {
		return e.hash(e.unknown, e.unknown, span64{})
	}
	fields := make([]field, 0, len(keys))
	index := make(map[string]int, len(keys))
	for i, key := range keys {
		name, known := stringOf(key)
		if !known || shapeOf(key) != shapeString || name == "" || len(keys) > maxStruct {
			fields = nil
			break
		}
		if at, ok := index[name]; ok {
			fields[at].value = values[i]
			continue
		}
		index[name] = len(fields)
		fields = append(fields, field{name: name, value: values[i]})
	}
	if fields != nil {
		return e.structOf(fields)
	}
	size := span64{1, int64(len(keys))}
	if e.allConstant(keys) {
		distinct := slices.Clone(keys)
		seen := map[Type]bool{}
		distinct = slices.DeleteFunc(distinct, func(key Type) bool {
			known := seen[key]
			seen[key] = true
			return known
		})
		size = span64{int64(len(distinct)), int64(len(distinct))}
	}
	return e.hash(e.joinMany(keys), e.joinMany(values), size)
}

// joinMany joins, and gives up details early when there are very many types.
func (e *evaluator) joinMany(types []Type) Type {
	if len(types) <= maxTuple {
		return e.joinAll(types)
	}
	result := e.joinAll(types[:maxTuple])
	seen := map[Type]bool{}
	for _, t := range types[maxTuple:] {
		if !seen[t] {
			seen[t] = true
			result = e.join(result, e.generalize(t))
		}
		if len(seen)%maxTuple == 0 {
			result = e.widen(e.never, result)
		}
	}
	return result
}

func (e *evaluator) evaluateBlock(statements []syntax.Node) Type {
	result := e.undef
	for i, statement := range statements {
		if e.state.unreachable {
			e.reportUnreachable(statements[i-1], statement)
			return e.never
		}
		if e.instance != nil && e.instance.idle[statement] {
			continue
		}
		result = e.evaluate(statement)
	}
	return result
}
