package drawing

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/source"
)

// WriteDOT writes the picture for Graphviz, with a box around the nodes of each module.
func (p *Picture) WriteDOT(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "digraph puppet {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];")
	p.eachModule(func(i int, name string, nodes []int) {
		indent := "  "
		if name != "" {
			fmt.Fprintf(w, "  subgraph cluster_%d {\n    label=%s;\n", i, quoteDOT(name))
			indent = "    "
		}
		for _, at := range nodes {
			node := p.Nodes[at]
			more := ""
			if node.Missing {
				more = ", style=dashed"
			} else if node.Kind == graph.DefinedType {
				more = ", style=rounded"
			}
			fmt.Fprintf(w, "%sn%d [label=%s%s];\n", indent, at, quoteDOT(label(node)), more)
		}
		if name != "" {
			fmt.Fprintln(w, "  }")
		}
	})
	index := p.index()
	for _, edge := range p.Edges {
		more := ""
		if !edge.IsCertain() {
			more = ", style=dashed"
		}
		fmt.Fprintf(w, "  n%d -> n%d [label=%s%s];\n", index[edge.From], index[edge.To], quoteDOT(edge.Kind.String()), more)
	}
	fmt.Fprintln(w, "}")
	return w.Flush()
}

func quoteDOT(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(source.Shown(text)) + `"`
}

// label returns the label of a node: its name, with its kind unless it is a class.
func label(node *graph.Node) string {
	if node.Kind == graph.Class || node.Kind == graph.Module {
		return node.Name
	}
	return node.Kind.String() + " " + node.Name
}

// eachModule calls visit for each module, in the order of their first nodes, with the indexes
// of its nodes. The name is empty for nodes without a module.
func (p *Picture) eachModule(visit func(i int, name string, nodes []int)) {
	var order []string
	byModule := map[string][]int{}
	for i, node := range p.Nodes {
		name := node.Module
		if p.options.Modules {
			name = ""
		}
		if byModule[name] == nil {
			order = append(order, name)
		}
		byModule[name] = append(byModule[name], i)
	}
	for i, name := range order {
		visit(i, name, byModule[name])
	}
}

func (p *Picture) index() map[*graph.Node]int {
	index := make(map[*graph.Node]int, len(p.Nodes))
	for i, node := range p.Nodes {
		index[node] = i
	}
	return index
}

// WriteMermaid writes a flowchart in the language of Mermaid, which GitHub and GitLab render.
func (p *Picture) WriteMermaid(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "flowchart LR")
	p.eachModule(func(i int, name string, nodes []int) {
		indent := "  "
		if name != "" {
			fmt.Fprintf(w, "  subgraph m%d[%s]\n", i, quoteMermaid(name))
			indent = "    "
		}
		for _, at := range nodes {
			open, end := "[", "]"
			if p.Nodes[at].Kind == graph.DefinedType {
				open, end = "(", ")"
			}
			fmt.Fprintf(w, "%sn%d%s%s%s\n", indent, at, open, quoteMermaid(label(p.Nodes[at])), end)
		}
		if name != "" {
			fmt.Fprintln(w, "  end")
		}
	})
	index := p.index()
	for _, edge := range p.Edges {
		arrow := "-->"
		if !edge.IsCertain() {
			arrow = "-.->"
		}
		fmt.Fprintf(w, "  n%d %s|%s| n%d\n", index[edge.From], arrow, edge.Kind, index[edge.To])
	}
	return w.Flush()
}

// quoteMermaid quotes a label. It writes everything but letters, digits and a few signs as
// character numbers.
func quoteMermaid(text string) string {
	var quoted strings.Builder
	quoted.WriteByte('"')
	for _, char := range source.Shown(text) {
		if char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9' || strings.ContainsRune(" _-./:,", char) {
			quoted.WriteRune(char)
		} else {
			fmt.Fprintf(&quoted, "#%d;", char)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}

// shownNode and shownEdge are nodes and edges in the JSON document. From and To are indexes in
// the list of nodes.
type shownNode struct {
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Module  string `json:"module,omitempty"`
	Missing bool   `json:"missing,omitempty"`
	Path    string `json:"path,omitempty"`
	Line    int    `json:"line,omitempty"`
}

type shownEdge struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Kind   string `json:"kind"`
	Reason string `json:"reason,omitempty"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
}

// document is the data of the JSON document and of the page.
type document struct {
	Version int         `json:"version"`
	Nodes   []shownNode `json:"nodes"`
	Edges   []shownEdge `json:"edges"`
}

func (p *Picture) document() *document {
	made := &document{Version: 1, Nodes: []shownNode{}, Edges: []shownEdge{}}
	for _, node := range p.Nodes {
		one := shownNode{Kind: node.Kind.String(), Name: node.Name, Module: node.Module, Missing: node.Missing}
		if len(node.Definitions) > 0 {
			one.Path, one.Line = p.options.Shown(node.Definitions[0].File.Name), node.Definitions[0].File.Position(node.Definitions[0].Span.Start).Line
		}
		made.Nodes = append(made.Nodes, one)
	}
	index := p.index()
	for _, edge := range p.Edges {
		made.Edges = append(made.Edges, shownEdge{
			From: index[edge.From], To: index[edge.To], Kind: edge.Kind.String(), Reason: edge.Reason,
			Path: p.options.Shown(edge.Location.File.Name), Line: edge.Location.File.Position(edge.Location.Span.Start).Line,
		})
	}
	return made
}

// WriteJSON writes {"version": 1, "nodes": […], "edges": […]}. Later versions may add keys but
// never remove any.
func (p *Picture) WriteJSON(out io.Writer) error {
	return source.WriteJSON(out, p.document(), " ")
}
