package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var rolesResourceDeclaration = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "roles_resource_declaration",
		Group:   diag.Style,
		Plugin:  "puppet-lint-roles_and_profiles-check",
		Summary: "a role declares something other than profiles",
		Advice:  "declare the resource in a profile",
		Rationale: "In the pattern of roles and profiles, a role only lists profiles. What a role declares itself cannot be " +
			"reused by another role. Move resources and component modules into a profile.",
		Bad:  []diag.Example{{Path: "manifests/web.pp", Code: "# A role.\nclass role::web {\n  include apache\n  package { 'curl':\n    ensure => installed,\n  }\n}\n"}},
		Good: examples("  include profile::web\n"),
	}),
	Visits: []Visit{Enter(func(pass *Pass, class *syntax.HostClassDefinition) {
		if !isInNamespace(class.Name, "role") && !isInNamespace(class.Name, "roles") {
			return
		}
		const message = "expected no resource declaration"
		statementsWithin(class, func(node syntax.Node) {
			switch node := node.(type) {
			case *syntax.ResourceExpression:
				isClass := pass.Token(node.TypeName.FirstToken()).Kind == syntax.KeywordClass
				for _, body := range node.Bodies {
					if !isClass || !allProfiles(body.Title) {
						pass.Report(pass.extent(node.TypeName), message)
					}
				}
			case *syntax.CallNamedFunctionExpression:
				name, isName := node.Functor.(*syntax.QualifiedName)
				if !isName || name.Value != "include" && name.Value != "contain" && name.Value != "require" {
					return
				}
				for _, argument := range node.Arguments {
					if !allProfiles(argument) {
						pass.Report(pass.extent(name), message)
					}
				}
			}
		})
	})},
}

// allProfiles reports whether all names are those of profiles or base roles, or not known.
func allProfiles(names syntax.Node) bool {
	all := true
	eachElement(names, func(node syntax.Node) {
		name, isLiteral := literalText(node)
		if isLiteral && !isInNamespace(name, "profile") && !isInNamespace(name, "profiles") {
			all = false
		}
	})
	return all
}
