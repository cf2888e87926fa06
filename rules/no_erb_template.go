package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var noErbTemplate = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "no_erb_template",
		Group:   diag.Style,
		Plugin:  "puppet-lint-no_erb_template-check",
		Summary: "an ERB template is used",
		Rationale: "ERB templates see every variable of their scope, so nothing shows which ones they need, and they can " +
			"run any Ruby code on the server. EPP templates are written in the Puppet language, get their parameters " +
			"by name, and can be checked.",
		Bad:  []diag.Example{{Code: example("  file { '/etc/motd':\n    content => template('example/motd.erb'),\n  }\n")}},
		Good: []diag.Example{{Code: example("  file { '/etc/motd':\n    content => epp('example/motd.epp', { 'port' => 80 }),\n  }\n")}},
	}),
	Visits: []Visit{prefixCalls(func(pass *Pass, name string, _ int, call *syntax.CallExpression) {
		if (name == "template" || name == "inline_template") && len(call.Arguments) > 0 {
			pass.Report(pass.extent(call.Arguments[0]), fmt.Sprintf("%s() function call. Use %s() instead", name, strings.Replace(name, "template", "epp", 1)))
		}
	})},
}
