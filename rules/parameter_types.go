package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
)

var parameterTypes = Rule{
	Rule: diag.Rule{
		Name:         "parameter_types",
		Group:        diag.Docs,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-param-types",
		VoxPupuli:    true,
		Summary:      "a parameter of a class or defined type has no data type",
		Rationale:    "A type is documentation that Puppet checks: a wrong value is refused where it is passed, with a message that names the parameter, instead of causing an error elsewhere.",
		Bad:          []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  $owner,\n) {\n}\n"}},
		Good:         []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  String[1] $owner,\n) {\n}\n"}},
		Since:        "1.0.0",
		References:   []string{"https://github.com/voxpupuli/puppet-lint-param-types"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if parameter.Node.TypeExpr == nil {
				pass.Report(parameter.NameSpan, fmt.Sprintf("missing datatype for parameter %s::%s", definition.Name, parameter.Name))
			}
		}
	})},
}
