package lattice

import (
	"math"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/types"
)

// OperationError explains why an operation cannot work for given operands.
type OperationError struct {
	Rule *diag.Rule
	// Code is Puppet's code for the error.
	Code string
	// Message is the text of the finding, in one line.
	Message string
	// Help says how to fix the code; it may be empty.
	Help string
	// OnRight is set if Puppet reports the error at the right operand, OnOperator if at the
	// operator. By default it is the left operand.
	OnRight, OnOperator bool
}

// MaxCombinations limits the number of pairs of members of two operands that an operation
// examines one by one.
const MaxCombinations = 64

// operators has the operators that compute values.
type operators struct {
	*core
	collections
	*descriptions
	// coerces is set if arithmetic converts strings to the numbers they hold, as Puppet did
	// before version 8.
	coerces bool
}

// Calculate evaluates arithmetic on members: types of one class each.
func (l operators) Calculate(operator string, left, right Type) (Type, *OperationError) {
	leftClass, rightClass := TypeClassOf(left), TypeClassOf(right)
	switch {
	case leftClass == AnyClass:
		return l.calculateAny(operator, right)
	case leftClass == URIClass && operator == "+":
		if rightClass != URIClass && rightClass != StringClass && rightClass != AnyClass {
			return nil, operandError(right, "only a URI or a String can be merged into a URI, not "+l.Describe(right), "RUNTIME_ERROR", onOperator)
		}
		return l.Uri, nil
	case leftClass == BinaryClass && operator == "+":
		if rightClass != BinaryClass && rightClass != AnyClass {
			return nil, operandError(right, "only a Binary can be appended to a Binary, not "+l.Describe(right), "RUNTIME_ERROR", onOperator)
		}
		return l.BinaryType, nil
	case leftClass == ArrayClass && operator == "+":
		return l.Concatenate(left, right), nil
	case leftClass == ArrayClass && operator == "-":
		return l.arrayDelete(left, right), nil
	case leftClass == ArrayClass && operator == "<<":
		return l.append(left, right), nil
	case leftClass == HashClass && operator == "+":
		return l.mergeInto(left, right)
	case leftClass == HashClass && operator == "-":
		return l.hashDelete(left, right), nil
	case leftClass == HashClass && operator == "<<":
		return nil, &OperationError{Rule: &code.OperatorMismatch, Code: "OPERATOR_NOT_APPLICABLE", Message: "operator '<<' is not applicable to " + l.Describe(left)}
	}
	err := l.NumericOperand(operator, left, OnLeft)
	if err == nil {
		err = l.NumericOperand(operator, right, onRight)
	}
	if err != nil {
		if err.Code == "NOT_NUMERIC" {
			err.Help = operandHelp(operator, left, right)
		}
		return nil, err
	}
	if rightClass == AnyClass {
		return l.calculateWithAny(operator, leftClass), nil
	}
	if isTime(leftClass) || isTime(rightClass) {
		return l.timeArithmetic(operator, left, right)
	}
	return l.numeric(operator, left, right)
}

// operandHelp says how to write what a string operand of arithmetic was probably meant to do,
// or returns "".
func operandHelp(operator string, left, right Type) string {
	leftClass, rightClass := TypeClassOf(left), TypeClassOf(right)
	if leftClass != StringClass && rightClass != StringClass {
		return ""
	}
	_, leftIsText := StringOf(left)
	_, rightIsText := StringOf(right)
	isNumber := func(class TypeClass) bool { return class == IntegerClass || class == FloatClass }
	switch {
	case !leftIsText && !rightIsText && (isNumber(leftClass) || isNumber(rightClass)):
		return "Integer($x) or Float($x) converts a string that holds a number"
	case operator == "+":
		return `'+' does not join strings: write "${a}${b}"`
	}
	return ""
}

// calculateAny returns the type of an operation whose left operand may be anything. Arrays
// accept any right operand of +, - and <<; the other operators need a number.
func (l operators) calculateAny(operator string, right Type) (Type, *OperationError) {
	switch operator {
	case "*", "/", "%", ">>":
		if err := l.NumericOperand(operator, right, onRight); err != nil {
			return nil, err
		}
	}
	return l.calculateWithAny(operator, TypeClassOf(right)), nil
}

