package module

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/hiera"
	"puppet-lint/module/known"
	"puppet-lint/source"
)

// Tree is a modulepath with the modules on it, and the control repository
// around them, if there is one.
type Tree struct {
	// Files is where everything is read from.
	Files source.FileSystem
	// Environment is the folder of the control repository, or empty.
	Environment string
	// Manifests is the folder or file of the environment's initial manifests,
	// or empty.
	Manifests string
	// Modulepath are the folders that hold modules, first choice first.
	Modulepath []string
	// Modules are the modules, one a name, sorted by name.
	Modules []*Module

	// single is the module that lies outside every modulepath, or nil.
	single *Module
	// project is the module that a project of Bolt's itself is, or nil.
	project  *Module
	byName   map[string]*Module
	byFolder map[string]*Module // by absolute path
	// absent are modules that a Puppetfile, .fixtures.yml or an empty folder names and
	// that are not there.
	absent map[string]bool
	// empty are the folders, by absolute path, in which there should be a module: that
	// of a submodule of Git which has not been fetched.
	empty map[string]bool
	// listed are the modules that a Puppetfile or .fixtures.yml names.
	listed []puppetfile.Module
	// known are the modules that are not there and known all the same; nil where
	// that is not wanted.
	known *knownModules
	// world is what stands in the place of what is there; replaced are the names of the
	// modules that are there and that others stand for.
	world    World
	replaced []string
	// open says that there may be more modules than can be seen.
	open bool
	// closed says that nothing else exists, whatever metadata say.
	closed bool

	plugins func() *pluginIndex
	// externalWords are the words of all files of external facts.
	externalWords func() map[string]bool
	initial       func() []*Manifest
	// incomplete says by module whether it names a module that is not there.
	incomplete cache[bool]
	absentIn   cache[bool] // the same by the path of a manifest
	closedness cache[bool] // IsClosed by module
	manifests  cache[*Manifest]
	types      cache[*ResourceType]   // by name
	listings   cache[map[string]bool] // names in folders
	below      cache[[]string]        // paths of the files below folders
	words      cache[*wordFilter]     // by the path of a manifest, as below has it
	// belowNames and wordNames are the keys of below and words; read are the manifests
	// that were read last.
	belowNames  keptNames
	wordNames   keptNames
	read        readLog
	ruby        cache[*ruby.Declarations]
	documents   cache[*document.Document]
	templates   cache[*erb.Template]
	hiera       func() *hiera.Config
	global      func() *hiera.Config
	sources     func() map[string][]*hiera.Source // by absolute path
	others      func() map[string]bool            // see ReadOtherwise
	lax         func() bool                       // see LacksStrictVariables
	nameIndexes cache[*NameIndex]                 // by folder
	// attributes holds the one set of attributes that are mentioned anywhere.
	attributes    cache[map[string]bool]
	strings       cache[[]string] // of Ruby files, by folder
	added         cache[*additions]
	invalidations []*invalidation // see Generation
	// sameRuby describes Ruby files whether they say what they said (SaysTheSame).
	sameRuby map[string]bool
}

// Module is one module.
type Module struct {
	// Name is the name that its things begin with.
	Name string
	// Folder is where it lies.
	Folder string
	// Known is what is known of a module that is not there; nil for one on disk.
	Known *known.View

	metadata func() *Metadata
	hiera    func() *hiera.Config
}

// Metadata is what metadata.json says, or nil when there is none. It is read
// when it is first asked for.
func (m *Module) Metadata() *Metadata { return m.metadata() }

// Path is the path of a file of the module, given relative to its folder with
// slashes. It lies in the module, whatever code has named: ".." leads no further up.
func (m *Module) Path(relative string) string {
	root := string(filepath.Separator)
	return filepath.Join(m.Folder, filepath.Clean(root+filepath.FromSlash(relative)))
}

// NewTree is a tree of the modules in the folders of modulepath and nothing
// else. A closed tree is taken to hold everything that its code may name.
func NewTree(files source.FileSystem, modulepath []string, closed bool) *Tree {
	tree := newTree(files, layout{modulepath: modulepath, open: !closed})
	tree.closed = closed
	return tree
}

func newTree(files source.FileSystem, found layout) *Tree {
	tree := &Tree{
		Files: files, Environment: found.environment, Manifests: found.manifests, Modulepath: found.modulepath,
		byName: map[string]*Module{}, byFolder: map[string]*Module{}, absent: map[string]bool{}, empty: map[string]bool{}, open: found.open, sameRuby: map[string]bool{},
		world: found.world,
	}
	tree.plugins = sync.OnceValue(tree.listPlugins)
	tree.externalWords = sync.OnceValue(tree.listExternalWords)
	tree.initial = sync.OnceValue(tree.readInitial)
	tree.hiera = sync.OnceValue(func() *hiera.Config { return tree.readHiera(found.environment, "") })
	tree.global = sync.OnceValue(func() *hiera.Config {
		if found.globalHiera == "" {
			return nil
		}
		return hiera.ReadGlobal(hiera.Loader{Files: files, Document: tree.Document}, found.globalHiera)
	})
	tree.sources = sync.OnceValue(tree.indexSources)
	tree.others = sync.OnceValue(tree.indexOthers)
	tree.lax = sync.OnceValue(tree.readStrictVariables)
	if found.single != "" {
		tree.addSingle(found.single)
	}
	if found.environment != "" {
		tree.addProject(found.environment)
	}
	for _, folder := range found.modulepath {
		entries, err := files.ReadDir(folder)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			path := filepath.Join(folder, entry.Name())
			if !validModuleName(entry.Name()) || tree.byName[entry.Name()] != nil {
				continue
			}
			switch {
			case !entry.IsDir() && !isFolder(files, path): // a link to a folder counts
				if _, err := files.Stat(path); errors.Is(err, source.ErrOutside) {
					tree.absent[entry.Name()] = true // it is there, for whoever may see it
				}
			case isEmptyFolder(files, path):
				tree.absent[entry.Name()], tree.empty[absolute(path)] = true, true
			case tree.isReplaced(entry.Name(), path):
				tree.replaced = append(tree.replaced, entry.Name())
			default:
				tree.addModule(entry.Name(), path)
			}
		}
	}
	slices.SortFunc(tree.Modules, func(a, b *Module) int { return cmp.Compare(a.Name, b.Name) })
	for _, folder := range []string{found.environment, found.around} {
		if folder != "" {
			tree.readPuppetfile(filepath.Join(folder, Puppetfile))
		}
	}
	return tree
}

