package rules

import "puppet-lint/internal/diag"

var resourceReferenceChainWithoutWhitespace = Rule{
	Rule: resourceReferenceRule(diag.Rule{
		Name:    "resource_reference_chain_without_whitespace",
		Summary: "a space between a built-in type and its bracket",
		Rationale: "`Class ['a']` is a type followed by an array, not the reference `Class['a']`, and Puppet refuses it in " +
			"most places. Remove the space.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example {\n  Class ['a'] -> Class['b']\n}\n", Fixed: "# An example.\nclass example {\n  Class['a'] -> Class['b']\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\nclass example {\n  Class['a'] -> Class['b']\n}\n"}},
		Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "remove the space"},
	}),
	Visits: []Visit{referenceWithBlank(func(name string) bool { return rubyTypes[name] })},
}
