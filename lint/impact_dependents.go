package lint

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/compile"
	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// comparison compares two sides.
type comparison struct {
	*Impact
	before, now *impactSide
	// changed holds the absolute paths of the files that differ.
	changed map[string]bool
	// ids holds the definitions that differ.
	ids map[graph.ID]bool
	// watches hold, for each side, the changed code and keys. The evaluation of a catalog
	// reports which of them it uses.
	watches [2]*compile.Watch
	// broken holds the definitions in manifests that have a syntax error on one side only. Code that names
	// them may fail.
	broken map[graph.ID]bool
	// everything is set if all catalogs may differ.
	everything bool
	// maxWork is the limit of the request.
	maxWork int
}

// compare finds the changes, the classes and nodes that they reach, and the differences of the
// catalogs. past are the options for the earlier code.
func (i *Impact) compare(ctx context.Context, past Options, now *impactSide, changed map[string]bool, request ImpactRequest) error {
	c := &comparison{Impact: i, maxWork: request.MaxWork, now: now, changed: changed, ids: map[graph.ID]bool{}, broken: map[graph.ID]bool{}, watches: [2]*compile.Watch{compile.NewWatch(), compile.NewWatch()}}
	var both parallel.Group
	both.Go(func() (err error) {
		c.before = newImpactSide(past)
		if err = c.before.find(); err == nil {
			c.before.read(changed, request.Facts)
		}
		return err
	})
	both.Go(func() error { now.read(changed, request.Facts); return nil })
	graphs := make([]*graph.Graph, len(now.trees))
	for at, one := range now.trees {
		both.Go(func() (err error) {
			graphs[at], err = now.run.graphOf(ctx, one)
			return err
		})
	}
	if err := both.Wait(); err != nil {
		return err
	}
	c.noteChanged()
	c.noteLookupOptions(graphs)
	reached, untraced := map[graph.ID][]string{}, map[graph.ID][]string{}
	for _, built := range graphs {
		c.noteConfiguration(built)
		c.dependents(built, func(graph.ID) bool { return true }, reached)
		c.dependents(built, func(id graph.ID) bool { return !c.isTraced(id) }, untraced)
	}
	c.sortChanged()
	c.watch()
	return c.compile(ctx, reached, untraced)
}

// noteChanged finds the definitions that differ.
func (c *comparison) noteChanged() {
	note := func(id graph.ID, how string) {
		c.ids[id] = true
		changed := ChangedDefinition{Kind: id.Kind.String(), Name: id.Name, How: how}
		if id.Kind == graph.Key && how == "changed" {
			changed.Values = c.changedValues(id.Name)
		}
		c.Changed = append(c.Changed, changed)
	}
	for id, text := range c.now.texts {
		switch old, known := c.before.texts[id]; {
		case !known:
			note(id, "added")
		case old != text:
			note(id, "changed")
		}
	}
	for id := range c.before.texts {
		if _, known := c.now.texts[id]; !known {
			note(id, "removed")
		}
	}
}

