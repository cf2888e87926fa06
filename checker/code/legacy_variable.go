package code

import (
	"puppet-lint/internal/diag"
)

// LegacyFactVariable is the rule legacy_fact_variable, which reports a legacy fact that is read
// as an unqualified variable.
var LegacyFactVariable = diag.Rule{
	Name: "legacy_fact_variable", Group: diag.Migration, Severity: diag.Warning, Since: since, Supersedes: []string{"variable_scope"},
	Summary: "a legacy fact is read as a variable without a namespace",
	Rationale: "`$hostname` in a class that sets no such variable is the fact at top scope. Puppet 8 no longer sends " +
		"the flat facts unless configured to, and fails where a variable is not set. `legacy_facts` reports " +
		"`$::hostname` and `$facts['hostname']`.",
	Bad: []diag.Example{{Code: "# An example.\nclass example {\n  notice($hostname)\n}\n",
		Fixed: "# An example.\nclass example {\n  notice($facts['networking']['hostname'])\n}\n"}},
	Good:       examples("# An example.\nclass example {\n  $hostname = 'a'\n  notice($hostname)\n}\n"),
	Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "use the structured fact"},
	References: []string{"https://www.puppet.com/docs/puppet/latest/core_facts.html"},
}
