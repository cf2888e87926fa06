package graph

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/segmented"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// Options configures Build.
type Options struct {
	// Paths are files to read, in addition to those of the tree's modules and data.
	Paths []string
	// Folder is the folder that names of files outside modules are relative to.
	Folder string
	// TargetVersion is the major version of Puppet, for evaluating computed names.
	TargetVersion int
	// Workers is how many files are read at once; 0 means one for each processor.
	Workers int
	// Previous is an earlier graph of the same tree, or nil. Its parts of unchanged files are
	// reused.
	Previous *Graph
	// Variables, unless it is nil, returns the analysis of a manifest's variables if the caller has
	// it, otherwise nil. Any goroutine may call it.
	Variables func(file *syntax.File) *flow.Analysis
	// Progress, unless it is nil, is called now and then with the number of files read. Any
	// goroutine may call it.
	Progress func(done, total int)
}

// Graph holds the references between the definitions in a tree.
type Graph struct {
	Tree *module.Tree
	// Index holds the resolved names, for queries about variables and parameters.
	Index *symbols.Index
	Data  *Data
	// Nodes are sorted by kind and name.
	Nodes []*Node
	// Edges are sorted by the path of the file whose code they come from.
	Edges []*Edge
	Opens []*Open

	parts map[string]*part
}

// Outline returns a graph with the same nodes and edges, but without the tree, the names and
// the data from which it was made. These take most of the memory.
func (g *Graph) Outline() *Graph {
	return &Graph{Nodes: g.Nodes, Edges: g.Edges, Opens: g.Opens}
}

// Node returns the node with an ID, or nil.
func (g *Graph) Node(id ID) *Node {
	at, isThere := slices.BinarySearchFunc(g.Nodes, id, func(node *Node, id ID) int { return compareIDs(node.ID, id) })
	if !isThere {
		return nil
	}
	return g.Nodes[at]
}

// Build builds the graph of a tree. It returns an error only if the context is cancelled.
func Build(ctx context.Context, tree *module.Tree, options Options) (*Graph, error) {
	b := &builder{
		Graph:   &Graph{Tree: tree, Data: ReadData(tree), parts: map[string]*part{}},
		options: options, byID: map[ID]*Node{},
	}
	if b.options.Workers == 0 {
		b.options.Workers = runtime.GOMAXPROCS(0)
	}
	found := filesOf(tree, b.Data, options.Paths)
	if err := b.readAll(ctx, found.read); err != nil {
		return nil, err
	}
	if err := b.prepare(ctx, found); err != nil {
		return nil, err
	}
	if err := b.join(ctx); err != nil {
		return nil, err
	}
	b.addDependencies()
	b.finish()
	return b.Graph, nil
}

// builder is a Graph under construction.
type builder struct {
	*Graph
	options Options
	// byID holds the nodes, which are not sorted yet.
	byID  map[ID]*Node
	order []*part
	// types holds the types of the manifests that compute names, by path.
	types map[string]*infer.Types
	// declarations holds what is known of the declarations. declaring guards it.
	declarations *declared
	declaring    sync.Once
	// variables holds functions that return the occurrences of the variables of a name, by name.
	variables sync.Map
	// ofModule holds the nodes whose names begin with that of a module, by module, sorted by name.
	ofModule map[string][]*Node
}

// readAll makes the parts of all files, in parallel.
func (b *builder) readAll(ctx context.Context, paths []string) error {
	parts := make([]*part, len(paths))
	var done atomic.Int64
	err := parallel.Each(ctx, b.options.Workers, len(paths), func(i int) {
		parts[i] = b.read(paths[i])
		if b.options.Progress != nil {
			b.options.Progress(int(done.Add(1)), len(paths))
		}
	})
	if err != nil {
		return err
	}
	for i, one := range parts {
		if one != nil {
			b.parts[paths[i]] = one
			b.order = append(b.order, one)
		}
	}
	return nil
}

// prepare does the work that must precede the resolution of names and needs only the parts: it
// indexes the names, infers the types of computed names and defines the nodes.
func (b *builder) prepare(ctx context.Context, found *files) (err error) {
	index := func() error {
		tables := make([]*symbols.Table, len(b.order))
		for i, one := range b.order {
			tables[i] = one.table
		}
		b.Index = symbols.NewIndex(tables...)
		return nil
	}
	var group parallel.Group
	if b.options.Workers > 1 {
		group.Go(index)
	} else {
		_ = index() // it never fails
	}
	b.types, err = b.inferComputed(ctx)
	b.define(found)
	return cmp.Or(err, group.Wait())
}

// read returns the part of a file, from the previous graph if the file is unchanged.
func (b *builder) read(path string) *part {
	if b.options.Previous != nil {
		if kept := b.options.Previous.parts[path]; kept != nil && b.isUnchanged(kept) {
			return kept
		}
	}
	table, variables := symbols.OfFile(b.Tree, path, b.options.Variables)
	if table == nil {
		return nil
	}
	return newPart(b.Tree, table, variables, b.nameOf(path))
}

