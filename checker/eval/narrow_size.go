package eval

import (
	"math"

	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// branchPresence narrows by a test for the key of a hash: where the test holds, the hash has a
// value for the key.
func (e *Evaluator) branchPresence(node, key, hash syntax.Node) (whenTrue, whenFalse *state) {
	result := e.Evaluate(node)
	if name, arguments := syntax.CalledFunction(syntax.Unparenthesized(hash)); name == "keys" && len(arguments) == 1 {
		hash = arguments[0]
	}
	return e.split(node, e.Truthiness(result), func(holds bool) {
		path, ok := e.pathOfPart(hash, key)
		if !holds || !ok {
			return
		}
		if value := e.PresentValue(e.EvaluateSilently(hash), e.EvaluateSilently(key)); value != nil {
			e.refine(path, value)
		} else {
			e.refine(path, e.Unknown)
		}
	})
}

// narrowSize narrows by a comparison of a size with a number: $array.length > 0, size($array)
// == 1 and the like.
func (e *Evaluator) narrowSize(node *syntax.ComparisonExpression, holds bool) {
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
	if t := e.EvaluateSilently(whole); !e.IsUnknown(t) {
		e.refine(path, e.WithSize(t, sizesThat(operator, bound.Value, holds)))
	}
}

// sizedIn returns the argument of a call of length or size.
func sizedIn(node syntax.Node) (whole syntax.Node, isCall bool) {
	name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
	if (name == "length" || name == "size") && len(arguments) == 1 {
		return arguments[0], true
	}
	return nil, false
}

// mirrored returns the operator for the same comparison with its operands swapped.
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

// sizesThat returns the sizes for which a comparison with a bound holds, or does not hold.
func sizesThat(operator syntax.TokenKind, bound int64, holds bool) lattice.Range {
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
	return lattice.Range{Low: max(low, 0), High: high}
}
