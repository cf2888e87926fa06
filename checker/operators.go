package checker

import (
	"math"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/diag"
	"puppet-lint/types"
)

// fault says why an operation cannot work for given operands.
type fault struct {
	rule *diag.Rule
	// code is Puppet's issue code.
	code string
	// message is ours, in one line.
	message string
	// onRight says that Puppet names the right operand's place, onOperator the
	// operator's; otherwise it is the left operand's.
	onRight, onOperator bool
}

// maxCombinations bounds how many pairs of members of two operands are looked
// at one by one.
const maxCombinations = 64

// binary applies operation to every pair of members of the operands. The
// result joins those of the pairs that work; only when none works is there a
// fault.
func (e *evaluator) binary(left, right Type, operation func(left, right Type) (Type, *fault)) (Type, *fault) {
	lefts, rights := e.members(left), e.members(right)
	if len(lefts)*len(rights) > maxCombinations {
		lefts, rights = e.widenMembers(left), e.widenMembers(right)
	}
	if len(lefts)*len(rights) > maxCombinations {
		return e.unknown, nil
	}
	var results, workingLefts, workingRights []Type
	var first *fault
	for _, l := range lefts {
		for _, r := range rights {
			// What is not known may be anything: only the other operand can be
			// wrong with all of it.
			result, fault := operation(l, r)
			if fault == nil {
				if e.isUnknown(l) || e.isUnknown(r) {
					return e.unknown, nil
				}
				results = append(results, result)
				if e.strict {
					workingLefts, workingRights = append(workingLefts, l), append(workingRights, r)
				}
			} else if first == nil {
				first = fault
			}
		}
	}
	if len(results) == 0 && first != nil {
		return e.unknown, first
	}
	e.notePossible(first, workingLefts, workingRights)
	return e.joinAll(results), nil
}

// arithmetic is the type of left operator right, for the operators + - * / %
// << >> (EvaluatorImpl#calculate).
func (e *evaluator) arithmetic(operator string, left, right Type) (Type, *fault) {
	return e.binary(left, right, func(l, r Type) (Type, *fault) { return e.calculate(operator, l, r) })
}

// calculate is arithmetic for members: types of one shape each.
func (e *evaluator) calculate(operator string, left, right Type) (Type, *fault) {
	leftShape, rightShape := shapeOf(left), shapeOf(right)
	switch {
	case leftShape == shapeAny:
		return e.calculateAny(operator, right)
	case leftShape == shapeURI && operator == "+":
		if rightShape != shapeURI && rightShape != shapeString && rightShape != shapeAny {
			return nil, operandFault(right, "only a URI or a String can be merged into a URI, not "+e.describe(right), "RUNTIME_ERROR", onOperator)
		}
		return e.uri, nil
	case leftShape == shapeBinary && operator == "+":
		if rightShape != shapeBinary && rightShape != shapeAny {
			return nil, operandFault(right, "only a Binary can be appended to a Binary, not "+e.describe(right), "RUNTIME_ERROR", onOperator)
		}
		return e.binaryType, nil
	case leftShape == shapeArray && operator == "+":
		return e.concatenate(left, right), nil
	case leftShape == shapeArray && operator == "-":
		return e.arrayDelete(left, right), nil
	case leftShape == shapeArray && operator == "<<":
		return e.append(left, right), nil
	case leftShape == shapeHash && operator == "+":
		return e.merge2(left, right)
	case leftShape == shapeHash && operator == "-":
		return e.hashDelete(left, right), nil
	case leftShape == shapeHash && operator == "<<":
		return nil, &fault{rule: &code.OperatorMismatch, code: "OPERATOR_NOT_APPLICABLE", message: "operator '<<' is not applicable to " + e.describe(left)}
	}
	if fault := e.numericOperand(left, onLeft); fault != nil {
		return nil, fault
	}
	if fault := e.numericOperand(right, onRight); fault != nil {
		return nil, fault
	}
	if rightShape == shapeAny {
		return e.calculateWithAny(operator, leftShape), nil
	}
	if isTime(leftShape) || isTime(rightShape) {
		return e.timeArithmetic(operator, left, right)
	}
	return e.numeric(operator, left, right)
}

