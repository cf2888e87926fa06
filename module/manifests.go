package module

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Manifest is a parsed manifest or template with its definitions.
type Manifest struct {
	*syntax.File
	// Module is the module that contains the file, or nil.
	Module *Module
	// Path is the path within Module, with slashes. Without a module, it is the path that the
	// file was read from.
	Path string
	// Definitions are those of the file, in the order of their ends.
	Definitions []*Definition
	// Err explains why the file could not be read. File is then empty, never nil.
	Err error

	// hiddenNames is what HiddenNames returns, once it has been called.
	hidden      sync.Once
	hiddenNames map[string]bool
	// hiddenText is the text in lower case, and inText what was found in it, both of a manifest with a
	// syntax error.
	hiddenText string
	inText     cache[bool]
	// index holds the first definition of each kind and name, if there are many definitions,
	// once Find has been called.
	indexed sync.Once
	index   map[definitionKey]*Definition
}

// definitionKey is what a definition is looked up by.
type definitionKey struct {
	kind Kind
	name string
}

// manyDefinitions is the number of definitions from which on a manifest gets an index.
const manyDefinitions = 16

// Definition is a named definition in a manifest.
type Definition struct {
	Kind Kind
	// Name is in lower case, without a leading "::".
	Name     string
	Node     syntax.Node
	Manifest *Manifest
}

// Manifest reads and parses the file at path, once. Names that end in ".epp" are parsed as
// templates.
func (t *Tree) Manifest(path string) *Manifest {
	key, isRead := absolute(path), false
	manifest := t.manifests.get(key, func() *Manifest {
		isRead = true
		file, err := t.Files.Read(path)
		if err != nil {
			file = source.NewFile(path, "")
		}
		module, relative := t.ModuleOf(path)
		manifest := newManifest(file, module, module != nil && IsPlan(relative), t.parses)
		manifest.Err = err
		if module != nil {
			manifest.Path = relative
		}
		return manifest
	})
	if isRead {
		t.read.add(key)
	}
	return manifest
}

// NewManifest parses a file that is not, or not yet, part of a tree.
func NewManifest(file *source.File, module *Module) *Manifest {
	return newManifest(file, module, false, nil)
}

// Parse parses a file whose text may differ from that in the tree.
func (t *Tree) Parse(file *source.File) *Manifest {
	module, relative := t.ModuleOf(file.Name)
	return newManifest(file, module, module != nil && IsPlan(relative), nil)
}

// IsPlan reports whether a file at that path of a module is a Bolt plan, which has additional
// keywords.
func IsPlan(relative string) bool {
	return strings.HasPrefix(filepath.ToSlash(relative), "plans/") && strings.HasSuffix(relative, ".pp")
}

func newManifest(file *source.File, module *Module, tasks bool, parses *Parses) *Manifest {
	options := syntax.Options{EPP: strings.HasSuffix(file.Name, ".epp"), Tasks: tasks}
	manifest := &Manifest{File: parses.parse(file, options), Module: module, Path: file.Name}
	for _, node := range manifest.Program.Definitions {
		kind, name, ok := describe(node)
		if ok {
			manifest.Definitions = append(manifest.Definitions, &Definition{kind, Normalize(name), node, manifest})
		}
	}
	return manifest
}

func describe(node syntax.Node) (kind Kind, name string, ok bool) {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return Class, node.Name, true
	case *syntax.ResourceTypeDefinition:
		return DefinedType, node.Name, true
	case *syntax.FunctionDefinition:
		return Function, node.Name, true
	case *syntax.PlanDefinition:
		return Plan, node.Name, true
	case *syntax.TypeAlias:
		return TypeAlias, node.Name, true
	case *syntax.TypeDefinition:
		return TypeAlias, node.Name, true
	}
	return 0, "", false
}

// Find returns the definition in the manifest, or nil. Classes and defined types share their
// names.
func (m *Manifest) Find(kind Kind, name string) *Definition {
	if len(m.Definitions) >= manyDefinitions {
		m.indexed.Do(func() {
			m.index = make(map[definitionKey]*Definition, len(m.Definitions))
			for _, definition := range slices.Backward(m.Definitions) {
				m.index[definitionKey{definition.Kind, definition.Name}] = definition
			}
		})
		return m.index[definitionKey{kind, name}]
	}
	for _, definition := range m.Definitions {
		if definition.Kind == kind && definition.Name == name {
			return definition
		}
	}
	return nil
}

// Initial returns the manifests of the environment, which Puppet reads first, sorted by path.
func (t *Tree) Initial() []*Manifest { return t.initial() }

