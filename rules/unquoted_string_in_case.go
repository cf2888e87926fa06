package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unquotedStringInCase = Rule{
	Rule: diag.Rule{
		Name:         "unquoted_string_in_case",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-unquoted_string-check",
		VoxPupuli:    true,
		Summary:      "an option of a case is an unquoted string",
		Rationale: "A bare word is a string, but one with a capital letter is a type: `RedHat` never equals `'RedHat'`, so " +
			"the option is never taken. Quote all strings to avoid the difference.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['os']['family'] {\n    RedHat: { include example::redhat }\n    default: { include example::other }\n  }\n}\n", Fixed: "# An example.\nclass example {\n  case $facts['os']['family'] {\n    'RedHat': { include example::redhat }\n    default: { include example::other }\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['os']['family'] {\n    'RedHat': { include example::redhat }\n    default: { include example::other }\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "quote the string"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-unquoted_string-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.CaseOption) {
		for _, option := range node.Values {
			reportUnquotedOption(pass, option, "unquoted string in case")
		}
	})},
}
