package rules

import "puppet-lint/internal/diag"

var aliasParameter = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "alias_parameter",
		Group:     diag.Style,
		Plugin:    "puppet-lint-alias-check",
		Narrower:  true,
		Summary:   "a resource has an alias",
		Advice:    "give the resource a short title, and its path or name as an attribute",
		Rationale: "A second name for a resource makes references hard to follow, and Puppet accepts it in some places and not in others. Give the resource a short title, and its path or name as an attribute.",
		Bad:       examples("  file { '/etc/example.conf':\n    ensure => file,\n    alias  => 'conf',\n  }\n"),
		Good:      examples("  file { 'conf':\n    ensure => file,\n    path   => '/etc/example.conf',\n  }\n"),
	}),
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if alias := body.attribute("alias"); alias != nil && !body.IsClass {
			pass.Report(pass.Token(alias.NameToken).Span, "alias parameter used")
		}
	})},
}
