package checker

import "puppet-lint/syntax"

// contradicts reports whether the tests that a state has passed cannot all have had
// the outcomes that they had: after "if $a and $b { fail() }", $a and $b do not both
// hold. Variables never change, so neither do tests of nothing else. In lambdas,
// where a name may stand for several, nothing is said.
func (e *evaluator) contradicts(s *state) bool {
	if e.frame.outer != nil {
		return false
	}
	for link := s.tests; link != nil; link = link.before {
		if link.value.pattern != nil {
			continue
		}
		switch link.value.node.(type) {
		case *syntax.AndExpression, *syntax.OrExpression:
			if known := e.passedTruth(link.value.node, s.tests); known != maybe && known != truthOf(link.value.holds) {
				return true
			}
		}
	}
	return false
}

// passedTruth is what the outcomes of tests say of an expression.
func (e *evaluator) passedTruth(node syntax.Node, tests *chain[passedTest]) truth {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return e.passedTruth(node.Expr, tests)
	case *syntax.NotExpression:
		return e.passedTruth(node.Expr, tests).not()
	case *syntax.AndExpression:
		return e.passedTruth(node.Left, tests).and(e.passedTruth(node.Right, tests))
	case *syntax.OrExpression:
		return e.passedTruth(node.Left, tests).or(e.passedTruth(node.Right, tests))
	}
	if !isLasting(node) {
		return maybe
	}
	text := e.textOf(node)
	for link := tests; link != nil; link = link.before {
		if link.value.pattern == nil && e.textOf(link.value.node) == text {
			return truthOf(link.value.holds)
		}
	}
	return maybe
}

// isLasting reports whether a test gives the same whenever it is asked.
func isLasting(test syntax.Node) bool {
	lasting := true
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			switch name, _ := callOf(node); name {
			case "empty", "length", "size", "has_key", "is_array", "is_hash", "is_string":
			default:
				lasting = false
			}
		case *syntax.LambdaExpression, *syntax.AssignmentExpression:
			lasting = false
		case *syntax.VariableExpression:
			// $1 is another one after each match.
			lasting = lasting && (node.Name == "" || node.Name[0] < '0' || node.Name[0] > '9')
		}
		return lasting
	})
	return lasting
}
