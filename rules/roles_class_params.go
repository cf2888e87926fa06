package rules

import "puppet-lint/internal/diag"

var rolesClassParams = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "roles_class_params",
		Group:   diag.Style,
		Plugin:  "puppet-lint-roles_and_profiles-check",
		Summary: "a role has parameters",
		Advice:  "remove the parameters, and set those of the profiles in data",
		Rationale: "In the pattern of roles and profiles, a role only lists profiles, so that two nodes with the same role " +
			"are alike. Differences between nodes belong in the data of the profiles.",
		Bad:  []diag.Example{{Path: "manifests/web.pp", Code: "# A role.\n#\n# @param port\n#   Where to listen.\nclass role::web (\n  Integer $port = 80,\n) {\n}\n"}},
		Good: examples("  include profile::web\n"),
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if !definition.isNamed("role") && !definition.isNamed("roles") {
			return
		}
		for _, parameter := range definition.Parameters {
			pass.Report(parameter.NameSpan, "expected no class parameters")
		}
	})},
}
