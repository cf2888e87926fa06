package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var lookupInParameter = Rule{
	Rule: diag.Rule{
		Name:         "lookup_in_parameter",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-lookup_in_parameter-check",
		VoxPupuli:    true,
		Summary:      "a parameter's default value is looked up",
		Advice:       "give the default in the Hiera data of the module",
		Rationale: "Puppet looks up class parameters in Hiera automatically, under the key `class::parameter`. A `lookup` " +
			"in the default adds a second key that neither the documentation nor the class's name reveals. Give the " +
			"default in the module's own data instead.",
		Bad:        []diag.Example{{Code: "# An example.\n#\n# @param port\n#   Where to listen.\nclass example (\n  Integer $port = lookup('site::port'),\n) {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param port\n#   Where to listen.\nclass example (\n  Integer $port = 80,\n) {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-lookup_in_parameter-check"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if parameter.Node.Value == nil {
				continue
			}
			syntax.Inspect(parameter.Node.Value, func(node syntax.Node) bool {
				if call, isCall := node.(*syntax.CallNamedFunctionExpression); isCall {
					if name, isName := call.Functor.(*syntax.QualifiedName); isName && name.Value == "lookup" {
						pass.Report(pass.extent(name), "lookup used to set the default value of a parameter")
					}
				}
				return true
			})
		}
	})},
}
