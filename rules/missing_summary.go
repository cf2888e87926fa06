package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var missingSummary = Rule{
	Rule: diag.Rule{
		Name:         "missing_summary",
		Group:        diag.Docs,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a comment above a definition has no `@summary`",
		Rationale: "Puppet Strings shows the `@summary` in its lists of classes, types and functions; without one, the list " +
			"has only the name. For functions, plans and type aliases, the rule also reports a missing comment; for " +
			"classes and defined types, `documentation` does. Code marked `@api private` needs no summary.",
		Bad:   []diag.Example{{Code: "# Installs the example.\nclass example {\n}\n"}},
		Good:  []diag.Example{{Code: "# @summary Installs the example\nclass example {\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{End(func(pass *Pass) {
		for _, node := range pass.File.Program.Definitions {
			kind := definitionKind(node)
			if kind == "" {
				continue
			}
			comment := pass.docComment(node)
			isOther := node.Kind() == syntax.KindHostClassDefinition || node.Kind() == syntax.KindResourceTypeDefinition
			if comment.isPrivate || comment.hasSummary || len(comment.lines) == 0 && isOther {
				continue
			}
			pass.Report(pass.Token(node.FirstToken()).Span, "this "+kind+" has no @summary")
		}
	})},
}
