package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var resourceReferenceWithUnquotedTitle = Rule{
	Rule: resourceReferenceRule(diag.Rule{
		Name:    "resource_reference_with_unquoted_title",
		Summary: "the title in a reference is not quoted",
		Rationale: "Titles are strings. A bare word does not work as a title if it contains a dot or a capital " +
			"letter, so put all titles in quotes.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example {\n  service { 'a':\n    require => Package[b],\n  }\n}\n", Fixed: "# An example.\nclass example {\n  service { 'a':\n    require => Package['b'],\n  }\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\nclass example {\n  service { 'a':\n    require => Package['b'],\n  }\n}\n"}},
		Fix:  diag.FixInfo{Safety: diag.Safe, Summary: "quote the title"},
	}),
	Visits: referenceTitles(func(pass *Pass, title syntax.Node) {
		if name, isName := title.(*syntax.QualifiedName); isName {
			span := pass.extent(title)
			pass.Fix(pass.Report(span, "unquoted title in resource reference"), pass.Replace(span, "'"+name.Value+"'"))
		}
	}),
}
