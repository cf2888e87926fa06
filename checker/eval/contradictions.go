package eval

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// contradicts reports whether the outcomes of the tests that a state has passed contradict each
// other: after "if $a and $b { fail() }", $a and $b cannot both hold. Variables never change,
// so a test that reads nothing else has the same outcome every time.
func (e *Evaluator) contradicts(s *state) bool {
	for link := s.tests; link != nil; link = link.before {
		switch link.value.node.(type) {
		case *syntax.AndExpression, *syntax.OrExpression:
			if len(link.value.patterns) == 0 && e.isRuledOut(link.value, s.tests) {
				return true
			}
		}
	}
	return false
}

// isRuledOut reports whether the outcomes of tests imply the opposite outcome of another test.
func (e *Evaluator) isRuledOut(test passedTest, tests *chain[passedTest]) bool {
	known := lattice.Maybe
	switch len(test.patterns) {
	case 0:
		known = e.passedTruth(test.node, tests)
	case 1:
		known = e.passedOutcome(test, tests)
	}
	return known != lattice.Maybe && known != lattice.TruthOf(test.holds)
}

// passedTruth returns whether an expression holds, given the outcomes of tests.
func (e *Evaluator) passedTruth(node syntax.Node, tests *chain[passedTest]) lattice.Truth {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return e.passedTruth(node.Expr, tests)
	case *syntax.NotExpression:
		return e.passedTruth(node.Expr, tests).Not()
	case *syntax.AndExpression:
		return e.passedTruth(node.Left, tests).And(e.passedTruth(node.Right, tests))
	case *syntax.OrExpression:
		return e.passedTruth(node.Left, tests).Or(e.passedTruth(node.Right, tests))
	}
	return e.passedOutcome(passedTest{node: node, holds: true}, tests)
}

// passedOutcome returns the outcome that an equal test among tests has had; Maybe if there is
// none.
func (e *Evaluator) passedOutcome(test passedTest, tests *chain[passedTest]) lattice.Truth {
	if !e.isLasting(test.node) {
		return lattice.Maybe
	}
	asked := e.comparedIn(test)
	for link := tests; link != nil; link = link.before {
		if len(link.value.patterns) > 1 {
			continue
		}
		if other := e.comparedIn(link.value); other.tested == asked.tested && other.with == asked.with {
			return lattice.TruthOf(other.holds == (asked.holds == test.holds))
		}
	}
	return lattice.Maybe
}

// compared holds the two sides of the comparison that a test makes, as texts. "$a == 'x'", "$a
// != 'x'" and an option 'x' for $a make the same one. with is empty for other conditions.
type compared struct {
	tested, with string
	holds        bool
}

func (e *Evaluator) comparedIn(test passedTest) compared {
	if len(test.patterns) == 1 {
		return compared{e.textOf(syntax.Unparenthesized(test.node)), e.textOf(test.patterns[0]), test.holds}
	}
	switch node := test.node.(type) {
	case *syntax.ComparisonExpression:
		switch node.Right.(type) {
		case *syntax.LiteralString, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralBoolean, *syntax.LiteralUndef:
			if node.Operator == syntax.IsEqual || node.Operator == syntax.NotEqual {
				return compared{e.textOf(syntax.Unparenthesized(node.Left)), e.textOf(node.Right), test.holds == (node.Operator == syntax.IsEqual)}
			}
		}
	case *syntax.MatchExpression:
		switch node.Right.(type) {
		case *syntax.LiteralRegularExpression, *syntax.QualifiedReference, *syntax.AccessExpression:
			return compared{e.textOf(syntax.Unparenthesized(node.Left)), e.textOf(node.Right), test.holds == (node.Operator == syntax.Match)}
		}
	}
	return compared{e.textOf(test.node), "", test.holds}
}

// isLasting reports whether a test has the same outcome whenever it is evaluated. A test of a
// lambda's variables may have another one in each call of the lambda.
func (e *Evaluator) isLasting(test syntax.Node) bool {
	lasting := true
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			switch name, _ := syntax.CalledFunction(syntax.Unparenthesized(node)); name {
			case "empty", "length", "size", "has_key", "is_array", "is_hash", "is_string", "fact", "versioncmp":
			default:
				lasting = false
			}
		case *syntax.LambdaExpression, *syntax.AssignmentExpression:
			lasting = false
		case *syntax.VariableExpression:
			// $1 changes with each match.
			lasting = lasting && (node.Name == "" || node.Name[0] < '0' || node.Name[0] > '9') && !e.isOfLambda(node.Name)
		}
		return lasting
	})
	return lasting
}

// isOfLambda reports whether a lambda around the current point has a variable of that name.
func (e *Evaluator) isOfLambda(name string) bool {
	for frame := e.frame; frame.outer != nil; frame = frame.outer {
		if _, own := frame.slots[name]; own {
			return true
		}
	}
	return false
}