// calculateWithAny returns the type of an operation with one operand that may be anything and
// another of the given class.
func (l operators) calculateWithAny(operator string, other TypeClass) Type {
	switch operator {
	case "%", ">>":
		return l.Any
	case "*", "/":
		if other == FloatClass {
			return l.Join(l.Float, l.Timespan)
		}
	}
	return l.Any
}

// side is the part of an operation at which Puppet reports an error.
type side uint8

const (
	OnLeft side = iota
	onRight
	onOperator
)

func operandError(_ Type, message, issue string, at side) *OperationError {
	return &OperationError{Rule: &code.OperatorMismatch, Code: issue, Message: message, OnRight: at == onRight, OnOperator: at == onOperator}
}

// NumericOperand returns the reason why a member cannot be an operand of an arithmetic operator,
// or nil (Runtime3Support#coerce_numeric). It refuses a string that holds a number, too, because
// Puppet 8 no longer converts it.
func (l operators) NumericOperand(operator string, operand Type, at side) *OperationError {
	switch TypeClassOf(operand) {
	case IntegerClass, FloatClass, TimespanClass, TimestampClass, AnyClass:
		return nil
	case StringClass:
		text, known := StringOf(operand)
		if known {
			if _, isNumber := ToNumber(text); isNumber {
				return operandError(operand, "the string "+Quote(text)+" is used as a number; use a number, or convert it with Numeric()", "NUMERIC_COERCION", at)
			}
		}
		if !known && l.coerces {
			return nil // any string may hold a number
		}
	}
	return operandError(operand, Quote(operator)+" expects a number, got "+l.Describe(operand), "NOT_NUMERIC", at)
}

// numeric evaluates arithmetic on Integer and Float members.
func (l operators) numeric(operator string, left, right Type) (Type, *OperationError) {
	if TypeClassOf(left) == FloatClass || TypeClassOf(right) == FloatClass {
		return l.floats(operator, left, right)
	}
	a, b := IntegerOf(left), IntegerOf(right)
	var result Range
	overflows := false
	switch operator {
	case "+":
		result, overflows = a.plus(b)
	case "-":
		result, overflows = a.Minus(b)
	case "*":
		result, overflows = a.times(b)
	case "/", "%":
		if b == (Range{}) {
			return nil, &OperationError{Rule: &code.DivisionByZero, Code: "DIV_BY_ZERO", Message: "division by zero", OnRight: true}
		}
		result = divide(operator, a, b)
	case "<<", ">>":
		result, overflows = shift(operator, a, b)
	}
	if overflows {
		return nil, &OperationError{Rule: &code.ArithmeticOverflow, Code: "NUMERIC_OVERFLOW", Message: "the result of '" + operator + "' does not fit in Puppet's integers", OnOperator: true}
	}
	return l.IntegerRange(result), nil
}

// divide returns the range of quotients or remainders.
func divide(operator string, a, b Range) Range {
	if a.Single() && b.Single() {
		if operator == "%" {
			return Range{floorModulo(a.Low, b.Low), floorModulo(a.Low, b.Low)}
		}
		if a.Low == math.MinInt64 && b.Low == -1 {
			return AnyInteger
		}
		return Range{floorDivide(a.Low, b.Low), floorDivide(a.Low, b.Low)}
	}
	switch {
	case operator == "%" && b.Low > 0 && !b.OpenHigh():
		return Range{0, b.High - 1}
	case operator == "%" && b.Low > 0:
		return Range{0, math.MaxInt64}
	case operator == "/" && a.Low >= 0 && b.Low > 0:
		result := Range{0, a.High}
		if !b.OpenHigh() {
			result.Low = a.Low / b.High
		}
		if !a.OpenHigh() {
			result.High = a.High / b.Low
		}
		return result
	}
	return AnyInteger
}

func shift(operator string, a, b Range) (result Range, overflows bool) {
	if !a.Single() || !b.Single() {
		return AnyInteger, false
	}
	count := b.Low
	if operator == ">>" {
		if count == math.MinInt64 {
			return AnyInteger, true
		}
		count = -count
	}
	shifted, ok := shiftLeft(a.Low, count)
	return Range{shifted, shifted}, !ok
}

