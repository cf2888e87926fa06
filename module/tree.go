package module

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
	"puppet-lint/module/known"
)

// Tree is a modulepath with its modules, and the control repository around them, if there is
// one. Its parts answer queries about the contents of files. Each part reads the files that it
// needs on first use.
type Tree struct {
	// Files is the file system that contains everything.
	Files source.FileSystem
	// Environment is the folder of the control repository, or "".
	Environment string
	// InitialPath is the folder or file of the environment's initial manifests, or "".
	InitialPath string
	// Modulepath lists the folders that contain modules, in order of precedence.
	Modulepath []string
	// Modules are the modules, one for each name, sorted by name.
	Modules []*Module

	// Manifests are the manifests and EPP templates, with their definitions.
	Manifests *Manifests
	// Plugins is the Ruby code of the modules.
	Plugins *Plugins
	// Documents are the data files, hierarchies and ERB templates.
	Documents *Documents
	// Facts are the external facts.
	Facts *Facts
	// Names are the indexes of the names that the files mention.
	Names *NameIndexes

	// single is the module that lies outside every modulepath, or nil.
	single *Module
	// project is the module that a Bolt project itself forms, or nil.
	project *Module
	// current is the absolute path of the current folder. It is kept because asking the system
	// for each path takes long.
	current  string
	byName   map[string]*Module
	byFolder map[string]*Module // by absolute path
	// shadowed holds the folders of further modules with the name of a module of the tree.
	shadowed map[string][]string

	missing      *missing
	completeness *completeness
	surroundings *surroundings
	untracked    *untracked
	folders      *folders

	inputs *inputs
}

// NewTree returns a tree of the modules in the folders of modulepath, and nothing else. A
// closed tree holds everything that its code may name.
func NewTree(files source.FileSystem, modulepath []string, closed bool) *Tree {
	tree := newTree(files, layout{modulepath: modulepath, open: !closed})
	tree.completeness.closed = closed
	return tree
}

func newTree(files source.FileSystem, found layout) *Tree {
	tree := &Tree{
		Files: files, Environment: found.environment, InitialPath: found.manifests, Modulepath: found.modulepath,
		current: absolute("."), byName: map[string]*Module{}, byFolder: map[string]*Module{}, shadowed: map[string][]string{},
	}
	database := incremental.NewOnce()
	if found.follows {
		database = incremental.New()
	}
	tree.inputs = newInputs(tree, database)
	tree.Manifests = newManifests(tree, found.parses)
	tree.Plugins = newPlugins(tree)
	tree.Documents = newDocuments(tree, found.globalHiera)
	tree.Facts = newFacts(tree)
	tree.Names = newNameIndexes(tree)
	tree.missing = &missing{tree: tree, absent: map[string]bool{}, empty: map[string]bool{}, overrides: found.overrides}
	tree.completeness = newCompleteness(tree, found.open)
	tree.surroundings = newSurroundings(tree)
	tree.untracked = newUntracked(tree)
	tree.folders = newFolders(tree)
	if found.single != "" {
		tree.addSingle(found.single)
	}
	if found.environment != "" {
		tree.addProject(found.environment)
	}
	for _, folder := range found.modulepath {
		tree.addFolder(folder)
	}
	for _, folder := range found.beside {
		tree.addBeside(folder)
	}
	slices.SortFunc(tree.Modules, func(a, b *Module) int { return cmp.Compare(a.Name, b.Name) })
	for _, folder := range []string{found.environment, found.around} {
		if folder != "" {
			tree.missing.readPuppetfileIn(folder)
		}
	}
	return tree
}

// addFolder adds the modules in a folder of the modulepath. The folders that come first on the
// modulepath must be added first.
func (t *Tree) addFolder(folder string) {
	entries, err := t.Files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name, path := entry.Name(), filepath.Join(folder, entry.Name())
		switch {
		case !validModuleName(name):
		case t.byName[name] != nil:
			t.addShadowed(name, path)
		case !entry.IsDir() && !isFolder(t.Files, path): // a link to a folder counts as a folder
			if _, err := t.Files.Stat(path); errors.Is(err, source.ErrOutside) {
				t.missing.absent[name] = true // the module exists, but may not be read
			}
		case isEmptyFolder(t.Files, path):
			t.missing.absent[name], t.missing.empty[absolute(path)] = true, true
		case t.missing.isReplaced(name, path):
			t.missing.replaced = append(t.missing.replaced, name)
		default:
			t.addModule(name, path)
		}
	}
}

// ModuleOf returns the module that contains the file at path, or nil, and the path relative to
// the module's folder, with slashes.
func (t *Tree) ModuleOf(path string) (*Module, string) {
	clean := t.absolute(path)
	if known.IsKnown(clean) {
		return t.missing.moduleOf(clean)
	}
	for folder := clean; ; {
		parent := parentOfClean(folder)
		if parent == folder {
			return nil, ""
		}
		folder = parent
		if module := t.byFolder[folder]; module != nil {
			relative := filepath.ToSlash(strings.TrimPrefix(clean[len(folder):], string(filepath.Separator)))
			if module == t.project && !t.isOfProject(clean, relative) {
				return nil, ""
			}
			return module, relative
		}
	}
}

// IsInitial reports whether the manifest at path is one of those that Puppet reads in full
// before anything else.
func (t *Tree) IsInitial(path string) bool {
	return t.InitialPath != "" && filepath.Ext(path) == ".pp" && source.IsWithin(t.absolute(path), t.absolute(t.InitialPath))
}

// AutoloadPath returns the location of the manifest at path for autoloading: the name of the module's
// folder and the path in it, with slashes. Both are empty for a file without rules of location:
// an initial manifest, or one outside modules.
func (t *Tree) AutoloadPath(path string) (module, relative string) {
	if filepath.Ext(path) != ".pp" || t.IsInitial(path) {
		return "", ""
	}
	found, relative := t.ModuleOf(path)
	if found == nil || t.vagrantsOwn(found, relative) || t.surroundings.isAppliedByPath(found, relative) {
		return "", ""
	}
	return found.Name, relative
}

// absolute returns the absolute path of a path that is relative to the current folder.
func (t *Tree) absolute(path string) string { return source.Absolute(t.current, path) }
