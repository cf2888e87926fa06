package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// evaluateQuery evaluates the values that a collector's query compares with.
func (e *Evaluator) evaluateQuery(node, collector syntax.Node) {
	switch node := node.(type) {
	case *syntax.VirtualQuery:
		e.evaluateQuery(node.Expr, collector)
	case *syntax.ExportedQuery:
		e.evaluateQuery(node.Expr, collector)
	case *syntax.AndExpression:
		e.evaluateQuery(node.Left, collector)
		e.evaluateQuery(node.Right, collector)
	case *syntax.OrExpression:
		e.evaluateQuery(node.Left, collector)
		e.evaluateQuery(node.Right, collector)
	case *syntax.ParenthesizedExpression:
		e.evaluateQuery(node.Expr, collector)
	case *syntax.ComparisonExpression:
		e.checkQueryOperand(node, e.Evaluate(node.Right), collector)
	}
}

// checkQueryOperand reports operands that a query cannot compare. A query is not an expression:
// it takes literals, names, variables and values indexed by [], and no number as a tag
// (Evaluator::CollectorTransformer).
func (e *Evaluator) checkQueryOperand(query *syntax.ComparisonExpression, value Type, at syntax.Node) {
	if program.LiteralText(query.Left) == "tag" && query.Operator == syntax.IsEqual && e.Relation(value, e.NumericType) == lattice.Always && !e.IsUnknown(value) {
		e.report(&code.CollectorQueryMismatch, at, "RUNTIME_ERROR", "a tag cannot be a number")
		return
	}
	switch syntax.Unparenthesized(query.Left).(type) {
	case *syntax.LiteralUndef, *syntax.LiteralBoolean, *syntax.LiteralInteger, *syntax.LiteralFloat:
		e.report(&code.CollectorQueryMismatch, at, "RUNTIME_ERROR", "the left side of a comparison in a query must be the name of an attribute")
		return
	}
	for _, operand := range []syntax.Node{query.Left, query.Right} {
		e.checkQueryNode(syntax.Unparenthesized(operand), at)
	}
}

// checkQueryNode reports an operand of a kind that no query accepts.
func (e *Evaluator) checkQueryNode(operand, at syntax.Node) {
	switch operand.(type) {
	case *syntax.AccessExpression, *syntax.VariableExpression, *syntax.LiteralBoolean, *syntax.LiteralString,
		*syntax.ConcatenatedString, *syntax.LiteralUndef, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat:
	case *syntax.UnaryMinusExpression, *syntax.LiteralRegularExpression, *syntax.QualifiedReference, *syntax.LiteralHash,
		*syntax.LiteralList, *syntax.LiteralDefault, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression,
		*syntax.ArithmeticExpression, *syntax.SelectorExpression, *syntax.NotExpression, *syntax.HeredocExpression:
		e.report(&code.CollectorQueryMismatch, at, "RUNTIME_ERROR", "a collector's query cannot compare an attribute with "+kindOfOperand(operand))
	}
}

// kindOfOperand describes an operand that no query accepts.
func kindOfOperand(node syntax.Node) string {
	switch node.(type) {
	case *syntax.UnaryMinusExpression:
		return "a negative number"
	case *syntax.LiteralRegularExpression:
		return "a regular expression"
	case *syntax.QualifiedReference:
		return "a type"
	case *syntax.LiteralHash:
		return "a hash"
	case *syntax.LiteralList:
		return "an array"
	case *syntax.LiteralDefault:
		return "default"
	case *syntax.HeredocExpression:
		return "a heredoc"
	}
	return "the result of an expression; assign it to a variable first"
}
