package checker

import (
	"cmp"
	"puppet-lint/checker/code"
	"strings"
)

// truth is a three-valued answer.
type truth uint8

const (
	maybe truth = iota
	always
	never
)

func truthOf(value bool) truth {
	if value {
		return always
	}
	return never
}

func (t truth) not() truth {
	switch t {
	case always:
		return never
	case never:
		return always
	}
	return maybe
}

// and is the truth of both.
func (t truth) and(other truth) truth {
	switch {
	case t == never || other == never:
		return never
	case t == always && other == always:
		return always
	}
	return maybe
}

// or is the truth of either.
func (t truth) or(other truth) truth { return t.not().and(other.not()).not() }

// boolean is the type of a value that has that truth.
func (e *evaluator) booleanOf(t truth) Type {
	switch t {
	case always:
		return e.trueType
	case never:
		return e.falseType
	}
	return e.boolean
}

// truthiness says whether values of a type count as true: all but undef and
// false do.
func (e *evaluator) truthiness(t Type) truth {
	result, first := maybe, true
	for _, member := range e.members(t) {
		var one truth
		switch shapeOf(member) {
		case shapeUndef:
			one = never
		case shapeBoolean:
			if value, known := boolOf(member); known {
				one = truthOf(value)
			}
		case shapeAny:
		default:
			one = always
		}
		if first {
			result, first = one, false
		} else if one != result {
			return maybe
		}
	}
	return result
}

// equal says whether a == b holds (CompareOperator#equals).
func (e *evaluator) equal(a, b Type) truth {
	result, first := maybe, true
	as, bs := e.members(a), e.members(b)
	if len(as)*len(bs) > maxCombinations {
		return maybe
	}
	for _, x := range as {
		for _, y := range bs {
			one := e.equalMembers(x, y)
			if first {
				result, first = one, false
			} else if one != result {
				return maybe
			}
		}
	}
	return result
}

func (e *evaluator) equalMembers(a, b Type) truth {
	left, right := shapeOf(a), shapeOf(b)
	if left == shapeAny || right == shapeAny {
		return maybe
	}
	if left != right && !(isNumber(left) && isNumber(right)) {
		if left == shapeOther || right == shapeOther || isTime(left) && isNumber(right) || isNumber(left) && isTime(right) {
			return maybe
		}
		return never
	}
	switch left {
	case shapeUndef, shapeDefault:
		return always
	case shapeBoolean:
		x, knownX := boolOf(a)
		y, knownY := boolOf(b)
		if knownX && knownY {
			return truthOf(x == y)
		}
	case shapeInteger, shapeFloat:
		return e.equalNumbers(a, b)
	case shapeString:
		x, knownX := stringOf(a)
		y, knownY := stringOf(b)
		if knownX && knownY {
			return truthOf(equalFoldASCII(x, y))
		}
		if knownX && !e.stringMayEqual(b, x) || knownY && !e.stringMayEqual(a, y) {
			return never
		}
	case shapeArray:
		return e.equalArrays(a, b)
	case shapeHash:
		if sizeOf(a).high < sizeOf(b).low || sizeOf(b).high < sizeOf(a).low {
			return never
		}
		if a == b && e.isConstant(a) {
			return always
		}
	case shapeType, shapeRegexp:
		if a == b && e.isConstant(a) {
			return always
		}
		if e.isConstant(a) && e.isConstant(b) && left == shapeRegexp {
			return never
		}
	}
	return maybe
}

func isNumber(s shape) bool { return s == shapeInteger || s == shapeFloat }

func (e *evaluator) equalNumbers(a, b Type) truth {
	x, knownX := numberOf(a)
	y, knownY := numberOf(b)
	if knownX && knownY {
		return truthOf(x == y)
	}
	if shapeOf(a) == shapeInteger && shapeOf(b) == shapeInteger {
		left, right := integerOf(a), integerOf(b)
		if left.high < right.low || right.high < left.low {
			return never
		}
	}
	return maybe
}

func (e *evaluator) equalArrays(a, b Type) truth {
	if sizeOf(a).high < sizeOf(b).low || sizeOf(b).high < sizeOf(a).low {
		return never
	}
	x, exactX := tupleOf(a)
	y, exactY := tupleOf(b)
	if !exactX || !exactY {
		return maybe
	}
	result := always
	for i := range x {
		result = result.and(e.equal(x[i], y[i]))
	}
	return result
}

// equalFoldASCII compares as Ruby's casecmp does: the case of ASCII letters
// does not count, that of others does.
func equalFoldASCII(a, b string) bool { return lowerASCII(a) == lowerASCII(b) }

// lowerASCII turns ASCII letters to lower case and leaves all others.
func lowerASCII(text string) string {
	for i := range len(text) {
		if 'A' <= text[i] && text[i] <= 'Z' {
			lower := []byte(text)
			for j := i; j < len(lower); j++ {
				if 'A' <= lower[j] && lower[j] <= 'Z' {
					lower[j] += 'a' - 'A'
				}
			}
			return string(lower)
		}
	}
	return text
}

