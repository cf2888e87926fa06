package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var caseWithoutDefault = Rule{
	Rule: diag.Rule{
		Name:        "case_without_default",
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a case statement without a default",
		Rationale:   "A value that no option matches falls through without a word. Write a `default`, if only to call `fail`.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n  }\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n    default: { fail('not supported') }\n  }\n}\n"}},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#defaults-for-case-statements-and-selectors"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.CaseExpression) {
		for _, option := range node.Options {
			for _, value := range option.Values {
				if value.Kind() == syntax.KindLiteralDefault {
					return
				}
			}
		}
		pass.Report(pass.Token(node.FirstToken()).Span, "case statement without a default case")
	})},
}
