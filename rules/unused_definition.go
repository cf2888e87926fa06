package rules

import (
	"path/filepath"

	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
)

var unusedDefinition = Rule{
	Rule: diag.Rule{
		Name:         "unused_definition",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a class, defined type, function or type alias is not used",
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
		Since: "1.0.0",
		CWE:   []int{561},
	},
	Tree: func(pass *TreePass) {
		pass.eachGraph(func(g *graph.Graph) {
			answers := unused.Find(g, unused.Options{IsOwn: func(path string) bool {
				return filepath.Ext(path) == ".pp" && pass.isInRun(path)
			}})
			for _, answer := range answers {
				if answer.Node == nil || !answer.IsCertain() {
					continue
				}
				switch answer.Node.Kind {
				case graph.Class, graph.DefinedType, graph.Function, graph.TypeAlias:
					place := answer.Definitions[0]
					pass.Report(pass.fileOf(place.File).File.Source, place.Span, answer.Kind+" '"+answer.Name+"' is unused: "+answer.Why)
				}
			}
		})
	},
}
