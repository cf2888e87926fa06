package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// communityRule completes a rule from a plugin outside Vox Pupuli's set. Such rules are matters
// of a team's taste, and off by default.
func communityRule(rule diag.Rule) diag.Rule {
	rule.OffByDefault, rule.Since = true, "1.0.0"
	if rule.Severity == 0 {
		rule.Severity = diag.Warning
	}
	return rule
}

// contentTemplates returns a Visit that passes every call of template or epp in the content of
// a file to visit.
func contentTemplates(visit func(pass *Pass, name string, token int, call *syntax.CallExpression)) Visit {
	return resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		content := body.attribute("content")
		if content == nil {
			return
		}
		call, isCall := syntax.Unparenthesized(content.Value).(*syntax.CallNamedFunctionExpression)
		if !isCall {
			return
		}
		if name, isName := call.Functor.(*syntax.QualifiedName); isName && (name.Value == "template" || name.Value == "epp") {
			visit(pass, name.Value, name.FirstToken(), &call.CallExpression)
		}
	})
}

// isNamed reports whether the class's name is the word, or begins with it as a namespace.
func (d *definition) isNamed(word string) bool {
	return d.IsClass && isInNamespace(d.Name, word)
}

func isInNamespace(name, word string) bool {
	rest, found := strings.CutPrefix(strings.TrimPrefix(name, "::"), word)
	return found && (rest == "" || strings.HasPrefix(rest, "::"))
}

// statementsWithin visits the nodes in root, except for those in nested definitions.
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
