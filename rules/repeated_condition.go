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
		Summary:   "an elsif asks what was asked before",
		Rationale: "An `elsif` whose condition an `if` or `elsif` above it has already asked is never reached: had it been true, the first one would have been taken. " +
			"Most likely the condition was copied and then not changed.",
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
				finding := pass.Report(pass.extent(node.Test), "this was asked before: the branch is never reached")
				finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: pass.extent(outer.Test), Message: "the first time"})
				return
			}
			inner = outer
		}
	})},
}
