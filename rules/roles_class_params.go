package rules

import "puppet-lint/internal/diag"

var rolesClassParams = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "roles_class_params",
		Group:     diag.Style,
		Plugin:    "puppet-lint-roles_and_profiles-check",
		Summary:   "a role has parameters",
		Advice:    "remove the parameters, and set those of the profiles in data",
		Rationale: "In the pattern of roles and profiles, a role only lists profiles; differences between nodes belong in the data of the profiles.",
		Bad:       []diag.Example{{Path: "manifests/web.pp", Code: "# A role.\n#\n# @param port\n#   Where to listen.\nclass role::web (\n  Integer $port = 80,\n) {\n}\n"}},
		Good:      []diag.Example{{Code: "# An example.\nclass example {\n  include profile::web\n}\n"}},
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