func (t *Tree) readInitial() []*Manifest {
	var manifests []*Manifest
	if t.Manifests == "" {
		return nil
	}
	if !isFolder(t.Files, t.Manifests) {
		if _, err := t.Files.Stat(t.Manifests); err == nil {
			manifests = append(manifests, t.Manifest(t.Manifests))
		}
		return manifests
	}
	t.walk(t.Manifests, func(path string) {
		if strings.HasSuffix(path, ".pp") {
			manifests = append(manifests, t.Manifest(path))
		}
	})
	return manifests
}

// haveAlternatives reports whether the initial manifests are meant to be applied one at a time:
// two of them define the same, which Puppet refuses. What one defines then hides nothing in the
// modules from the others.
func (t *Tree) haveAlternatives() bool {
	seen := map[string]*Manifest{}
	for _, manifest := range t.Initial() {
		for _, definition := range manifest.Program.Definitions {
			name := ""
			switch definition := definition.(type) {
			case *syntax.HostClassDefinition:
				name = "class " + Normalize(definition.Name)
			case *syntax.NodeDefinition:
				if len(definition.HostMatches) != 1 {
					continue
				}
				if _, isDefault := definition.HostMatches[0].(*syntax.LiteralDefault); !isDefault {
					continue
				}
				name = "default"
			default:
				continue
			}
			if first := seen[name]; first != nil && first != manifest {
				return true
			}
			seen[name] = manifest
		}
	}
	return false
}

// ManifestsWith returns the manifests that may contain a word: those of the modules whose text
// contains it, long ones that probably contain it, and all initial ones. It does not parse other
// manifests.
func (t *Tree) ManifestsWith(word string) []*Manifest {
	return append(slices.Clone(t.Initial()), t.manifestsWith(word, &t.words, manifestFolders)...)
}

// ManifestsOfWith returns the manifests of a module that may contain a word, like ManifestsWith,
// and all initial ones.
func (t *Tree) ManifestsOfWith(module *Module, word string) []*Manifest {
	manifests := slices.Clone(t.Initial())
	if module != nil {
		manifests = t.addWith(manifests, module, word, bitsOfName(word), &t.words, manifestFolders)
	}
	return manifests
}

// ExamplesWith returns the manifests that Puppet never loads by name, those among the examples
// and tests of modules, whose text contains a word.
func (t *Tree) ExamplesWith(word string) []*Manifest {
	return t.manifestsWith(word, &t.wordsOfExamples, []string{"examples", "tests"})
}

// LooseBeside returns the manifests in and beside a folder that belong to no module: those in
// it, and, if a folder of modules lies beside it, those in the folder around it and in the
// folders there.
func (t *Tree) LooseBeside(folder string) (manifests []*Manifest) {
	addFrom := func(folder string) (folders []string) {
		entries, _ := t.Files.ReadDir(folder)
		for _, entry := range entries {
			inner := filepath.Join(folder, entry.Name())
			switch name := entry.Name(); {
			case strings.HasPrefix(name, "."):
			case entry.IsDir():
				folders = append(folders, inner)
			case strings.HasSuffix(name, ".pp"):
				if manifest := t.Manifest(inner); manifest.Err == nil {
					manifests = append(manifests, manifest)
				}
			}
		}
		return folders
	}
	folder = absolute(folder)
	addFrom(folder)
	around := filepath.Dir(folder)
	if !isFolder(t.Files, filepath.Join(around, "modules")) {
		return manifests
	}
	for _, beside := range addFrom(around) {
		if beside != folder && !t.holdsModules(beside) {
			addFrom(beside)
		}
	}
	return manifests
}

// manifestFolders are the folders of a module from which Puppet loads manifests by name.
var manifestFolders = []string{"functions", "manifests", "plans"}

func (t *Tree) manifestsWith(word string, known *cache[*moduleWords], folders []string) (manifests []*Manifest) {
	bits := bitsOfName(word)
	for _, module := range t.Modules {
		manifests = t.addWith(manifests, module, word, bits, known, folders)
	}
	return manifests
}

// addWith appends the manifests in folders of a module whose text contains a word.
func (t *Tree) addWith(manifests []*Manifest, module *Module, word string, bits []wordBits, known *cache[*moduleWords], folders []string) []*Manifest {
	words := known.get(module.Name, func() *moduleWords { return t.readWords(module, folders) })
	words.eachWith(bits, func(path string, isLong bool) {
		if isLong { // its filter is enough: to search the text for each word would be quadratic
			manifests = append(manifests, t.Manifest(path))
		} else if text, err := t.text(path); err == nil && strings.Contains(text, word) {
			manifests = append(manifests, t.Manifest(path))
		}
	})
	return manifests
}

