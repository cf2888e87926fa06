package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unquotedStringInSelector = Rule{
	Rule: diag.Rule{
		Name:         "unquoted_string_in_selector",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-unquoted_string-check",
		Narrower:     true,
		VoxPupuli:    true,
		Summary:      "an option of a selector is an unquoted string",
		Rationale: "A bare word is a string, but one with a capital letter is a type: `RedHat` never equals `'RedHat'`, so " +
			"the option is never taken. Quote all strings to avoid the difference.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  $name = $facts['os']['family'] ? {\n    RedHat  => 'httpd',\n    default => 'apache2',\n  }\n}\n", Fixed: "# An example.\nclass example {\n  $name = $facts['os']['family'] ? {\n    'RedHat'  => 'httpd',\n    default => 'apache2',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $name = $facts['os']['family'] ? {\n    'RedHat' => 'httpd',\n    default  => 'apache2',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "quote the string"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-unquoted_string-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.SelectorEntry) {
		reportUnquotedOption(pass, node.Matching, "unquoted string in selector")
	})},
}