// compare is the type of left operator right for < <= > >=
// (EvaluatorImpl#eval_ComparisonExpression).
func (e *evaluator) compare(operator string, left, right Type) (Type, *fault) {
	return e.binary(left, right, func(l, r Type) (Type, *fault) {
		leftShape, rightShape := shapeOf(l), shapeOf(r)
		if leftShape == shapeType || leftShape == shapeOther {
			return e.boolean, nil // types compare with anything
		}
		if why := notComparable(leftShape, rightShape); why != "" {
			return nil, &fault{
				rule: &code.ComparisonMismatch, code: "COMPARISON_NOT_POSSIBLE", onOperator: true,
				message: e.describe(l) + " cannot be compared with " + e.describe(r) + " by '" + operator + "': " + why,
			}
		}
		return e.booleanOf(e.ordered(operator, l, r)), nil
	})
}

// notComparable says why members of two shapes cannot be put in order; empty
// when they may be.
func notComparable(left, right shape) string {
	if right == shapeAny {
		switch left {
		case shapeString, shapeInteger, shapeFloat, shapeTimespan, shapeTimestamp, shapeSemVer, shapeDefault:
			return ""
		}
	}
	number := right == shapeInteger || right == shapeFloat
	if left == shapeAny {
		// Of what there is only types compare with values that have no order;
		// nobody means to ask that.
		switch right {
		case shapeUndef, shapeBoolean, shapeRegexp, shapeArray, shapeHash:
			return "only strings, numbers, times and versions have an order"
		}
		return ""
	}
	switch left {
	case shapeString:
		if right != shapeString {
			return "a String only compares with a String"
		}
	case shapeInteger, shapeFloat:
		if !number && right != shapeTimespan && right != shapeTimestamp {
			return "a number only compares with a number, a Timespan or a Timestamp"
		}
	case shapeTimespan:
		if !number && right != shapeTimespan {
			return "a Timespan only compares with a Timespan or a number"
		}
	case shapeTimestamp:
		if !number && right != shapeTimestamp {
			return "a Timestamp only compares with a Timestamp or a number"
		}
	case shapeSemVer:
		if right != shapeSemVer {
			return "a SemVer only compares with a SemVer"
		}
	case shapeDefault:
		if right != shapeDefault {
			return "default only compares with default"
		}
	default:
		return "only strings, numbers, times and versions have an order"
	}
	return ""
}

// ordered says whether left operator right holds for two comparable members.
func (e *evaluator) ordered(operator string, left, right Type) truth {
	if x, ok := stringOf(left); ok {
		if y, ok := stringOf(right); ok {
			return orderHolds(operator, strings.Compare(lowerASCII(x), lowerASCII(y)))
		}
	}
	x, knownX := numberOf(left)
	y, knownY := numberOf(right)
	if knownX && knownY {
		return orderHolds(operator, cmp.Compare(x, y))
	}
	if shapeOf(left) == shapeInteger && shapeOf(right) == shapeInteger {
		a, b := integerOf(left), integerOf(right)
		switch {
		case a.high < b.low:
			return orderHolds(operator, -1)
		case a.low > b.high:
			return orderHolds(operator, 1)
		case a.high <= b.low && operator == "<=", a.low >= b.high && operator == ">=":
			return always
		case a.high <= b.low && operator == ">", a.low >= b.high && operator == "<":
			return never
		}
	}
	return maybe
}

func orderHolds(operator string, order int) truth {
	switch operator {
	case "<":
		return truthOf(order < 0)
	case "<=":
		return truthOf(order <= 0)
	case ">":
		return truthOf(order > 0)
	}
	return truthOf(order >= 0)
}

// contains is the truth of left in right (CompareOperator#include?); in never
// fails.
func (e *evaluator) contains(left, right Type) truth {
	rights, lefts := e.members(right), e.members(left)
	if len(rights)*len(lefts) > maxCombinations {
		return maybe
	}
	result, first := maybe, true
	for _, y := range rights {
		for _, x := range lefts {
			one := e.containsMember(x, y)
			if first {
				result, first = one, false
			} else if one != result {
				return maybe
			}
		}
	}
	return result
}

func (e *evaluator) containsMember(left, right Type) truth {
	leftShape := shapeOf(left)
	if leftShape == shapeAny {
		return maybe
	}
	switch shapeOf(right) {
	case shapeString:
		x, knownX := stringOf(left)
		y, knownY := stringOf(right)
		switch {
		case leftShape == shapeString && knownX && knownY:
			return truthOf(strings.Contains(strings.ToLower(y), strings.ToLower(x)))
		case leftShape == shapeString || leftShape == shapeRegexp:
			return maybe
		}
		return never
	case shapeArray:
		elements, exact := tupleOf(right)
		if !exact {
			return e.elementMayMatch(left, right)
		}
		return e.containsElement(left, elements)
	case shapeHash:
		if fields, ok := e.exactFields(right); ok {
			names := make([]Type, len(fields))
			for i, field := range fields {
				names[i] = e.str(field.name)
			}
			return e.containsElement(left, names)
		}
		return maybe
	case shapeAny, shapeOther, shapeBinary, shapeSemVer, shapeSemVerRange:
		return maybe
	}
	return never
}

func (e *evaluator) elementMayMatch(left, right Type) truth {
	if sizeOf(right).high == 0 {
		return never
	}
	return maybe
}

func (e *evaluator) containsElement(left Type, elements []Type) truth {
	result := never
	for _, element := range elements {
		switch shapeOf(left) {
		case shapeType, shapeRegexp:
			result = result.or(e.matches(element, left))
		case shapeString:
			result = result.or(e.matches(left, element))
		default:
			result = result.or(e.equal(element, left))
		}
	}
	return result
}
