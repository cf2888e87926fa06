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
	"puppet-lint/internal/glob"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module/known"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Tree is a modulepath with its modules, and the control repository around them, if there is
// one.
type Tree struct {
	// Files is the file system that contains everything.
	Files source.FileSystem
	// Environment is the folder of the control repository, or "".
	Environment string
	// Manifests is the folder or file of the environment's initial manifests, or "".
	Manifests string
	// Modulepath lists the folders that contain modules, in order of precedence.
	Modulepath []string
	// Modules are the modules, one for each name, sorted by name.
	Modules []*Module

	// single is the module that lies outside every modulepath, or nil.
	single *Module
	// project is the module that a Bolt project itself forms, or nil.
	project  *Module
	byName   map[string]*Module
	byFolder map[string]*Module // by absolute path
	// absent holds the missing modules that a Puppetfile, a .fixtures.yml or an empty folder
	// names.
	absent map[string]bool
	// empty holds the absolute paths of empty module folders, which are Git submodules that
	// were not fetched.
	empty map[string]bool
	// listed are the modules that a Puppetfile or .fixtures.yml names.
	listed []puppetfile.Module
	// known holds the known modules that replace missing ones; nil if known modules are not
	// used.
	known *knownModules
	// world overrides versions of modules. replaced are the names of the existing modules that
	// it replaces.
	world    World
	replaced []string
	// open is set if there may be modules that cannot be seen.
	open bool
	// closed is set if nothing else exists, whatever metadata name.
	closed bool

	plugins func() *pluginIndex
	// pluginPaths holds the absolute paths in the first plugin index, corrected for each file
	// that Renew was told of. A later index may lack a file that Renew is yet to be told of.
	pluginPaths map[string]bool
	// externalWords returns the words of all external fact files.
	externalWords func() map[string]bool
	onHosts       func() []string // see FunctionsOnHosts
	factsWritten  cache[*writtenFacts]
	// applied holds the manifests that scripts apply, by the folder of the scripts.
	applied cache[[]string]
	// keptOutside holds the patterns of what git does not track, by the folder.
	keptOutside cache[glob.List]
	// interpolated returns the variables that hierarchies interpolate.
	interpolated func() map[string]bool
	classifier   func() bool // see HasClassifier
	initial      func() []*Manifest
	alternatives func() bool // haveAlternatives
	// incomplete tells for each module whether it names a missing module.
	incomplete cache[bool]
	absentIn   cache[bool] // the same by the path of a manifest
	closedness cache[bool] // IsClosed by module
	manifests  cache[*Manifest]
	types      cache[*ResourceType]   // by name
	listings   cache[map[string]bool] // names in folders
	below      cache[[]string]        // paths of the files below folders
	// words, manifestsOf and broken answer for a whole module, by its name: which manifests
	// may contain a word, ManifestsOf, and IsBroken.
	words cache[*moduleWords]
	// wordsOfExamples holds the words of the examples and tests of modules.
	wordsOfExamples cache[*moduleWords]
	manifestsOf     cache[[]*Manifest]
	definitionsOf   cache[*moduleDefinitions] // of the same manifests
	broken          cache[bool]
	// elsewhere holds the answers of IsDefinedElsewhere, by kind and name.
	elsewhere cache[bool]
	// belowNames holds the keys of below. read lists the most recently read manifests.
	belowNames  keptNames
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
	// attributes holds one value: all attributes mentioned anywhere; roots one, too: the
	// modules that ModulesNaming returns.
	attributes    cache[map[string]bool]
	roots         cache[map[string][]*Module]
	strings       cache[[]string] // of Ruby files, by folder
	added         cache[*additions]
	invalidations []*invalidation // see Generation
	// sameRuby holds the answers of DeclaresSame.
	sameRuby map[string]bool
	parses   *Parses
	// shadowed holds the folders of further modules with the name of a module of the tree.
	shadowed map[string][]string
}

// Module is a module.
type Module struct {
	// Name is the namespace of its definitions.
	Name string
	// Folder is the path of its folder.
	Folder string
	// Known is the known interface of a missing module; nil for a module on disk.
	Known *known.View

	metadata func() *Metadata
	hiera    func() *hiera.Config
}

