// Package drawing draws a part of a graph: as a text tree, in the languages of Graphviz and
// Mermaid, as JSON, and as a self-contained page.
//
// A Picture holds the nodes and edges to draw. Each output format has one file.
//
// Invariants: nodes and edges have a fixed order. Names and paths are not trusted, so every format
// escapes them.
package drawing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/spell"
)

// Options select the part of a graph to draw.
type Options struct {
	// From and To are names of nodes (see Find); empty means all.
	From, To string
	// IsOwn reports whether to draw the definitions in a file and the nodes that they use. If it is
	// nil, all are drawn. With From or To, it has no effect.
	IsOwn func(path string) bool
	// Depth is how many edges are followed from From, or back from To; 0 means all.
	Depth int
	// Nodes and Edges are the kinds to draw. If empty, they default to UsualNodes and to all
	// kinds of edges.
	Nodes []graph.Kind
	Edges []graph.EdgeKind
	// CertainOnly leaves out edges that are only possible.
	CertainOnly bool
	// Modules draws modules instead of their definitions.
	Modules bool
	// Shown returns a path for display.
	Shown func(path string) string
}

// Picture is the part of a graph that is drawn.
type Picture struct {
	Nodes []*graph.Node
	Edges []*graph.Edge
	// Roots are the nodes where a tree begins: the requested ones, or the ones without references
	// to them.
	Roots []*graph.Node
	// Back is true if the children of a node in the tree are the nodes that refer to it.
	Back    bool
	options Options
}

// UsualNodes returns the kinds that are drawn by default.
func UsualNodes() []graph.Kind {
	return []graph.Kind{graph.Class, graph.DefinedType, graph.NodeDefinition, graph.Module}
}

// Find returns the node with a name, and its graph. The name is NAME, or KIND:NAME if several
// kinds have it. Classes are found first, then defined types, functions and the rest. The error
// suggests similar names.
func Find(graphs []*graph.Graph, name string) (*graph.Graph, *graph.Node, error) {
	kind, bare := graph.Kind(0), name
	if before, after, found := strings.Cut(name, ":"); found && !strings.HasPrefix(after, ":") {
		for _, one := range graph.Kinds() {
			if one.String() == before {
				kind, bare = one, after
			}
		}
	}
	var names []string
	for _, wanted := range graph.Kinds() {
		for _, built := range graphs {
			for _, written := range []string{bare, strings.ToLower(strings.TrimPrefix(bare, "::"))} {
				if node := built.Node(graph.ID{Kind: wanted, Name: written}); node != nil && (kind == 0 || kind == wanted) {
					return built, node, nil
				}
			}
		}
	}
	for _, built := range graphs {
		for _, node := range built.Nodes {
			if node.Kind == graph.NodeDefinition && slices.Contains(strings.Split(node.Name, ", "), bare) {
				return built, node, nil
			}
			names = append(names, node.Name)
		}
	}
	return nil, nil, fmt.Errorf("there is no class, node or other definition named '%s'%s", name, spell.DidYouMean(bare, names))
}

// New returns the part of some graphs that options select.
func New(graphs []*graph.Graph, options Options) (*Picture, error) {
	if len(options.Nodes) == 0 {
		options.Nodes = UsualNodes()
	}
	p := &Picture{options: options}
	filter := graph.Filter{Kinds: options.Edges, CertainOnly: options.CertainOnly}
	switch {
	case options.From == "" && options.To == "":
		for _, built := range graphs {
			p.take(p.own(built, filter), &filter)
		}
		if len(graphs) > 1 {
			p.join()
		}
	default:
		if err := p.selectBetween(graphs, filter); err != nil {
			return nil, err
		}
	}
	if options.Modules {
		p.foldModules()
	}
	p.sort()
	if len(p.Roots) == 0 {
		p.findRoots()
	}
	return p, nil
}

// own returns the nodes that the wanted files define, and the nodes that these use directly.
func (p *Picture) own(built *graph.Graph, filter graph.Filter) []*graph.Node {
	if p.options.IsOwn == nil {
		return built.Nodes
	}
	var own []*graph.Node
	for _, node := range built.Nodes {
		if isShown(p.options.Nodes, node) && slices.ContainsFunc(node.Definitions, func(place graph.Location) bool { return p.options.IsOwn(place.File.Name) }) {
			own = append(own, node)
		}
	}
	filter.Nodes = func(node *graph.Node) bool { return isShown(p.options.Nodes, node) }
	taken := map[*graph.Node]bool{}
	for _, step := range built.Walk(own, filter, max(p.options.Depth, 1)) {
		taken[step.Node] = true
	}
	return slices.DeleteFunc(slices.Clone(built.Nodes), func(node *graph.Node) bool { return !taken[node] })
}

