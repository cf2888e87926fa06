package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var relativeClassnameReference = Rule{
	Rule: diag.Rule{
		Name:         "relative_classname_reference",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-absolute_classname-check",
		VoxPupuli:    true,
		Summary:      "a reference to a class has leading colons in its name",
		Rationale: "Since Puppet 4, class names are always absolute, so a leading `::` has no meaning; a search for " +
			"`Class['apache']` misses it.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  Class['::apache'] -> Class['::apache::mod']\n}\n", Fixed: "# An example.\nclass example {\n  Class['apache'] -> Class['apache::mod']\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  Class['apache'] -> Class['apache::mod']\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "remove the leading ::"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-absolute_classname-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.AccessExpression) {
		if name, keys := typeReference(node); name == "Class" {
			for _, key := range keys {
				eachElement(key, func(class syntax.Node) { reportAbsoluteName(pass, class, "absolute class name reference") })
			}
		}
	})},
}
