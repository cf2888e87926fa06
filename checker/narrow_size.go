package checker

import (
	"math"

	"puppet-lint/syntax"
)

// branchPresence narrows by a test for the key of a hash: what it leads to is
// there.
func (e *evaluator) branchPresence(node, key, hash syntax.Node) (whenTrue, whenFalse *state) {
	result := e.evaluate(node)
	if name, arguments := callOf(hash); name == "keys" && len(arguments) == 1 {
		hash = arguments[0]
	}
	return e.split(node, e.truthiness(result), func(holds bool) {
		path, ok := e.pathOfPart(hash, key)
		if !holds || !ok {
			return
		}
		if value := e.presentValue(e.evaluateSilently(hash), e.evaluateSilently(key)); value != nil {
			e.refine(path, value)
		} else {
			e.refine(path, e.unknown)
		}
	})
}

// presentValue is the type of what a hash holds under a key that is there, or
// nil where that says nothing.
func (e *evaluator) presentValue(hash, key Type) Type {
	if e.isUnknown(hash) || e.isUnknown(key) {
		return nil
	}
	var values []Type
	for _, member := range e.members(hash) {
		if shapeOf(member) != shapeHash {
			return nil
		}
		name, known := stringOf(key)
		fields, isStruct := fieldsOf(member)
		if !isStruct || !known {
			_, value := e.keyValueOf(member)
			values = append(values, value)
			continue
		}
		for _, field := range fields {
			if field.name == name {
				values = append(values, field.value)
			}
		}
	}
	if len(values) == 0 {
		return nil
	}
	return e.joinAll(values)
}

// unequalToCollection is what is left of a type when its value is not a given
// array or hash: such as are not empty, when that one is.
func (e *evaluator) unequalToCollection(t, other Type) Type {
	if sizeOf(other).high > 0 {
		return t
	}
	return e.joinAll(mapTypes(e.members(t), func(member Type) Type {
		if shapeOf(member) == shapeOf(other) {
			return e.withSize(member, span64{1, math.MaxInt64})
		}
		return member
	}))
}

// narrowSize keeps what the comparison of a size with a number shows:
// $array.length > 0, size($array) == 1 and the like.
func (e *evaluator) narrowSize(node *syntax.ComparisonExpression, holds bool) {
	operator, call, number := node.Operator, node.Left, node.Right
	if _, isCall := sizedIn(call); !isCall {
		operator, call, number = mirrored(operator), number, call
	}
	whole, isCall := sizedIn(call)
	bound, isNumber := number.(*syntax.LiteralInteger)
	if !isCall || !isNumber {
		return
	}
	path, ok := e.pathOf(whole)
	if !ok {
		return
	}
	if t := e.evaluateSilently(whole); !e.isUnknown(t) {
		e.refine(path, e.withSize(t, sizesThat(operator, bound.Value, holds)))
	}
}

// sizedIn is what a call asks for the size of.
func sizedIn(node syntax.Node) (whole syntax.Node, isCall bool) {
	name, arguments := callOf(node)
	if (name == "length" || name == "size") && len(arguments) == 1 {
		return arguments[0], true
	}
	return nil, false
}

// mirrored is the operator that says the same with the sides swapped.
func mirrored(operator syntax.TokenKind) syntax.TokenKind {
	switch operator {
	case syntax.LessThan:
		return syntax.GreaterThan
	case syntax.GreaterThan:
		return syntax.LessThan
	case syntax.LessEqual:
		return syntax.GreaterEqual
	case syntax.GreaterEqual:
		return syntax.LessEqual
	}
	return operator
}

// sizesThat are the sizes for which a comparison with a bound holds, or does not.
func sizesThat(operator syntax.TokenKind, bound int64, holds bool) span64 {
	low, high := int64(0), int64(math.MaxInt64)
	switch operator {
	case syntax.IsEqual, syntax.NotEqual:
		switch {
		case holds == (operator == syntax.IsEqual):
			low, high = bound, bound
		case bound == 0:
			low = 1
		}
	case syntax.LessThan, syntax.GreaterEqual:
		if holds == (operator == syntax.LessThan) {
			high = bound - 1
		} else {
			low = bound
		}
	case syntax.LessEqual, syntax.GreaterThan:
		if holds == (operator == syntax.LessEqual) {
			high = bound
		} else {
			low = bound + 1
		}
	}
	return span64{max(low, 0), high}
}

// withSize is what is left of a type when the arrays and hashes in it have a
// size in a span.
func (l *lattice) withSize(t Type, size span64) Type {
	var kept []Type
	for _, member := range l.members(t) {
		shape := shapeOf(member)
		if shape != shapeArray && shape != shapeHash {
			kept = append(kept, member)
			continue
		}
		own := sizeOf(member)
		both := span64{max(own.low, size.low), min(own.high, size.high)}
		switch {
		case both.low > both.high:
			continue
		case both == own || isExact(member):
		case shape == shapeArray:
			member = l.array(l.elementOf(member), both)
		default:
			key, value := l.keyValueOf(member)
			member = l.hash(key, value, both)
		}
		kept = append(kept, member)
	}
	return l.joinAll(kept)
}

// isExact reports whether a type says what is at each place of an array or
// under each key of a hash.
func isExact(t Type) bool {
	_, isTuple := tupleOf(t)
	_, isStruct := fieldsOf(t)
	return isTuple || isStruct
}
