package module

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/incremental"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Manifests are the manifests and EPP templates of a tree. Each is read once, when it is first
// asked for.
type Manifests struct {
	tree   *Tree
	parser *syntax.Parser
	parses *Parses
	parsed *incremental.Query[string, *Manifest] // by absolute path
	// names maps an absolute path to the path under which the manifest was first requested.
	names *sync.Map
	// read lists the most recently read manifests.
	read    *readLog
	initial treeValue[[]*Manifest]
	// alternatives caches the result of haveAlternatives.
	alternatives treeValue[bool]
	// ofModule, definitionsOf and broken hold answers for each module: its manifests (Of),
	// their definitions, and whether one has a syntax error (IsBroken).
	ofModule      *incremental.Query[*Module, []*Manifest]
	definitionsOf *incremental.Query[*Module, *moduleDefinitions]
	broken        *incremental.Query[*Module, bool]
	// words holds the words of the manifests that Puppet loads by name, wordsOfExamples those of
	// the examples and tests of modules.
	words, wordsOfExamples *treeWords
	// elsewhere caches the answers of IsDefinedElsewhere.
	elsewhere *incremental.Query[definitionKey, bool]
	// looseFolders holds the folders whose manifests LooseBeside has returned, by absolute path.
	looseFolders *sync.Map
}

func newManifests(tree *Tree, parses *Parses) *Manifests {
	log, same := &readLog{}, func(a, b bool) bool { return a == b }
	return &Manifests{
		tree: tree, parser: &syntax.Parser{}, parses: parses, names: &sync.Map{}, read: log, looseFolders: &sync.Map{},
		parsed: observed(tree, "manifest", func(view *Tree, path string) *Manifest { return view.Manifests.parse(path) },
			incremental.Options[string, *Manifest]{Computed: func(path string, _ *Manifest) { log.add(path) }}),
		initial:      newTreeValue(tree, "initial manifests", func(view *Tree) []*Manifest { return view.Manifests.readInitial() }, slices.Equal),
		alternatives: newTreeValue(tree, "alternatives", func(view *Tree) bool { return view.Manifests.haveAlternatives() }, same),
		ofModule: query(tree, "manifests", func(view *Tree, module *Module) []*Manifest {
			return slices.Clip(view.Manifests.readOf(module))
		}, slices.Equal),
		definitionsOf: query(tree, "definitions", func(view *Tree, module *Module) *moduleDefinitions {
			return view.Manifests.readDefinitions(module)
		}, (*moduleDefinitions).equal),
		broken:          query(tree, "broken", func(view *Tree, module *Module) bool { return view.Manifests.computeBroken(module) }, same),
		words:           newTreeWords(tree, "words", "functions", "manifests", "plans"),
		wordsOfExamples: newTreeWords(tree, "words of examples", "examples", "tests"),
		elsewhere: query(tree, "elsewhere", func(view *Tree, key definitionKey) bool {
			return view.Manifests.computeElsewhere(key.kind, key.name)
		}, same),
	}
}

// At reads and parses the file at path, once. Names that end in ".epp" are parsed as
// templates.
func (m *Manifests) At(path string) *Manifest {
	key := m.tree.absolute(path)
	if key != path {
		if _, isKnown := incremental.Last(m.parsed, key); !isKnown {
			m.names.LoadOrStore(key, path)
		}
	}
	return m.parsed.Get(m.tree.inputs.task, key)
}

// parse reads and parses the file at an absolute path.
func (m *Manifests) parse(path string) *Manifest {
	if name, isNamed := m.names.Load(path); isNamed {
		path = name.(string)
	}
	file, err := m.tree.Files.Read(path)
	if err != nil {
		file = source.NewFile(path, "")
	}
	module, relative := m.tree.ModuleOf(path)
	manifest := newManifest(file, module, HoldsPlan(file, inModule(module, relative)), func(file *source.File, options syntax.Options) *syntax.File {
		return m.parses.parse(m.parser, file, options)
	})
	manifest.Err = err
	if module != nil {
		manifest.Path = relative
	}
	return manifest
}

// inModule returns the path of a file in its module, or "" if it is in none.
func inModule(module *Module, relative string) string {
	if module == nil {
		return ""
	}
	return relative
}

// Parse parses a file whose text may differ from that in the tree.
func (m *Manifests) Parse(file *source.File) *Manifest {
	module, relative := m.tree.ModuleOf(file.Name)
	return newManifest(file, module, HoldsPlan(file, inModule(module, relative)), syntax.Parse)
}

// Initial returns the manifests of the environment, which Puppet reads first, sorted by path.
func (m *Manifests) Initial() []*Manifest { return m.initial.get(m.tree) }

