package eval

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// interruptible is the number of evaluations, some microseconds, after which Evaluate checks
// whether the check was cancelled.
const interruptible = 64

// Evaluate returns the type of an expression and applies the effects of the expression to the
// state. Unreachable code is not evaluated and has no findings.
func (e *Evaluator) Evaluate(node syntax.Node) Type {
	if node == nil {
		return e.Undef
	}
	if e.state.unreachable {
		return e.Never
	}
	if e.depth++; e.depth > maxDepth {
		e.depth--
		return e.Unknown
	}
	e.Evaluations++
	if e.HasStopped() || e.Evaluations%interruptible == 0 && e.IsInterrupted() || e.callSite != nil && e.callSite.isExhausted() {
		e.depth--
		e.state.unreachable = true
		return e.Never
	}
	if e.frame.lambda != nil {
		e.steps++
	}
	if e.compiling != nil {
		e.compiling.Evaluates(node)
	}
	result := e.evaluateKind(node)
	e.depth--
	if e.ends != nil {
		e.noteEnd(node, result)
	}
	if e.IsNever(result) {
		e.state.unreachable = true
	}
	if e.remembers {
		e.remember(node, result)
	}
	return result
}

// evaluateKind evaluates a node by its kind. It is the only code that knows every kind of
// expression.
func (e *Evaluator) evaluateKind(node syntax.Node) Type {
	switch node := node.(type) {
	case *syntax.LiteralInteger:
		if node.Big != "" {
			return e.Unknown
		}
		return e.IntegerRange(lattice.Range{Low: node.Value, High: node.Value})
	case *syntax.LiteralFloat:
		return e.FloatValue(node.Value)
	case *syntax.LiteralBoolean:
		return e.BooleanOf(lattice.TruthOf(node.Value))
	case *syntax.LiteralString:
		return e.Str(node.Value)
	case *syntax.QualifiedName:
		return e.Str(node.Value)
	case *syntax.LiteralUndef:
		return e.Undef
	case *syntax.LiteralDefault:
		return e.DefaultType
	case *syntax.LiteralRegularExpression:
		return e.RegexpOf(types.Regexp{Source: node.Pattern}.Pattern())
	case *syntax.ConcatenatedString:
		return e.evaluateConcatenated(node)
	case *syntax.TextExpression:
		return e.Evaluate(node.Expr)
	case *syntax.HeredocExpression:
		return e.Evaluate(node.Text)
	case *syntax.LiteralList:
		return e.evaluateList(node.Values)
	case *syntax.LiteralHash:
		return e.evaluateHash(node)
	case *syntax.VariableExpression:
		return e.evaluateVariable(node)
	case *syntax.AssignmentExpression:
		return e.evaluateAssignment(node)
	case *syntax.ParenthesizedExpression:
		return e.Evaluate(node.Expr)
	case *syntax.BlockExpression:
		return e.EvaluateBlock(node.Statements)
	case *syntax.ArithmeticExpression:
		return e.evaluateArithmetic(node)
	case *syntax.ComparisonExpression:
		e.checkFactTest(node)
		return e.evaluateComparison(node)
	case *syntax.MatchExpression:
		e.checkFactTest(node)
		return e.evaluateMatch(node)
	case *syntax.InExpression:
		left, right := e.Evaluate(node.Left), e.Evaluate(node.Right)
		e.checkFactTest(node)
		e.state.captures = captures{}
		return e.BooleanOf(e.Contains(left, right))
	case *syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression:
		return e.evaluateLogic(node)
	case *syntax.UnaryMinusExpression:
		return e.evaluateUnaryMinus(node)
	case *syntax.UnfoldExpression:
		return e.Unfold(e.Evaluate(node.Expr))
	case *syntax.AccessExpression:
		return e.evaluateAccess(node)
	case *syntax.QualifiedReference:
		return e.evaluateReference(node)
	case *syntax.IfExpression:
		return e.evaluateIf(node)
	case *syntax.UnlessExpression:
		return e.evaluateUnless(node)
	case *syntax.CaseExpression:
		return e.evaluateCase(node)
	case *syntax.SelectorExpression:
		return e.evaluateSelector(node)
	case *syntax.CallNamedFunctionExpression:
		return e.evaluateCall(node)
	case *syntax.CallMethodExpression:
		return e.evaluateMethodCall(node)
	case *syntax.ResourceExpression:
		return e.evaluateResource(node)
	case *syntax.ResourceDefaultsExpression:
		return e.evaluateDefaults(node)
	case *syntax.ResourceOverrideExpression:
		return e.evaluateOverride(node)
	case *syntax.CollectExpression:
		return e.evaluateCollect(node)
	case *syntax.RelationshipExpression:
		return e.evaluateRelationship(node)
	case *syntax.ApplyExpression:
		return e.evaluateApply(node)
	case *syntax.EppExpression:
		if node.Body != nil {
			e.EvaluateBlock(node.Body.Statements)
		}
		return e.String
	case *syntax.RenderStringExpression:
		e.writeText(node.Value, true)
		return e.Undef
	case *syntax.RenderExpression:
		// A Sensitive value makes the whole text of the template Sensitive, so it may be
		// rendered.
		value := e.Evaluate(node.Expr)
		if !e.IsSensitive(value) {
			e.checkSensitiveText(value, node.Expr)
		}
		e.writeText(e.Interpolated(value))
		return e.Undef
	case *syntax.ReservedWord:
		return e.Str(node.Word)
	}
	return e.undefOrUnknown(node)
}

// mostEvaluations is the number of evaluations of a body after which nothing is evaluated again. Only
// expressions that are nested to be slow need so many.
const mostEvaluations = 1 << 20

// EvaluateSilently evaluates an expression again, without reporting findings. Its type is unknown if
// the body has taken too much work already.
func (e *Evaluator) EvaluateSilently(node syntax.Node) Type {
	if e.Evaluations > mostEvaluations {
		return e.Unknown
	}
	defer e.restore(e.mode)
	e.mode = e.aside()
	return e.Evaluate(node)
}
