package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var concatenatedTemplateFiles = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "concatenated_template_files",
		Group:   diag.Suspicious,
		Plugin:  "puppet-lint-concatenated_template_files-check",
		Summary: "several templates are concatenated",
		Advice:  "to use the first file that exists, call file()",
		Rationale: "`template('a', 'b')` returns the text of both templates, one after the other, so the file on the node " +
			"has both. It is often confused with `file('a', 'b')` and `source => ['a', 'b']`, which use the first " +
			"file that exists. Name one template, or choose it with a condition.",
		Bad:  examples("  file { '/tmp/a':\n    content => template('example/a.erb', 'example/b.erb'),\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    content => template('example/a.erb'),\n  }\n"),
	}),
	Visits: []Visit{contentTemplates(func(pass *Pass, name string, token int, call *syntax.CallExpression) {
		if name == "template" && len(call.Arguments) > 1 {
			pass.Report(pass.Token(token).Span, `calling "template" with multiple files concatenates them into a single string`)
		}
	})},
}
