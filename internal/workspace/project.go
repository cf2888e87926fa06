package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/checker/symbols"
	"puppet-lint/checker/typesummary"
	"puppet-lint/config"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
)

// project is a folder and everything known about its files. The data that snapshots read is
// computed on first use, guarded by the mutexes below. Everything else changes only while no
// snapshot is held.
type project struct {
	workspace *Workspace
	root      string
	kind      projectKind
	// virtual is the document of a project of kind alone, and nil for the others.
	virtual *virtual
	checks  *checks
	// files is the file system that snapshots use for the project. They share syntax trees with
	// the checks through parses.
	files  *layers
	parses *module.Parses

	mutex         sync.Mutex // guards the fields up to the blank line
	resolver      *config.Resolver
	spaces        map[string]*module.Workspace                // by their settings
	trees         map[string]*module.Tree                     // by folder
	inferring     map[string]*lazy[*infer.Types]              // by path
	typeSummaries map[string]*lazy[[]*typesummary.Definition] // by path

	indexing sync.Mutex // held while the index is completed
	index    *symbols.Index
	// indexed holds the paths of the files whose tables are in the index.
	indexed map[string]bool
	// listed is true once all files have been found. dirty holds the files whose tables are
	// missing or out of date.
	listed bool
	dirty  map[string]bool
	// installed holds the indexed files in the folder that a check skips, such as those of modules that
	// a Puppetfile installs.
	installed map[string]bool
	// whole holds, for files that now have a syntax error, the last table made without one.
	whole map[string]*symbols.Table
}

// projectKind says which files belong to a project.
type projectKind uint8

const (
	// opened is a folder that the user opened. around is the module or control repository around
	// an open file. Both have all files in the folder.
	opened projectKind = iota
	around
	// openFiles has only the open files of a folder.
	openFiles
	// alone has one virtual document.
	alone
)

// lazy is a value that is computed on first use.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func newProject(w *Workspace, root string, kind projectKind) *project {
	p := &project{
		workspace: w, root: root, kind: kind, files: &layers{w.texts, w.options.Files(root)},
		index: symbols.NewIndex(), indexed: map[string]bool{}, dirty: map[string]bool{}, whole: map[string]*symbols.Table{},
	}
	p.checks = newChecks(p)
	p.parses, p.checks.parses = module.NewParses()
	p.reset()
	return p
}

// holds reports whether a file belongs to the project.
func (p *project) holds(path string) bool {
	switch p.kind {
	case openFiles:
		return filepath.Dir(path) == p.root
	case alone:
		return path == p.virtual.path
	}
	return source.IsWithin(path, p.root)
}

// concerns reports whether the project may read a file: one of its own files, or a file of a
// module elsewhere. A virtual document concerns what the project around it reads.
func (p *project) concerns(path string) bool {
	if p.holds(path) || p.kind == alone && p.virtual.host != nil && p.virtual.host.concerns(path) {
		return true
	}
	for _, tree := range p.trees {
		if owner, _ := tree.ModuleOf(path); owner != nil {
			return true
		}
	}
	return false
}

// reset forgets all trees and settings, and marks all tables as dirty.
func (p *project) reset() {
	p.invalidateTrees()
	p.resolver = nil
	p.listed = false
	for path := range p.indexed {
		p.dirty[path] = true
	}
}

func (p *project) invalidateTrees() {
	p.spaces, p.trees, p.inferring = map[string]*module.Workspace{}, map[string]*module.Tree{}, map[string]*lazy[*infer.Types]{}
	p.typeSummaries = map[string]*lazy[[]*typesummary.Definition]{}
}

// invalidateLinks makes the file system resolve symbolic links again, because files were added,
// removed or changed.
func (p *project) invalidateLinks() {
	if confined := source.ConfinedBy(p.files); confined != nil {
		confined.Forget()
	}
}

