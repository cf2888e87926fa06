package lint

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/catalog"
	"puppet-lint/checker"
	"puppet-lint/graph"
	"puppet-lint/internal/git"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/types"
)

// Impact is what a change since a git revision does.
type Impact struct {
	// Notice tells of a comparison that is not quite the one asked for.
	Notice string
	// Files are the paths that have changed, as the user names them.
	Files []string
	// Changed are the definitions that have changed.
	Changed []ChangedDefinition
	// Reached are the classes and nodes that the change may concern.
	Reached []ReachedCatalog
	// Unchanged counts the classes and nodes that use what has changed, and whose
	// catalogs are known to stay the same.
	Unchanged int
	Failures  []Failure
}

// ChangedDefinition is a definition that has changed.
type ChangedDefinition struct {
	Kind, Name string
	// How is "added", "removed" or "changed".
	How string
}

// ReachedCatalog is a class or node that a change reaches.
type ReachedCatalog struct {
	Name string
	// Node says that it is a node, Role that it is a class of the module role.
	Node, Role bool
	// Why is how it leads to what has changed.
	Why []string
	// Difference is what is known to differ.
	Difference *catalog.Difference
}

// impactSide is the code before or after a change.
type impactSide struct {
	run       *run
	trees     []*moduleTree
	graphs    []*graph.Graph
	compilers []*checker.Compiler
	// texts are the definitions, by their ID, as code.
	texts map[graph.ID]string
}

// ImpactSince is what has changed since the work tree parted from a revision, and what
// that does to classes and nodes. Facts may be nil.
func ImpactSince(ctx context.Context, options Options, revision string, facts *types.Hash) (*Impact, error) {
	comparison, err := git.Since(options.Folder, revision)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "--new-from: ", ""))
	}
	defer comparison.Rest()
	now, err := newImpactSide(options)
	if err != nil {
		return nil, err
	}
	isWanted := func(path string) bool {
		return isBelow(filepath.Dir(path), map[string]bool{comparison.Top(): true}) && mayMatter(path)
	}
	differing, err := comparison.Differing(isWanted, func(path string) (string, bool) {
		file, err := options.Files.Read(path)
		if err != nil {
			return "", false
		}
		return file.Text, true
	})
	if err != nil {
		return nil, err
	}
	impact := &Impact{Notice: strings.ReplaceAll(comparison.Notice, "--new-from: ", "")}
	changed, texts, added := map[string]bool{}, map[string]string{}, map[string]bool{}
	for _, one := range differing {
		changed[one.Path], texts[one.Path] = true, one.Text
	}
	for _, path := range now.run.files {
		absolute := now.run.absolute(path)
		if real, err := filepath.EvalSymlinks(absolute); err == nil && mayMatter(real) && !comparison.Had(real) && isBelow(filepath.Dir(real), map[string]bool{comparison.Top(): true}) {
			added[absolute], changed[absolute] = true, true
		}
	}
	for path := range changed {
		impact.Files = append(impact.Files, now.run.shown(path))
	}
	slices.Sort(impact.Files)
	if len(changed) == 0 {
		return impact, nil
	}
	past := options
	past.Files = newFilesBefore(options.Files, options.Folder, texts, added)
	before, err := newImpactSide(past)
	if err != nil {
		return nil, err
	}
	if err := impact.compare(ctx, before, now, changed, facts); err != nil {
		return nil, err
	}
	impact.Failures = append(impact.Failures, now.run.result.Failures...)
	return impact, nil
}

// mayMatter reports whether a file can change a catalog.
func mayMatter(path string) bool {
	switch filepath.Ext(path) {
	case ".pp", ".epp", ".erb", ".yaml", ".yml", ".json", ".rb":
		return true
	}
	slashed := filepath.ToSlash(path)
	return strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/") || filepath.Base(path) == "environment.conf"
}

func newImpactSide(options Options) (*impactSide, error) {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, err
	}
	r.settings = settings
	r.findFiles()
	return &impactSide{run: r, trees: r.moduleTrees(), texts: map[graph.ID]string{}}, nil
}

// build reads the names of a side, and the texts of what it defines in changed files.
func (s *impactSide) build(ctx context.Context, changed map[string]bool, facts *types.Hash) error {
	for _, one := range s.trees {
		paths := make([]string, len(one.paths))
		for i, path := range one.paths {
			paths[i] = s.run.absolute(path)
		}
		built, err := graph.Build(ctx, one.tree, graph.Options{Paths: paths, Folder: s.run.options.Folder, TargetVersion: one.target, Workers: s.run.options.Jobs})
		if err != nil {
			return err
		}
		s.graphs = append(s.graphs, built)
		s.compilers = append(s.compilers, checker.NewCompiler(one.tree, checker.Options{TargetVersion: one.target}, facts))
		for _, node := range built.Nodes {
			for _, place := range node.Places {
				if path := source.Absolute(s.run.options.Folder, place.File.Name); changed[path] {
					s.texts[node.ID] += s.textOf(one.tree, node, place)
				}
			}
		}
	}
	return nil
}

