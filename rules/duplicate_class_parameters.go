package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
)

var duplicateClassParameters = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "duplicate_class_parameters",
		Group:     diag.Correctness,
		Plugin:    "puppet-lint_duplicate_class_parameters-check",
		Summary:   "a class has the same parameter twice",
		Advice:    "remove one of the two",
		Rationale: "Puppet refuses the class. (`duplicate_parameter` reports the same as an error, for all kinds of definitions.)",
		Bad:       []diag.Example{{Code: "# An example.\nclass example (\n  String $a,\n  String $a,\n) {\n}\n"}},
		Good:      []diag.Example{{Code: "# An example.\n#\n# @param a\n#   The first.\nclass example (\n  String $a,\n) {\n}\n"}},
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if !definition.IsClass {
			return
		}
		seen := map[string]bool{}
		for _, parameter := range definition.Parameters {
			if seen[parameter.Name] {
				pass.Report(parameter.NameSpan, fmt.Sprintf("found duplicate parameter '%s' in class '%s'", parameter.Name, definition.Name))
			}
			seen[parameter.Name] = true
		}
	})},
}
