package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var fileserver = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "fileserver",
		Group:    diag.Style,
		Plugin:   "puppet-lint-fileserver-check",
		Narrower: true,
		Summary:  "a file of a module is fetched from the file server",
		Advice:   "write content => file('module/file')",
		Rationale: "`content => file('example/a')` puts the text into the catalog: one request fewer for each file, " +
			"and the agent applies exactly what was compiled. For large or binary files and for directories the file " +
			"server is better.",
		Bad:  examples("  file { '/tmp/a':\n    ensure => file,\n    source => 'puppet:///modules/example/a',\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    ensure  => file,\n    content => file('example/a'),\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		source := body.attribute("source")
		if source == nil || body.attribute("recurse") != nil {
			return
		}
		if text, isLiteral := literalText(source.Value); isLiteral && strings.HasPrefix(text, "puppet:///modules/") {
			pass.Report(source.valueSpan(pass), "expected file() instead of fileserver")
		}
	})},
}
