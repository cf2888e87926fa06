package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var classInheritsFromParamsClass = Rule{
	Rule: diag.Rule{
		Name:         "class_inherits_from_params_class",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "a class that inherits from a params class",
		Advice:       "move the defaults into the Hiera data of the module",
		Rationale: "Defaults in a class `params` can be changed only by editing the module. In the module's data (Hiera), " +
			"users see them in one place and override them for a site or a node. Move the values to `data/`, and " +
			"give the class parameters.",
		Bad:   []diag.Example{{Code: "# An example.\nclass example inherits example::params {\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\nclass example {\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if strings.HasSuffix(definition.Parent, "::params") {
			pass.Report(definition.ParentSpan, "class inheriting from params class")
		}
	})},
}
