package graph

import "slices"

// Filter selects edges. The zero Filter selects all.
type Filter struct {
	// Kinds are the selected kinds of edges; none means all.
	Kinds []EdgeKind
	// CertainOnly leaves out edges that are only possible.
	CertainOnly bool
	// NamesOnly leaves out edges between nodes that only other code orders.
	NamesOnly bool
	// Nodes, if not nil, selects nodes. Edges, if not nil, selects edges.
	Nodes func(node *Node) bool
	Edges func(edge *Edge) bool
}

// Passes reports whether an edge is selected.
func (f *Filter) Passes(edge *Edge) bool {
	return (len(f.Kinds) == 0 || slices.Contains(f.Kinds, edge.Kind)) && (!f.CertainOnly || edge.IsCertain()) && (!f.NamesOnly || !edge.IsOrder) &&
		(f.Nodes == nil || f.Nodes(edge.From) && f.Nodes(edge.To)) && (f.Edges == nil || f.Edges(edge))
}

// Step is a node that a walk reached.
type Step struct {
	Node *Node
	// Via is the edge by which the node was first reached; nil for a start node.
	Via *Edge
	// Depth is the number of edges from the start.
	Depth int
}

// Walk follows the edges from some nodes, nearest nodes first. A depth of 0 follows them to
// their end.
func (g *Graph) Walk(from []*Node, filter Filter, depth int) []Step {
	return walk(from, filter, depth, func(n *Node) []*Edge { return n.Out }, func(e *Edge) *Node { return e.To })
}

// WalkBack follows edges backwards from some nodes, nearest nodes first.
func (g *Graph) WalkBack(to []*Node, filter Filter, depth int) []Step {
	return walk(to, filter, depth, func(n *Node) []*Edge { return n.In }, func(e *Edge) *Node { return e.From })
}

func walk(from []*Node, filter Filter, depth int, edges func(*Node) []*Edge, end func(*Edge) *Node) (steps []Step) {
	seen := map[*Node]bool{}
	for _, node := range from {
		if !seen[node] {
			seen[node] = true
			steps = append(steps, Step{Node: node})
		}
	}
	for at := 0; at < len(steps); at++ {
		if depth > 0 && steps[at].Depth == depth {
			break
		}
		for _, edge := range edges(steps[at].Node) {
			if next := end(edge); !seen[next] && filter.Passes(edge) {
				seen[next] = true
				steps = append(steps, Step{next, edge, steps[at].Depth + 1})
			}
		}
	}
	return steps
}

// Why returns the shortest path from one node to another. It prefers a path of certain edges,
// even if it is longer. It returns nil if there is no path.
func (g *Graph) Why(from, to *Node, filter Filter) []*Edge {
	certain := filter
	certain.CertainOnly = true
	if path := g.path(from, to, certain); path != nil || filter.CertainOnly {
		return path
	}
	return g.path(from, to, filter)
}

func (g *Graph) path(from, to *Node, filter Filter) (path []*Edge) {
	via := map[*Node]*Edge{}
	for _, step := range g.Walk([]*Node{from}, filter, 0) {
		if via[step.Node] = step.Via; step.Node == to {
			break
		}
	}
	for at := to; via[at] != nil; at = via[at].From {
		path = append(path, via[at])
	}
	slices.Reverse(path)
	return path
}

// Components returns the groups of more than one node in which all nodes lead to each other
// over the edges that pass the filter: Tarjan's strongly connected components. The groups and
// the nodes in each are sorted.
func (g *Graph) Components(filter Filter) [][]*Node {
	t := &tarjan{filter: filter, index: map[*Node]int{}, low: map[*Node]int{}, onStack: map[*Node]bool{}}
	for _, node := range g.Nodes {
		if t.index[node] == 0 {
			t.run(node)
		}
	}
	for _, one := range t.found {
		slices.SortFunc(one, func(a, b *Node) int { return compareIDs(a.ID, b.ID) })
	}
	slices.SortFunc(t.found, func(a, b []*Node) int { return compareIDs(a[0].ID, b[0].ID) })
	return t.found
}

type tarjan struct {
	filter     Filter
	index, low map[*Node]int
	onStack    map[*Node]bool
	stack      []*Node
	found      [][]*Node
}

// visit is a node whose edges are being followed, and the index of the next edge.
type visit struct {
	node *Node
	next int
}

// run follows the edges from a node. It keeps its own stack, since a path may contain all
// nodes.
func (t *tarjan) run(root *Node) {
	visits := []visit{{node: root}}
	t.enter(root)
	for len(visits) > 0 {
		at := &visits[len(visits)-1]
		if at.next < len(at.node.Out) {
			edge := at.node.Out[at.next]
			at.next++
			switch {
			case !t.filter.Passes(edge):
			case t.index[edge.To] == 0:
				t.enter(edge.To)
				visits = append(visits, visit{node: edge.To})
			case t.onStack[edge.To]:
				t.low[at.node] = min(t.low[at.node], t.index[edge.To])
			}
			continue
		}
		node := at.node
		visits = visits[:len(visits)-1]
		if len(visits) > 0 {
			above := visits[len(visits)-1].node
			t.low[above] = min(t.low[above], t.low[node])
		}
		if t.low[node] == t.index[node] {
			t.leave(node)
		}
	}
}

func (t *tarjan) enter(node *Node) {
	t.index[node] = len(t.index) + 1
	t.low[node] = t.index[node]
	t.stack, t.onStack[node] = append(t.stack, node), true
}

// leave pops the component of a node from the stack.
func (t *tarjan) leave(node *Node) {
	at := slices.Index(t.stack, node)
	for _, one := range t.stack[at:] {
		t.onStack[one] = false
	}
	if len(t.stack)-at > 1 {
		t.found = append(t.found, slices.Clone(t.stack[at:]))
	}
	t.stack = t.stack[:at]
}
