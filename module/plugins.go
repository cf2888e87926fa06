package module

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
)

// Plugins are the Ruby files of a tree: what they declare, and what comes with Puppet.
type Plugins struct {
	tree  *Tree
	index func() *pluginIndex
	// paths holds the absolute paths in the first index, corrected for each file that Renew was
	// told of. A later index may lack a file that Renew is yet to be told of.
	paths        map[string]bool
	declarations cache[*ruby.Declarations] // by absolute path
	types        cache[*ResourceType]      // by name
	strings      cache[[]string]           // by folder of a module; see Strings
	// added holds one value: the attributes that files add to types defined elsewhere.
	added   cache[*additions]
	onHosts func() []string // see FunctionsOnHosts
	// same holds the answers of DeclaresSame.
	same map[string]bool
}

func newPlugins(tree *Tree) *Plugins {
	plugins := &Plugins{tree: tree, same: map[string]bool{}}
	plugins.index = sync.OnceValue(plugins.list)
	plugins.onHosts = sync.OnceValue(plugins.listFunctionsOnHosts)
	return plugins
}

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
	typeNames, functionNames func() *spell.Index // see ResourceTypeNames, FunctionNames
}

// pluginFolders are the folders of a module whose Ruby files Puppet loads by their paths.
var pluginFolders = []string{"lib/puppet/type", "lib/puppet/functions", "lib/puppet/parser/functions", "lib/puppet/datatypes", "lib/puppet/provider", "lib/facter"}

// isPlugin reports whether a pluginIndex contains a Ruby file at a path relative to its module,
// with slashes.
func isPlugin(relative string) bool {
	return slices.ContainsFunc(pluginFolders, func(folder string) bool { return strings.HasPrefix(relative, folder+"/") })
}