func (t *Tree) newModule(name, folder string) *Module {
	module := &Module{Name: name, Folder: folder}
	module.metadata = sync.OnceValue(func() *Metadata {
		return t.world.requires(readMetadata(t.Files, filepath.Join(folder, "metadata.json")))
	})
	module.hiera = sync.OnceValue(func() *hiera.Config { return t.readHiera(folder, name) })
	return module
}

func (t *Tree) addModule(name, folder string) *Module {
	module := t.newModule(name, folder)
	t.byName[name] = module
	t.byFolder[absolute(folder)] = module
	t.Modules = append(t.Modules, module)
	return module
}

// addSingle adds a module that lies outside every modulepath, as a developer's
// checkout does.
func (t *Tree) addSingle(folder string) {
	t.single = t.addModule(t.singleName(folder, readMetadata(t.Files, filepath.Join(folder, "metadata.json"))), folder)
	fixtures := filepath.Join(folder, ".fixtures.yml")
	if file, err := t.Files.Read(fixtures); err == nil {
		t.addListed(puppetfile.ReadFixtures(file).Modules)
	}
}

// singleName is the name of a module outside every modulepath: that of its
// metadata, else the one under which its code defines things, for the folder's may
// be anything.
func (t *Tree) singleName(folder string, metadata *Metadata) string {
	if metadata != nil && metadata.Name != "" {
		return metadata.Name
	}
	if name := t.definedNamespace(filepath.Join(folder, "manifests")); name != "" {
		return name
	}
	name := filepath.Base(absolute(folder))
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '-')+1:], ".", "_")
}

// definedNamespace is the first segment of the first name that a manifest in
// folder defines, init.pp before others; empty if there is none.
func (t *Tree) definedNamespace(folder string) string {
	entries, err := t.Files.ReadDir(folder)
	if err != nil {
		return ""
	}
	manifests := []string{"init.pp"}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".pp") && entry.Name() != "init.pp" {
			manifests = append(manifests, entry.Name())
		}
	}
	for _, manifest := range manifests {
		file, err := t.Files.Read(filepath.Join(folder, manifest))
		if err != nil {
			continue
		}
		if definitions := newManifest(file, nil, filepath.Base(folder) == "plans").Definitions; len(definitions) > 0 {
			name, _, _ := strings.Cut(definitions[0].Name, "::")
			return name
		}
	}
	return ""
}

func (t *Tree) readPuppetfile(path string) {
	file, err := t.Files.Read(path)
	if err != nil {
		return
	}
	list := puppetfile.Read(file)
	t.open = t.open || list.Open
	t.addListed(list.Modules)
}

func (t *Tree) addListed(modules []puppetfile.Module) {
	t.listed = append(t.listed, modules...)
	for _, module := range modules {
		t.absent[module.Name] = true
	}
}

// Module is the module called name, or nil: one that is there, else a known one.
func (t *Tree) Module(name string) *Module {
	if module := t.byName[name]; module != nil {
		return module
	}
	return t.fromIndex(name)
}

// Closed reports whether the tree was made to be all that exists.
func (t *Tree) Closed() bool { return t.closed }

// ModuleOf is the module that the file at path lies in, or nil, and the path
// relative to the module's folder, with slashes.
func (t *Tree) ModuleOf(path string) (*Module, string) {
	clean := absolute(path)
	if known.IsKnown(clean) {
		return t.knownModuleOf(clean)
	}
	for folder := filepath.Dir(clean); ; folder = filepath.Dir(folder) {
		if module := t.byFolder[folder]; module != nil {
			relative := filepath.ToSlash(strings.TrimPrefix(clean[len(folder):], string(filepath.Separator)))
			if module == t.project && !t.isOfProject(clean, relative) {
				return nil, ""
			}
			return module, relative
		}
		if folder == filepath.Dir(folder) {
			return nil, ""
		}
	}
}

// IsInitial reports whether the manifest at path is one of those that Puppet reads
// whole before anything else.
func (t *Tree) IsInitial(path string) bool {
	return t.Manifests != "" && filepath.Ext(path) == ".pp" && isWithin(absolute(path), absolute(t.Manifests))
}

// Place is where the manifest at path lies as autoloading judges it: the name
// of the module's folder and the path within it, with slashes. Both are empty
// for a file that no location rule concerns: the initial manifests, and what
// lies in no module.
func (t *Tree) Place(path string) (module, relative string) {
	if filepath.Ext(path) != ".pp" || t.IsInitial(path) {
		return "", ""
	}
	found, relative := t.ModuleOf(path)
	if found == nil {
		return "", ""
	}
	return found.Name, relative
}

func isFolder(files source.FileSystem, path string) bool {
	info, err := files.Stat(path)
	return err == nil && info.IsDir()
}

// isEmptyFolder reports whether there is nothing in a folder.
func isEmptyFolder(files source.FileSystem, path string) bool {
	entries, err := files.ReadDir(path)
	return err == nil && len(entries) == 0
}
