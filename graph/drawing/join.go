package drawing

import "puppet-lint/graph"

// join removes duplicates: a module that several environments share is in the graph of each of
// them.
func (p *Picture) join() {
	type place struct {
		id   graph.ID
		path string
		at   int32
	}
	joined, first := map[*graph.Node]*graph.Node{}, map[place]*graph.Node{}
	nodes := p.Nodes[:0]
	for _, node := range p.Nodes {
		of := place{id: node.ID}
		if node.IsDefined() {
			of.path, of.at = node.Definitions[0].File.Name, node.Definitions[0].Span.Start
		}
		if first[of] == nil {
			copied := *node
			first[of] = &copied
			nodes = append(nodes, &copied)
		}
		joined[node] = first[of]
	}
	p.Nodes = nodes
	type line struct {
		from, to *graph.Node
		kind     graph.EdgeKind
		path     string
		at       int32
	}
	seen := map[line]*graph.Edge{}
	edges := p.Edges[:0]
	for _, edge := range p.Edges {
		one := *edge
		one.From, one.To = joined[edge.From], joined[edge.To]
		of := line{one.From, one.To, one.Kind, one.Location.File.Name, one.Location.Span.Start}
		if known := seen[of]; known == nil {
			seen[of] = &one
			edges = append(edges, &one)
		} else if edge.IsCertain() {
			known.Reason = ""
		}
	}
	p.Edges = edges
}
