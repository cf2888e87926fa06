package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var referenceOnForeignClass = Rule{
	Rule: communityRule(diag.Rule{
		Name:    "reference_on_foreign_class",
		Group:   diag.Strict,
		Plugin:  "puppet-lint-reference_on_declaration_outside_of_class-check",
		Summary: "a reference to a class that the same class does not include",
		Advice:  "include the class here",
		Rationale: "If no class includes the class that a relationship names, the catalog compiles but cannot be applied. " +
			"Include the class where it is needed.",
		Bad:  examples("  service { 'a':\n    require => Class['b'],\n  }\n"),
		Good: examples("  include b\n  service { 'a':\n    require => Class['b'],\n  }\n"),
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		declared := declaredWithin(pass, definition)
		if declared.computed["class"] {
			return
		}
		for _, reference := range declared.references {
			if name, keys := typeReference(reference); name == "Class" {
				for _, key := range keys {
					title, isLiteral := literalText(key)
					title = strings.TrimPrefix(title, "::")
					if isLiteral && title != definition.Name && title != strings.TrimPrefix(definition.Parent, "::") && !declared.titles[resourceTitle{"class", title}] {
						pass.Report(pass.Token(reference.FirstToken()).Span, "reference on a foreign class")
						break
					}
				}
			}
		}
	})},
}