func (m *Manifests) readInitial() []*Manifest {
	var manifests []*Manifest
	if m.tree.InitialPath == "" {
		return nil
	}
	if !isFolder(m.tree.Files, m.tree.InitialPath) {
		if _, err := m.tree.Files.Stat(m.tree.InitialPath); err == nil {
			manifests = append(manifests, m.At(m.tree.InitialPath))
		}
		return manifests
	}
	m.tree.folders.walk(m.tree.InitialPath, func(path string) {
		if strings.HasSuffix(path, ".pp") {
			manifests = append(manifests, m.At(path))
		}
	})
	return manifests
}

// haveAlternatives reports whether the initial manifests are meant to be applied one at a time:
// two of them have the same definition, which Puppet would refuse. Then a definition in one of
// them does not hide a definition of a module from the others.
func (m *Manifests) haveAlternatives() bool {
	seen := map[string]*Manifest{}
	for _, manifest := range m.Initial() {
		for _, name := range manifest.UniqueDefinitions() {
			if first := seen[name]; first != nil && first != manifest {
				return true
			}
			seen[name] = manifest
		}
	}
	return false
}

// UniqueDefinitions returns a text for each definition that only one of the initial manifests that
// Puppet reads together may have: the classes, and the default node.
func (m *Manifest) UniqueDefinitions() (found []string) {
	for _, definition := range m.Program.Definitions {
		switch definition := definition.(type) {
		case *syntax.HostClassDefinition:
			found = append(found, "class "+Normalize(definition.Name))
		case *syntax.NodeDefinition:
			if len(definition.HostMatches) != 1 {
				continue
			}
			if _, isDefault := definition.HostMatches[0].(*syntax.LiteralDefault); isDefault {
				found = append(found, "default")
			}
		}
	}
	return found
}

// With returns the manifests that may contain a word: those of the modules whose text
// contains it, long ones that probably contain it, and all initial ones. It does not parse other
// manifests.
func (m *Manifests) With(word string) []*Manifest {
	return append(slices.Clone(m.Initial()), m.with(word, m.words)...)
}

// OfWith returns the manifests of a module that may contain a word, like With,
// and all initial ones.
func (m *Manifests) OfWith(module *Module, word string) []*Manifest {
	manifests := slices.Clone(m.Initial())
	if module != nil {
		manifests = m.addWith(manifests, module, word, bitsOfName(word), m.words)
	}
	return manifests
}

// ExamplesWith returns the manifests among the examples and tests of modules whose text
// contains a word. Puppet never loads these by name.
func (m *Manifests) ExamplesWith(word string) []*Manifest {
	return m.with(word, m.wordsOfExamples)
}

// LooseBeside returns the manifests in and beside a folder that belong to no module. If a
// folder of modules lies in the folder above, the manifests of that folder and of the folders
// in it count, too.
func (m *Manifests) LooseBeside(folder string) (manifests []*Manifest) {
	addFrom := func(folder string) (folders []string) {
		m.looseFolders.LoadOrStore(folder, true)
		entries, _ := m.tree.Files.ReadDir(folder)
		for _, entry := range entries {
			inner := filepath.Join(folder, entry.Name())
			switch name := entry.Name(); {
			case strings.HasPrefix(name, "."):
			case entry.IsDir():
				folders = append(folders, inner)
			case strings.HasSuffix(name, ".pp"):
				if manifest := m.At(inner); manifest.Err == nil {
					manifests = append(manifests, manifest)
				}
			}
		}
		return folders
	}
	folder = absolute(folder)
	addFrom(folder)
	around := filepath.Dir(folder)
	if !isFolder(m.tree.Files, filepath.Join(around, "modules")) {
		return manifests
	}
	for _, beside := range addFrom(around) {
		if beside != folder && !m.tree.surroundings.holdsModules(beside) {
			addFrom(beside)
		}
	}
	return manifests
}

// MayBeDefinedBeside reports whether one of the manifests that LooseBeside returns defines a name, or
// has a syntax error that may hide the definition.
func (m *Manifests) MayBeDefinedBeside(folder string, kind Kind, name string) bool {
	return slices.ContainsFunc(m.LooseBeside(folder), func(manifest *Manifest) bool {
		return manifest.Find(kind, name) != nil || manifest.Broken() && anyDefinition.MatchString(manifest.Source.Text)
	})
}

// MayBeDefinedInExamples reports whether one of the examples or tests of a manifest's module, in the same
// folder of the module, defines a name, or has a syntax error that may hide the definition.
func (m *Manifests) MayBeDefinedInExamples(own *Manifest, kind Kind, name string) bool {
	folder, _, _ := strings.Cut(filepath.ToSlash(own.Path), "/")
	root := own.Module.Path(folder) + string(filepath.Separator)
	return slices.ContainsFunc(m.wordsOfExamples.ofModule.Get(m.tree.inputs.task, own.Module).paths, func(path string) bool {
		if !strings.HasPrefix(path, root) {
			return false
		}
		text, err := m.text(path)
		if err != nil || !anyDefinition.MatchString(text) {
			return false
		}
		other := m.At(path)
		return other.Find(kind, name) != nil || other.Broken()
	})
}