// Metadata returns the module's metadata.json, or nil if there is none. It reads the file on
// first use.
func (m *Module) Metadata() *Metadata { return m.metadata() }

// Path returns the path of a file of the module, given relative to its folder with slashes. The
// result always lies in the module: ".." does not lead out of it.
func (m *Module) Path(relative string) string {
	root := string(filepath.Separator)
	return filepath.Join(m.Folder, filepath.Clean(root+filepath.FromSlash(relative)))
}

// NewTree returns a tree of the modules in the folders of modulepath, and nothing else. A
// closed tree holds everything that its code may name.
func NewTree(files source.FileSystem, modulepath []string, closed bool) *Tree {
	tree := newTree(files, layout{modulepath: modulepath, open: !closed})
	tree.closed = closed
	return tree
}

func newTree(files source.FileSystem, found layout) *Tree {
	tree := &Tree{
		Files: files, Environment: found.environment, Manifests: found.manifests, Modulepath: found.modulepath,
		byName: map[string]*Module{}, byFolder: map[string]*Module{}, absent: map[string]bool{}, empty: map[string]bool{}, open: found.open, sameRuby: map[string]bool{},
		world: found.world, parses: found.parses,
	}
	tree.plugins = sync.OnceValue(tree.listPlugins)
	tree.externalWords = sync.OnceValue(tree.listExternalWords)
	tree.onHosts = sync.OnceValue(tree.listFunctionsOnHosts)
	tree.interpolated = sync.OnceValue(tree.listInterpolated)
	tree.classifier = sync.OnceValue(tree.findClassifier)
	tree.initial = sync.OnceValue(tree.readInitial)
	tree.alternatives = sync.OnceValue(tree.haveAlternatives)
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
			if !validModuleName(entry.Name()) {
				continue
			}
			if tree.byName[entry.Name()] != nil {
				tree.addShadowed(entry.Name(), path)
				continue
			}
			switch {
			case !entry.IsDir() && !isFolder(files, path): // a link to a folder counts
				if _, err := files.Stat(path); errors.Is(err, source.ErrOutside) {
					tree.absent[entry.Name()] = true // it exists, but cannot be read here
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
	for _, folder := range found.beside {
		tree.addBeside(folder)
	}
	slices.SortFunc(tree.Modules, func(a, b *Module) int { return cmp.Compare(a.Name, b.Name) })
	for _, folder := range []string{found.environment, found.around} {
		if folder != "" {
			tree.readPuppetfileIn(folder)
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

// addSingle adds a module that lies outside every modulepath, such as a developer's checkout.
func (t *Tree) addSingle(folder string) {
	t.single = t.addModule(t.singleName(folder, readMetadata(t.Files, filepath.Join(folder, "metadata.json"))), folder)
	fixtures := filepath.Join(folder, ".fixtures.yml")
	if file, err := t.Files.Read(fixtures); err == nil {
		t.addListed(puppetfile.ReadFixtures(file).Modules)
	}
}

// singleName returns the name of a module outside every modulepath: that in its metadata, unless
// all of its definitions have another, else the namespace of the first of them. The name of the
// folder may be anything.
func (t *Tree) singleName(folder string, metadata *Metadata) string {
	if metadata != nil && metadata.Name != "" && !t.definesOnlyOthers(folder, metadata.Name) {
		return metadata.Name
	}
	if name := t.definedNamespace(filepath.Join(folder, "manifests")); name != "" {
		return name
	}
	if metadata != nil && metadata.Name != "" {
		return metadata.Name
	}
	name := filepath.Base(absolute(folder))
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '-')+1:], ".", "_")
}

// definesOnlyOthers reports whether the manifests of a folder define several things, and nothing
// in the namespace called name. A repository is often called otherwise than the module in it,
// which gets its name when it is installed.
func (t *Tree) definesOnlyOthers(folder, name string) bool {
	count := 0
	for _, path := range t.listBelow(nil, filepath.Join(folder, "manifests")) {
		if !strings.HasSuffix(path, ".pp") {
			continue
		}
		file, err := t.Files.Read(path)
		if err != nil {
			continue
		}
		for _, match := range definedName.FindAllStringSubmatch(file.Text, -1) {
			if strings.EqualFold(match[1], name) {
				return false
			}
			count++
		}
	}
	return count > 1
}

var definedName = lazyregexp.New(`(?m)^[ \t]*(?:class|define)[ \t]+(?:::)?([\w-]+)`)

// definedNamespace returns the namespace that the manifests in folder define: the name of the
// folder around it if init.pp defines something so called, else that of the first class in
// init.pp, else that of the first definition; "" if there is none.
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
	around := filepath.Base(filepath.Dir(absolute(folder)))
	for i, manifest := range manifests {
		file, err := t.Files.Read(filepath.Join(folder, manifest))
		if err != nil {
			continue
		}
		first, firstClass := "", ""
		for _, definition := range newManifest(file, nil, filepath.Base(folder) == "plans", nil).Definitions {
			name, _, _ := strings.Cut(definition.Name, "::")
			if i == 0 && strings.EqualFold(name, around) {
				return name
			}
			first = cmp.Or(first, name)
			if _, isClass := definition.Node.(*syntax.HostClassDefinition); isClass && i == 0 {
				firstClass = cmp.Or(firstClass, name)
			}
		}
		if first != "" {
			return cmp.Or(firstClass, first)
		}
	}
	return ""
}

// puppetfileNames are the names of a Puppetfile. On a file system that ignores the case of
// letters, all of them are the same file.
var puppetfileNames = []string{Puppetfile, "PuppetFile", "puppetfile"}

// readPuppetfileIn reads the Puppetfile of a folder, if it has one.
func (t *Tree) readPuppetfileIn(folder string) {
	for _, name := range puppetfileNames {
		if t.readPuppetfile(filepath.Join(folder, name)) {
			return
		}
	}
}

// readPuppetfile reads the modules that a Puppetfile lists. It returns false if there is none.
func (t *Tree) readPuppetfile(path string) bool {
	file, err := t.Files.Read(path)
	if err != nil {
		return false
	}
	list := puppetfile.Read(file)
	t.open = t.open || list.Open
	t.addListed(list.Modules)
	return true
}

func (t *Tree) addListed(modules []puppetfile.Module) {
	t.listed = append(t.listed, modules...)
	for _, module := range modules {
		t.absent[module.Name] = true
	}
}

// Module returns the module called name: an existing one, else a known one, else nil.
func (t *Tree) Module(name string) *Module {
	if module := t.byName[name]; module != nil {
		return module
	}
	return t.fromIndex(name)
}

// Closed reports whether the tree was made as a closed one.
func (t *Tree) Closed() bool { return t.closed }

// ModuleOf returns the module that contains the file at path, or nil, and the path relative to
// the module's folder, with slashes.
func (t *Tree) ModuleOf(path string) (*Module, string) {
	clean := absolute(path)
	if known.IsKnown(clean) {
		return t.knownModuleOf(clean)
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

// parentOfClean returns what filepath.Dir returns for an absolute path that is clean, as a
// part of it.
func parentOfClean(path string) string {
	last := strings.LastIndexByte(path, filepath.Separator)
	if last <= len(filepath.VolumeName(path)) {
		return filepath.Dir(path)
	}
	return path[:last]
}

// IsInitial reports whether the manifest at path is one of those that Puppet reads in full
// before anything else.
func (t *Tree) IsInitial(path string) bool {
	return t.Manifests != "" && filepath.Ext(path) == ".pp" && source.IsWithin(absolute(path), absolute(t.Manifests))
}

// Place returns the location of the manifest at path for autoloading: the name of the module's
// folder and the path in it, with slashes. Both are empty for a file without rules of location:
// an initial manifest, or one outside modules.
func (t *Tree) Place(path string) (module, relative string) {
	if filepath.Ext(path) != ".pp" || t.IsInitial(path) {
		return "", ""
	}
	found, relative := t.ModuleOf(path)
	if found == nil || t.vagrantsOwn(found, relative) || t.isAppliedByPath(found, relative) {
		return "", ""
	}
	return found.Name, relative
}

func isFolder(files source.FileSystem, path string) bool {
	info, err := files.Stat(path)
	return err == nil && info.IsDir()
}

// isEmptyFolder reports whether a folder is empty.
func isEmptyFolder(files source.FileSystem, path string) bool {
	entries, err := files.ReadDir(path)
	return err == nil && len(entries) == 0
}
