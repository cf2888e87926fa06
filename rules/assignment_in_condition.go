package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var assignmentInCondition = Rule{
	Rule: diag.Rule{
		Name:      "assignment_in_condition",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "a condition assigns instead of comparing",
		Rationale: "`if ($x = 'a')` sets `$x` and is true whatever `$x` was before, so the branch is always taken. Write " +
			"`==` to compare. The rule does not report an assignment of a computed value, as in `if ($found = " +
			"lookup('x'))`: that is intended.",
		Bad:   []diag.Example{{Code: "if ($mode = 'strict') {\n  include example\n}\n"}},
		Good:  []diag.Example{{Code: "if $facts['mode'] == 'strict' {\n  include example\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{481},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.IfExpression) { checkAssigns(pass, node.Test) }),
		Enter(func(pass *Pass, node *syntax.UnlessExpression) { checkAssigns(pass, node.Test) }),
	},
}

func checkAssigns(pass *Pass, test syntax.Node) {
	assignment, isAssignment := syntax.Unparenthesized(test).(*syntax.AssignmentExpression)
	if !isAssignment {
		return
	}
	if _, isConstant := constantOf(assignment.Right); isConstant {
		pass.Report(assignment.Span(), "`=` assigns a value here; use `==` to compare")
	}
}
