package rules

import (
	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

var unusedDefinition = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_definition",
		Summary: "a class, defined type, function or type alias is not used",
		Rationale: "Unused code still has to be read, tested and upgraded. The rule reports definitions that are " +
			"certainly unused: no code or data in the tree names them, no computed name can match them, and no " +
			"outside user is expected. In a control repository, nodes and roles are the users. Outside of one, the " +
			"definitions of a module are its interface, unless they are marked `@api private` or call " +
			"`assert_private()`. `puppet-lint unused` also lists files, data keys and definitions that may be unused.",
		Bad: []diag.Example{
			{Path: "manifests/left.pp", Code: "# Left over.\n# @api private\nclass example::left {\n}\n", Tree: "-- example/manifests/init.pp --\n# An example.\nclass example {\n}\n"},
		},
		Good: []diag.Example{
			{Path: "manifests/part.pp", Code: "# A part.\n# @api private\nclass example::part {\n}\n", Tree: "-- example/manifests/init.pp --\n# An example.\nclass example {\n  contain example::part\n}\n"},
		},
	}),
	Tree: func(pass *TreePass) {
		pass.reportUnused(graph.Class.String(), graph.DefinedType.String(), graph.Function.String(), graph.TypeAlias.String())
	},
}
