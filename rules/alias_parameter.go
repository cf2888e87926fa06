package rules

import "puppet-lint/internal/diag"

var aliasParameter = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "alias_parameter",
		Group:    diag.Style,
		Plugin:   "puppet-lint-alias-check",
		Narrower: true,
		Summary:  "a resource has an alias",
		Advice:   "give the resource a short title, and its path or name as an attribute",
		Rationale: "With two names for a resource, a search for one of them misses what refers to the other. References " +
			"accept the alias, but a collector that selects by title does not find it. Give the resource a short " +
			"title, and its path or name as an attribute.",
		Bad:  examples("  file { '/etc/example.conf':\n    ensure => file,\n    alias  => 'conf',\n  }\n"),
		Good: examples("  file { 'conf':\n    ensure => file,\n    path   => '/etc/example.conf',\n  }\n"),
	}),
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if alias := body.attribute("alias"); alias != nil && !body.IsClass {
			pass.Report(pass.Token(alias.NameToken).Span, "alias parameter used")
		}
	})},
}
