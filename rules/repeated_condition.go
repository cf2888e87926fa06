package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var repeatedCondition = Rule{
	Rule: diag.Rule{
		Name:      "repeated_condition",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "an elsif repeats a condition from above",
		Rationale: "An `elsif` with the same condition as an `if` or `elsif` above it is never reached. Most likely the condition was " +
			"copied and not changed.",
		Bad:   []diag.Example{{Code: "if $facts['kernel'] == 'Linux' {\n  include example::linux\n} elsif $facts['kernel'] == 'Linux' {\n  include example::sunos\n}\n"}},
		Good:  []diag.Example{{Code: "if $facts['kernel'] == 'Linux' {\n  include example::linux\n} elsif $facts['kernel'] == 'SunOS' {\n  include example::sunos\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{561},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.IfExpression) {
		inner := syntax.Node(node)
		for level := 0; ; level++ {
			outer, isIf := pass.Parent(level).(*syntax.IfExpression)
			if !isIf || outer.Else != inner {
				return
			}
			if isRepeatable(node.Test) && pass.sameCode(outer.Test, node.Test) {
				finding := pass.Report(pass.extent(node.Test), "this condition was already tested above, so the branch is never reached")
				finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: pass.extent(outer.Test), Message: "first tested here"})
				return
			}
			inner = outer
		}
	})},
}
