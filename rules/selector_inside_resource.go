package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var selectorInsideResource = Rule{
	Rule: diag.Rule{
		Name:        "selector_inside_resource",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a selector as the value of a resource attribute",
		Advice:      "assign the selector to a variable above the resource",
		Rationale: "A list of attributes is easiest to read when each value is on one line; a selector in it hides the " +
			"attributes after it. Assign the selector to a variable above the resource.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    owner => $facts['kernel'] ? {\n      'Linux' => 'root',\n      default => 'admin',\n    },\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $owner = $facts['kernel'] ? {\n    'Linux' => 'root',\n    default => 'admin',\n  }\n  file { '/tmp/a':\n    owner => $owner,\n  }\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#keep-resource-declarations-simple"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.SelectorExpression) {
		arrow := pass.PreviousCode(node.FirstToken())
		if pass.readsTokens() || pass.Token(arrow).Kind != syntax.FatArrow || !pass.inResourceBody(arrow) {
			return
		}
		if pass.AsRuby() && !isPlainVariable(pass, node.FirstToken()) {
			return
		}
		pass.Report(pass.Token(arrow).Span, "selector inside resource block")
	}), End(func(pass *Pass) {
		if !pass.readsTokens() {
			return
		}
		for _, body := range pass.rubyBodies() {
			for i := body.Colon; i < body.End; i++ {
				if value := pass.NextCode(i); pass.Token(i).Kind == syntax.FatArrow && !pass.hiddenFromRuby(pass.Token(i).Start) && isPlainVariable(pass, value) {
					pass.Report(pass.Token(i).Span, "selector inside resource block")
				}
			}
		}
	})},
}

// isPlainVariable reports whether puppet-lint (Ruby) sees a selector in the token and the "?"
// after it, with only subscripts between them.
func isPlainVariable(pass *Pass, first int) bool {
	token := pass.Token(first)
	if token.Kind != syntax.Variable {
		return false
	}
	end := subscriptsEnd(pass.Source.Text, token.End)
	for first++; pass.Token(first).Start < end || pass.Token(first).Kind.IsTrivia(); first++ {
	}
	return pass.Token(first).Kind == syntax.QuestionMark
}