// changed forgets what is known about a file and everything that depends on it.
func (p *project) changed(path string) {
	p.inferring, p.typeSummaries = map[string]*lazy[*infer.Types]{}, map[string]*lazy[[]*typesummary.Definition]{}
	if lint.IsSetting(filepath.Base(path)) || filepath.Base(path) == "metadata.json" {
		p.reset()
		p.dirty[path] = true
		return
	}
	p.dirty[path] = true
	_, err := p.files.Stat(path)
	if exists := err == nil; exists != p.indexed[path] {
		p.listed = false
		for _, space := range p.spaces {
			if !space.Keeps(path) {
				p.invalidateTrees()
				return
			}
		}
	}
	concerned, isKnown := map[*module.Tree]bool{}, false
	for _, tree := range p.trees {
		if _, known := concerned[tree]; !known {
			owner, _ := tree.ModuleOf(path)
			concerned[tree] = owner != nil
			isKnown = isKnown || owner != nil
		}
	}
	if tree := p.trees[filepath.Dir(path)]; tree != nil {
		concerned[tree] = true
		isKnown = true
	}
	if !isKnown && err == nil && !p.indexed[path] { // the file may be the first one of a module
		p.invalidateTrees()
		return
	}
	for tree, isConcerned := range concerned {
		if isConcerned && !tree.Renew([]string{path}) {
			p.invalidateTrees()
			return
		}
	}
}

// settings returns the settings of the files in a folder.
func (p *project) settings(folder string) (*config.Settings, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.resolver == nil {
		p.resolver = p.workspace.options.Resolver(p.files, p.root)
	}
	return p.resolver.Folder(folder)
}

// treeOf returns the module tree that the files in a folder belong to.
func (p *project) treeOf(folder string) *module.Tree {
	settings, err := p.settings(folder)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if tree := p.trees[folder]; tree != nil {
		return tree
	}
	var modulepath []string
	hieraConfig := ""
	if err == nil {
		modulepath, hieraConfig = settings.ModulePath, settings.HieraConfig
	}
	key := strings.Join(append(slices.Clone(modulepath), hieraConfig), "\x00")
	space := p.spaces[key]
	if space == nil {
		space = module.NewWorkspace(p.files, []string{p.root}, modulepath).WithGlobalHiera(hieraConfig).WithParses(p.parses).Following()
		p.spaces[key] = space
	}
	tree := space.TreeOf(folder)
	p.trees[folder] = tree
	return tree
}

// target returns the major version of Puppet that the files in a folder are written for.
func (p *project) target(folder string) int {
	settings, err := p.settings(folder)
	if err != nil {
		return config.DefaultTargetVersion
	}
	target, _ := lint.TargetVersion(p.files, settings, folder)
	return target
}

// infer returns the types of a manifest or template.
func (p *project) infer(path string) *infer.Types {
	return computeTypes(p, &p.inferring, path, func(folder string) *infer.Types {
		tree := p.treeOf(folder)
		manifest := tree.Manifests.At(path)
		if manifest.Err != nil {
			return nil
		}
		return infer.WithoutFindings(tree, manifest, checker.Options{TargetVersion: p.target(folder)})
	})
}

// suggest returns the type summaries of the definitions in a manifest.
func (p *project) suggest(path string, manifest *module.Manifest) []*typesummary.Definition {
	return computeTypes(p, &p.typeSummaries, path, func(folder string) []*typesummary.Definition {
		options := checker.Options{Paths: p.usersOf(path, manifest), TargetVersion: p.target(folder)}
		for _, found := range typesummary.New(p.treeOf(folder), options).Manifests {
			if found.Manifest == manifest {
				return found.Definitions
			}
		}
		return nil
	})
}

// computeTypes returns the result for the file at path, which compute computes on first use, given
// the folder of the file. The mutex guards results. A panic is logged, and the result is the zero
// value.
func computeTypes[T any](p *project, results *map[string]*lazy[T], path string, compute func(folder string) T) T {
	p.mutex.Lock()
	one := (*results)[path]
	if one == nil {
		one = &lazy[T]{}
		(*results)[path] = one
	}
	p.mutex.Unlock()
	one.once.Do(func() {
		defer func() {
			if cause := recover(); cause != nil {
				p.workspace.options.Log("internal error in the types of %s: %v", path, cause)
			}
		}()
		one.value = compute(filepath.Dir(path))
	})
	return one.value
}