// textOf is the code of a definition: all of the file where that cannot be told.
func (s *impactSide) textOf(tree *module.Tree, node *graph.Node, place graph.Place) string {
	if isPuppet(place.File.Name) {
		manifest := tree.Manifest(place.File.Name)
		for _, found := range manifest.Definitions {
			if found.Name == node.Name {
				return manifest.Source.Slice(manifest.Extent(found.Node))
			}
		}
	}
	if node.Kind == graph.Key {
		return valueText(tree, node.Name, place)
	}
	return place.File.Text
}

// valueText is the code of the value of a key of data.
func valueText(tree *module.Tree, key string, place graph.Place) string {
	for _, from := range tree.SourcesAt(place.File.Name) {
		for _, one := range from.Keys() {
			if one.Name == key {
				return place.File.Slice(one.Value.Span)
			}
		}
	}
	return place.File.Text
}

// compare finds what has changed, what that reaches, and how the catalogs differ.
func (i *Impact) compare(ctx context.Context, before, now *impactSide, changed map[string]bool, facts *types.Hash) error {
	var both errgroup.Group
	both.Go(func() error { return before.build(ctx, changed, facts) })
	both.Go(func() error { return now.build(ctx, changed, facts) })
	if err := both.Wait(); err != nil {
		return err
	}
	ids := map[graph.ID]bool{}
	note := func(id graph.ID, how string) {
		if !ids[id] {
			ids[id] = true
			i.Changed = append(i.Changed, ChangedDefinition{id.Kind.String(), id.Name, how})
		}
	}
	for id, text := range now.texts {
		switch old, known := before.texts[id]; {
		case !known:
			note(id, "added")
		case old != text:
			note(id, "changed")
		}
	}
	for id := range before.texts {
		if _, known := now.texts[id]; !known {
			note(id, "removed")
		}
	}
	slices.SortFunc(i.Changed, func(a, b ChangedDefinition) int { return strings.Compare(a.Kind+" "+a.Name, b.Kind+" "+b.Name) })
	reached := map[graph.ID][]string{}
	for _, side := range []*impactSide{now, before} {
		for _, built := range side.graphs {
			reach(built, ids, reached)
		}
	}
	return i.compile(reached, before, now)
}

// reach adds the classes and nodes that lead to what has changed, with the way there.
func reach(built *graph.Graph, changed map[graph.ID]bool, into map[graph.ID][]string) {
	var from []*graph.Node
	for _, node := range built.Nodes {
		if changed[node.ID] || matchesOpen(built, node, changed) {
			from = append(from, node)
		}
	}
	via := map[*graph.Node]*graph.Edge{}
	for _, step := range built.WalkBack(from, graph.Filter{}, 0) {
		via[step.Node] = step.Via
		if step.Node.Kind != graph.Class && step.Node.Kind != graph.NodeDefinition || into[step.Node.ID] != nil {
			continue
		}
		why := []string{step.Node.String()}
		for edge := step.Via; edge != nil; edge = via[edge.To] {
			why = append(why, edge.Kind.String()+" "+edge.To.String())
		}
		into[step.Node.ID] = why
	}
}

// matchesOpen reports whether a node names something of which nothing is known, that
// may be what has changed.
func matchesOpen(built *graph.Graph, node *graph.Node, changed map[graph.ID]bool) bool {
	return slices.ContainsFunc(built.Opens, func(open *graph.Open) bool {
		if open.From != node {
			return false
		}
		for id := range changed {
			if open.Matches(id) {
				return true
			}
		}
		return false
	})
}

// compile compares the catalogs of what is reached.
func (i *Impact) compile(reached map[graph.ID][]string, before, now *impactSide) error {
	var ids []graph.ID
	for id := range reached {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b graph.ID) int { return strings.Compare(a.Kind.String()+a.Name, b.Kind.String()+b.Name) })
	found := make([]*ReachedCatalog, len(ids))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for at, id := range ids {
		group.Go(func() error {
			one := &ReachedCatalog{Name: id.Name, Node: id.Kind == graph.NodeDefinition, Why: reached[id], Role: isRole(id.Name) && id.Kind == graph.Class}
			one.Difference = catalog.Compare(before.catalogOf(id), now.catalogOf(id))
			if !one.Difference.IsEmpty() || one.Difference.NotKnown {
				found[at] = one
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("catalogs: %w", err)
	}
	for _, one := range found {
		if one == nil {
			i.Unchanged++
			continue
		}
		i.Reached = append(i.Reached, *one)
	}
	rank := func(r *ReachedCatalog) int {
		switch {
		case r.Role:
			return 0
		case r.Node:
			return 1
		case !r.Difference.IsEmpty():
			return 2
		}
		return 3
	}
	slices.SortStableFunc(i.Reached, func(a, b ReachedCatalog) int { return rank(&a) - rank(&b) })
	return nil
}

// isRole reports whether a class is one of the module role or roles.
func isRole(name string) bool {
	first, _, _ := strings.Cut(name, "::")
	return first == "role" || first == "roles"
}

// catalogOf is what is known of a catalog on a side; nil where there is none.
func (s *impactSide) catalogOf(id graph.ID) *catalog.Catalog {
	for _, compiler := range s.compilers {
		var made *catalog.Catalog
		if id.Kind == graph.NodeDefinition {
			made = compiler.Node(id.Name)
		} else {
			made = compiler.Class(id.Name)
		}
		if made != nil {
			return made
		}
	}
	return nil
}
