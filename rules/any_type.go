package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var anyType = Rule{
	Rule: diag.Rule{
		Name:     "any_type",
		Group:    diag.Strict,
		Severity: diag.Warning,
		Summary:  "a parameter's type accepts almost anything",
		Rationale: "`Any`, `Data`, `Scalar` and lists or hashes without parameters accept values that the code does not " +
			"expect: a mistake in Hiera data is found late, or ends up in a configuration file. Name the expected " +
			"types: `Hash[String[1], Hash]` is better than `Hash`.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param options anything\nclass example (\n  Any $options,\n) {\n  notice($options)\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param options settings by name\nclass example (\n  Hash[String[1], Integer] $options,\n) {\n  notice($options)\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.Parameter) {
		for _, leaf := range flow.Leaves(node.TypeExpr) {
			switch name := flow.TypeName(leaf); name {
			case "Any", "Data", "RichData", "Scalar", "ScalarData", "Array", "Hash", "Collection":
				if len(flow.TypeParameters(leaf)) == 0 {
					pass.Report(pass.extent(leaf), "`"+name+"` accepts almost anything"+narrower(name))
				}
			}
		}
	})},
}

// narrower returns what to write instead of a type without parameters.
func narrower(name string) string {
	switch name {
	case "Hash":
		return "; name the types of its keys and values"
	case "Array", "Collection":
		return "; name the type of its elements"
	}
	return "; name the types that are expected"
}
