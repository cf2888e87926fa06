package module

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
)

// pluginFile is a Ruby file that Puppet loads by its path.
type pluginFile struct {
	module *Module
	path   string
}

// pluginIndex lists the Ruby files of all modules by the names that their paths give them.
// Puppet loads the first file of a name.
type pluginIndex struct {
	resourceTypes            map[string][]pluginFile
	functions                map[string][]pluginFile // 4.x
	legacyFunctions          map[string][]pluginFile // 3.x
	dataTypes                map[string][]pluginFile // names in lower case
	providers                map[string][]pluginFile // by resource type
	facts                    []pluginFile
	typeNames, functionNames func() *spell.Index // see ResourceTypeNames, RubyFunctionNames
}

// pluginFolders are the folders of a module whose Ruby files Puppet loads by their paths.
var pluginFolders = []string{"lib/puppet/type", "lib/puppet/functions", "lib/puppet/parser/functions", "lib/puppet/datatypes", "lib/puppet/provider", "lib/facter"}

// isPlugin reports whether a pluginIndex contains a Ruby file at a path relative to its module,
// with slashes.
func isPlugin(relative string) bool {
	return slices.ContainsFunc(pluginFolders, func(folder string) bool { return strings.HasPrefix(relative, folder+"/") })
}

// listPlugins builds the plugin index. It reads folders, never files.
func (t *Tree) listPlugins() *pluginIndex {
	index := &pluginIndex{
		resourceTypes: map[string][]pluginFile{}, functions: map[string][]pluginFile{},
		legacyFunctions: map[string][]pluginFile{}, dataTypes: map[string][]pluginFile{}, providers: map[string][]pluginFile{},
	}
	index.typeNames, index.functionNames = sync.OnceValue(index.listTypeNames), sync.OnceValue(index.listFunctionNames)
	paths := map[string]bool{}
	add := func(to map[string][]pluginFile, name string, file pluginFile) { to[name] = append(to[name], file) }
	for _, module := range slices.Concat(t.Modules, t.KnownModules()) {
		for _, folder := range pluginFolders {
			t.walkRuby(module, folder, "", func(name, path string) {
				file := pluginFile{module, path}
				paths[absolute(path)] = true
				switch folder {
				case "lib/puppet/type":
					add(index.resourceTypes, name, file)
				case "lib/puppet/functions":
					add(index.functions, name, file)
				case "lib/puppet/parser/functions":
					add(index.legacyFunctions, name, file)
				case "lib/puppet/datatypes":
					add(index.dataTypes, strings.ReplaceAll(strings.ToLower(name), "_", ""), file)
				case "lib/puppet/provider":
					kind, _, _ := strings.Cut(name, "::")
					add(index.providers, kind, file)
				case "lib/facter":
					index.facts = append(index.facts, file)
				}
			})
		}
	}
	if t.pluginPaths == nil {
		t.pluginPaths = paths
	}
	return index
}

// walkRuby visits the Ruby files below a folder of a module, each with the
// name that its path gives it.
func (t *Tree) walkRuby(module *Module, folder, prefix string, visit func(name, path string)) {
	entries, err := t.Files.ReadDir(module.Path(folder))
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if base, ok := strings.CutSuffix(name, ".rb"); ok {
			visit(prefix+base, filepath.Join(module.Path(folder), name))
		} else if entry.IsDir() {
			t.walkRuby(module, folder+"/"+name, prefix+name+"::", visit)
		}
	}
}

// Ruby returns the declarations in the Ruby file at path. They are empty and open if the file
// cannot be read.
func (t *Tree) Ruby(path string) *ruby.Declarations {
	return t.ruby.get(absolute(path), func() *ruby.Declarations {
		file, err := t.Files.Read(path)
		if err != nil {
			return &ruby.Declarations{File: source.NewFile(path, ""), Open: true}
		}
		if owner, relative := t.ModuleOf(path); owner != nil && owner.Known != nil {
			return owner.Known.Declarations(file, relative)
		}
		return ruby.Read(file)
	})
}

// ResourceType is a resource type with its origin.
type ResourceType struct {
	*ruby.ResourceType
	// Module is the module that defines it; nil for Puppet's own types and those of missing
	// modules.
	Module *Module
	// Declarations is the file that defines it; nil if it comes from the embedded tables.
	Declarations *ruby.Declarations
	// Builtin is the embedded description; nil if it comes from a file.
	Builtin *builtin.ResourceType
}

// FindResourceType returns the resource type called name (lower case), or nil. The tree's
// modules precede Puppet's own types, as on its load path. The result does not include
// attributes that other files of the tree add (see MayAdd). It is shared and must not be
// changed.
func (t *Tree) FindResourceType(name string) *ResourceType {
	return t.types.get(name, func() *ResourceType { return t.readResourceType(name) })
}

