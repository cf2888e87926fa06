package rules

import (
	"puppet-lint/internal/diag"
)

var manifestWhitespaceClassNameSingleSpaceAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "class_name_single_space_after",
		Summary:   "anything but one space after the name of a class or defined type",
		Rationale: "One space separates the name from the parameters, `inherits` or the body.",
		Bad:       []diag.Example{{Code: "# Installs the NTP client.\nclass example{\n  package { 'ntp': }\n}\n", Fixed: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Good:      []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		name := pass.NextCode(definition.Keyword)
		gap := pass.gapAfter(name)
		if gap.isSpace(pass) || pass.Token(gap.After).Kind.IsComment() && !pass.AsRuby() {
			return
		}
		finding := pass.Report(definition.NameSpan, "there should be a single space between the class or resource name and the next item")
		pass.Fix(finding, pass.Replace(gap.Span, " "))
	})},
}
