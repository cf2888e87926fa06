package rules

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

var brokenLayer = Rule{
	Rule: diag.Rule{
		Name:         "broken_layer",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a class or defined type uses one from a layer above its own",
		Advice:       "move what both need to a lower layer",
		Rationale: "In the pattern of roles and profiles, nodes have roles, roles have profiles, and profiles use component " +
			"modules. A profile that includes a role, or a component module that includes a profile, reverses this: " +
			"a change of one node's role can then change other nodes. The option `layers` lists the layers from the " +
			"top, each as the first segments of its names, separated by `|`; everything else is the lowest layer. " +
			"Code may use its own layer and those below.",
		Bad: []diag.Example{
			{Path: "manifests/init.pp", Code: "# An example.\nclass example {\n  include profile::web\n}\n"},
		},
		Good: []diag.Example{
			{Path: "manifests/init.pp", Code: "# An example.\nclass example {\n  include example::web\n}\n", Tree: "-- example/manifests/web.pp --\n# The web.\nclass example::web {\n}\n-- role/manifests/web.pp --\n# A role.\nclass role::web {\n  include profile::web\n}\n-- profile/manifests/web.pp --\n# A profile.\nclass profile::web {\n}\n"},
		},
		Options: []diag.Option{
			{Name: "layers", Kind: diag.Strings, Default: []string{"role|roles", "profile|profiles"}, Summary: "the layers from the top, each as the beginnings of names (`role|roles`)"},
		},
		Since: "1.0.0",
	},
	Tree: func(pass *TreePass) {
		layers, _ := pass.Option("layers").([]string)
		pass.eachGraph(func(g *graph.Graph) {
			for _, edge := range g.Edges {
				if edge.IsOrder || !edge.IsCertain() || !isLayered(edge.From) || !isLayered(edge.To) || !declares(edge.Kind) {
					continue
				}
				from, to := layerOf(layers, edge.From.Name), layerOf(layers, edge.To.Name)
				unit := pass.fileOf(edge.Location.File)
				if to >= from || unit == nil {
					continue
				}
				above := strings.Split(layers[to], "|")[0]
				message := fmt.Sprintf("%s %s %s, which belongs to the layer '%s' above it", edge.From.ID, edge.Kind, edge.To.ID, above)
				pass.Report(unit.File.Source, edge.Location.Span, message)
			}
		})
	},
}

func isLayered(node *graph.Node) bool {
	return node.Kind == graph.Class || node.Kind == graph.DefinedType
}

func declares(kind graph.EdgeKind) bool {
	return slices.Contains([]graph.EdgeKind{graph.Includes, graph.Contains, graph.Requires, graph.Inherits, graph.Declares}, kind)
}

// layerOf returns the layer of a name, counted from the top. A name in no layer is below all of
// them.
func layerOf(layers []string, name string) int {
	for i, layer := range layers {
		for beginning := range strings.SplitSeq(layer, "|") {
			if beginning = strings.TrimSuffix(strings.TrimSpace(beginning), "::"); beginning != "" && (name == beginning || strings.HasPrefix(name, beginning+"::")) {
				return i
			}
		}
	}
	return len(layers)
}
