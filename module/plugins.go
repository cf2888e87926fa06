package module

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
)

// pluginFile is a Ruby file that Puppet loads by its place.
type pluginFile struct {
	module *Module
	path   string
}

// pluginIndex lists the Ruby files of all modules by the names that their
// places give them. The first file of a name is the one that Puppet loads.
type pluginIndex struct {
	resourceTypes   map[string][]pluginFile
	functions       map[string][]pluginFile // 4.x
	legacyFunctions map[string][]pluginFile // 3.x
	dataTypes       map[string][]pluginFile // names in lower case
	providers       map[string][]pluginFile // by resource type
	facts           []pluginFile
	// paths are those of all these files, absolute ones.
	paths map[string]bool
}

// pluginFolders are the folders of a module whose Ruby files Puppet loads by their
// places.
var pluginFolders = []string{"lib/puppet/type", "lib/puppet/functions", "lib/puppet/parser/functions", "lib/puppet/datatypes", "lib/puppet/provider", "lib/facter"}

// isPlugin reports whether a Ruby file at a path relative to its module, with
// slashes, is one of a pluginIndex.
func isPlugin(relative string) bool {
	return slices.ContainsFunc(pluginFolders, func(folder string) bool { return strings.HasPrefix(relative, folder+"/") })
}

// listPlugins reads folders, never files.
func (t *Tree) listPlugins() *pluginIndex {
	index := &pluginIndex{
		resourceTypes: map[string][]pluginFile{}, functions: map[string][]pluginFile{},
		legacyFunctions: map[string][]pluginFile{}, dataTypes: map[string][]pluginFile{}, providers: map[string][]pluginFile{}, paths: map[string]bool{},
	}
	add := func(to map[string][]pluginFile, name string, file pluginFile) { to[name] = append(to[name], file) }
	for _, module := range slices.Concat(t.Modules, t.KnownModules()) {
		for _, folder := range pluginFolders {
			t.walkRuby(module, folder, "", func(name, path string) {
				file := pluginFile{module, path}
				index.paths[absolute(path)] = true
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

// Ruby is what the Ruby file at path declares; empty and open when it cannot
// be read.
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

// ResourceType is a resource type with where it comes from.
type ResourceType struct {
	*ruby.ResourceType
	// Module is the module that brings it; nil for Puppet's own and for those
	// of modules that are not there.
	Module *Module
	// Declarations is the file that makes it; nil when it comes from the
	// embedded tables.
	Declarations *ruby.Declarations
	// Builtin is the embedded description, when it comes from there.
	Builtin *builtin.ResourceType
}

// FindResourceType is the resource type called name (lower case), or nil. The
// tree's modules come before what Puppet brings, as on its load path. What
// other files of the tree add to it is not among its attributes (see MayAdd).
// All who ask share the answer and must not change it.
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

// ResourceTypeNames are the names of all resource types of the tree and of
// Puppet, sorted.
func (t *Tree) ResourceTypeNames() []string {
	names := slices.Collect(builtin.ResourceTypeNames())
	for name := range t.plugins().resourceTypes {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Providers are the names of the providers known for a resource type, sorted;
// open is set when there may be more.
func (t *Tree) Providers(resourceType string) (names []string, open bool) {
	if found := builtin.FindResourceType(resourceType); found != nil {
		names = append(names, found.Providers...)
	}
	for _, file := range t.plugins().resourceTypes[resourceType] {
		open = open || file.module.Known != nil // of which no providers are known
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

// RubyFunction is a function written in Ruby: of the 4.x API when Function is
// set, of the 3.x API when Legacy is.
type RubyFunction struct {
	*ruby.Function
	Legacy *ruby.LegacyFunction
	// Module is the module that brings it, or nil.
	Module *Module
	// Builtin is the embedded description, when it comes from there.
	Builtin *builtin.Function
	// Unreadable is set when a file has the name's place but nothing in it
	// could be understood.
	Unreadable bool
}

// In is the Function as a major version of Puppet has it.
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

// FindRubyFunction is the function called name that a Ruby file of the tree,
// Puppet or (where the tree lacks it) stdlib defines, or nil. A function of
// the 4.x API hides one of the 3.x API.
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

// HasFunctionCalled reports whether a Ruby file of the tree defines a function of the
// 3.x API whose name has capital letters: Puppet finds it when it is called by exactly
// that name.
func (t *Tree) HasFunctionCalled(name string) bool {
	files := t.plugins().legacyFunctions[name]
	if len(files) == 0 || name == Normalize(name) {
		return false
	}
	declarations := t.Ruby(files[0].path)
	return declarations.Open || slices.ContainsFunc(declarations.LegacyFunctions, func(function *ruby.LegacyFunction) bool { return function.Name == name })
}

// ReadsScope reports whether the code of a function of the 3.x API asks the scope
// that calls it for variables or for its resource.
func (t *Tree) ReadsScope(name string) bool {
	if files := t.plugins().legacyFunctions[name]; len(files) > 0 {
		if files[0].module.Known != nil {
			return true // for all that is known
		}
		text, err := t.text(files[0].path)
		return err != nil || slices.ContainsFunc(scopeWords, func(word string) bool { return strings.Contains(text, word) })
	}
	return false
}

// scopeWords are what the code of a function of the 3.x API, which runs as a method of
// the scope that calls it, reads variables with or hands that scope on by: to a
// template, to another function, to code that is made from text.
var scopeWords = []string{
	"lookupvar", "to_hash", "resource.", "TemplateWrapper", "template", "call_function", "function_", "scope", "self[", "self.", "(self", " self",
	"binding", "eval", "find_variable", "exist?", "bound?", "include?(", "compiler", "ERB", "EppEvaluator",
}

// RubyFunctionNames are the names of the functions that Ruby files of the tree
// and Puppet define, sorted.
func (t *Tree) RubyFunctionNames() []string {
	var names []string
	for name := range builtin.FunctionNames() {
		if builtin.FindFunction(name).Module == "" {
			names = append(names, name)
		}
	}
	for name := range t.plugins().functions {
		names = append(names, name)
	}
	for name := range t.plugins().legacyFunctions {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// FindDataType is the data type called name (lower case) that a Ruby file of
// the tree makes, or nil; found is set as well when a file has the name's
// place but what it makes could not be understood.
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

// externalFacts is the folder of a module whose programs and data files give facts to
// the hosts.
const externalFacts = "facts.d"

// MayBeExternalFact reports whether a module's external facts name the word: a program's
// output cannot be known, but what it prints most likely stands in it.
func (t *Tree) MayBeExternalFact(word string) bool { return t.externalWords()[word] }

// listExternalWords are the words of all files of external facts: of those that modules
// have or put on hosts, and of those that lie beside the code.
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
				if strings.Contains(filepath.ToSlash(path), "/"+externalFacts+"/") {
					add(path)
				}
			})
		}
	}
	for _, folder := range t.besideCode() {
		t.walk(folder, add)
	}
	return words
}

// besideCode are the folders in which external facts may lie around the environment and
// its modules: in a repository that holds a host's whole configuration.
func (t *Tree) besideCode() []string {
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

// FactPatterns are what is certain of the names of facts that Ruby files of the tree
// compute, sorted.
func (t *Tree) FactPatterns() (patterns []ruby.NamePattern) {
	for _, file := range t.plugins().facts {
		patterns = append(patterns, t.Ruby(file.path).FactPatterns...)
	}
	slices.SortFunc(patterns, func(a, b ruby.NamePattern) int {
		return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.Suffix, b.Suffix))
	})
	return slices.Compact(patterns)
}

// CustomFacts are the names of the facts that Ruby files of the tree define,
// sorted; open is set when there may be others.
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