// sortChanged sorts the changed definitions by kind and name.
func (c *comparison) sortChanged() {
	slices.SortFunc(c.Changed, func(a, b ChangedDefinition) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
}

// noteConfiguration notes changes of the configuration. A changed hierarchy may change all keys.
// Changed code of an initial manifest outside of its definitions may
// change all nodes. A changed environment.conf may change everything.
func (c *comparison) noteConfiguration(built *graph.Graph) {
	data := false
	for path := range c.changed {
		c.noteBroken(built.Tree, path)
		switch name := filepath.Base(path); {
		case name == "environment.conf":
			c.everything = true
		case name == "hiera.yaml" || name == "hiera.yml":
			data = true
		case built.Tree.IsInitial(path) && (c.differsOutside(built.Tree, path) || c.breaks(built.Tree, path)):
			c.Changed = append(c.Changed, ChangedDefinition{Kind: graph.Code.String(), Name: c.now.run.shown(path), How: "changed"})
			for _, id := range nodesOf(built) {
				c.ids[id] = true
			}
		case c.breaks(built.Tree, path):
			c.noteModule(built, path)
		}
	}
	for _, node := range built.Nodes {
		switch {
		case data && node.Kind == graph.Key, c.everything && (node.Kind == graph.Class || node.Kind == graph.NodeDefinition) && node.IsDefined():
			c.ids[node.ID] = true
		}
	}
	if data {
		for _, watch := range c.watches {
			watch.AllKeys()
		}
	}
}

// breaks reports whether a manifest has a syntax error on one side only.
func (c *comparison) breaks(tree *module.Tree, path string) bool {
	if filepath.Ext(path) != ".pp" {
		return false
	}
	before, err := c.before.run.context(path)
	return err == nil && before.modules.Manifests.At(path).Broken() != tree.Manifests.At(path).Broken()
}

// noteBroken notes the definitions of a manifest that has a syntax error on one side only.
func (c *comparison) noteBroken(tree *module.Tree, path string) {
	if !c.breaks(tree, path) {
		return
	}
	definitions := graph.DefinedIn(tree, path)
	if before, err := c.before.run.context(path); err == nil {
		definitions = append(definitions, graph.DefinedIn(before.modules, path)...)
	}
	for _, defined := range definitions {
		c.broken[defined.ID] = true
	}
}

// noteModule marks all classes and defined types of a module as changed if the manifest is the
// one that Puppet reads before all others of the module.
func (c *comparison) noteModule(built *graph.Graph, path string) {
	owner, relative := built.Tree.ModuleOf(path)
	if owner == nil || relative != module.MainManifest {
		return
	}
	for _, node := range built.Nodes {
		if node.Module == owner.Name && (node.Kind == graph.Class || node.Kind == graph.DefinedType) && node.IsDefined() {
			c.ids[node.ID] = true
		}
	}
}

// differsOutside reports whether the code of a manifest outside all its definitions differs.
func (c *comparison) differsOutside(tree *module.Tree, path string) bool {
	before, err := c.before.run.context(path)
	return err != nil || slices.ContainsFunc(syntax.Differing(before.modules.Manifests.At(path).File, tree.Manifests.At(path).File), func(difference syntax.Difference) bool {
		return !slices.ContainsFunc(difference.After, func(node syntax.Node) bool {
			switch node.(type) {
			case *syntax.NodeDefinition, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition:
				return true
			}
			return false
		})
	})
}

// isTraced reports whether the evaluation of a catalog records its use of the changes in
// a definition.
func (c *comparison) isTraced(id graph.ID) bool {
	switch id.Kind {
	case graph.Class, graph.DefinedType, graph.NodeDefinition:
		return !c.isAddedOrRemoved(id) && !c.everything
	}
	return id.Kind == graph.Key
}

// watch makes both sides watch the changed keys and the differences in manifests.
func (c *comparison) watch() {
	for id := range c.ids {
		if id.Kind == graph.Key {
			c.watches[0].Key(id.Name)
			c.watches[1].Key(id.Name)
		}
	}
	for path := range c.changed {
		if filepath.Ext(path) != ".pp" {
			continue
		}
		for _, now := range c.now.trees {
			manifest := now.tree.Manifests.At(path)
			if before, err := c.before.run.context(path); err == nil {
				compile.WatchManifest(c.watches[0], c.watches[1], before.modules.Manifests.At(path), manifest)
			} else {
				c.watches[1].Definitions(manifest)
			}
		}
	}
}

// dependents adds the classes and nodes that lead to a wanted change, each with the path to it.
func (c *comparison) dependents(built *graph.Graph, wanted func(id graph.ID) bool, into map[graph.ID][]string) {
	ids := map[graph.ID]bool{}
	for id := range c.ids {
		if !wanted(id) {
			continue
		}
		ids[id] = true
		if isCompiled(id) && built.Node(id) == nil && into[id] == nil {
			into[id] = []string{id.String()} // the definition was removed, and nothing names it
		}
	}
	for id := range ids {
		if class, ok := hiddenReader(built, id); ok {
			ids[class] = true
		}
	}
	var from []*graph.Node
	for _, node := range built.Nodes {
		if ids[node.ID] {
			from = append(from, node)
		}
	}
	from = append(from, opening(built, ids)...)
	via := map[*graph.Node]*graph.Edge{}
	follows := func(edge *graph.Edge) bool {
		return carries(edge) || c.isAddedOrRemoved(edge.To.ID) || c.broken[edge.To.ID]
	}
	for _, step := range built.WalkBack(from, graph.Filter{Edges: follows}, 0) {
		via[step.Node] = step.Via
		for _, id := range catalogsOf(built, step.Node) {
			if into[id] != nil {
				continue
			}
			why := []string{step.Node.String()}
			for edge := step.Via; edge != nil; edge = via[edge.To] {
				why = append(why, edge.Kind.Verb()+" "+edge.To.String())
			}
			into[id] = why
		}
	}
}

// carries reports whether an edge may bring the code of its end into the catalogs that have the code
// of its start. A reference to a class or resource does not declare it, and the catalogs that have
// it are found by what does. But a collector of exported resources brings those of other nodes, and a
// name in the data may come to a function that declares it.
func carries(edge *graph.Edge) bool {
	switch {
	case edge.IsOrder:
		return false
	case edge.To.Kind != graph.Class && edge.To.Kind != graph.DefinedType || edge.From.Kind == graph.Key:
		return true
	case edge.Kind == graph.Refers:
		rest := edge.Location.File.Text[edge.Location.Span.End:]
		return strings.HasPrefix(strings.TrimLeft(rest, " \t"), "<<|")
	}
	return edge.Kind != graph.Reads && edge.Kind != graph.Notifies
}

// isAddedOrRemoved reports whether only one side has a changed definition. References to it may fail.
func (c *comparison) isAddedOrRemoved(id graph.ID) bool {
	_, before := c.before.texts[id]
	_, now := c.now.texts[id]
	return before != now
}

// catalogsOf returns the classes and nodes whose catalogs contain the code of a node of the graph.
// Top-level code of an initial manifest belongs to all nodes.
func catalogsOf(built *graph.Graph, node *graph.Node) []graph.ID {
	switch {
	case isCompiled(node.ID):
		return []graph.ID{node.ID}
	case node.Kind == graph.Code && len(node.Out) > 0 && built.Tree.IsInitial(node.Out[0].Location.File.Name):
		return nodesOf(built)
	}
	return nil
}

// nodesOf returns the node definitions. If there are none, the node default stands for every node.
func nodesOf(built *graph.Graph) (nodes []graph.ID) {
	for _, node := range built.Nodes {
		if node.Kind == graph.NodeDefinition && node.IsDefined() {
			nodes = append(nodes, node.ID)
		}
	}
	if len(nodes) == 0 {
		return []graph.ID{{Kind: graph.NodeDefinition, Name: "default"}}
	}
	return nodes
}

// hiddenReader returns the class that may look up a data key for a parameter although the graph has
// no edge from it: the key was removed, or the class is not in the tree.
func hiddenReader(built *graph.Graph, id graph.ID) (class graph.ID, ok bool) {
	at := strings.LastIndex(id.Name, "::")
	if id.Kind != graph.Key || at <= 0 {
		return class, false
	}
	class = graph.ID{Kind: graph.Class, Name: id.Name[:at]}
	if key := built.Node(id); key != nil && key.IsDefined() {
		owner := built.Node(class)
		return class, owner == nil || owner.Missing
	}
	return class, true
}

// isCompiled reports whether the definition has a catalog: it is a class or a node.
func isCompiled(id graph.ID) bool { return id.Kind == graph.Class || id.Kind == graph.NodeDefinition }

// opening returns the nodes with unresolved references that may mean something changed. Code outside
// of the tree has no part in the catalogs.
func opening(built *graph.Graph, changed map[graph.ID]bool) (found []*graph.Node) {
	named := map[[2]graph.ID]bool{}
	may := func(open *graph.Open, id graph.ID) bool {
		if !open.Matches(id) || id.Kind != graph.Template && id.Kind != graph.File {
			return open.Matches(id)
		}
		key := [2]graph.ID{id, {Name: open.Suffix}}
		if _, known := named[key]; !known {
			named[key] = isNamedInText(built, id, open.Suffix)
		}
		return named[key]
	}
	for _, open := range built.Opens {
		for id := range changed {
			if !open.IsOutside && may(open, id) {
				found = append(found, open.From)
				break
			}
		}
	}
	return found
}

// isNamedInText reports whether a file contains the base name of a template or a served file, without
// a known suffix, apart from references that are resolved. A reference whose name is computed needs
// that text.
func isNamedInText(built *graph.Graph, id graph.ID, suffix string) bool {
	base := path.Base(strings.TrimSuffix(id.Name, suffix))
	resolved := map[*source.File][]source.Span{}
	if node := built.Node(id); node != nil {
		for _, edge := range node.In {
			resolved[edge.Location.File] = append(resolved[edge.Location.File], edge.Location.Span)
		}
	}
	found := false
	built.Files(func(table *symbols.Table) {
		for text, at := table.File.Text, 0; !found; {
			next := strings.Index(text[at:], base)
			if next < 0 {
				return
			}
			at += next
			found = !slices.ContainsFunc(resolved[table.File], func(span source.Span) bool { return int(span.Start) <= at && at < int(span.End) })
			at += len(base)
		}
	})
	return found
}

// compile compares the catalogs of the reached definitions. If a definition does not lead to an
// untraced change, and its evaluation uses no change, its catalog is the same as before. If there are
// too many catalogs, only the first ones are compared.
func (c *comparison) compile(ctx context.Context, reached, untraced map[graph.ID][]string) error {
	maps.DeleteFunc(reached, func(id graph.ID, _ []string) bool { return c.isOfOtherHost(id) })
	ids := c.inOrder(reached)
	if err := c.warmUp(ctx, ids); err != nil {
		return fmt.Errorf("catalogs: %w", err)
	}
	found := make([]*catalog.Difference, len(ids))
	limit := newWorkLimit(c.maxWork, len(ids))
	err := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(ids), func(i int) {
		if limit.isReached() {
			return
		}
		difference, work := c.difference(ids[i], untraced[ids[i]] == nil)
		found[i] = difference
		limit.add(i, work)
	})
	if err != nil {
		return fmt.Errorf("catalogs: %w", err)
	}
	for i := limit.within(); i < len(ids); i++ {
		found[i] = &catalog.Difference{NotCompared: true, NotKnown: true}
	}
	for i, difference := range found {
		if difference == nil {
			c.Unchanged++
			continue
		}
		id := ids[i]
		c.Affected = append(c.Affected, AffectedCatalog{Name: id.Name, Node: id.Kind == graph.NodeDefinition, Why: reached[id], Role: isRoleClass(id), Difference: difference})
	}
	slices.SortStableFunc(c.Affected, func(a, b AffectedCatalog) int {
		return cmp.Or(rank(&a)-rank(&b), strings.Compare(a.Name, b.Name))
	})
	return nil
}

