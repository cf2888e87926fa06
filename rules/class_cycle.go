package rules

import (
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

var classCycle = Rule{
	Rule: diag.Rule{
		Name:         "class_cycle",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "classes that include each other",
		Advice:       "remove one of the includes",
		Rationale: "Where classes include each other in a cycle, one of them may read variables of another before they are set, " +
			"depending on which class is evaluated first, and no class can be used or tested alone. With `contain` or " +
			"`require`, the cycle is also a dependency cycle, and the catalog cannot be applied. Move what both need into a " +
			"class of its own. A class that declares classes which inherit from it is not reported, and computed names are not " +
			"followed.",
		Bad: []diag.Example{
			{Path: "manifests/a.pp", Code: "# The one.\nclass example::a {\n  include example::b\n}\n", Tree: "-- example/manifests/b.pp --\n# The other.\nclass example::b {\n  include example::a\n}\n"},
		},
		Good: []diag.Example{
			{Path: "manifests/a.pp", Code: "# The one.\nclass example::a {\n  include example::b\n}\n", Tree: "-- example/manifests/b.pp --\n# The other.\nclass example::b {\n}\n"},
		},
		Since: "1.0.0",
	},
	Tree: func(pass *TreePass) {
		pass.eachGraph(func(g *graph.Graph) {
			filter := graph.Filter{
				Kinds: []graph.EdgeKind{graph.Includes, graph.Contains, graph.Requires, graph.Declares}, CertainOnly: true, NamesOnly: true,
				Nodes: func(node *graph.Node) bool { return node.Kind == graph.Class },
			}
			for _, component := range g.Components(filter) {
				reportCycle(pass, g, component, filter)
			}
		})
	},
}

// reportCycle reports the shortest cycle through the first class of a component. The finding is
// at the edge that leaves this class.
func reportCycle(pass *TreePass, g *graph.Graph, component []*graph.Node, filter graph.Filter) {
	first := component[0]
	var circle []*graph.Edge
	for _, edge := range first.Out {
		if !filter.Passes(edge) || edge.To == first {
			continue
		}
		if back := g.Why(edge.To, first, filter); len(back) > 0 && (circle == nil || len(back)+1 < len(circle)) {
			circle = append([]*graph.Edge{edge}, back...)
		}
	}
	if circle == nil {
		return
	}
	unit := pass.fileOf(circle[0].Location.File)
	if unit == nil {
		return
	}
	names := []string{"'" + first.Name + "'"}
	for _, edge := range circle {
		names = append(names, edge.Kind.String()+" '"+edge.To.Name+"'")
	}
	finding := pass.Report(unit.File.Source, circle[0].Location.Span, "these classes form a cycle: "+names[0]+" "+strings.Join(names[1:], ", which "))
	for _, edge := range circle[1:] {
		finding.Related = append(finding.Related, diag.Related{File: edge.Location.File, Span: edge.Location.Span, Message: "'" + edge.From.Name + "' " + edge.Kind.String() + " '" + edge.To.Name + "' here"})
	}
}