// readWords reads the words of the manifests in folders of a module.
func (t *Tree) readWords(module *Module, folders []string) *moduleWords {
	found := new(moduleWords)
	for _, folder := range folders {
		t.walk(module.Path(folder), func(path string) {
			if !strings.HasSuffix(path, ".pp") {
				return
			}
			if text, err := t.text(path); err == nil {
				found.add(path, text)
			}
		})
	}
	found.paths, found.filters = slices.Clip(found.paths), slices.Clip(found.filters)
	return found
}

// walk visits the files below folder in the order of their paths. It lists the folders only
// once.
func (t *Tree) walk(folder string, visit func(path string)) {
	for _, path := range t.below.get(folder, func() []string {
		t.belowNames.add(folder)
		return t.listBelow(nil, folder)
	}) {
		visit(path)
	}
}

// listBelow appends the files below folder.
func (t *Tree) listBelow(found []string, folder string) []string {
	entries, err := t.Files.ReadDir(folder)
	if err != nil {
		return found
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			found = t.listBelow(found, path)
		case !IsAppleDouble(entry.Name()):
			found = append(found, path)
		}
	}
	return found
}

// IsAppleDouble reports whether the name of a file is that of the attributes that macOS stores
// beside another, such as ._init.pp. They are binary, and nothing reads them as code.
func IsAppleDouble(name string) bool { return strings.HasPrefix(name, "._") }

// Find returns the definition that Puppet would use for a name, or nil. The name is in lower
// case, without a leading "::". The definition comes from an initial manifest or is autoloaded
// from a module.
func (t *Tree) Find(kind Kind, name string) *Definition {
	var initial *Definition
	for _, manifest := range t.Initial() {
		if initial = manifest.Find(kind, name); initial != nil {
			break
		}
	}
	if initial != nil && !t.alternatives() {
		return initial
	}
	if found := t.findInModule(kind, name); found != nil {
		return found
	}
	return initial
}

// findInModule returns the definition that Puppet would load by its name.
func (t *Tree) findInModule(kind Kind, name string) *Definition {
	first, _, _ := strings.Cut(name, "::")
	module := t.Module(first)
	if module == nil {
		return nil
	}
	for _, relative := range t.candidates(module, kind, name) {
		if !t.exists(module, relative) {
			continue
		}
		if found := t.Manifest(module.Path(relative)).Find(kind, name); found != nil {
			return found
		}
	}
	return nil
}

// candidates returns the files of a module, relative to its folder, in which Puppet looks for a
// definition, in its order. Those in folders that the module lacks are left out.
func (t *Tree) candidates(module *Module, kind Kind, name string) []string {
	return candidatesIn(kind, name, func(folder string) bool { return t.exists(module, folder) })
}

// exists reports whether a module has a file. It lists each folder only once instead of asking
// the disk for each name.
func (t *Tree) exists(module *Module, relative string) bool {
	folder, name := filepath.Split(module.Path(relative))
	names := t.listings.get(folder, func() map[string]bool {
		entries, _ := t.Files.ReadDir(folder)
		names := make(map[string]bool, len(entries))
		for _, entry := range entries {
			names[entry.Name()] = true
		}
		return names
	})
	return names[name]
}

// HasFile reports whether a module has the file at a path relative to its folder, with slashes.
// A known module may have any file.
func (t *Tree) HasFile(module *Module, relative string) bool {
	return module.Known != nil || t.exists(module, relative)
}

// MayExist reports whether something of that name may exist although Find finds nothing: its
// module is not in the tree, or a manifest in an unusual place of the module defines it, or a
// module of the same name that comes later on the modulepath, or a syntax error hides its
// definition. A function without a module in its name may exist when from's surroundings are
// not all there.
func (t *Tree) MayExist(kind Kind, name string, from *Module) bool {
	if (kind == Class || kind == DefinedType) && t.DefinedInMain(kind, name) || t.mayBeHidden(name) {
		return true
	}
	first, _, qualified := strings.Cut(name, "::")
	if t.isInShadowed(first, kind, name) {
		return true
	}
	if module := t.Module(first); module != nil {
		if module.Known != nil && (kind == Task || kind == Plan) {
			return true // some of them are unknown
		}
		return t.mayDefine(module, kind, name) || t.IsDefinedElsewhere(kind, name) || t.hasDraft(module, kind, name) || t.isIgnoredName(module, kind, name)
	}
	if t.closed {
		return false
	}
	if kind == Function {
		if _, isOnHosts := slices.BinarySearch(t.FunctionsOnHosts(), name); isOnHosts {
			return true
		}
	}
	return kind != Function || qualified || !t.IsClosed(from)
}