// warmUp evaluates a changed class on both sides at once if many catalogs follow. They contain the
// class, and find what its evaluation has kept. Otherwise, all processors would begin with catalogs that
// evaluate the same on the same side.
func (c *comparison) warmUp(ctx context.Context, ids []graph.ID) error {
	at := slices.IndexFunc(ids, func(id graph.ID) bool { return c.ids[id] && !c.isAddedOrRemoved(id) })
	if at < 0 || len(ids) <= runtime.GOMAXPROCS(0) || !c.watches[1].HasCode() {
		return nil
	}
	sides := []*impactSide{c.before, c.now}
	return parallel.Each(ctx, runtime.GOMAXPROCS(0), len(sides), func(i int) { sides[i].catalogOf(ids[at], c.watches[i], nil) })
}

// isOfOtherHost reports whether a node definition is for other hosts than the one whose facts are
// given, before and after the change.
func (c *comparison) isOfOtherHost(id graph.ID) bool {
	if id.Kind != graph.NodeDefinition {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(c.before.compilers, c.now.compilers), func(compiler *compile.Compiler) bool {
		name, known := compiler.DefinitionOfFacts()
		return !known || name == id.Name
	})
}

// inOrder returns the reached definitions in the order in which they are compared: the changed ones
// and those that use the changes directly, then nodes and roles, then all others.
func (c *comparison) inOrder(reached map[graph.ID][]string) []graph.ID {
	const direct = 2 // the lengths of the paths of definitions that use changes directly
	group := func(id graph.ID) int {
		switch {
		case len(reached[id]) <= direct:
			return 0
		case id.Kind == graph.NodeDefinition || isRoleClass(id):
			return 1
		}
		return 2
	}
	return slices.SortedFunc(maps.Keys(reached), func(a, b graph.ID) int {
		return cmp.Or(group(a)-group(b), len(reached[a])-len(reached[b]), cmp.Compare(a.Kind.String(), b.Kind.String()), cmp.Compare(a.Name, b.Name))
	})
}

