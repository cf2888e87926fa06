package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var absoluteTemplatePath = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "absolute_template_path",
		Group:     diag.Style,
		Plugin:    "puppet-lint-absolute_template_path-check",
		Summary:   "a template is named by its path from the root",
		Rationale: "`template('example/a.erb')` finds the template wherever the module is installed, and whichever environment the node is in.",
		Bad:       examples("  file { '/tmp/a':\n    content => template('/etc/puppet/templates/a.erb'),\n  }\n"),
		Good:      examples("  file { '/tmp/a':\n    content => template('example/a.erb'),\n  }\n"),
	}),
	Visits: []Visit{contentTemplates(func(pass *Pass, _ string, token int, call *syntax.CallExpression) {
		if len(call.Arguments) == 0 {
			return
		}
		if file, isString := call.Arguments[0].(*syntax.LiteralString); isString && strings.HasPrefix(file.Value, "/") {
			pass.Report(pass.Token(token).Span, "template module paths should be relative, not absolute")
		}
	})},
}
