package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var emptyBranch = Rule{
	Rule: diag.Rule{
		Name:     "empty_branch",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a condition or block without anything to do",
		Rationale: "An `if`, `unless` or `else` with nothing between its braces decides nothing; a lambda without a body gives `undef` each time. Something was forgotten, or was taken away and the rest stayed. " +
			"Where nothing is to be done on purpose, a comment in the braces says so. Empty options of a `case` are usual and not reported.",
		Bad: []diag.Example{
			{Code: "if $facts['kernel'] == 'Linux' {\n}\n"},
			{Code: "if $facts['kernel'] == 'Linux' {\n} else {\n  include example\n}\n"},
			{Code: "$facts['disks'].each |$disk| { }\n"},
		},
		Good: []diag.Example{
			{Code: "if $facts['kernel'] == 'Linux' {\n  # the kernel does it\n} else {\n  include example\n}\n"},
			{Code: "case $facts['kernel'] {\n  'Linux': { include example }\n  default: { }\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{1071},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.IfExpression) {
			checkBranches(pass, node, node.Test, node.Then, node.Else)
		}),
		Enter(func(pass *Pass, node *syntax.UnlessExpression) {
			checkBranches(pass, node, node.Test, node.Then, node.Else)
		}),
		Enter(func(pass *Pass, node *syntax.LambdaExpression) {
			if node.Body == nil && !pass.hasComment(node.FirstToken(), node.LastToken()) {
				pass.Report(pass.extent(node), "the block is empty")
			}
		}),
	},
}

// checkBranches reports empty braces of a conditional, unless a comment stands
// in them.
func checkBranches(pass *Pass, node, test, then, otherwise syntax.Node) {
	if test == nil || test.Kind() == syntax.KindBadExpr {
		return
	}
	if then == nil {
		open := pass.NextCode(test.LastToken())
		closing := pass.NextCode(open)
		if isBrace(pass, open, closing) && !pass.hasComment(open, closing) {
			pass.Report(pass.Token(node.FirstToken()).Span, "nothing is done here: the braces are empty")
			return
		}
	}
	closing := node.LastToken()
	if otherwise != nil || pass.Token(closing).Kind != syntax.RightBrace {
		return
	}
	open := pass.PreviousCode(closing)
	keyword := pass.PreviousCode(open)
	if isBrace(pass, open, closing) && pass.Token(keyword).Kind == syntax.KeywordElse && !pass.hasComment(open, closing) {
		pass.Report(pass.Token(keyword).Span, "nothing is done here: the braces are empty")
	}
}

func isBrace(pass *Pass, open, closing int) bool {
	return (pass.Token(open).Kind == syntax.LeftBrace || pass.Token(open).Kind == syntax.SelectBrace) && pass.Token(closing).Kind == syntax.RightBrace
}