// calculateAny is the type of an operation whose left operand may be anything.
// Arrays take anything with + - and <<; the other operators need a number.
func (e *evaluator) calculateAny(operator string, right Type) (Type, *fault) {
	switch operator {
	case "*", "/", "%", ">>":
		if fault := e.numericOperand(right, onRight); fault != nil {
			return nil, fault
		}
	}
	return e.calculateWithAny(operator, shapeOf(right)), nil
}

// calculateWithAny is the type of an operation of which one operand may be
// anything and the other has the given shape.
func (e *evaluator) calculateWithAny(operator string, other shape) Type {
	switch operator {
	case "%", ">>":
		return e.any
	case "*", "/":
		if other == shapeFloat {
			return e.join(e.float, e.timespan)
		}
	}
	return e.any
}

// place says which part of an operation Puppet names.
type place uint8

const (
	onLeft place = iota
	onRight
	onOperator
)

func operandFault(_ Type, message, issue string, at place) *fault {
	return &fault{rule: &code.OperatorMismatch, code: issue, message: message, onRight: at == onRight, onOperator: at == onOperator}
}

// numericOperand says why a member cannot be an operand of arithmetic
// (Runtime3Support#coerce_numeric): a string that holds a number is refused
// just as any other string, for converting it is an error since Puppet 8.
func (e *evaluator) numericOperand(operand Type, at place) *fault {
	switch shapeOf(operand) {
	case shapeInteger, shapeFloat, shapeTimespan, shapeTimestamp, shapeAny:
		return nil
	case shapeString:
		text, known := stringOf(operand)
		if known {
			if _, isNumber := toNumber(text); isNumber {
				return operandFault(operand, "the string "+quote(text)+" is used as a number; write it as one or convert it with Numeric()", "NUMERIC_COERCION", at)
			}
		}
		if !known && e.coerces {
			return nil // any string may hold a number
		}
	}
	return operandFault(operand, "a number is needed here, not "+e.describe(operand), "NOT_NUMERIC", at)
}

// numeric calculates with Integer and Float members.
func (e *evaluator) numeric(operator string, left, right Type) (Type, *fault) {
	if shapeOf(left) == shapeFloat || shapeOf(right) == shapeFloat {
		return e.floats(operator, left, right)
	}
	a, b := integerOf(left), integerOf(right)
	var result span64
	overflows := false
	switch operator {
	case "+":
		result, overflows = a.plus(b)
	case "-":
		result, overflows = a.minus(b)
	case "*":
		result, overflows = a.times(b)
	case "/", "%":
		if b == (span64{}) {
			return nil, &fault{rule: &code.DivisionByZero, code: "DIV_BY_ZERO", message: "division by zero", onRight: true}
		}
		result = divide(operator, a, b)
	case "<<", ">>":
		result, overflows = shift(operator, a, b)
	}
	if overflows {
		return nil, &fault{rule: &code.ArithmeticOverflow, code: "NUMERIC_OVERFLOW", message: "the result of '" + operator + "' does not fit in Puppet's integers", onOperator: true}
	}
	return e.integerRange(result), nil
}

// divide is the range of quotients or remainders.
func divide(operator string, a, b span64) span64 {
	if a.single() && b.single() {
		if operator == "%" {
			return span64{floorModulo(a.low, b.low), floorModulo(a.low, b.low)}
		}
		if a.low == math.MinInt64 && b.low == -1 {
			return anyInteger
		}
		return span64{floorDivide(a.low, b.low), floorDivide(a.low, b.low)}
	}
	switch {
	case operator == "%" && b.low > 0 && !b.openHigh():
		return span64{0, b.high - 1}
	case operator == "%" && b.low > 0:
		return span64{0, math.MaxInt64}
	case operator == "/" && a.low >= 0 && b.low > 0:
		result := span64{0, a.high}
		if !b.openHigh() {
			result.low = a.low / b.high
		}
		if !a.openHigh() {
			result.high = a.high / b.low
		}
		return result
	}
	return anyInteger
}