func (b *builder) isUnchanged(kept *part) bool {
	file, err := b.Tree.Files.Read(kept.table.Path)
	return err == nil && file.Text == kept.table.File.Text
}

// nameOf returns the name of a path for a Code node: relative to the folder, with slashes.
func (b *builder) nameOf(path string) string {
	if b.options.Folder != "" {
		if relative, err := filepath.Rel(b.options.Folder, path); err == nil && !strings.HasPrefix(relative, "..") {
			return filepath.ToSlash(relative)
		}
	}
	return filepath.ToSlash(path)
}

// node returns the node with an ID and creates it if necessary.
func (b *builder) node(id ID) *Node {
	found := b.byID[id]
	if found == nil {
		found = &Node{ID: id}
		b.byID[id] = found
		b.Nodes = append(b.Nodes, found)
	}
	return found
}

// define creates the nodes of all definitions.
func (b *builder) define(found *files) {
	for _, owner := range b.Tree.Modules {
		one := b.node(ID{Module, owner.Name})
		one.Module = owner.Name
		if metadata := owner.Metadata(); metadata != nil {
			one.Definitions = append(one.Definitions, Location{File: metadata.Document.File})
		} else {
			one.Definitions = append(one.Definitions, Location{File: source.NewFile(owner.Folder, "")})
		}
	}
	for _, one := range b.order {
		for _, defined := range one.definitions() {
			b.addDefinition(defined.ID, one, defined.Location.Span)
		}
	}
	for id, path := range found.named {
		node := b.node(id)
		node.Module, _, _ = strings.Cut(id.Name, "/")
		node.Definitions = append(node.Definitions, Location{File: source.NewFile(path, "")})
	}
	for _, defined := range found.facts {
		node := b.node(defined.ID)
		node.Definitions = append(node.Definitions, defined.Location)
		if node.Module == "" {
			node.Module = moduleAt(b.Tree, defined.Location.File.Name)
		}
	}
	slices.SortFunc(b.Nodes, func(x, y *Node) int { return compareIDs(x.ID, y.ID) })
	b.ofModule = map[string][]*Node{}
	for _, node := range b.Nodes {
		if at := strings.IndexAny(node.Name, ":/"); at > 0 && node.Kind != Code {
			b.ofModule[node.Name[:at]] = append(b.ofModule[node.Name[:at]], node)
		}
	}
	for _, nodes := range b.ofModule {
		slices.SortStableFunc(nodes, func(x, y *Node) int { return strings.Compare(x.Name, y.Name) })
	}
}

func (b *builder) addDefinition(id ID, from *part, span source.Span) {
	node := b.node(id)
	node.Definitions = append(node.Definitions, Location{from.table.File, span})
	if node.Module == "" {
		node.Module = from.module
	}
}

// link is an edge between IDs, before the nodes exist.
type link struct {
	from, to ID
	kind     EdgeKind
	span     source.Span
	reason   string
	isOrder  bool
}

// open is an Open whose node does not exist yet.
type open struct {
	from ID
	// declarers are those of its names. hasEdges is set if there are edges to all nodes that it may
	// refer to, so that the Open is not needed.
	declarers []symbols.Symbol
	hasEdges  bool
	Open
}

// joined holds the names of one part, resolved against the other parts.
type joined struct {
	links segmented.List[link]
	opens []open
	// ofKnown are the lookups of classes of which only the interface is known. They count if other
	// code names the class.
	ofKnown []link
}

// join resolves the names of all parts.
func (b *builder) join(ctx context.Context) error {
	all := make([]joined, len(b.order))
	err := parallel.Each(ctx, b.options.Workers, len(b.order), func(i int) {
		r := &resolver{part: b.order[i], builder: b, types: b.types[b.order[i].table.Path]}
		r.resolve()
		all[i] = r.joined
	})
	if err != nil {
		return err
	}
	settle(all)
	for i, found := range all {
		file := b.order[i].table.File
		for l := range all[i].links.Drain() {
			b.edge(l, file)
		}
		for _, o := range found.opens {
			if !o.hasEdges {
				o.Open.From, o.Open.Location.File, o.IsOutside = b.node(o.from), file, o.declarers != nil
				b.Opens = append(b.Opens, &o.Open)
			}
		}
	}
	b.addLookupsOfKnown(all)
	return nil
}

// addLookupsOfKnown adds the lookups of the classes of which only the interface is known.
func (b *builder) addLookupsOfKnown(all []joined) {
	before := len(b.Edges)
	for i, found := range all {
		for _, l := range found.ofKnown {
			if b.byID[l.from] != nil {
				b.edge(l, b.order[i].table.File)
			}
		}
	}
	if len(b.Edges) > before {
		slices.SortStableFunc(b.Edges, func(x, y *Edge) int { return strings.Compare(x.Location.File.Name, y.Location.File.Name) })
	}
}

