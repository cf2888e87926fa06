package lattice

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"puppet-lint/internal/ascii"
	"puppet-lint/types"
)

// Truth is a three-valued answer.
type Truth uint8

const (
	Maybe Truth = iota
	Always
	Never
)

// TruthOf returns Always for true and Never for false.
func TruthOf(value bool) Truth {
	if value {
		return Always
	}
	return Never
}

// Not turns Always into Never and Never into Always. Maybe stays.
func (t Truth) Not() Truth {
	switch t {
	case Always:
		return Never
	case Never:
		return Always
	}
	return Maybe
}

// And returns the truth of both t and other.
func (t Truth) And(other Truth) Truth {
	switch {
	case t == Never || other == Never:
		return Never
	case t == Always && other == Always:
		return Always
	}
	return Maybe
}

// Or returns the truth of t or other.
func (t Truth) Or(other Truth) Truth { return t.Not().And(other.Not()).Not() }

// comparison has the operators and matches whose results are true or false.
type comparison struct {
	*core
	collections
}

// commonTruth returns the truth that a test has for all types of a list. It returns Maybe if the
// test gives different answers, or if the list is empty.
func commonTruth(list []Type, test func(t Type) Truth) Truth {
	result := Maybe
	for i, t := range list {
		one := test(t)
		if one == Maybe || i > 0 && one != result {
			return Maybe
		}
		result = one
	}
	return result
}

// Truthiness reports whether values of a type count as true. All but undef and false do.
func (l comparison) Truthiness(t Type) Truth {
	return commonTruth(l.Members(t), func(member Type) Truth {
		switch TypeClassOf(member) {
		case UndefClass:
			return Never
		case BooleanClass:
			if value, known := BoolOf(member); known {
				return TruthOf(value)
			}
			return Maybe
		case AnyClass:
			return Maybe
		}
		return Always
	})
}

// Equal reports whether a == b holds (CompareOperator#equals).
func (l comparison) Equal(a, b Type) Truth { return l.holdsForAll(a, b, l.equalMembers) }

// holdsForAll reports whether a test holds for all combinations of members of a and b, for none, or
// for some.
func (l comparison) holdsForAll(a, b Type, test func(x, y Type) Truth) Truth {
	as, bs := l.Members(a), l.Members(b)
	if len(as)*len(bs) > MaxCombinations {
		return Maybe
	}
	return commonTruth(as, func(x Type) Truth {
		return commonTruth(bs, func(y Type) Truth { return test(x, y) })
	})
}

func (l comparison) equalMembers(a, b Type) Truth {
	left, right := TypeClassOf(a), TypeClassOf(b)
	if left == AnyClass || right == AnyClass {
		return Maybe
	}
	if left != right && !(isNumber(left) && isNumber(right)) {
		if left == OtherClass || right == OtherClass || isTime(left) && isNumber(right) || isNumber(left) && isTime(right) {
			return Maybe
		}
		return Never
	}
	switch left {
	case UndefClass, DefaultClass:
		return Always
	case BooleanClass:
		x, knownX := BoolOf(a)
		y, knownY := BoolOf(b)
		if knownX && knownY {
			return TruthOf(x == y)
		}
	case IntegerClass, FloatClass:
		return equalNumbers(a, b)
	case StringClass:
		x, knownX := StringOf(a)
		y, knownY := StringOf(b)
		if knownX && knownY {
			return TruthOf(ascii.EqualFold(x, y))
		}
		if knownX && !stringMayEqual(b, x) || knownY && !stringMayEqual(a, y) {
			return Never
		}
	case ArrayClass:
		return l.equalArrays(a, b)
	case HashClass:
		if SizeOf(a).High < SizeOf(b).Low || SizeOf(b).High < SizeOf(a).Low {
			return Never
		}
		if a == b && IsConstant(a) {
			return Always
		}
	case TypeValueClass, RegexpClass:
		if a == b && IsConstant(a) {
			return Always
		}
		if IsConstant(a) && IsConstant(b) && left == RegexpClass {
			return TruthOf(a.(*types.RegexpType).Regexp() == b.(*types.RegexpType).Regexp())
		}
	}
	return Maybe
}

func isNumber(s TypeClass) bool { return s == IntegerClass || s == FloatClass }

func equalNumbers(a, b Type) Truth {
	if TypeClassOf(a) == IntegerClass && TypeClassOf(b) == IntegerClass {
		left, right := IntegerOf(a), IntegerOf(b)
		switch {
		case left.High < right.Low || right.High < left.Low:
			return Never
		case left.Single() && left == right:
			return Always
		}
		return Maybe
	}
	x, knownX := NumberOf(a)
	y, knownY := NumberOf(b)
	areFloats := TypeClassOf(a) == FloatClass && TypeClassOf(b) == FloatClass
	if !knownX || !knownY || !areFloats && math.Abs(x) >= 1<<53 && math.Abs(y) >= 1<<53 {
		return Maybe // the Integer may have lost its last digits
	}
	return TruthOf(x == y)
}

func (l comparison) equalArrays(a, b Type) Truth {
	if SizeOf(a).High < SizeOf(b).Low || SizeOf(b).High < SizeOf(a).Low {
		return Never
	}
	x, exactX := TupleOf(a)
	y, exactY := TupleOf(b)
	if !exactX || !exactY {
		return Maybe
	}
	result := Always
	for i := range x {
		result = result.And(l.Equal(x[i], y[i]))
	}
	return result
}

