package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var repeatedCondition = Rule{
	Rule: diag.Rule{
		Name:      "repeated_condition",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "an elsif repeats a condition from above",
		Advice:    "correct the condition, or remove the branch",
		Rationale: "An `elsif` with the same condition as an `if` or `elsif` above it is never reached. Most likely the condition was " +
			"copied and not changed.",
		Bad:   []diag.Example{{Code: "if $facts['kernel'] == 'Linux' {\n  include example::linux\n} elsif $facts['kernel'] == 'Linux' {\n  include example::sunos\n}\n"}},
		Good:  []diag.Example{{Code: "if $facts['kernel'] == 'Linux' {\n  include example::linux\n} elsif $facts['kernel'] == 'SunOS' {\n  include example::sunos\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{561},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.IfExpression) {
		if outer, isIf := pass.Parent(0).(*syntax.IfExpression); isIf && outer.Else == syntax.Node(node) {
			return // it was looked at with the first if
		}
		if _, isChain := node.Else.(*syntax.IfExpression); !isChain {
			return
		}
		tested := map[string]syntax.Node{}
		for isElse := true; isElse; node, isElse = node.Else.(*syntax.IfExpression) {
			if !isRepeatable(node.Test) {
				continue
			}
			code := pass.codeOf(node.Test)
			before := tested[code]
			if before == nil {
				tested[code] = node.Test
				continue
			}
			finding := pass.Report(pass.extent(node.Test), "this condition was already tested above, so the branch is never reached")
			finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: pass.extent(before), Message: "first tested here"})
		}
	})},
}
