package drawing

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"puppet-lint/graph"
	"puppet-lint/internal/source"
)

// WriteText writes a tree. The children of a node are the nodes that it refers to or, for --to, the
// nodes that refer to it. A node is expanded once, where it is nearest to the root, and marked with
// "…" elsewhere.
func (p *Picture) WriteText(out io.Writer) error {
	t := &tree{Picture: p, out: bufio.NewWriter(out), edges: map[*graph.Node][]*graph.Edge{}, expanded: map[*graph.Node]bool{}}
	for _, edge := range p.Edges {
		if at := edge.From; p.Back {
			t.edges[edge.To] = append(t.edges[edge.To], edge)
		} else {
			t.edges[at] = append(t.edges[at], edge)
		}
	}
	t.measure()
	for _, root := range p.Roots {
		fmt.Fprintln(t.out, source.ShownFirst(root.ID.String()+missing(root)))
		t.expanded[root] = true
		t.below(root, "", 0)
	}
	return t.out.Flush()
}

type tree struct {
	*Picture
	out   *bufio.Writer
	edges map[*graph.Node][]*graph.Edge
	// depths are the least numbers of edges from a root.
	depths   map[*graph.Node]int
	expanded map[*graph.Node]bool
}

// measure determines the depths of the nodes.
func (t *tree) measure() {
	t.depths = map[*graph.Node]int{}
	queue := slices.Clone(t.Roots)
	for _, root := range queue {
		t.depths[root] = 0
	}
	for at := 0; at < len(queue); at++ {
		for _, edge := range t.edges[queue[at]] {
			end := t.end(edge)
			if _, known := t.depths[end]; !known {
				t.depths[end] = t.depths[queue[at]] + 1
				queue = append(queue, end)
			}
		}
	}
}

// end returns the node of an edge that is drawn below the other one.
func (t *tree) end(edge *graph.Edge) *graph.Node {
	if t.Back {
		return edge.From
	}
	return edge.To
}

// maxIndent bounds the depth of the drawn tree.
const maxIndent = 200

// below draws the children of a node, which is depth edges below a root.
func (t *tree) below(node *graph.Node, indent string, depth int) {
	edges := t.edges[node]
	for i, edge := range edges {
		branch, deeper := "├─ ", "│  "
		if i == len(edges)-1 {
			branch, deeper = "└─ ", "   "
		}
		end, line := t.end(edge), ""
		if !t.Back {
			line = edge.Kind.Verb() + " "
		}
		line += end.ID.String() + missing(end)
		if t.Back {
			line += " " + edge.Kind.Verb() + " it"
		}
		line += " (" + t.at(edge.Location) + ")"
		if !edge.IsCertain() {
			line += "; uncertain: " + edge.Reason
		}
		expands := !t.expanded[end] && t.depths[end] == depth+1 && (t.options.Depth == 0 || depth+1 < t.options.Depth)
		if !expands && len(t.edges[end]) > 0 {
			line += " …"
		}
		fmt.Fprintln(t.out, source.Shown(indent+branch+line))
		if expands && len(indent) < maxIndent {
			t.expanded[end] = true
			t.below(end, indent+deeper, depth+1)
		}
	}
}

func missing(node *graph.Node) string {
	if node.Missing {
		return ", which is missing"
	}
	return ""
}

// at returns a place for display.
func (p *Picture) at(place graph.Location) string {
	return fmt.Sprintf("%s:%d", p.options.Shown(place.File.Name), place.File.Position(place.Span.Start).Line)
}

// WriteWhy writes a path in words, one edge a line.
func WriteWhy(out io.Writer, path []*graph.Edge, shown func(path string) string) error {
	p := &Picture{options: Options{Shown: shown}}
	for _, edge := range path {
		line := edge.From.ID.String() + " " + edge.Kind.Verb() + " " + edge.To.ID.String() + missing(edge.To) + " (" + p.at(edge.Location) + ")"
		if !edge.IsCertain() {
			line = "possibly " + line + ": " + edge.Reason
		}
		if _, err := fmt.Fprintln(out, source.ShownFirst(line)); err != nil {
			return err
		}
	}
	return nil
}
