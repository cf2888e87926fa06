package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var emptyBranch = Rule{
	Rule: diag.Rule{
		Name:     "empty_branch",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "the body of a condition or lambda is empty",
		Advice:   "write the missing code, remove the braces with their condition, or explain them in a comment between them",
		Rationale: "An `if`, `unless` or `else` with empty braces does nothing, and a lambda without a body always " +
			"returns `undef`. Either code is missing, or the branch was left over when code was removed. If the " +
			"branch is intended, say so in a comment between the braces; then nothing is reported. Empty options of " +
			"a `case`, and empty branches before or after an `elsif`, are common and are not reported.",
		Bad: []diag.Example{
			{Code: "if $facts['kernel'] == 'Linux' {\n}\n"},
			{Code: "if $facts['kernel'] == 'Linux' {\n} else {\n  include example\n}\n"},
			{Code: "$facts['disks'].each |$disk| { }\n"},
		},
		Good: []diag.Example{
			{Code: "if $facts['kernel'] == 'Linux' {\n  # the kernel does it\n} else {\n  include example\n}\n"},
			{Code: "case $facts['kernel'] {\n  'Linux': { include example }\n  default: { }\n}\n"},
			{Code: "if $facts['kernel'] == 'Linux' {\n} elsif $facts['kernel'] == 'SunOS' {\n  include example\n}\n"},
			{Code: "example::wait_for_approval('release') |String $url| { }\n"},
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
			if node.Body == nil && !pass.hasComment(node.FirstToken(), node.LastToken()) && isBlockOfPuppets(pass.Parent(0)) {
				pass.Report(pass.extent(node), "the block is empty")
			}
		}),
	},
}

// takesBlock holds Puppet's functions whose block does the work. A function of a module, such
// as one that waits for an approval, may demand a block that has nothing to do.
var takesBlock = setOf("all", "any", "each", "filter", "group_by", "index", "map", "partition", "reduce", "reverse_each", "slice", "step", "then", "lest", "tree_each", "with")

// isBlockOfPuppets reports whether a lambda is the block of a call of such a function.
func isBlockOfPuppets(call syntax.Node) bool {
	name, _ := syntax.CalledFunction(call)
	return takesBlock[name]
}

// checkBranches reports empty braces of a conditional, unless they contain a comment.
func checkBranches(pass *Pass, node, test, then, otherwise syntax.Node) {
	if test == nil || test.Kind() == syntax.KindBadExpr {
		return
	}
	if then == nil && !isOneOfSeveral(pass, node, otherwise) {
		open := pass.NextCode(test.LastToken())
		closing := pass.NextCode(open)
		if isBrace(pass, open, closing) && !pass.hasComment(open, closing) {
			finding := pass.Report(pass.Token(node.FirstToken()).Span, "this branch is empty")
			if otherwise != nil {
				finding.Help = "write `" + opposite(node) + "` with the code of the else branch, or explain the empty one in a comment between its braces"
			}
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
		pass.Report(pass.Token(keyword).Span, "this branch is empty")
	}
}

// opposite returns the keyword of the conditional that runs its code where the given one does not.
func opposite(conditional syntax.Node) string {
	if _, isIf := conditional.(*syntax.IfExpression); isIf {
		return "unless"
	}
	return "if"
}

// isOneOfSeveral reports whether a branch belongs to an if with an elsif, whose branches are like
// the options of a case.
func isOneOfSeveral(pass *Pass, node, otherwise syntax.Node) bool {
	if _, isElsif := otherwise.(*syntax.IfExpression); isElsif {
		return true
	}
	outer, isIf := pass.Parent(0).(*syntax.IfExpression)
	return isIf && outer.Else == node
}

func isBrace(pass *Pass, open, closing int) bool {
	return (pass.Token(open).Kind == syntax.LeftBrace || pass.Token(open).Kind == syntax.SelectBrace) && pass.Token(closing).Kind == syntax.RightBrace
}
