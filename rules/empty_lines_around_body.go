package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var emptyLinesAroundBody = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "empty_lines_around_body",
		Group:   diag.Style,
		Plugin:  "puppet-lint-empty_lines_around_body-check",
		Summary: "a block begins or ends with an empty line",
		Rationale: "The braces and the indentation already show where the body begins and ends; the empty line only moves " +
			"code off the screen. (`manifest_whitespace_opening_brace_after` and " +
			"`manifest_whitespace_closing_brace_before` report all braces.)",
		Bad:  badExample("\n  include foo\n", "  include foo\n"),
		Good: examples("  include foo\n"),
		Fix:  diag.FixInfo{Safety: diag.Safe, Summary: "remove the empty line", LayoutOnly: true},
	}),
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.HostClassDefinition) { checkDefinitionBody(pass, node, node.Body) }),
		Enter(func(pass *Pass, node *syntax.ResourceTypeDefinition) { checkDefinitionBody(pass, node, node.Body) }),
		Enter(func(pass *Pass, node *syntax.NodeDefinition) { checkDefinitionBody(pass, node, node.Body) }),
		Enter(func(pass *Pass, node *syntax.IfExpression) {
			checkBranchBodies(pass, pass.Text(node.FirstToken()), node.Then, node.Else)
		}),
		Enter(func(pass *Pass, node *syntax.UnlessExpression) {
			checkBranchBodies(pass, "unless", node.Then, node.Else)
		}),
		Enter(func(pass *Pass, node *syntax.CaseExpression) {
			checkBody(pass, "case", pass.NextCode(node.Test.LastToken()))
		}),
	},
}

func checkDefinitionBody(pass *Pass, definition syntax.Node, body *syntax.BlockExpression) {
	if body != nil {
		checkBody(pass, pass.Text(definition.FirstToken()), pass.PreviousCode(body.FirstToken()))
	}
}

func checkBranchBodies(pass *Pass, keyword string, then, otherwise syntax.Node) {
	if then != nil {
		checkBody(pass, keyword, pass.PreviousCode(then.FirstToken()))
	}
	// The code after "elsif" is a separate condition.
	if otherwise != nil && pass.Token(otherwise.FirstToken()).Kind != syntax.KeywordElsif {
		checkBody(pass, "else", pass.PreviousCode(otherwise.FirstToken()))
	}
}

// checkBody checks the gaps after the opening brace and before the closing one.
func checkBody(pass *Pass, keyword string, open int) {
	if !opensBrace(pass.Token(open).Kind) {
		return
	}
	if gap := pass.gapAfter(open); gap.Newlines > 1 {
		reportEmptyLine(pass, &gap, "empty line at start of "+keyword+" block")
	}
	closing := open
	for depth := 0; closing < len(pass.File.Tokens); closing++ {
		if kind := pass.Token(closing).Kind; opensBlock(kind) {
			depth++
		} else if closesBlock(kind) {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if gap := pass.gapBefore(closing); gap.Newlines > 1 && gap.Before != open {
		reportEmptyLine(pass, &gap, "empty line at end of "+keyword+" block")
	}
}

// reportEmptyLine reports the second line ending of the gap.
func reportEmptyLine(pass *Pass, gap *gap, message string) {
	seen := 0
	if pass.Token(gap.Before).Kind == syntax.HeredocEnd {
		seen++
	}
	for i := gap.Before + 1; i < gap.After; i++ {
		if pass.Token(i).Kind != syntax.Newline {
			continue
		}
		if seen++; seen == 2 {
			pass.Fix(pass.Report(pass.Token(i).Span, message), gap.withOneLineEnd(pass))
			return
		}
	}
}
