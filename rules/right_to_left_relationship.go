package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var rightToLeftRelationship = Rule{
	Rule: diag.Rule{
		Name:        "right_to_left_relationship",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a relationship written with <-",
		Advice:      "swap the operands and write ->",
		Rationale: "Code is read from left to right, so the resource that comes first should be on the left. With `<-`, the " +
			"order on the page is the reverse of the order on the node. Swap the operands and write `->`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  Service['a'] <- Package['a']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  Package['a'] -> Service['a']\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#chaining-arrow-syntax"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		pass.Report(pass.Token(index).Span, "right-to-left (<-) relationship")
	}, syntax.OutEdge)},
}