// anyDefinition matches the start of a definition with or without a name.
var anyDefinition = lazyregexp.New(`(?m)^[ \t]*(?:class|define|function)\b`)

// IsLoose reports whether a manifest at an absolute path is, or would be, among those that
// LooseBeside has returned.
func (m *Manifests) IsLoose(path string) bool {
	_, asked := m.looseFolders.Load(filepath.Dir(path))
	return asked
}

func (m *Manifests) with(word string, words *treeWords) (manifests []*Manifest) {
	bits := bitsOfName(word)
	for _, module := range words.modulesWith(m.tree, bits) {
		manifests = m.addWith(manifests, module, word, bits, words)
	}
	return manifests
}

// addWith appends the manifests of a module whose text contains a word.
func (m *Manifests) addWith(manifests []*Manifest, module *Module, word string, bits []wordBits, words *treeWords) []*Manifest {
	words.ofModule.Get(m.tree.inputs.task, module).eachWith(bits, func(path string, isLong bool) {
		if isLong { // the filter must do: searching the text for each word would take quadratic time
			manifests = append(manifests, m.At(path))
		} else if text, err := m.text(path); err == nil && strings.Contains(text, word) {
			manifests = append(manifests, m.At(path))
		}
	})
	return manifests
}

// Find returns the definition that Puppet would use for a name, or nil. The name is in lower
// case, without a leading "::". The definition comes from an initial manifest or is autoloaded
// from a module.
func (m *Manifests) Find(kind Kind, name string) *Definition {
	var initial *Definition
	for _, manifest := range m.Initial() {
		if initial = manifest.Find(kind, name); initial != nil {
			break
		}
	}
	if initial != nil && !m.alternatives.get(m.tree) {
		return initial
	}
	if found := m.findInModule(kind, name); found != nil {
		return found
	}
	return initial
}

// findInModule returns the definition that Puppet would load by its name.
func (m *Manifests) findInModule(kind Kind, name string) *Definition {
	first, _, _ := strings.Cut(name, "::")
	module := m.tree.Module(first)
	if module == nil {
		return nil
	}
	for _, relative := range m.candidates(module, kind, name) {
		if !m.tree.folders.exists(module, relative) {
			continue
		}
		if found := m.At(module.Path(relative)).Find(kind, name); found != nil {
			return found
		}
	}
	return nil
}

// candidates returns the files of a module, relative to its folder, in which Puppet looks for a
// definition, in Puppet's order. It leaves out files in folders that the module lacks.
func (m *Manifests) candidates(module *Module, kind Kind, name string) []string {
	return candidatesIn(kind, name, func(folder string) bool { return m.tree.folders.exists(module, folder) })
}

// IsDefinedElsewhere reports whether some manifest defines a class or defined type in a place
// where Puppet does not look for it. Then the place is reported, not the use of the name.
func (m *Manifests) IsDefinedElsewhere(kind Kind, name string) bool {
	return (kind == Class || kind == DefinedType) && m.elsewhere.Get(m.tree.inputs.task, definitionKey{kind, name})
}

// computeElsewhere computes the answer of IsDefinedElsewhere.
func (m *Manifests) computeElsewhere(kind Kind, name string) bool {
	return slices.ContainsFunc(m.With(name), func(manifest *Manifest) bool {
		return manifest.Find(kind, name) != nil || !strings.Contains(name, "::") && manifest.mayDefine(name)
	})
}

// HasRefused reports whether the tree has a class or defined type of a name that Puppet refuses
// because of a hyphen. Then the definition is reported, not the use of the name. A folder whose
// name has a hyphen is not a module.
func (m *Manifests) HasRefused(name string) bool {
	if m.IsDefinedElsewhere(Class, name) || m.IsDefinedElsewhere(DefinedType, name) {
		return true
	}
	first, _, _ := strings.Cut(name, "::")
	return strings.Contains(first, "-") && slices.ContainsFunc(m.tree.Modulepath, func(folder string) bool {
		exists := func(relative string) bool {
			_, err := m.tree.Files.Stat(filepath.Join(folder, first, filepath.FromSlash(relative)))
			return err == nil
		}
		return slices.ContainsFunc(candidatesIn(Class, name, exists), func(relative string) bool {
			if !exists(relative) {
				return false
			}
			manifest := filepath.Join(folder, first, filepath.FromSlash(relative))
			found := m.At(manifest)
			return found.Find(Class, name) != nil || found.Find(DefinedType, name) != nil || found.mayDefine(name)
		})
	})
}

