package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var appends = Rule{
	Rule: diag.Rule{
		Name:         "appends",
		Group:        diag.Migration,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-appends-check",
		Summary:      "the operator `+=` is used",
		Advice:       "assign the sum to a new variable",
		Rationale: "Puppet 4 removed `+=`, because a variable is assigned only once: the file no longer compiles. Assign " +
			"the sum to a new variable. (`append_assignment` reports the same code as an error.)",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $packages += ['b']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $base = ['a']\n  $packages = $base + ['b']\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-appends-check"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		pass.Report(pass.Token(index).Span, "The appends (+=) operator was used.")
	}, syntax.PlusEquals)},
}