// list builds the plugin index. It reads folders, never files.
func (p *Plugins) list() *pluginIndex {
	index := &pluginIndex{
		resourceTypes: map[string][]pluginFile{}, functions: map[string][]pluginFile{},
		legacyFunctions: map[string][]pluginFile{}, dataTypes: map[string][]pluginFile{}, providers: map[string][]pluginFile{},
	}
	index.typeNames, index.functionNames = sync.OnceValue(index.listTypeNames), sync.OnceValue(index.listFunctionNames)
	paths := map[string]bool{}
	add := func(to map[string][]pluginFile, name string, file pluginFile) { to[name] = append(to[name], file) }
	for _, module := range slices.Concat(p.tree.Modules, p.tree.KnownModules()) {
		for _, folder := range pluginFolders {
			p.walk(module, folder, "", func(name, path string) {
				file := pluginFile{module, path}
				paths[p.tree.absolute(path)] = true
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
	if p.paths == nil {
		p.paths = paths
	}
	return index
}

// walk visits the Ruby files below a folder of a module, each with the
// name that its path gives it.
func (p *Plugins) walk(module *Module, folder, prefix string, visit func(name, path string)) {
	entries, err := p.tree.Files.ReadDir(module.Path(folder))
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if base, ok := strings.CutSuffix(name, ".rb"); ok {
			visit(prefix+base, filepath.Join(module.Path(folder), name))
		} else if entry.IsDir() {
			p.walk(module, folder+"/"+name, prefix+name+"::", visit)
		}
	}
}

// Declarations returns the declarations in the Ruby file at path. They are empty and open if the file
// cannot be read.
func (p *Plugins) Declarations(path string) *ruby.Declarations {
	return p.declarations.get(p.tree.absolute(path), func() *ruby.Declarations {
		file, err := p.tree.Files.Read(path)
		if err != nil {
			return &ruby.Declarations{File: source.NewFile(path, ""), Open: true}
		}
		if owner, relative := p.tree.ModuleOf(path); owner != nil && owner.Known != nil {
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
func (p *Plugins) FindResourceType(name string) *ResourceType {
	return p.types.get(name, func() *ResourceType { return p.readResourceType(name) })
}

func (p *Plugins) readResourceType(name string) *ResourceType {
	if files := p.index().resourceTypes[name]; len(files) > 0 {
		file := files[0]
		declarations := p.Declarations(file.path)
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
func (p *Plugins) ResourceTypeNames() *spell.Index { return p.index().typeNames() }

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
func (p *Plugins) Providers(resourceType string) (names []string, open bool) {
	if found := builtin.FindResourceType(resourceType); found != nil {
		names = append(names, found.Providers...)
	}
	for _, file := range p.index().resourceTypes[resourceType] {
		open = open || file.module.Known != nil // its providers are unknown
	}
	for _, file := range p.index().providers[resourceType] {
		declarations := p.Declarations(file.path)
		open = open || declarations.Open
		for _, provider := range declarations.Providers {
			if provider.Type == resourceType {
				names = append(names, provider.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), open || p.tree.completeness.open
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

// FindFunction returns the function called name that a Ruby file of the tree, Puppet or
// stdlib (if the tree lacks it) defines, or nil. A function of the 4.x API hides one of the 3.x
// API.
func (p *Plugins) FindFunction(name string) *RubyFunction {
	known := builtin.FindFunction(name)
	if known != nil && known.Module == "" && !known.Legacy {
		return &RubyFunction{Function: fromBuiltinFunction(name, known), Builtin: known}
	}
	for _, file := range p.index().functions[name] {
		if module, _, found := strings.Cut(name, "::"); found && module != file.module.Name {
			continue // Puppet looks for a::b in module a only
		}
		for _, function := range p.Declarations(file.path).Functions {
			if Normalize(function.Name) == name {
				return &RubyFunction{Function: function, Module: file.module}
			}
		}
		return &RubyFunction{Module: file.module, Unreadable: true}
	}
	if known != nil && known.Module == "" {
		return &RubyFunction{Legacy: legacyFromBuiltin(name, known), Builtin: known}
	}
	if files := p.index().legacyFunctions[name]; len(files) > 0 {
		file := files[0]
		for _, function := range p.Declarations(file.path).LegacyFunctions {
			if Normalize(function.Name) == name {
				return &RubyFunction{Legacy: function, Module: file.module}
			}
		}
		return &RubyFunction{Module: file.module, Unreadable: true}
	}
	if known != nil && known.Removed == "" && p.tree.Module("stdlib") == nil && !p.tree.completeness.closed {
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
func (p *Plugins) HasFunctionCalled(name string) bool {
	files := p.index().legacyFunctions[name]
	if len(files) == 0 || name == Normalize(name) {
		return false
	}
	declarations := p.Declarations(files[0].path)
	return declarations.Open || slices.ContainsFunc(declarations.LegacyFunctions, func(function *ruby.LegacyFunction) bool { return function.Name == name })
}

// ReadsScope reports whether the code of a function of the 3.x API may read variables or the
// resource of the calling scope.
func (p *Plugins) ReadsScope(name string) bool {
	if files := p.index().legacyFunctions[name]; len(files) > 0 {
		if files[0].module.Known != nil {
			return true // as far as is known
		}
		text, err := p.tree.Manifests.text(files[0].path)
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

// FunctionNames returns the names of the functions that Ruby files of the tree and Puppet
// define, sorted.
func (p *Plugins) FunctionNames() *spell.Index { return p.index().functionNames() }

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
func (p *Plugins) FindDataType(name string) (dataType *ruby.DataType, found bool) {
	if files := p.index().dataTypes[strings.ReplaceAll(name, "_", "")]; len(files) > 0 {
		for _, dataType := range p.Declarations(files[0].path).DataTypes {
			if Normalize(dataType.Name) == name {
				return dataType, true
			}
		}
		return nil, true
	}
	return nil, false
}

// FactPatterns returns the known parts of the fact names that Ruby files of the tree compute,
// sorted.
func (p *Plugins) FactPatterns() (patterns []ruby.NamePattern) {
	for _, file := range p.index().facts {
		patterns = append(patterns, p.Declarations(file.path).FactPatterns...)
	}
	slices.SortFunc(patterns, func(a, b ruby.NamePattern) int {
		return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.Suffix, b.Suffix))
	})
	return slices.Compact(patterns)
}

// CustomFacts returns the names of the facts that Ruby files of the tree define, sorted. open
// is set if there may be others.
func (p *Plugins) CustomFacts() (names []string, open bool) {
	for _, file := range p.index().facts {
		declarations := p.Declarations(file.path)
		open = open || declarations.Open
		for _, fact := range declarations.Facts {
			names = append(names, fact.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), open
}

// renew forgets a changed Ruby file. It reports false if the file adds attributes to types
// defined elsewhere, or facts by computed names. It also records the answer of DeclaresSame.
func (p *Plugins) renew(module *Module, path, relative string) bool {
	_, err := p.tree.Files.Stat(path)
	p.index() // it fills paths
	isThere := err == nil && isPlugin(relative)
	same := p.paths[path] == isThere
	if !same {
		p.paths[path] = isThere
		p.index = sync.OnceValue(p.list)
	}
	if before, asked := p.declarations.known(path); asked {
		p.declarations.forget(path)
		if before.HasComputedFacts || p.Declarations(path).HasComputedFacts {
			return false // its words may be names of facts
		}
		same = same && before.DeclaresSame(p.Declarations(path))
	} else if isThere && strings.HasPrefix(relative, "lib/facter/") && p.Declarations(path).HasComputedFacts {
		return false
	}
	if before, asked := p.strings.known(module.Folder); asked {
		p.strings.forget(module.Folder)
		same = same && slices.Equal(before, p.Strings(module))
	}
	p.same[path] = same
	p.types.clear()
	if added, asked := p.added.known(""); asked {
		now := newAdditions()
		if p.addAdditions(now, path); added.from[path] || now.from[path] {
			return false
		}
	}
	return true
}

// renewOutside forgets a changed Ruby file that Puppet does not load by its path.
func (p *Plugins) renewOutside(path string) {
	p.same[path] = false // file() may name it
	p.declarations.forget(path)
	p.onHosts = sync.OnceValue(p.listFunctionsOnHosts)
}

// DeclaresSame reports whether the declarations of a Ruby file, as far as they had been used,
// were unchanged when Renew last read it.
func (p *Plugins) DeclaresSame(path string) bool { return p.same[p.tree.absolute(path)] }

// NamesAt returns the names, in lower case, that the Ruby file at path declares by its
// location. There are none for a provider, since code does not name it.
func (p *Plugins) NamesAt(path string) []string {
	_, relative := p.tree.ModuleOf(path)
	name := strings.TrimSuffix(relative, ".rb")
	for _, folder := range []string{"lib/puppet/functions/", "lib/puppet/parser/functions/", "lib/puppet/type/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			return []string{strings.ToLower(strings.ReplaceAll(rest, "/", "::"))}
		}
	}
	if rest, inside := strings.CutPrefix(name, "lib/puppet/datatypes/"); inside {
		name := strings.ToLower(strings.ReplaceAll(rest, "/", "::"))
		return []string{name, strings.ReplaceAll(name, "_", "")}
	}
	return nil
}

// Strings returns the quoted words in a module's Ruby files that may be data keys: letters,
// digits and the punctuation of names.
func (p *Plugins) Strings(module *Module) []string {
	return p.strings.get(module.Folder, func() []string {
		var found []string
		p.tree.folders.walk(module.Path("lib"), func(path string) {
			if !strings.HasSuffix(path, ".rb") {
				return
			}
			if file, err := p.tree.Files.Read(path); err == nil {
				found = appendQuoted(found, file.Text)
			}
		})
		return found
	})
}

// longestKey bounds the length of a data key in bytes.
const longestKey = 128

// appendQuoted appends the quoted words of a text.
func appendQuoted(found []string, text string) []string {
	for at := 0; ; {
		next := strings.IndexAny(text[at:], `'"`)
		if next < 0 {
			return found
		}
		start := at + next + 1
		quote := text[start-1]
		end := start
		for end < len(text) && end-start < longestKey && (isNameByte(text[end]) || strings.IndexByte(":.-", text[end]) >= 0) {
			end++
		}
		if end > start && end < len(text) && text[end] == quote {
			found = append(found, text[start:end])
			end++
		}
		at = end
	}
}