// MainManifest is the manifest of a module that Puppet reads before all others of the module,
// relative to the module's folder.
const MainManifest = "manifests/init.pp"

// DefinedInMain reports whether the init.pp of some module defines a class or defined type of
// that name. The name need not be in the module's namespace: in init.pp, Puppet accepts any
// name that begins with the module's name, such as net_base in net. Puppet knows the definition
// once it has loaded the file.
func (m *Manifests) DefinedInMain(kind Kind, name string) bool {
	return slices.ContainsFunc(m.tree.Modules, func(module *Module) bool {
		if !strings.HasPrefix(name, module.Name) {
			return false
		}
		if !m.tree.folders.exists(module, MainManifest) {
			return false
		}
		manifest := m.At(module.Path(MainManifest))
		return manifest.Find(kind, name) != nil ||
			manifest.hasInText(name)
	})
}

// moduleDefinitions are the definitions in all manifests of a module.
type moduleDefinitions struct {
	names map[definitionKey]bool
	// broken holds the manifests with a syntax error, which may define further names.
	broken []*Manifest
}

func (d *moduleDefinitions) equal(other *moduleDefinitions) bool {
	return maps.Equal(d.names, other.names) && slices.Equal(d.broken, other.broken)
}

// readDefinitions returns the definitions in all manifests of a module.
func (m *Manifests) readDefinitions(module *Module) *moduleDefinitions {
	known := &moduleDefinitions{names: map[definitionKey]bool{}}
	for _, manifest := range m.Of(module) {
		for _, definition := range manifest.Definitions {
			known.names[definitionKey{definition.Kind, definition.Name}] = true
		}
		if manifest.HiddenNames() != nil {
			known.broken = append(known.broken, manifest)
		}
	}
	return known
}

// mayDefine reports whether a manifest of a module defines a name, or may define it behind a
// syntax error.
func (m *Manifests) mayDefine(module *Module, kind Kind, name string) bool {
	known := m.definitionsOf.Get(m.tree.inputs.task, module)
	return known.names[definitionKey{kind, name}] ||
		slices.ContainsFunc(known.broken, func(manifest *Manifest) bool { return manifest.mayDefine(name) })
}

// Of returns the manifests in a module's folders manifests, functions, types and
// plans, sorted by path. The caller must not change the slice.
func (m *Manifests) Of(module *Module) []*Manifest {
	return m.ofModule.Get(m.tree.inputs.task, module)
}

func (m *Manifests) readOf(module *Module) []*Manifest {
	var manifests []*Manifest
	for _, folder := range []string{"functions", "manifests", "plans", "types"} {
		m.tree.folders.walk(module.Path(folder), func(path string) {
			if owner, _ := m.tree.ModuleOf(path); module == m.tree.project && owner != module {
				return // they belong to the environment
			}
			if strings.HasSuffix(path, ".pp") {
				manifests = append(manifests, m.At(path))
			}
		})
	}
	slices.SortStableFunc(manifests, func(a, b *Manifest) int { return cmp.Compare(a.Source.Name, b.Source.Name) })
	return manifests
}

// HasRead reports whether the manifest or template at an absolute path has been read.
func (m *Manifests) HasRead(path string) bool {
	_, known := m.parsed.Known(path)
	return known
}

// Since visits the manifests and templates read since a mark, which an earlier call
// returned. It visits all of them if the mark is -1 or too old. It returns a new mark.
func (m *Manifests) Since(mark int, visit func(path string, manifest *Manifest)) (next int) {
	paths, next, ok := m.read.since(mark)
	if !ok {
		m.Each(visit)
		return next
	}
	for _, path := range paths {
		if manifest, known := m.parsed.Known(path); known {
			visit(path, manifest)
		}
	}
	return next
}

// Each visits the manifests and templates that have been read, in no
// order.
func (m *Manifests) Each(visit func(path string, manifest *Manifest)) {
	incremental.Each(m.parsed, func(path string, manifest *Manifest) bool {
		visit(path, manifest)
		return true
	})
}

// text returns the text of a file. It uses the manifest if the file has been read as one.
func (m *Manifests) text(path string) (string, error) {
	key := m.tree.absolute(path)
	if manifest, known := m.parsed.Known(key); known && manifest.Err == nil {
		if m.tree.inputs.task != nil {
			m.tree.inputs.texts.Get(m.tree.inputs.task, key)
		}
		return manifest.Source.Text, nil
	}
	file, err := m.tree.Files.Read(path)
	if err != nil {
		return "", err
	}
	return file.Text, nil
}