// IsDefinedElsewhere reports whether some manifest defines a class or defined type in a place
// where Puppet does not look for it. That is the mistake then, not the use of the name.
func (t *Tree) IsDefinedElsewhere(kind Kind, name string) bool {
	return (kind == Class || kind == DefinedType) && t.elsewhere.get(strconv.Itoa(int(kind))+" "+name, func() bool {
		return slices.ContainsFunc(t.ManifestsWith(name), func(manifest *Manifest) bool {
			return manifest.Find(kind, name) != nil || !strings.Contains(name, "::") && manifest.mayDefine(name)
		})
	})
}

// HasRefused reports whether the tree has a class or defined type of a name that Puppet refuses
// because of a hyphen. That is the mistake then, not the use of the name. A folder whose name
// has a hyphen is no module.
func (t *Tree) HasRefused(name string) bool {
	if t.IsDefinedElsewhere(Class, name) || t.IsDefinedElsewhere(DefinedType, name) {
		return true
	}
	first, _, _ := strings.Cut(name, "::")
	return strings.Contains(first, "-") && slices.ContainsFunc(t.Modulepath, func(folder string) bool {
		exists := func(relative string) bool {
			_, err := t.Files.Stat(filepath.Join(folder, first, filepath.FromSlash(relative)))
			return err == nil
		}
		return slices.ContainsFunc(candidatesIn(Class, name, exists), func(relative string) bool {
			if !exists(relative) {
				return false
			}
			manifest := filepath.Join(folder, first, filepath.FromSlash(relative))
			found := t.Manifest(manifest)
			return found.Find(Class, name) != nil || found.Find(DefinedType, name) != nil || found.mayDefine(name)
		})
	})
}

// MainManifest is the manifest of a module that Puppet reads before all others of the module,
// relative to the module's folder.
const MainManifest = "manifests/init.pp"

// DefinedInMain reports whether the init.pp of some module defines a class or defined type of
// that name. The name need not be in the module's namespace: Puppet accepts any name there that
// begins with the module's name, such as net_base in net. It knows the definition once the file
// has been loaded.
func (t *Tree) DefinedInMain(kind Kind, name string) bool {
	return slices.ContainsFunc(t.Modules, func(module *Module) bool {
		if !strings.HasPrefix(name, module.Name) {
			return false
		}
		if !t.exists(module, MainManifest) {
			return false
		}
		manifest := t.Manifest(module.Path(MainManifest))
		return manifest.Find(kind, name) != nil ||
			manifest.hasInText(name)
	})
}

// moduleDefinitions are the definitions in all manifests of a module.
type moduleDefinitions struct {
	names map[definitionKey]bool
	// broken holds the manifests with a syntax error, which may define other names.
	broken []*Manifest
}

// mayDefine reports whether a manifest of a module defines a name, or may define it but for a
// syntax error.
func (t *Tree) mayDefine(module *Module, kind Kind, name string) bool {
	known := t.definitionsOf.get(module.Name, func() *moduleDefinitions {
		known := &moduleDefinitions{names: map[definitionKey]bool{}}
		for _, manifest := range t.ManifestsOf(module) {
			for _, definition := range manifest.Definitions {
				known.names[definitionKey{definition.Kind, definition.Name}] = true
			}
			if manifest.HiddenNames() != nil {
				known.broken = append(known.broken, manifest)
			}
		}
		return known
	})
	return known.names[definitionKey{kind, name}] ||
		slices.ContainsFunc(known.broken, func(manifest *Manifest) bool { return manifest.mayDefine(name) })
}

// ManifestsOf returns the manifests in a module's folders manifests, functions, types and
// plans, sorted by path. The caller must not change the slice.
func (t *Tree) ManifestsOf(module *Module) []*Manifest {
	return t.manifestsOf.get(module.Name, func() []*Manifest { return slices.Clip(t.readManifestsOf(module)) })
}

func (t *Tree) readManifestsOf(module *Module) []*Manifest {
	var manifests []*Manifest
	for _, folder := range []string{"functions", "manifests", "plans", "types"} {
		t.walk(module.Path(folder), func(path string) {
			if owner, _ := t.ModuleOf(path); module == t.project && owner != module {
				return // they belong to the environment
			}
			if strings.HasSuffix(path, ".pp") {
				manifests = append(manifests, t.Manifest(path))
			}
		})
	}
	slices.SortStableFunc(manifests, func(a, b *Manifest) int { return cmp.Compare(a.Source.Name, b.Source.Name) })
	return manifests
}