// usersOf returns the path of a manifest and those of the manifests and templates that use its
// definitions, sorted.
func (p *project) usersOf(path string, manifest *module.Manifest) []string {
	paths := map[string]bool{path: true}
	for _, definition := range manifest.Definitions {
		for _, kind := range []symbols.Kind{symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan} {
			for _, use := range p.index.References(symbols.Symbol{Kind: kind, Name: definition.Name}) {
				if extension := filepath.Ext(use.Table.Path); extension == ".pp" || extension == ".epp" {
					paths[use.Table.Path] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// batch is the number of tables after which complete checks whether the caller has given up.
const batch = 64

// complete adds the missing tables to the index. If ctx is cancelled it returns early with the
// context's error; the tables added so far remain.
func (p *project) complete(ctx context.Context) error {
	if p.kind == alone && p.virtual.host != nil {
		return p.completeVirtual(ctx)
	}
	p.indexing.Lock()
	defer p.indexing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if !p.listed {
		p.list()
	}
	for paths := range slices.Chunk(slices.Sorted(maps.Keys(p.dirty)), batch) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.completeSome(ctx, paths); err != nil {
			return err
		}
	}
	return nil
}

// completeSome adds the tables of some files to the index.
func (p *project) completeSome(ctx context.Context, paths []string) error {
	tables := make([]*symbols.Table, len(paths))
	if err := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(paths), func(i int) { tables[i] = p.table(paths[i]) }); err != nil {
		return err
	}
	for i, path := range paths {
		delete(p.dirty, path)
		before := p.index.Table(path)
		if tables[i] == nil {
			p.index.Remove(path)
			delete(p.indexed, path)
			delete(p.whole, path)
			continue
		}
		p.indexed[path] = true
		switch {
		case !tables[i].Broken:
			delete(p.whole, path)
		case before != nil && !before.Broken:
			p.whole[path] = before
		}
		p.index.Set(tables[i])
	}
	return nil
}

// list finds the files of the project and of the modules elsewhere that it uses.
func (p *project) list() {
	p.listed = true
	found, checked := map[string]bool{}, map[string]bool{}
	for path := range p.files.byPath {
		if p.holds(path) {
			found[path] = true
		}
	}
	isWhole := p.kind == opened || p.kind == around
	if isWhole {
		p.settings(p.root)
		files, _ := lint.FilesIn(lint.Options{Files: p.files, Folder: p.root, Paths: []string{p.root}, Resolver: p.resolver})
		for _, path := range files {
			found[path], checked[path] = true, true
		}
	}
	folders := map[string]bool{}
	for path := range found {
		folders[filepath.Dir(path)] = true
	}
	ofModules, seen := map[string]bool{}, map[*module.Tree]bool{}
	for folder := range folders {
		tree := p.treeOf(folder)
		if seen[tree] {
			continue
		}
		seen[tree] = true
		for _, owner := range tree.Modules {
			if isWhole || !source.IsWithin(owner.Folder, p.root) {
				for _, folder := range []string{"manifests", "functions", "types", "plans"} {
					p.addBelow(ofModules, owner.Path(folder), ".pp")
				}
			}
			p.addBelow(found, owner.Path("lib"), ".rb")
		}
	}
	p.installed = map[string]bool{}
	for path := range ofModules {
		if isWhole && !checked[path] && p.holds(path) {
			p.installed[path] = true
		}
		found[path] = true
	}
	for path := range found {
		if !p.indexed[path] {
			p.dirty[path] = true
		}
	}
	for path := range p.indexed {
		if !found[path] {
			p.dirty[path] = true // removed, or no longer a file of the project
		}
	}
}

// isInstalled reports whether a file in the folder belongs to a module that a check skips.
func (p *project) isInstalled(path string) bool {
	p.indexing.Lock()
	defer p.indexing.Unlock()
	return p.installed[path]
}

func (p *project) addBelow(found map[string]bool, folder, extension string) {
	entries, err := p.files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		switch path := filepath.Join(folder, entry.Name()); {
		case entry.IsDir():
			p.addBelow(found, path, extension)
		case filepath.Ext(path) == extension:
			found[path] = true
		}
	}
}

// table returns the table of a file, or nil if the file is gone or has no names for others.
func (p *project) table(path string) (made *symbols.Table) {
	defer func() {
		if cause := recover(); cause != nil {
			p.workspace.options.Log("internal error in the names of %s: %v", path, cause)
			made = nil
		}
	}()
	table, _ := symbols.OfFile(p.treeOf(filepath.Dir(path)), path, nil)
	return table
}

// lintOptions returns the options of a run over the project.
func (p *project) lintOptions(files source.FileSystem, paths []string) lint.Options {
	options := lint.Options{
		Files: files, Folder: p.root, Paths: paths, KeepBaseline: true,
		Resolver: p.workspace.options.Resolver(files, p.root),
	}
	if p.kind == alone {
		options.Nameless = p.virtual.path
	}
	return options
}