// floats evaluates arithmetic with at least one Float operand.
func (l operators) floats(operator string, left, right Type) (Type, *OperationError) {
	switch operator {
	case "%", "<<", ">>":
		wrong := left
		if TypeClassOf(left) != FloatClass {
			wrong = right
			if operator != "%" {
				return l.Integer, nil // Ruby takes a Float as the count of a shift
			}
		}
		return nil, &OperationError{Rule: &code.OperatorMismatch, Code: "OPERATOR_NOT_APPLICABLE", Message: "operator '" + operator + "' is not applicable to " + l.Describe(wrong)}
	}
	a, knownA := NumberOf(left)
	b, knownB := NumberOf(right)
	if operator == "/" && knownB && b == 0 {
		return nil, &OperationError{Rule: &code.DivisionByZero, Code: "RESULT_IS_INFINITY", Message: "division by zero"}
	}
	if !knownA || !knownB {
		return l.Float, nil
	}
	var result float64
	switch operator {
	case "+":
		result = a + b
	case "-":
		result = a - b
	case "*":
		result = a * b
	case "/":
		result = a / b
	}
	if math.IsInf(result, 0) {
		return nil, &OperationError{Rule: &code.ArithmeticOverflow, Code: "RESULT_IS_INFINITY", Message: "the result of '" + operator + "' is infinite"}
	}
	return l.FloatValue(result), nil
}

func isTime(s TypeClass) bool { return s == TimespanClass || s == TimestampClass }

// timeArithmetic evaluates arithmetic with at least one Timespan or Timestamp operand
// (Puppet::Pops::Time).
func (l operators) timeArithmetic(operator string, left, right Type) (Type, *OperationError) {
	leftClass, rightClass := TypeClassOf(left), TypeClassOf(right)
	notApplicable := &OperationError{Rule: &code.OperatorMismatch, Code: "OPERATOR_NOT_APPLICABLE", Message: "operator '" + operator + "' is not applicable to " + l.Describe(left)}
	if isTime(rightClass) {
		notApplicable.Message += " when the right side is " + l.Describe(right)
	}
	isNumber := func(s TypeClass) bool { return s == IntegerClass || s == FloatClass }
	if t := l.exactTime(operator, left, right); t != nil {
		return t, nil
	}
	switch operator {
	case "+":
		switch {
		case leftClass == TimestampClass && rightClass == TimestampClass:
			return nil, operandError(right, "a Timestamp cannot be added to a Timestamp", "RUNTIME_ERROR", onOperator)
		case leftClass == TimestampClass || rightClass == TimestampClass:
			return l.Timestamp, nil
		}
		return l.Timespan, nil
	case "-":
		switch {
		case leftClass == TimestampClass && rightClass == TimestampClass:
			return l.Timespan, nil
		case leftClass == TimestampClass:
			return l.Timestamp, nil
		case rightClass == TimestampClass:
			return nil, operandError(right, "a Timestamp cannot be subtracted from "+l.Describe(left), "RUNTIME_ERROR", onOperator)
		}
		return l.Timespan, nil
	case "*":
		if leftClass == TimespanClass && isNumber(rightClass) || isNumber(leftClass) && rightClass == TimespanClass {
			return l.Timespan, nil
		}
	case "/":
		switch {
		case leftClass == TimespanClass && rightClass == TimespanClass:
			return l.Float, nil
		case leftClass == TimespanClass && isNumber(rightClass):
			return l.Timespan, nil
		}
	case "%":
		switch {
		case leftClass == TimespanClass && rightClass == IntegerClass && IntegerOf(right) == Range{}:
			return nil, &OperationError{Rule: &code.DivisionByZero, Code: "DIV_BY_ZERO", Message: "division by zero", OnRight: true}
		case leftClass == TimespanClass && rightClass == IntegerClass:
			return l.Join(l.Integer, l.Timespan), nil
		}
	}
	return nil, notApplicable
}