func (b *builder) edge(l link, file *source.File) {
	from, to := b.node(l.from), b.node(l.to)
	one := &Edge{From: from, To: to, Kind: l.kind, Location: Location{file, l.span}, Reason: l.reason, IsOrder: l.isOrder}
	b.Edges = append(b.Edges, one)
}

// inferComputed evaluates the manifests that compute names, all together, unless the names only contain
// that of the module. The result is by path.
func (b *builder) inferComputed(ctx context.Context) (map[string]*infer.Types, error) {
	var paths []string
	for _, one := range b.order {
		if one.manifest != nil && !one.table.Broken && slices.ContainsFunc(one.computed, one.needsTypes) {
			paths = append(paths, one.table.Path)
		}
	}
	types := map[string]*infer.Types{}
	inferences, err := infer.All(ctx, b.Tree, paths, checker.Options{TargetVersion: b.options.TargetVersion, Workers: b.options.Workers})
	for i, inference := range inferences {
		types[paths[i]] = inference
	}
	return types, err
}

// addDependencies adds the dependencies that modules declare in their metadata.
func (b *builder) addDependencies() {
	for _, owner := range b.Tree.Modules {
		metadata := owner.Metadata()
		if metadata == nil {
			continue
		}
		for _, dependency := range metadata.Dependencies {
			b.edge(link{from: ID{Module, owner.Name}, to: ID{Module, dependency.Name}, kind: DependsOn, span: dependency.Span}, metadata.Document.File)
		}
	}
}

// finish sorts the nodes and sets their edges.
func (b *builder) finish() {
	slices.SortFunc(b.Nodes, func(x, y *Node) int { return compareIDs(x.ID, y.ID) })
	for _, node := range b.Nodes {
		slices.SortStableFunc(node.Definitions, func(x, y Location) int { return strings.Compare(x.File.Name, y.File.Name) })
		if node.Module == "" && node.Kind != Fact && node.Kind != Code && node.Kind != NodeDefinition {
			first, _, _ := strings.Cut(strings.Replace(node.Name, "/", "::", 1), "::")
			if b.Tree.Module(first) != nil {
				node.Module = first
			} else if node.Kind == Function {
				node.Module = moduleOfFunction(b.Tree, node.Name)
			}
		}
		node.Missing = len(node.Definitions) == 0 && node.Kind != Code && !isBuiltin(b.Tree, node.ID)
	}
	b.setEdges(func(edge *Edge) (at, other *Node, list *[]*Edge) { return edge.From, edge.To, &edge.From.Out })
	b.setEdges(func(edge *Edge) (at, other *Node, list *[]*Edge) { return edge.To, edge.From, &edge.To.In })
}

// setEdges sets the lists of edges at one end, which are parts of one list. of returns the node at
// that end of an edge, the one at the other end, and the list of the former.
func (b *builder) setEdges(of func(edge *Edge) (at, other *Node, list *[]*Edge)) {
	edges := slices.Clone(b.Edges)
	slices.SortStableFunc(edges, func(x, y *Edge) int {
		xAt, xOther, _ := of(x)
		yAt, yOther, _ := of(y)
		if xAt != yAt {
			return compareIDs(xAt.ID, yAt.ID)
		}
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), compareIDs(xOther.ID, yOther.ID))
	})
	for len(edges) > 0 {
		node, _, list := of(edges[0])
		end := 1
		for ; end < len(edges); end++ {
			if next, _, _ := of(edges[end]); next != node {
				break
			}
		}
		*list, edges = edges[:end:end], edges[end:]
	}
}

// byPrefix returns the defined nodes whose names begin with a prefix. The prefix must contain
// the name of a module. It is valid only after define.
func (b *builder) byPrefix(prefix string) (found []*Node) {
	nodes := b.ofModule[prefix[:strings.IndexAny(prefix, ":/")]]
	at, _ := slices.BinarySearchFunc(nodes, prefix, func(node *Node, prefix string) int { return strings.Compare(node.Name, prefix) })
	for ; at < len(nodes) && strings.HasPrefix(nodes[at].Name, prefix); at++ {
		found = append(found, nodes[at])
	}
	slices.SortFunc(found, func(x, y *Node) int { return compareIDs(x.ID, y.ID) })
	return found
}

// Variables returns the analysis of the variables of a manifest, or nil for another file.
func (g *Graph) Variables(path string) *flow.Analysis {
	if read := g.parts[path]; read != nil {
		return read.flow
	}
	return nil
}

// Files calls visit with the table of each file that was read, sorted by path.
func (g *Graph) Files(visit func(table *symbols.Table)) {
	for _, path := range slices.Sorted(maps.Keys(g.parts)) {
		visit(g.parts[path].table)
	}
}
