package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var duplicateOption = Rule{
	Rule: diag.Rule{
		Name:      "duplicate_option",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "a case or selector has the same option twice",
		Advice:    "remove it, or write the value that is missing",
		Rationale: "Options are tried from the top, and the first that matches is used: the second one is never reached. Most likely " +
			"it was copied and not changed. Puppet compares strings without regard to the case of letters, so `'redhat'` and " +
			"`'RedHat'` are the same option.",
		Bad: []diag.Example{
			{Code: "$user = $facts['os']['family'] ? {\n  'Debian' => 'www-data',\n  'debian' => 'apache',\n  default  => 'root',\n}\n"},
			{Code: "case $facts['os']['family'] {\n  'RedHat', 'Suse': { include example::rpm }\n  'RedHat': { include example::dnf }\n  default: { include example::deb }\n}\n"},
		},
		Good: []diag.Example{
			{Code: "case $facts['os']['family'] {\n  'RedHat', 'Suse': { include example::rpm }\n  'Debian': { include example::deb }\n  default: { fail('unknown') }\n}\n"},
		},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CaseExpression) {
			var options []syntax.Node
			for _, option := range node.Options {
				options = append(options, option.Values...)
			}
			reportDuplicates(pass, options, "option %s is already listed above, so this one is never reached")
		}),
		Enter(func(pass *Pass, node *syntax.SelectorExpression) {
			var options []syntax.Node
			for _, entry := range node.Selectors {
				options = append(options, entry.Matching)
			}
			reportDuplicates(pass, options, "option %s is already listed above, so this one is never reached")
		}),
	},
}
