package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var doubleNegation = Rule{
	Rule: diag.Rule{
		Name:         "double_negation",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a condition is negated twice",
		Rationale: "`unless !$x` is `if $x`, and `!($a == $b)` is `$a != $b`. A double negation is easily read as its " +
			"opposite.",
		Bad: []diag.Example{
			{Code: "unless !$facts['is_virtual'] {\n  include example\n}\n", Fixed: "if $facts['is_virtual'] {\n  include example\n}\n"},
			{Code: "if !($facts['kernel'] == 'Linux') {\n  include example\n}\n", Fixed: "if $facts['kernel'] != 'Linux' {\n  include example\n}\n"},
		},
		Good:  []diag.Example{{Code: "if $facts['kernel'] != 'Linux' {\n  include example\n}\n"}},
		Since: "1.0.0",
		Fix:   diag.FixInfo{Safety: diag.Safe, Summary: "write the condition without the negation"},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.UnlessExpression) {
			negation, isNegation := node.Test.(*syntax.NotExpression)
			if !isNegation || node.Else != nil {
				return
			}
			finding := pass.Report(pass.Token(node.FirstToken()).Span, "`unless` has a negated condition")
			// This keeps the precedence: an operand of ! needs no additional parentheses.
			pass.Fix(finding, pass.Replace(pass.Token(node.FirstToken()).Span, "if"),
				pass.Replace(pass.extent(negation), pass.text(syntax.Unparenthesized(negation.Expr))))
		}),
		Enter(func(pass *Pass, node *syntax.NotExpression) {
			if inner, isNegation := syntax.Unparenthesized(node.Expr).(*syntax.NotExpression); isNegation {
				// !!$x converts a value to a Boolean, so it is kept.
				if node.Expr.Kind() == syntax.KindNotExpression {
					return
				}
				pass.Report(pass.Token(inner.FirstToken()).Span, "the condition is negated twice")
				return
			}
			if node.Expr.Kind() != syntax.KindParenthesizedExpression {
				return
			}
			switch comparison := syntax.Unparenthesized(node.Expr).(type) {
			case *syntax.ComparisonExpression:
				negateComparison(pass, node, comparison.Operator, comparison.Span().Start, comparison)
			case *syntax.MatchExpression:
				negateComparison(pass, node, comparison.Operator, comparison.Span().Start, comparison)
			}
		}),
	},
}

var opposites = map[syntax.TokenKind]syntax.TokenKind{
	syntax.IsEqual: syntax.NotEqual, syntax.NotEqual: syntax.IsEqual, syntax.Match: syntax.NoMatch, syntax.NoMatch: syntax.Match,
}

// negateComparison reports !(a == b). Since "==" has a lower precedence than "!", the fix
// removes the parentheses only if no operator around the negation has a higher precedence.
func negateComparison(pass *Pass, node *syntax.NotExpression, operator syntax.TokenKind, at int32, comparison syntax.Node) {
	opposite, known := opposites[operator]
	if !known {
		return
	}
	finding := pass.Report(pass.extent(node), "a `"+operator.Text()+"` comparison is negated by `!`")
	span := pass.Token(pass.File.TokenAt(at)).Span
	edits := []diag.Edit{pass.Replace(span, opposite.Text())}
	switch pass.Parent(0).(type) {
	case *syntax.IfExpression, *syntax.UnlessExpression, *syntax.AndExpression, *syntax.OrExpression, *syntax.ParenthesizedExpression, *syntax.AssignmentExpression:
		outer, inner := pass.extent(node), pass.extent(comparison)
		edits = append(edits, pass.Delete(source.Span{Start: outer.Start, End: inner.Start}), pass.Delete(source.Span{Start: inner.End, End: outer.End}))
	default:
		edits = append(edits, pass.Delete(pass.Token(node.FirstToken()).Span))
	}
	pass.Fix(finding, edits...)
}
