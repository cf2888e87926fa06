package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var resourceReferenceWithoutTitleCapital = Rule{
	Rule: resourceReferenceRule(diag.Rule{
		Name:    "resource_reference_without_title_capital",
		Summary: "the title in a reference is an unquoted word with a capital letter",
		Advice:  "quote the title",
		Rationale: "In `Package[Apache]` the title is a type, not the string `'Apache'` or, more often, `'apache'`, so the " +
			"reference names no resource and the compilation fails. Quote the title.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example {\n  service { 'a':\n    require => Package[Apache],\n  }\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\nclass example {\n  service { 'a':\n    require => Package['apache'],\n  }\n}\n"}},
	}),
	Visits: referenceTitles(func(pass *Pass, title syntax.Node) {
		if _, isReference := title.(*syntax.QualifiedReference); isReference {
			pass.Report(pass.extent(title), "resource reference with title with capital letter")
		}
	}),
}
