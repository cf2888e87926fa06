package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var absoluteTemplatePath = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "absolute_template_path",
		Group:   diag.Style,
		Plugin:  "puppet-lint-absolute_template_path-check",
		Summary: "a template is given by an absolute path",
		Advice:  "write the module and the file, as in 'example/a.erb'",
		Rationale: "An absolute path works only where the module is installed in that folder. " +
			"`template('example/a.erb')` finds the template wherever the module is installed, in every environment.",
		Bad:  examples("  file { '/tmp/a':\n    content => template('/etc/puppet/templates/a.erb'),\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    content => template('example/a.erb'),\n  }\n"),
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