func (t *Tree) readResourceType(name string) *ResourceType {
	if files := t.plugins().resourceTypes[name]; len(files) > 0 {
		file := files[0]
		declarations := t.Ruby(file.path)
		for _, found := range declarations.Types {
			if found.Name == name {
				return &ResourceType{ResourceType: found, Module: file.module, Declarations: declarations}
			}
		}
		return &ResourceType{
			ResourceType: &ruby.ResourceType{Name: name, Open: true, OpenReason: "its Ruby file cannot be understood"},
			Module:       file.module, Declarations: declarations,
		}
	}
	if found := builtin.FindResourceType(name); found != nil {
		return &ResourceType{ResourceType: fromBuiltinType(name, found), Builtin: found}
	}
	return nil
}

// ResourceTypeNames returns the names of all resource types of the tree and of Puppet, sorted.
func (t *Tree) ResourceTypeNames() *spell.Index { return t.plugins().typeNames() }

func (i *pluginIndex) listTypeNames() *spell.Index {
	names := slices.Collect(builtin.ResourceTypeNames())
	for name := range i.resourceTypes {
		names = append(names, name)
	}
	slices.Sort(names)
	return spell.NewIndex(slices.Compact(names))
}

// Providers returns the names of the known providers of a resource type, sorted. open is set if
// there may be more.
func (t *Tree) Providers(resourceType string) (names []string, open bool) {
	if found := builtin.FindResourceType(resourceType); found != nil {
		names = append(names, found.Providers...)
	}
	for _, file := range t.plugins().resourceTypes[resourceType] {
		open = open || file.module.Known != nil // its providers are unknown
	}
	for _, file := range t.plugins().providers[resourceType] {
		declarations := t.Ruby(file.path)
		open = open || declarations.Open
		for _, provider := range declarations.Providers {
			if provider.Type == resourceType {
				names = append(names, provider.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), open || t.open
}

// RubyFunction is a function written in Ruby. Function is set for the 4.x API, Legacy for the
// 3.x API.
type RubyFunction struct {
	*ruby.Function
	Legacy *ruby.LegacyFunction
	// Module is the module that defines it, or nil.
	Module *Module
	// Builtin is the embedded description; nil if it comes from a file.
	Builtin *builtin.Function
	// Unreadable is set if a file has the path for the name but its content could not be
	// analysed.
	Unreadable bool
}

// In returns the Function as it is in a major version of Puppet.
func (f *RubyFunction) In(version int) *ruby.Function {
	if f.Builtin == nil {
		return f.Function
	}
	signatures, differ := f.Builtin.Versions[strconv.Itoa(version)]
	if !differ {
		return f.Function
	}
	there := *f.Builtin
	there.Signatures = signatures
	return fromBuiltinFunction(f.Function.Name, &there)
}

// FindRubyFunction returns the function called name that a Ruby file of the tree, Puppet or
// stdlib (if the tree lacks it) defines, or nil. A function of the 4.x API hides one of the 3.x
// API.
func (t *Tree) FindRubyFunction(name string) *RubyFunction {
	known := builtin.FindFunction(name)
	if known != nil && known.Module == "" && !known.Legacy {
		return &RubyFunction{Function: fromBuiltinFunction(name, known), Builtin: known}
	}
	for _, file := range t.plugins().functions[name] {
		if module, _, found := strings.Cut(name, "::"); found && module != file.module.Name {
			continue // Puppet looks for a::b in module a only
		}
		for _, function := range t.Ruby(file.path).Functions {
			if Normalize(function.Name) == name {
				return &RubyFunction{Function: function, Module: file.module}
			}
		}
		return &RubyFunction{Module: file.module, Unreadable: true}
	}
	if known != nil && known.Module == "" {
		return &RubyFunction{Legacy: legacyFromBuiltin(name, known), Builtin: known}
	}
	if files := t.plugins().legacyFunctions[name]; len(files) > 0 {
		file := files[0]
		for _, function := range t.Ruby(file.path).LegacyFunctions {
			if Normalize(function.Name) == name {
				return &RubyFunction{Legacy: function, Module: file.module}
			}
		}
		return &RubyFunction{Module: file.module, Unreadable: true}
	}
	if known != nil && known.Removed == "" && t.Module("stdlib") == nil && !t.closed {
		found := &RubyFunction{Builtin: known}
		if known.Legacy {
			found.Legacy = legacyFromBuiltin(name, known)
		} else {
			found.Function = fromBuiltinFunction(name, known)
		}
		return found
	}
	return nil
}

// HasFunctionCalled reports whether a Ruby file of the tree defines a function of the 3.x API
// whose name contains capital letters. Puppet finds it only by exactly that name.
func (t *Tree) HasFunctionCalled(name string) bool {
	files := t.plugins().legacyFunctions[name]
	if len(files) == 0 || name == Normalize(name) {
		return false
	}
	declarations := t.Ruby(files[0].path)
	return declarations.Open || slices.ContainsFunc(declarations.LegacyFunctions, func(function *ruby.LegacyFunction) bool { return function.Name == name })
}

// ReadsScope reports whether the code of a function of the 3.x API may read variables or the
// resource of the calling scope.
func (t *Tree) ReadsScope(name string) bool {
	if files := t.plugins().legacyFunctions[name]; len(files) > 0 {
		if files[0].module.Known != nil {
			return true // as far as is known
		}
		text, err := t.text(files[0].path)
		return err != nil || slices.ContainsFunc(scopeWords, func(word string) bool { return strings.Contains(text, word) })
	}
	return false
}

// scopeWords are words by which a function of the 3.x API may read variables, or pass the
// calling scope on: to a template, to another function, or to evaluated code. Such a function
// runs as a method of the scope.
var scopeWords = []string{
	"lookupvar", "to_hash", "resource.", "TemplateWrapper", "template", "call_function", "function_", "scope", "self[", "self.", "(self", " self",
	"binding", "eval", "find_variable", "exist?", "bound?", "include?(", "compiler", "ERB", "EppEvaluator",
}

// RubyFunctionNames returns the names of the functions that Ruby files of the tree and Puppet
// define, sorted.
func (t *Tree) RubyFunctionNames() *spell.Index { return t.plugins().functionNames() }

func (i *pluginIndex) listFunctionNames() *spell.Index {
	var names []string
	for name := range builtin.FunctionNames() {
		if builtin.FindFunction(name).Module == "" {
			names = append(names, name)
		}
	}
	for name := range i.functions {
		names = append(names, name)
	}
	for name := range i.legacyFunctions {
		names = append(names, name)
	}
	slices.Sort(names)
	return spell.NewIndex(slices.Compact(names))
}

// FindDataType returns the data type called name (lower case) that a Ruby file of the tree
// defines, or nil. found is also set if a file has the path for the name but its content could
// not be analysed.
func (t *Tree) FindDataType(name string) (dataType *ruby.DataType, found bool) {
	if files := t.plugins().dataTypes[strings.ReplaceAll(name, "_", "")]; len(files) > 0 {
		for _, dataType := range t.Ruby(files[0].path).DataTypes {
			if Normalize(dataType.Name) == name {
				return dataType, true
			}
		}
		return nil, true
	}
	return nil, false
}

// externalFacts is the folder of a module with programs and data files that provide facts.
const externalFacts = "facts.d"

// IsExternalFact reports whether a file lies in a folder of external facts, on whose words
// findings anywhere may depend.
func IsExternalFact(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/"+externalFacts+"/")
}

// MayBeExternalFact reports whether a module's external facts contain the word. The output of a
// program cannot be known, but the names of its facts most likely occur in its text.
func (t *Tree) MayBeExternalFact(word string) bool {
	return t.externalWords()[word] || t.writtenFacts().open
}

// listExternalWords are the words of all files of external facts: of those that modules
// have or put on hosts, and of those that lie beside the code. What manifests write into such files,
// and the facts that Vagrant or a script gives, are among them, and the words of Ruby
// files that compute the names of facts.
func (t *Tree) listExternalWords() map[string]bool {
	words := map[string]bool{}
	add := func(path string) {
		text, err := t.text(path)
		if err != nil {
			return
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[word] = true
		}
	}
	for _, module := range t.Modules {
		t.walk(module.Path(externalFacts), add)
		for _, folder := range []string{"files", "templates"} {
			t.walk(module.Path(folder), func(path string) {
				if IsExternalFact(path) {
					add(path)
				}
			})
		}
	}
	for _, folder := range t.externalFactFolders() {
		t.walk(folder, add)
	}
	for _, file := range t.plugins().facts {
		if t.Ruby(file.path).HasComputedFacts {
			add(file.path)
		}
	}
	t.eachAround(func(path string) { t.addGivenFacts(words, path) })
	maps.Copy(words, t.writtenFacts().words)
	return words
}

// externalFactFolders are the folders in which external facts may lie around the environment and
// its modules: in a repository that holds a host's whole configuration.
func (t *Tree) externalFactFolders() []string {
	var found []string
	seen := map[string]bool{}
	for _, folder := range append([]string{t.Environment}, t.Modulepath...) {
		if folder == "" {
			continue
		}
		folder = absolute(folder)
		for range maxAround {
			if seen[folder] {
				break
			}
			seen[folder] = true
			found = append(found, filepath.Join(folder, externalFacts), filepath.Join(folder, "facter", externalFacts))
			folder = filepath.Dir(folder)
		}
	}
	return found
}

// maxAround is how many folders around the code are looked into.
const maxAround = 4

// FactPatterns returns the known parts of the fact names that Ruby files of the tree compute,
// sorted.
func (t *Tree) FactPatterns() (patterns []ruby.NamePattern) {
	for _, file := range t.plugins().facts {
		patterns = append(patterns, t.Ruby(file.path).FactPatterns...)
	}
	slices.SortFunc(patterns, func(a, b ruby.NamePattern) int {
		return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.Suffix, b.Suffix))
	})
	return slices.Compact(patterns)
}

// CustomFacts returns the names of the facts that Ruby files of the tree define, sorted. open
// is set if there may be others.
func (t *Tree) CustomFacts() (names []string, open bool) {
	for _, file := range t.plugins().facts {
		declarations := t.Ruby(file.path)
		open = open || declarations.Open
		for _, fact := range declarations.Facts {
			names = append(names, fact.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), open
}
