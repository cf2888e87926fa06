package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var undefInFunction = Rule{
	Rule: diag.Rule{
		Name:         "undef_in_function",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-undef_in_function-check",
		Narrower:     true,
		Summary:      "`undef` is passed to a function",
		Rationale: "Old-style Ruby functions get an empty string or Ruby's `nil` for `undef`, depending on the version of " +
			"Puppet, and may handle one of them wrongly. Modern functions declare which of their parameters may be " +
			"`undef`. Pass options as a hash, or leave the argument out.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $x = lookup('x', String, undef, 'y')\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = lookup('x', { 'default_value' => 'y' })\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-undef_in_function-check"},
	},
	Visits: []Visit{prefixCalls(func(pass *Pass, _ string, _ int, call *syntax.CallExpression) {
		for _, argument := range call.Arguments {
			if _, isUndef := argument.(*syntax.LiteralUndef); isUndef {
				pass.Report(pass.extent(argument), "undef passed to a function")
			}
		}
	})},
}