// NotComparable returns why members of two classes have no order, or "" if they may have one.
func NotComparable(left, right TypeClass) string {
	if right == AnyClass {
		switch left {
		case StringClass, IntegerClass, FloatClass, TimespanClass, TimestampClass, SemVerClass, DefaultClass:
			return ""
		}
	}
	number := right == IntegerClass || right == FloatClass
	if left == AnyClass {
		// Only a type can be compared with values of these classes, and no code means to do so.
		switch right {
		case UndefClass, BooleanClass, RegexpClass, ArrayClass, HashClass:
			return "only strings, numbers, times and versions have an order"
		}
		return ""
	}
	switch left {
	case StringClass:
		if right != StringClass {
			return "a String can only be compared with a String"
		}
	case IntegerClass, FloatClass:
		if !number && right != TimespanClass && right != TimestampClass {
			return "a number can only be compared with a number, a Timespan or a Timestamp"
		}
	case TimespanClass:
		if !number && right != TimespanClass {
			return "a Timespan can only be compared with a Timespan or a number"
		}
	case TimestampClass:
		if !number && right != TimestampClass {
			return "a Timestamp can only be compared with a Timestamp or a number"
		}
	case SemVerClass:
		if right != SemVerClass {
			return "a SemVer can only be compared with a SemVer"
		}
	case DefaultClass:
		if right != DefaultClass {
			return "default can only be compared with default"
		}
	default:
		return "only strings, numbers, times and versions have an order"
	}
	return ""
}

// Ordered reports whether "left operator right" holds for two comparable members.
func Ordered(operator string, left, right Type) Truth {
	if x, ok := StringOf(left); ok {
		if y, ok := StringOf(right); ok {
			return orderHolds(operator, strings.Compare(ascii.Lower(x), ascii.Lower(y)))
		}
	}
	if TypeClassOf(left) == IntegerClass && TypeClassOf(right) == IntegerClass {
		a, b := IntegerOf(left), IntegerOf(right)
		switch {
		case a.Single() && b.Single():
			return orderHolds(operator, cmp.Compare(a.Low, b.Low))
		case a.High < b.Low:
			return orderHolds(operator, -1)
		case a.Low > b.High:
			return orderHolds(operator, 1)
		case a.High <= b.Low && operator == "<=", a.Low >= b.High && operator == ">=":
			return Always
		case a.High <= b.Low && operator == ">", a.Low >= b.High && operator == "<":
			return Never
		}
		return Maybe
	}
	x, knownX := NumberOf(left)
	y, knownY := NumberOf(right)
	if knownX && knownY {
		return orderHolds(operator, cmp.Compare(x, y))
	}
	return Maybe
}

func orderHolds(operator string, order int) Truth {
	switch operator {
	case "<":
		return TruthOf(order < 0)
	case "<=":
		return TruthOf(order <= 0)
	case ">":
		return TruthOf(order > 0)
	}
	return TruthOf(order >= 0)
}

// Contains reports whether "left in right" holds (CompareOperator#include?). The operator in
// never fails.
func (l comparison) Contains(left, right Type) Truth {
	return l.holdsForAll(left, right, l.containsMember)
}

func (l comparison) containsMember(left, right Type) Truth {
	leftClass := TypeClassOf(left)
	if leftClass == AnyClass {
		return Maybe
	}
	switch TypeClassOf(right) {
	case StringClass:
		x, knownX := StringOf(left)
		y, knownY := StringOf(right)
		switch {
		case leftClass == StringClass && knownX && knownY:
			return TruthOf(strings.Contains(strings.ToLower(y), strings.ToLower(x)))
		case leftClass == StringClass || leftClass == RegexpClass:
			return Maybe
		}
		return Never
	case ArrayClass:
		elements, exact := TupleOf(right)
		if !exact {
			return elementMayMatch(left, right)
		}
		return l.containsElement(left, elements)
	case HashClass:
		if fields, ok := ExactFields(right); ok {
			names := make([]Type, len(fields))
			for i, field := range fields {
				names[i] = l.Str(field.Name)
			}
			return l.containsElement(left, names)
		}
		return Maybe
	case AnyClass, OtherClass, BinaryClass, SemVerClass, SemVerRangeClass:
		return Maybe
	}
	return Never
}

func elementMayMatch(left, right Type) Truth {
	if SizeOf(right).High == 0 {
		return Never
	}
	return Maybe
}

func (l comparison) containsElement(left Type, elements []Type) Truth {
	result := Never
	for _, element := range elements {
		switch TypeClassOf(left) {
		case TypeValueClass, RegexpClass:
			result = result.Or(l.Matches(element, left))
		case StringClass:
			result = result.Or(l.Matches(left, element))
		default:
			result = result.Or(l.Equal(element, left))
		}
	}
	return result
}

// stringMayEqual reports whether a string of the type may equal a text, ignoring case.
func stringMayEqual(t Type, text string) bool {
	if words := WordsOf(t); len(words) > 0 {
		return slices.ContainsFunc(words, func(word string) bool { return ascii.EqualFold(word, text) })
	}
	if enum, ok := t.(*types.EnumType); ok && len(enum.Values) > 0 {
		return slices.ContainsFunc(enum.Values, func(word string) bool { return ascii.EqualFold(word, text) })
	}
	length := LengthOf(t)
	size := int64(len([]rune(text)))
	return length.Low <= size && size <= length.High
}
