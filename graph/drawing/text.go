package drawing

import (
	"bufio"
	"fmt"
	"io"

	"puppet-lint/graph"
	"puppet-lint/internal/source"
)

// WriteText writes a tree. The children of a node are the nodes that it refers to or, for --to, the
// nodes that refer to it. A node that is already in the tree is not expanded again.
func (p *Picture) WriteText(out io.Writer) error {
	t := &tree{Picture: p, out: bufio.NewWriter(out), edges: map[*graph.Node][]*graph.Edge{}, seen: map[*graph.Node]bool{}}
	for _, edge := range p.Edges {
		if at := edge.From; p.Back {
			t.edges[edge.To] = append(t.edges[edge.To], edge)
		} else {
			t.edges[at] = append(t.edges[at], edge)
		}
	}
	for _, root := range p.Roots {
		fmt.Fprintln(t.out, source.ShownFirst(root.ID.String()+missing(root)))
		t.seen[root] = true
		t.below(root, "")
	}
	return t.out.Flush()
}

type tree struct {
	*Picture
	out   *bufio.Writer
	edges map[*graph.Node][]*graph.Edge
	seen  map[*graph.Node]bool
}

// maxIndent bounds the depth of the drawn tree.
const maxIndent = 200

func (t *tree) below(node *graph.Node, indent string) {
	edges := t.edges[node]
	for i, edge := range edges {
		branch, deeper := "├─ ", "│  "
		if i == len(edges)-1 {
			branch, deeper = "└─ ", "   "
		}
		end, line := edge.To, edge.Kind.Verb()+" "
		if t.Back {
			end, line = edge.From, ""
		}
		line += end.ID.String() + missing(end)
		if t.Back {
			line += " " + edge.Kind.Verb() + " it"
		}
		line += " (" + t.at(edge.Location) + ")"
		if !edge.IsCertain() {
			line += "; uncertain: " + edge.Reason
		}
		again := t.seen[end]
		if again && len(t.edges[end]) > 0 {
			line += " …"
		}
		fmt.Fprintln(t.out, source.Shown(indent+branch+line))
		if !again && len(indent) < maxIndent {
			t.seen[end] = true
			t.below(end, indent+deeper)
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