// rank is the position of a catalog in reports: what is known to differ comes first, and then roles
// before nodes and other classes.
func rank(r *AffectedCatalog) int {
	const kinds = 3
	group, kind := 0, 2
	switch {
	case r.Difference.NotCompared:
		group = 3
	case !r.Difference.IsEmpty():
	case r.Difference.HasPossible():
		group = 1
	default:
		group = 2
	}
	if r.Role {
		kind = 0
	} else if r.Node {
		kind = 1
	}
	return group*kinds + kind
}

// difference returns the known and possible differences of a catalog, and how much was evaluated. The
// difference is nil if the catalog is the same on both sides.
func (c *comparison) difference(id graph.ID, isTraced bool) (difference *catalog.Difference, work int) {
	now, used := c.now.catalogOf(id, c.watches[1], nil)
	if used != nil {
		work = used.Work
	}
	isComplete := isTraced && now != nil && !used.HidesCode
	if isComplete && used.Nothing() || isTraced && now != nil && used.Settled {
		return nil, work
	}
	if isTraced && now != nil && isOnlyDeclared(now, used) && knowsPast(used) {
		return nonEmpty(declaredDifference(now, used, used.Past)), work
	}
	like := used
	if used != nil && used.Code {
		like = nil
	}
	before, usedBefore := c.before.catalogOf(id, c.watches[0], like)
	if usedBefore != nil {
		work += usedBefore.Work
	}
	if like != nil && usedBefore != nil && !usesSame(used, usedBefore) {
		before, usedBefore = c.before.catalogOf(id, c.watches[0], nil)
		work += usedBefore.Work
	}
	if isTraced && before != nil && now != nil && usesSame(used, usedBefore) {
		if isOnlyDeclared(now, used) && before.Failure == nil {
			found := declaredDifference(now, used, usedBefore.Declared)
			found.CompareProblems(before, now)
			return nonEmpty(found), work
		}
		if isComplete && len(used.Declared) == 0 {
			return nil, work
		}
	}
	return nonEmpty(catalog.Compare(before, now)), work
}

