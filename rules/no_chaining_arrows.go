package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var noChainingArrows = Rule{
	Rule: diag.Rule{
		Name:         "no_chaining_arrows",
		Supersedes:   []string{"right_to_left_relationship", "arrow_on_right_operand_line"},
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-no_chaining_arrows-check",
		Narrower:     true,
		Summary:      "resources are ordered by an arrow",
		Advice:       "write require, before, notify or subscribe",
		Rationale: "This rule is for teams that write every relationship as an attribute of a resource: " +
			"`require`, `before`, `notify` and `subscribe`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  Package['a'] -> Service['a']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  service { 'a':\n    require => Package['a'],\n  }\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/deanwilson/puppet-lint-no_chaining_arrows-check"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		pass.Report(pass.Token(index).Span, "chaining arrow found")
	}, syntax.InEdge, syntax.InEdgeSub, syntax.OutEdge, syntax.OutEdgeSub)},
}
