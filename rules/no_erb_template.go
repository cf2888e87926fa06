package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var noErbTemplate = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "no_erb_template",
		Group:     diag.Style,
		Plugin:    "puppet-lint-no_erb_template-check",
		Summary:   "an ERB template is used",
		Rationale: "EPP templates are written in the Puppet language, get their parameters by name, and can be checked. ERB templates see every variable of their scope and can run any Ruby code.",
		Bad:       examples("  $x = template('example/a.erb')\n"),
		Good:      examples("  $x = epp('example/a.epp', { 'port' => 80 })\n"),
	}),
	Visits: []Visit{prefixCalls(func(pass *Pass, name string, _ int, call *syntax.CallExpression) {
		if (name == "template" || name == "inline_template") && len(call.Arguments) > 0 {
			pass.Report(pass.extent(call.Arguments[0]), fmt.Sprintf("%s() function call. Use %s() instead", name, strings.Replace(name, "template", "epp", 1)))
		}
	})},
}