// selectBetween takes the nodes that can be reached from From, the nodes from which To can be
// reached, or, if both are set, the nodes between them.
func (p *Picture) selectBetween(graphs []*graph.Graph, filter graph.Filter) error {
	var built *graph.Graph
	var from, to *graph.Node
	var err error
	if p.options.From != "" {
		if built, from, err = Find(graphs, p.options.From); err != nil {
			return err
		}
		graphs = []*graph.Graph{built}
	}
	if p.options.To != "" {
		if built, to, err = Find(graphs, p.options.To); err != nil {
			return err
		}
	}
	// The requested nodes are drawn whatever their kind.
	kinds := p.options.Nodes
	filter.Nodes = func(node *graph.Node) bool { return node == from || node == to || isShown(kinds, node) }
	reached := map[*graph.Node]int{}
	if from != nil {
		for _, step := range built.Walk([]*graph.Node{from}, filter, p.options.Depth) {
			reached[step.Node]++
		}
	}
	if to != nil {
		for _, step := range built.WalkBack([]*graph.Node{to}, filter, p.options.Depth) {
			reached[step.Node]++
		}
	}
	var nodes []*graph.Node
	for _, node := range built.Nodes {
		if both := from != nil && to != nil; reached[node] > 1 || !both && reached[node] == 1 {
			nodes = append(nodes, node)
		}
	}
	if from != nil && to != nil && len(nodes) == 0 {
		return errors.New("there is no path from " + from.ID.String() + " to " + to.ID.String())
	}
	p.options.Nodes = graph.Kinds()
	p.take(nodes, &filter)
	p.Back = from == nil
	if p.Roots = []*graph.Node{from}; p.Back {
		p.Roots = []*graph.Node{to}
	}
	return nil
}

func isShown(kinds []graph.Kind, node *graph.Node) bool {
	return slices.Contains(kinds, node.Kind) || node.Kind == graph.Code && slices.Contains(kinds, graph.NodeDefinition) && strings.HasPrefix(node.Name, "manifests/")
}

// take adds the nodes of the drawn kinds, and the edges between them.
func (p *Picture) take(nodes []*graph.Node, filter *graph.Filter) {
	taken := map[*graph.Node]bool{}
	for _, node := range nodes {
		if isShown(p.options.Nodes, node) && (node.Kind != graph.Module || p.options.Modules || slices.Contains(p.options.Nodes, graph.Template)) {
			taken[node] = true
			p.Nodes = append(p.Nodes, node)
		}
	}
	for _, node := range p.Nodes {
		if !taken[node] {
			continue
		}
		for _, edge := range node.Out {
			if taken[edge.To] && filter.Passes(edge) {
				p.Edges = append(p.Edges, edge)
			}
		}
	}
}

// foldModules replaces all nodes by their modules.
func (p *Picture) foldModules() {
	folded := map[string]*graph.Node{}
	of := func(node *graph.Node) *graph.Node {
		id := graph.ID{Kind: graph.Module, Name: node.Module}
		switch {
		case node.Kind == graph.Module:
			id.Name = node.Name
		case node.Module == "" && node.Missing:
			id.Name, _, _ = strings.Cut(strings.Replace(node.Name, "/", "::", 1), "::")
		case node.Module == "":
			id.Name = "(environment)"
		}
		if folded[id.Name] == nil {
			folded[id.Name] = &graph.Node{ID: id, Module: node.Module, Missing: node.Missing, Definitions: node.Definitions}
		}
		return folded[id.Name]
	}
	for i, root := range p.Roots {
		p.Roots[i] = of(root)
	}
	type key struct {
		from, to *graph.Node
		kind     graph.EdgeKind
	}
	edges := map[key]*graph.Edge{}
	var kept []*graph.Edge
	for _, edge := range p.Edges {
		k := key{of(edge.From), of(edge.To), edge.Kind}
		if k.from == k.to {
			continue
		}
		if known := edges[k]; known != nil {
			if edge.IsCertain() {
				known.Reason = ""
			}
			continue
		}
		one := *edge
		one.From, one.To = k.from, k.to
		edges[k] = &one
		kept = append(kept, &one)
	}
	p.Nodes, p.Edges = nil, kept
	for _, node := range folded {
		p.Nodes = append(p.Nodes, node)
	}
}

func (p *Picture) sort() {
	compare := func(a, b *graph.Node) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) }
	slices.SortStableFunc(p.Nodes, compare)
	slices.SortStableFunc(p.Edges, func(a, b *graph.Edge) int {
		return cmp.Or(compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), compare(a.To, b.To))
	})
}

// findRoots finds the nodes that nothing refers to. For a cycle that nothing leads to, the root
// is its first node.
func (p *Picture) findRoots() {
	out, named := map[*graph.Node][]*graph.Node{}, map[*graph.Node]bool{}
	for _, edge := range p.Edges {
		out[edge.From] = append(out[edge.From], edge.To)
		named[edge.To] = named[edge.To] || edge.From != edge.To
	}
	seen := map[*graph.Node]bool{}
	mark := func(root *graph.Node) {
		p.Roots = append(p.Roots, root)
		seen[root] = true
		for open := []*graph.Node{root}; len(open) > 0; {
			node := open[len(open)-1]
			open = open[:len(open)-1]
			for _, next := range out[node] {
				if !seen[next] {
					seen[next] = true
					open = append(open, next)
				}
			}
		}
	}
	for _, isLeft := range []bool{false, true} {
		for _, node := range p.Nodes {
			isPuppets := node.Kind == graph.Class && !node.IsDefined() && !node.Missing // the class settings
			if !seen[node] && !isPuppets && (isLeft || !named[node]) {
				mark(node)
			}
		}
	}
}
