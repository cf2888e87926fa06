package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
)

// compare returns the type of "left operator right" for <, <=, > and >=
// (EvaluatorImpl#eval_ComparisonExpression).
func (e *Evaluator) compare(operator string, left, right Type) (Type, *lattice.OperationError) {
	return e.binary(left, right, func(l, r Type) (Type, *lattice.OperationError) {
		leftShape, rightShape := lattice.TypeClassOf(l), lattice.TypeClassOf(r)
		if leftShape == lattice.TypeValueClass || leftShape == lattice.OtherClass {
			return e.Boolean, nil // types can be compared with anything
		}
		if why := lattice.NotComparable(leftShape, rightShape); why != "" {
			return nil, &lattice.OperationError{
				Rule: &code.ComparisonMismatch, Code: "COMPARISON_NOT_POSSIBLE", OnOperator: true,
				Message: "'" + operator + "' cannot compare " + e.Describe(l) + " with " + e.Describe(r) + ": " + why,
			}
		}
		return e.BooleanOf(lattice.Ordered(operator, l, r)), nil
	})
}
