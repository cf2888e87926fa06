package rules

import "puppet-lint/internal/diag"

var resourceReferenceWithoutWhitespace = Rule{
	Rule: resourceReferenceRule(diag.Rule{
		Name:    "resource_reference_without_whitespace",
		Summary: "a space between the type and the title of a reference",
		Rationale: "`File ['/tmp/a']` is a type followed by an array, not the reference `File['/tmp/a']`, and Puppet " +
			"refuses it in most places. Remove the space.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example {\n  File ['/tmp/a'] -> Package['b']\n}\n", Fixed: "# An example.\nclass example {\n  File['/tmp/a'] -> Package['b']\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\nclass example {\n  File['/tmp/a'] -> Package['b']\n}\n"}},
		Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "remove the space"},
	}),
	Visits: []Visit{referenceWithBlank(func(name string) bool { return !rubyTypes[name] })},
}
