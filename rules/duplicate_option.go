package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var duplicateOption = Rule{
	Rule: diag.Rule{
		Name:      "duplicate_option",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "a case or selector has the same option twice",
		Advice:    "remove it, or write the value that is missing",
		Rationale: "Options are tried from the top, and the first that matches is used: the second one is never reached. Most likely " +
			"it was copied and not changed. Puppet compares strings without regard to the case of letters, so `'redhat'` and " +
			"`'RedHat'` are the same option.",
		Bad: []diag.Example{
			{Code: "$user = $facts['os']['family'] ? {\n  'Debian' => 'www-data',\n  'debian' => 'apache',\n  default  => 'root',\n}\n"},
			{Code: "case $facts['os']['family'] {\n  'RedHat', 'Suse': { include example::rpm }\n  'RedHat': { include example::dnf }\n  default: { include example::deb }\n}\n"},
		},
		Good: []diag.Example{
			{Code: "case $facts['os']['family'] {\n  'RedHat', 'Suse': { include example::rpm }\n  'Debian': { include example::deb }\n  default: { fail('unknown') }\n}\n"},
			{Code: "$rule = $policy ? {\n  'drop'  => 'DROP',\n  'DROP'  => 'DROP',\n  default => 'ACCEPT',\n}\n"},
			{Code: "case $unit {\n  'k', 'K': { $factor = 1024 }\n  default: { $factor = 1 }\n}\n"},
		},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CaseExpression) {
			var options []syntax.Node
			for _, option := range node.Options {
				options = append(options, withoutSpellings(pass, option.Values)...)
			}
			reportDuplicates(pass, options, duplicateOptionMessage)
		}),
		Enter(func(pass *Pass, node *syntax.SelectorExpression) {
			reportDuplicates(pass, withoutSameResult(pass, node.Selectors), duplicateOptionMessage)
		}),
	},
}

const duplicateOptionMessage = "option %s is already listed above, so this one is never reached"

// withoutSpellings returns the values of an option without those that only differ from an earlier
// one in the case of letters. They are redundant, but no mistake: 'k', 'K': { … }.
func withoutSpellings(pass *Pass, values []syntax.Node) []syntax.Node {
	texts := make(map[string]string, len(values)) // the source of the first value, by identity
	kept := make([]syntax.Node, 0, len(values))
	for _, value := range values {
		key, _ := identityOf(value)
		first, isRepeated := texts[key]
		if key != "" && isRepeated && first != pass.text(value) {
			continue
		}
		if !isRepeated {
			texts[key] = pass.text(value)
		}
		kept = append(kept, value)
	}
	return kept
}

// withoutSameResult returns the options of a selector without those that only differ from an
// earlier one in the case of letters and have the same value: 'drop' => 'DROP', 'DROP' => 'DROP'.
func withoutSameResult(pass *Pass, entries []*syntax.SelectorEntry) []syntax.Node {
	first := make(map[string]*syntax.SelectorEntry, len(entries)) // by identity
	kept := make([]syntax.Node, 0, len(entries))
	for _, entry := range entries {
		key, _ := identityOf(entry.Matching)
		if before := first[key]; key != "" && before != nil && pass.text(before.Matching) != pass.text(entry.Matching) && pass.text(before.Value) == pass.text(entry.Value) {
			continue
		} else if before == nil {
			first[key] = entry
		}
		kept = append(kept, entry.Matching)
	}
	return kept
}
