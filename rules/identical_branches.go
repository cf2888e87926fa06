package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var identicalBranches = Rule{
	Rule: diag.Rule{
		Name:      "identical_branches",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "all branches of a condition do the same",
		Advice:    "remove the condition, or correct one of the branches",
		Rationale: "If all branches of an `if` with `else`, or of a `case` or selector with `default`, are the same, " +
			"the condition has no effect. Either a branch was copied and not changed, or the condition can be " +
			"removed.",
		Bad: []diag.Example{
			{Code: "if $facts['os']['family'] == 'Debian' {\n  include example::one\n} else {\n  include example::one\n}\n"},
			{Code: "$owner = $facts['kernel'] ? {\n  'Linux' => 'root',\n  default => 'root',\n}\n"},
		},
		Good: []diag.Example{
			{Code: "if $facts['os']['family'] == 'Debian' {\n  include example::one\n} else {\n  include example::two\n}\n"},
			{Code: "$owner = $facts['kernel'] ? {\n  'Linux' => 'root',\n  'SunOS' => 'root',\n}\n"},
			{Code: "case $facts['kernel'] {\n  'Linux': { include example::one }\n  'SunOS': { include example::one }\n  default: { fail('not supported') }\n}\n"},
		},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.IfExpression) {
			if outer, isElsif := pass.Parent(0).(*syntax.IfExpression); isElsif && outer.Else == syntax.Node(node) {
				return
			}
			branches := []syntax.Node{node.Then}
			otherwise := node.Else
			for {
				next, isElsif := otherwise.(*syntax.IfExpression)
				if !isElsif || pass.Text(next.FirstToken()) != "elsif" {
					break
				}
				branches, otherwise = append(branches, next.Then), next.Else
			}
			reportIdentical(pass, node, append(branches, otherwise))
		}),
		Enter(func(pass *Pass, node *syntax.UnlessExpression) {
			reportIdentical(pass, node, []syntax.Node{node.Then, node.Else})
		}),
		Enter(func(pass *Pass, node *syntax.CaseExpression) {
			var branches []syntax.Node
			hasDefault := false
			for _, option := range node.Options {
				if option.Then == nil {
					return
				}
				branches = append(branches, option.Then)
				for _, value := range option.Values {
					hasDefault = hasDefault || value.Kind() == syntax.KindLiteralDefault
				}
			}
			if hasDefault {
				reportIdentical(pass, node, branches)
			}
		}),
		Enter(func(pass *Pass, node *syntax.SelectorExpression) {
			var branches []syntax.Node
			hasDefault := false // without one, the selector fails for other values
			for _, entry := range node.Selectors {
				branches = append(branches, entry.Value)
				hasDefault = hasDefault || entry.Matching.Kind() == syntax.KindLiteralDefault
			}
			if hasDefault {
				reportIdentical(pass, node, branches)
			}
		}),
	},
}

// reportIdentical reports a conditional that has all branches if they are the same.
func reportIdentical(pass *Pass, node syntax.Node, branches []syntax.Node) {
	if len(branches) < 2 {
		return
	}
	for _, branch := range branches {
		if branch == nil || !pass.sameCode(branches[0], branch) || holdsBadExpr(branch) {
			return
		}
	}
	pass.Report(pass.Token(node.FirstToken()).Span, "all branches are the same, so the condition has no effect")
}

func holdsBadExpr(root syntax.Node) bool {
	return holds(root, func(node syntax.Node) bool { return node.Kind() == syntax.KindBadExpr })
}
