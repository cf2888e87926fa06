package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var inheritsAcrossNamespaces = Rule{
	Rule: diag.Rule{
		Name:        "inherits_across_namespaces",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a class that inherits from a class of another module",
		Advice:      "include the class instead",
		Rationale:   "Inheritance makes a class depend on the internals of its parent, which another module may change in any release. Use parameters, or include the class.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example inherits other {\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example inherits example::base {\n}\n"}},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#class-inheritance"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if definition.Parent != "" && moduleOf(definition.Parent) != moduleOf(definition.Name) {
			pass.Report(definition.ParentSpan, "class inherits across module namespaces")
		}
	})},
}

// moduleOf returns the first segment of a qualified name.
func moduleOf(name string) string {
	module, _, _ := strings.Cut(strings.TrimPrefix(name, "::"), "::")
	return module
}