func shift(operator string, a, b span64) (result span64, overflows bool) {
	if !a.single() || !b.single() {
		return anyInteger, false
	}
	count := b.low
	if operator == ">>" {
		if count == math.MinInt64 {
			return anyInteger, true
		}
		count = -count
	}
	shifted, ok := shiftLeft(a.low, count)
	return span64{shifted, shifted}, !ok
}

// floats calculates where at least one operand is a Float.
func (e *evaluator) floats(operator string, left, right Type) (Type, *fault) {
	switch operator {
	case "%", "<<", ">>":
		blamed := left
		if shapeOf(left) != shapeFloat {
			blamed = right
			if operator != "%" {
				return e.integer, nil // Ruby takes a Float as the count of a shift
			}
		}
		return nil, &fault{rule: &code.OperatorMismatch, code: "OPERATOR_NOT_APPLICABLE", message: "operator '" + operator + "' is not applicable to " + e.describe(blamed)}
	}
	a, knownA := numberOf(left)
	b, knownB := numberOf(right)
	if operator == "/" && knownB && b == 0 {
		return nil, &fault{rule: &code.DivisionByZero, code: "RESULT_IS_INFINITY", message: "division by zero"}
	}
	if !knownA || !knownB {
		return e.float, nil
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
		return nil, &fault{rule: &code.ArithmeticOverflow, code: "RESULT_IS_INFINITY", message: "the result of '" + operator + "' is infinite"}
	}
	return e.floatValue(result), nil
}

func isTime(s shape) bool { return s == shapeTimespan || s == shapeTimestamp }

// timeArithmetic calculates where at least one operand is a point in time or a
// length of time (Puppet::Pops::Time).
func (e *evaluator) timeArithmetic(operator string, left, right Type) (Type, *fault) {
	leftClass, rightClass := shapeOf(left), shapeOf(right)
	notApplicable := &fault{rule: &code.OperatorMismatch, code: "OPERATOR_NOT_APPLICABLE", message: "operator '" + operator + "' is not applicable to " + e.describe(left)}
	if isTime(rightClass) {
		notApplicable.message += " when the right side is " + e.describe(right)
	}
	isNumber := func(s shape) bool { return s == shapeInteger || s == shapeFloat }
	if t := e.exactTime(operator, left, right); t != nil {
		return t, nil
	}
	switch operator {
	case "+":
		switch {
		case leftClass == shapeTimestamp && rightClass == shapeTimestamp:
			return nil, operandFault(right, "a Timestamp cannot be added to a Timestamp", "RUNTIME_ERROR", onOperator)
		case leftClass == shapeTimestamp || rightClass == shapeTimestamp:
			return e.timestamp, nil
		}
		return e.timespan, nil
	case "-":
		switch {
		case leftClass == shapeTimestamp && rightClass == shapeTimestamp:
			return e.timespan, nil
		case leftClass == shapeTimestamp:
			return e.timestamp, nil
		case rightClass == shapeTimestamp:
			return nil, operandFault(right, "a Timestamp cannot be subtracted from "+e.describe(left), "RUNTIME_ERROR", onOperator)
		}
		return e.timespan, nil
	case "*":
		if leftClass == shapeTimespan && isNumber(rightClass) || isNumber(leftClass) && rightClass == shapeTimespan {
			return e.timespan, nil
		}
	case "/":
		switch {
		case leftClass == shapeTimespan && rightClass == shapeTimespan:
			return e.float, nil
		case leftClass == shapeTimespan && isNumber(rightClass):
			return e.timespan, nil
		}
	case "%":
		switch {
		case leftClass == shapeTimespan && rightClass == shapeInteger && integerOf(right) == span64{}:
			return nil, &fault{rule: &code.DivisionByZero, code: "DIV_BY_ZERO", message: "division by zero", onRight: true}
		case leftClass == shapeTimespan && rightClass == shapeInteger:
			return e.join(e.integer, e.timespan), nil
		}
	}
	return nil, notApplicable
}