// exactTime returns the sum or difference of a time and another time or a number of seconds. It
// returns nil unless both are known.
func (l operators) exactTime(operator string, left, right Type) Type {
	nanoseconds := func(t Type) (int64, bool) {
		value, known := ValueOf(t)
		const second, most = 1_000_000_000, 1 << 61
		switch v := value.(type) {
		case types.Timespan:
			return int64(v), known && -most < v && v < most
		case types.Timestamp:
			return int64(v), known && -most < v && v < most
		case types.Integer:
			return int64(v) * second, known && -most/second < v && v < most/second
		case types.Float:
			return int64(v * second), known && -most/second < v && v < most/second
		}
		return 0, false
	}
	a, knownA := nanoseconds(left)
	b, knownB := nanoseconds(right)
	leftClass, rightClass := TypeClassOf(left), TypeClassOf(right)
	if !knownA || !knownB || !isTime(leftClass) && !isTime(rightClass) || operator != "+" && operator != "-" || rightClass == TimestampClass && (operator == "-") != (leftClass == rightClass) {
		return nil
	}
	result := a + b
	if operator == "-" {
		result = a - b
	}
	exactly := types.At(result)
	if (leftClass == TimestampClass) != (rightClass == TimestampClass) {
		return l.Store.TimestampRange(exactly, exactly)
	}
	return l.Store.TimespanRange(exactly, exactly)
}

// arrayDelete returns the type of array - anything.
func (l operators) arrayDelete(left, right Type) Type {
	elements, exact := TupleOf(left)
	switch TypeClassOf(right) {
	case ArrayClass:
	case HashClass:
		right = l.Pairs(right)
	case AnyClass:
		return l.Array(l.ElementOf(left), Range{0, SizeOf(left).High})
	default:
		right = l.Tuple([]Type{right})
	}
	gone, exactGone := TupleOf(right)
	if exact && exactGone && AllConstant(elements) && AllConstant(gone) {
		return l.Tuple(slices.DeleteFunc(slices.Clone(elements), func(element Type) bool {
			return slices.ContainsFunc(gone, func(other Type) bool { return other == element })
		}))
	}
	if SizeOf(right).High == 0 {
		return left
	}
	low := int64(0)
	return l.Array(l.ElementOf(left), Range{low, SizeOf(left).High})
}

// mergeInto returns the type of hash + anything.
func (l operators) mergeInto(left, right Type) (Type, *OperationError) {
	switch TypeClassOf(right) {
	case HashClass:
		return l.MergeHashes(left, right), nil
	case ArrayClass:
		if elements, exact := TupleOf(right); exact && len(elements) == 1 && (l.MayHaveClass(elements[0], HashClass) || l.MayHaveClass(elements[0], TimespanClass)) {
			if TypeClassOf(elements[0]) == HashClass { // Hash[{…}] of Ruby
				return l.MergeHashes(left, elements[0]), nil
			}
			return l.MergeHashes(left, l.Hash(l.Any, l.Any, Range{0, math.MaxInt64})), nil
		}
		hash, ok := l.HashFromArray(right)
		if !ok {
			return nil, operandError(right, "an array of an odd number of elements cannot become a hash", "RUNTIME_ERROR", onOperator)
		}
		return l.MergeHashes(left, hash), nil
	case AnyClass:
		return l.Hash(l.Any, l.Any, Range{SizeOf(left).Low, math.MaxInt64}), nil
	}
	return nil, operandError(right, "only an Array or a Hash can be appended to a Hash, not "+l.Describe(right), "RUNTIME_ERROR", onOperator)
}

// hashDelete returns the type of hash - anything.
func (l operators) hashDelete(left, right Type) Type {
	var gone []Type
	exact := true
	switch TypeClassOf(right) {
	case ArrayClass:
		gone, exact = TupleOf(right)
	case HashClass:
		fields, ok := ExactFields(right)
		exact = ok
		for _, field := range fields {
			gone = append(gone, l.Str(field.Name))
		}
	case AnyClass:
		exact = false
	default:
		gone = []Type{right}
	}
	if fields, ok := ExactFields(left); ok && exact && AllConstant(gone) {
		return l.StructOf(slices.DeleteFunc(slices.Clone(fields), func(f Field) bool {
			return slices.Contains(gone, l.Str(f.Name))
		}))
	}
	key, value := l.KeyValueOf(left)
	return l.Hash(key, value, Range{0, SizeOf(left).High})
}
