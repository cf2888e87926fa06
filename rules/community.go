package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// communityRule is what the checks of plugins outside of Vox Pupuli's set
// share: they are matters of a team's taste, and off until somebody asks.
func communityRule(rule diag.Rule) diag.Rule {
	rule.OffByDefault, rule.Since = true, "1.0.0"
	if rule.Severity == 0 {
		rule.Severity = diag.Warning
	}
	return rule
}

// contentTemplates is a Visit that shows every call of template or epp in the
// content of a file.
func contentTemplates(visit func(pass *Pass, name string, token int, call *syntax.CallExpression)) Visit {
	return resourceBodies(func(pass *Pass, body *resourceBody) {
		content := body.attribute("content")
		if body.Type != "file" || content == nil {
			return
		}
		call, isCall := flow.Unparenthesized(content.Value).(*syntax.CallNamedFunctionExpression)
		if !isCall {
			return
		}
		if name, isName := call.Functor.(*syntax.QualifiedName); isName && (name.Value == "template" || name.Value == "epp") {
			visit(pass, name.Value, name.FirstToken(), &call.CallExpression)
		}
	})
}

// isNamed reports whether the class's name starts with the word, alone or as a
// namespace.
func (d *definition) isNamed(word string) bool {
	return d.IsClass && isInNamespace(d.Name, word)
}

func isInNamespace(name, word string) bool {
	rest, found := strings.CutPrefix(strings.TrimPrefix(name, "::"), word)
	return found && (rest == "" || strings.HasPrefix(rest, "::"))
}

// statementsWithin shows the nodes within root that are not in a definition
// of their own.
func statementsWithin(root syntax.Node, visit func(syntax.Node)) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.NodeDefinition, *syntax.FunctionDefinition:
			return node == root
		}
		visit(node)
		return true
	})
}