// exactTime is the sum or difference of a time and a time or a number of
// seconds, when both are known; otherwise nil.
func (e *evaluator) exactTime(operator string, left, right Type) Type {
	nanoseconds := func(t Type) (int64, bool) {
		value, known := e.valueOf(t)
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
	leftClass, rightClass := shapeOf(left), shapeOf(right)
	if !knownA || !knownB || !isTime(leftClass) && !isTime(rightClass) || operator != "+" && operator != "-" || rightClass == shapeTimestamp && (operator == "-") != (leftClass == rightClass) {
		return nil
	}
	result := a + b
	if operator == "-" {
		result = a - b
	}
	exactly := types.At(result)
	if (leftClass == shapeTimestamp) != (rightClass == shapeTimestamp) {
		return e.store.TimestampRange(exactly, exactly)
	}
	return e.store.TimespanRange(exactly, exactly)
}

// concatenate is array + anything: hashes become pairs, other values are
// appended.
func (e *evaluator) concatenate(left, right Type) Type {
	switch shapeOf(right) {
	case shapeArray:
	case shapeHash:
		right = e.pairs(right)
	case shapeAny:
		return e.array(e.any, span64{sizeOf(left).low, math.MaxInt64})
	default:
		return e.append(left, right)
	}
	a, exactA := tupleOf(left)
	b, exactB := tupleOf(right)
	if exactA && exactB && len(a)+len(b) <= maxTuple {
		return e.tuple(slices.Concat(a, b))
	}
	size, _ := sizeOf(left).plus(sizeOf(right))
	return e.array(e.joinElements(left, right), size)
}

// joinElements is the join of the element types, an array that must be empty
// not counted.
func (e *evaluator) joinElements(left, right Type) Type {
	switch {
	case sizeOf(left).high == 0:
		return e.elementOf(right)
	case sizeOf(right).high == 0:
		return e.elementOf(left)
	}
	return e.join(e.elementOf(left), e.elementOf(right))
}

// append is array << anything.
func (e *evaluator) append(left, right Type) Type {
	if elements, exact := tupleOf(left); exact && len(elements) < maxTuple {
		return e.tuple(append(slices.Clone(elements), right))
	}
	size, _ := sizeOf(left).plus(span64{1, 1})
	if sizeOf(left).high == 0 {
		return e.array(right, size)
	}
	return e.array(e.join(e.elementOf(left), right), size)
}

// pairs is what a hash becomes as an array.
func (e *evaluator) pairs(hash Type) Type {
	if fields, ok := e.exactFields(hash); ok && len(fields) <= maxTuple {
		pairs := make([]Type, len(fields))
		for i, field := range fields {
			pairs[i] = e.tuple([]Type{e.str(field.name), field.value})
		}
		return e.tuple(pairs)
	}
	key, value := e.keyValueOf(hash)
	return e.array(e.tuple([]Type{key, value}), sizeOf(hash))
}

// arrayDelete is array - anything.
func (e *evaluator) arrayDelete(left, right Type) Type {
	elements, exact := tupleOf(left)
	switch shapeOf(right) {
	case shapeArray:
	case shapeHash:
		right = e.pairs(right)
	case shapeAny:
		return e.array(e.elementOf(left), span64{0, sizeOf(left).high})
	default:
		right = e.tuple([]Type{right})
	}
	gone, exactGone := tupleOf(right)
	if exact && exactGone && e.allConstant(elements) && e.allConstant(gone) {
		return e.tuple(slices.DeleteFunc(slices.Clone(elements), func(element Type) bool {
			return slices.ContainsFunc(gone, func(other Type) bool { return other == element })
		}))
	}
	if sizeOf(right).high == 0 {
		return left
	}
	low := int64(0)
	return e.array(e.elementOf(left), span64{low, sizeOf(left).high})
}

// merge2 is hash + anything.
func (e *evaluator) merge2(left, right Type) (Type, *fault) {
	switch shapeOf(right) {
	case shapeHash:
		return e.mergeHashes(left, right), nil
	case shapeArray:
		if elements, exact := tupleOf(right); exact && len(elements) == 1 && (e.mayHaveShape(elements[0], shapeHash) || e.mayHaveShape(elements[0], shapeTimespan)) {
			if shapeOf(elements[0]) == shapeHash { // Hash[{…}] of Ruby
				return e.mergeHashes(left, elements[0]), nil
			}
			return e.mergeHashes(left, e.hash(e.any, e.any, span64{0, math.MaxInt64})), nil
		}
		hash, ok := e.hashFromArray(right)
		if !ok {
			return nil, operandFault(right, "an array of an odd number of elements cannot become a hash", "RUNTIME_ERROR", onOperator)
		}
		return e.mergeHashes(left, hash), nil
	case shapeAny:
		return e.hash(e.any, e.any, span64{sizeOf(left).low, math.MaxInt64}), nil
	}
	return nil, operandFault(right, "only an Array or a Hash can be appended to a Hash, not "+e.describe(right), "RUNTIME_ERROR", onOperator)
}

// hashFromArray is the hash that Puppet makes of an array: of pairs, or of
// keys and values in turn. ok is false when no such array can become one.
func (e *evaluator) hashFromArray(array Type) (hash Type, ok bool) {
	elements, exact := tupleOf(array)
	if !exact {
		return e.hashOfEach(e.elementOf(array), sizeOf(array)), true
	}
	switch isPairs := e.arePairs(elements); {
	case len(elements) > 0 && isPairs == always:
		var keys, values []Type
		for _, element := range elements {
			pair, isTuple := tupleOf(element)
			if !isTuple {
				pair = []Type{e.elementOf(element), e.elementOf(element)}
			}
			keys, values = append(keys, pair[0]), append(values, pair[1])
		}
		return e.hashOf(keys, values), true
	case len(elements) > 0 && isPairs == maybe:
		return e.hash(e.any, e.any, span64{0, math.MaxInt64}), true
	}
	if len(elements)%2 != 0 {
		return nil, false
	}
	var keys, values []Type
	for i := 0; i < len(elements); i += 2 {
		keys, values = append(keys, elements[i]), append(values, elements[i+1])
	}
	return e.hashOf(keys, values), true
}

// arePairs says whether each of the elements is an array of two.
func (e *evaluator) arePairs(elements []Type) truth {
	result := always
	for _, element := range elements {
		size := sizeOf(element)
		switch {
		case !e.mayHaveShape(element, shapeArray), shapeOf(element) == shapeArray && (size.low > 2 || size.high < 2):
			return never
		case shapeOf(element) != shapeArray || size != span64{2, 2}:
			result = maybe
		}
	}
	return result
}

// hashOfEach is the hash of an array of which only the type of its elements and
// its size are known.
func (e *evaluator) hashOfEach(element Type, size span64) Type {
	if e.arePairs([]Type{element}) != always {
		return e.hashOfTurns(element)
	}
	key, value := e.elementOf(element), e.elementOf(element)
	if pair, isTuple := tupleOf(element); isTuple {
		key, value = pair[0], pair[1]
	}
	return e.hash(key, value, span64{min(size.low, 1), size.high})
}

// hashOfTurns is the hash of keys and values in turn, of which there are any
// number: where there is only one, a hash, that is what it is.
func (e *evaluator) hashOfTurns(element Type) Type {
	if e.mayHaveShape(element, shapeArray) || e.mayHaveShape(element, shapeHash) {
		element = e.any
	}
	return e.hash(element, element, span64{0, math.MaxInt64})
}

// mayHaveShape reports whether some value of a type is of a shape.
func (e *evaluator) mayHaveShape(t Type, wanted shape) bool {
	return e.mayBe(t, func(s shape, _ Type) bool { return s == wanted || s == shapeAny })
}

// hashDelete is hash - anything.
func (e *evaluator) hashDelete(left, right Type) Type {
	var gone []Type
	exact := true
	switch shapeOf(right) {
	case shapeArray:
		gone, exact = tupleOf(right)
	case shapeHash:
		fields, ok := e.exactFields(right)
		exact = ok
		for _, field := range fields {
			gone = append(gone, e.str(field.name))
		}
	case shapeAny:
		exact = false
	default:
		gone = []Type{right}
	}
	if fields, ok := e.exactFields(left); ok && exact && e.allConstant(gone) {
		return e.structOf(slices.DeleteFunc(slices.Clone(fields), func(f field) bool {
			return slices.Contains(gone, e.str(f.name))
		}))
	}
	key, value := e.keyValueOf(left)
	return e.hash(key, value, span64{0, sizeOf(left).high})
}