// usesSame reports whether both sides of a catalog evaluate the same code with the same data, apart
// from watched attributes.
func usesSame(now, before *compile.UsedChanges) bool {
	return !now.Code && !before.Code && maps.Equal(now.Data, before.Data) && len(now.Declared) == len(before.Declared)
}

// isOnlyDeclared reports whether a catalog uses nothing that differs but watched attributes, and
// all resources that the watched code declares are known.
func isOnlyDeclared(now *catalog.Catalog, used *compile.UsedChanges) bool {
	return len(used.Declared) > 0 && now.Failure == nil && !(used.HidesCode && used.Repeatable)
}

// knowsPast reports whether the watched attributes before the change follow from what a catalog uses
// after it.
func knowsPast(used *compile.UsedChanges) bool {
	return !used.Code && len(used.Data) == 0 && len(used.Past) == len(used.Declared)
}

// declaredDifference returns the difference of two catalogs that differ in nothing but the watched
// attributes of resources. old are these resources before the change.
func declaredDifference(now *catalog.Catalog, used *compile.UsedChanges, old []catalog.Declared) *catalog.Difference {
	found := catalog.CompareDeclared(old, used.Declared)
	found.NotKnown = used.HidesCode && !used.Complete
	return found
}

// nonEmpty returns a difference, or nil if there is certainly none.
func nonEmpty(difference *catalog.Difference) *catalog.Difference {
	if difference.IsEmpty() && !difference.NotKnown && !difference.HasPossible() {
		return nil
	}
	return difference
}

// isRoleClass reports whether a definition is a class of the module role or roles.
func isRoleClass(id graph.ID) bool {
	first, _, _ := strings.Cut(id.Name, "::")
	return id.Kind == graph.Class && (first == "role" || first == "roles")
}

// catalogOf returns the known part of a catalog on one side, and the part of a watch that its
// evaluation uses. Both are nil if there is no such class or node. like is what the catalog on the
// other side uses, if both sides seem to evaluate the same code, or nil.
func (s *impactSide) catalogOf(id graph.ID, watch *compile.Watch, like *compile.UsedChanges) (*catalog.Catalog, *compile.UsedChanges) {
	for _, compiler := range s.compilers {
		if like != nil {
			compiler = compiler.Like(like)
		}
		compile := compiler.ClassWatching
		if id.Kind == graph.NodeDefinition {
			compile = compiler.NodeDefinitionWatching
		}
		if made, used := compile(id.Name, watch); made != nil {
			return made, used
		}
	}
	return nil, nil
}
