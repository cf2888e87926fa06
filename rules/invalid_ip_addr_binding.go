package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var invalidIPAddrBinding = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "invalid_ip_addr_binding",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		SecuritySeverity: 5.3,
		Summary:          "a service listens on all addresses",
		Rationale:        "`0.0.0.0` is every network that the machine has, those that are added later included. Name the address, or suppress the check where all of them are meant.",
		Bad:              examples("  foo { 'a':\n    bind_address => '0.0.0.0',\n  }\n"),
		Good:             examples("  foo { 'a':\n    bind_address => '127.0.0.1',\n  }\n"),
		CWE:              []int{284},
		References:       []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Visits: namedValues(func(pass *Pass, _ string, value syntax.Node) {
		if text, isString := value.(*syntax.LiteralString); isString && (text.Value == "0.0.0.0" || strings.HasPrefix(text.Value, "0.0.0.0:")) {
			pass.Report(pass.extent(value), "this address is that of all networks")
		}
	}),
}
