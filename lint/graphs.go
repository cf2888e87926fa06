package lint

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/graph"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Graphs are the graphs of the trees that the paths of options belong to. They are built one
// after the other.
type Graphs struct {
	Failures []Failure
	// Vendored is the number of modules that Unused does not search, unless it is told to.
	Vendored int

	run   *run
	trees []*moduleTree
	// own holds the absolute paths of the files that a check of the same paths examines.
	// folders holds the named folders.
	own     map[string]bool
	folders []string
	// kept caches by folder whether its files count: false if the folder is excluded or holds
	// an installed module.
	kept map[string]bool
}

// NewGraphs finds the trees that the paths of options belong to. It finds the files as a check
// does. It uses the options Files, Folder, Paths, Resolver and Jobs. The error describes a
// mistake in the configuration.
func NewGraphs(options Options) (*Graphs, error) {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, err
	}
	r.settings = settings
	r.findFiles()
	found := &Graphs{run: r, trees: wholeTrees(r.moduleTrees(nil)), own: map[string]bool{}, kept: map[string]bool{}}
	for _, one := range found.trees {
		for _, path := range one.paths {
			found.own[r.absolute(path)] = true
		}
	}
	for _, path := range r.options.pathsOrFolder() {
		if info, err := r.options.Files.Stat(path); err == nil && info.IsDir() {
			found.folders = append(found.folders, r.absolute(path))
		}
	}
	found.addTreesOfFolders()
	found.Failures = r.result.Failures
	return found, nil
}

// addTreesOfFolders adds the trees of the given folders of which no file is read by itself, such as
// those with the files that a module serves.
func (g *Graphs) addTreesOfFolders() {
	for _, folder := range g.folders {
		context, err := g.run.context(filepath.Join(folder, "any"))
		if err != nil || slices.ContainsFunc(g.trees, func(one *moduleTree) bool { return one.tree == context.modules }) {
			continue
		}
		if owner, _ := context.modules.ModuleOf(context.absolute); owner != nil {
			g.trees = append(g.trees, &moduleTree{tree: context.modules, target: context.target})
		}
	}
}

// Each builds the graph of each tree, calls visit with it and forgets the tree before it builds
// the next one. If visit keeps no reference to a graph or its tree, many trees need no more
// memory than one. Each may be called once. Its error is that of the context.
func (g *Graphs) Each(ctx context.Context, visit func(built *graph.Graph)) error {
	return g.each(ctx, nil, visit)
}

// each is Each with a function beside, which it calls with the paths of each tree's files
// unless it is nil. beside runs while the graph is built and visited, because that alone does
// not keep two cores busy.
func (g *Graphs) each(ctx context.Context, beside func(ctx context.Context, paths []string), visit func(built *graph.Graph)) error {
	for i, one := range g.trees {
		if i > 0 {
			collectFirst()
		}
		wait := func() {}
		if beside != nil {
			wait = g.run.aside(func() { beside(ctx, one.paths) })
		}
		built, err := g.run.graphOf(ctx, one)
		if err == nil {
			visit(built)
		}
		if wait(); err != nil {
			return err
		}
		g.trees[i] = nil
		g.run.forget(one.tree)
	}
	return nil
}

// aside runs work in parallel with the caller, unless the user allows only one job. The caller
// must call wait before it uses the results of work.
func (r *run) aside(work func()) (wait func()) {
	if r.options.Jobs == 1 {
		work()
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	return func() { <-done }
}

// graphOf builds the graph of a tree.
func (r *run) graphOf(ctx context.Context, one *moduleTree) (*graph.Graph, error) {
	paths := make([]string, len(one.paths))
	for i, path := range one.paths {
		paths[i] = r.absolute(path)
	}
	return graph.Build(ctx, one.tree, graph.Options{
		Paths: paths, Folder: r.options.Folder, TargetVersion: one.target, Workers: r.options.Jobs,
		Progress: r.options.Progress,
	})
}

// IsOwn reports whether the run is about the file at a path. A file that a check would examine
// must be one of those examined. Any other file must lie in a named folder, and must not be
// excluded or belong to a module that a Puppetfile installs.
func (g *Graphs) IsOwn(path string) bool {
	absolute := g.run.absolute(path)
	if g.own[absolute] {
		return true
	}
	isServed := strings.Contains(filepath.ToSlash(absolute), "/files/") // such a file may have any name
	if isPuppet(absolute) || module.IsDocumentName(absolute) && filepath.Ext(absolute) != ".json" && !isServed {
		return false // if it were wanted, the check would have found it
	}
	if !slices.ContainsFunc(g.folders, func(folder string) bool { return isBelow(filepath.Dir(absolute), map[string]bool{folder: true}) }) {
		return false
	}
	settings, err := g.run.options.Resolver.Folder(filepath.Dir(absolute))
	return err == nil && !settings.Excluded(absolute, false) && g.isKept(filepath.Dir(absolute), settings)
}

// isKept reports whether neither the folder nor an enclosing one, up to the named folders, is
// excluded or holds an installed module.
func (g *Graphs) isKept(folder string, settings *config.Settings) bool {
	if known, isKnown := g.kept[folder]; isKnown {
		return known
	}
	finder := &finder{fs: g.run.options.Files, folder: g.run.options.Folder, resolver: g.run.options.Resolver}
	kept := !settings.Excluded(folder, true) && !(settings.SkipsInstalled() && finder.isInstalledAbove(folder))
	if above := filepath.Dir(folder); kept && above != folder && !slices.Contains(g.folders, folder) {
		kept = g.isKept(above, settings)
	}
	g.kept[folder] = kept
	return kept
}

// Shown returns a path as the user would write it.
func (g *Graphs) Shown(path string) string {
	return g.run.shown(source.Absolute(g.run.options.Folder, path))
}
