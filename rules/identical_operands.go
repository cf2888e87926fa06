package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var identicalOperands = Rule{
	Rule: diag.Rule{
		Name:      "identical_operands",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "an operator has the same expression on both sides",
		Advice:    "correct one of the two",
		Rationale: "A value is always equal to itself, and `$a and $a` is `$a`. One of the two should probably be " +
			"something else. The rule also reports a term that occurs twice in a chain of `and` or `or`.",
		Bad: []diag.Example{
			{Code: "if $facts['os'] == $facts['os'] {\n  include example::one\n}\n"},
			{Code: "if $facts['a'] or $facts['b'] or $facts['a'] {\n  include example::one\n}\n"},
		},
		Good:  []diag.Example{{Code: "if $facts['a'] == $facts['b'] {\n  include example::one\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{571},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.ComparisonExpression) {
			compareOperands(pass, node.Operator, node.Span(), node.Left, node.Right)
		}),
		Enter(func(pass *Pass, node *syntax.ArithmeticExpression) {
			if node.Operator == syntax.Minus || node.Operator == syntax.Divide || node.Operator == syntax.Modulo {
				if _, isConstant := constantOf(node.Left); !isConstant {
					compareOperands(pass, node.Operator, node.Span(), node.Left, node.Right)
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.AndExpression) {
			if !isWithin(pass, syntax.KindAndExpression) {
				compareTerms(pass, terms(node, syntax.KindAndExpression, nil), "and")
			}
		}),
		Enter(func(pass *Pass, node *syntax.OrExpression) {
			if !isWithin(pass, syntax.KindOrExpression) {
				compareTerms(pass, terms(node, syntax.KindOrExpression, nil), "or")
			}
		}),
	},
}

// isWithin reports whether the visited node is, apart from parentheses, an operand of a node of
// the kind.
func isWithin(p *Pass, kind syntax.Kind) bool {
	level := 0
	for p.Parent(level) != nil && p.Parent(level).Kind() == syntax.KindParenthesizedExpression {
		level++
	}
	return p.Parent(level) != nil && p.Parent(level).Kind() == kind
}

func compareOperands(pass *Pass, operator syntax.TokenKind, at source.Span, left, right syntax.Node) {
	// The rule constant_condition reports two literals.
	if _, isConstant := constantOf(left); isConstant || !isRepeatable(left) || !pass.sameCode(left, right) {
		return
	}
	pass.Report(at, "both sides of "+operator.Text()+" are the same: "+pass.text(left))
}

// terms returns the operands of a chain of one logical operator.
func terms(node syntax.Node, kind syntax.Kind, list []syntax.Node) []syntax.Node {
	inner := syntax.Unparenthesized(node)
	switch inner := inner.(type) {
	case *syntax.AndExpression:
		if kind == syntax.KindAndExpression {
			return terms(inner.Right, kind, terms(inner.Left, kind, list))
		}
	case *syntax.OrExpression:
		if kind == syntax.KindOrExpression {
			return terms(inner.Right, kind, terms(inner.Left, kind, list))
		}
	}
	return append(list, inner)
}

func compareTerms(pass *Pass, terms []syntax.Node, operator string) {
	for i, term := range terms {
		if _, isConstant := constantOf(term); isConstant || !isRepeatable(term) {
			continue
		}
		for _, earlier := range terms[:i] {
			if pass.sameCode(earlier, term) {
				finding := pass.Report(pass.extent(term), "`"+operator+"` has the operand "+pass.text(term)+" twice")
				finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: pass.extent(earlier), Message: "first used here"})
				break
			}
		}
	}
}
