package rules

import "puppet-lint/internal/diag"

var manifestWhitespaceClassNameSingleSpaceBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "class_name_single_space_before",
		Summary:   "anything but one space between `class` or `define` and the name",
		Rationale: "The name follows the keyword after one space, so that a search for `class NAME` finds it.",
		Bad:       []diag.Example{{Code: "# Installs the NTP client.\nclass  example {\n  package { 'ntp': }\n}\n", Fixed: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Good:      []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		wantSpaceBefore(pass, pass.NextCode(definition.Keyword), "there should be a single space between the class or defined resource statement and the name")
	})},
}
