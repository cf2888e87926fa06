package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var variableContainsUpcase = Rule{
	Rule: diag.Rule{
		Name:         "variable_contains_upcase",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-variable_contains_upcase",
		VoxPupuli:    true,
		Summary:      "a variable with a capital letter in its name",
		Rationale: "Names of variables are written in lower case, with underscores between words; Puppet refuses a name " +
			"that begins with a capital letter, and distinguishes `$Port` from `$port`. The rule finds what " +
			"`variable_is_lowercase` finds, and has a fix.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $fooBar = 1\n}\n", Fixed: "# An example.\nclass example {\n  $foobar = 1\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $foo_bar = 1\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "write the name in lower case"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-variable_contains_upcase"},
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		if strings.ContainsAny(variable.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			finding := pass.Report(variable.Span(), "variable contains a capital letter")
			pass.Fix(finding, pass.Replace(variable.Span(), strings.ToLower(pass.Source.Slice(variable.Span()))))
		}
	})},
}
