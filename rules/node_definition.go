package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var nodeDefinition = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "node_definition",
		Group:   diag.Style,
		Plugin:  "puppet-lint-roles_and_profiles-check",
		Summary: "a node declares something other than one role",
		Advice:  "declare one role for each node",
		Rationale: "In the pattern of roles and profiles every node has exactly one role, so that one line tells what the " +
			"machine is for. What a node declares beside its role is configured on that node only, and is forgotten " +
			"when the node is replaced. Put it into a profile.",
		Bad:  []diag.Example{{Path: "manifests/site.pp", Code: "node 'a.example.com' {\n  package { 'curl':\n    ensure => installed,\n  }\n}\n"}},
		Good: []diag.Example{{Path: "manifests/site.pp", Code: "node 'a.example.com' {\n  include role::web\n}\n"}},
	}),
	Visits: []Visit{Enter(func(pass *Pass, definition *syntax.NodeDefinition) {
		roles := 0
		statementsWithin(definition, func(node syntax.Node) {
			resource, isResource := node.(*syntax.ResourceExpression)
			if !isResource {
				return
			}
			isClass := pass.Token(resource.TypeName.FirstToken()).Kind == syntax.KeywordClass
			for _, body := range resource.Bodies {
				name, isLiteral := literalText(body.Title)
				isRole := isClass && (!isLiteral || isInNamespace(name, "role") || isInNamespace(name, "roles"))
				if isRole {
					roles++
				}
				if !isRole || roles > 1 {
					pass.Report(pass.extent(resource.TypeName), "expected only one role declaration")
				}
			}
		})
	})},
}
