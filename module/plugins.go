package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
)

// Plugins are the Ruby files of a tree: what they declare, and what comes with Puppet.
type Plugins struct {
	tree         *Tree
	folders      *incremental.Query[string, *pluginFolder]      // by path in a module, see pluginFolders
	declarations *incremental.Query[string, *ruby.Declarations] // by absolute path
	types        *incremental.Query[string, *ResourceType]      // by name
	strings      *incremental.Query[*Module, []string]          // see Strings
	// additions holds the attributes that the files of each module add to types defined
	// elsewhere; added holds those of all modules.
	additions *incremental.Query[*Module, *additions]
	added     treeValue[*additions]
	onHosts   treeValue[[]string] // see FunctionsOnHosts
	// customFacts is the result of CustomFacts.
	customFacts treeValue[*CustomFacts]
	// typeNames and functionNames are the results of ResourceTypeNames and FunctionNames.
	typeNames, functionNames treeValue[*spell.Index]
	declarers                *incremental.Query[string, *RubyDeclarer] // by name; see FindDeclarer
	// names maps an absolute path to the path under which the file was first requested.
	names *sync.Map
	// same caches the answers of DeclaresSame.
	same map[string]bool
	// ruby reads Ruby code of any kind.
	ruby *ruby.Reader
}

func newPlugins(tree *Tree) *Plugins {
	return &Plugins{
		tree: tree, names: &sync.Map{}, same: map[string]bool{}, ruby: &ruby.Reader{},
		folders: query(tree, "plugins", func(view *Tree, folder string) *pluginFolder { return view.Plugins.list(folder) }, nil),
		declarations: query(tree, "declarations", func(view *Tree, path string) *ruby.Declarations {
			return view.Plugins.declarationsAt(path)
		}, nil),
		types:     query(tree, "resource type", func(view *Tree, name string) *ResourceType { return view.Plugins.readResourceType(name) }, nil),
		strings:   query(tree, "strings", func(view *Tree, module *Module) []string { return view.Plugins.readStrings(module) }, slices.Equal),
		declarers: query(tree, "declarers", func(view *Tree, name string) *RubyDeclarer { return view.Plugins.readDeclarer(name) }, (*RubyDeclarer).equal),
		additions: query(tree, "additions", func(view *Tree, module *Module) *additions { return view.Plugins.readAdditions(module) }, (*additions).equal),
		added:     newTreeValue(tree, "all additions", func(view *Tree) *additions { return view.Plugins.joinAdditions() }, nil),
		onHosts:   newTreeValue(tree, "functions on hosts", func(view *Tree) []string { return view.Plugins.listFunctionsOnHosts() }, slices.Equal),

		customFacts:   newTreeValue(tree, "custom facts", func(view *Tree) *CustomFacts { return view.Plugins.listCustomFacts() }, (*CustomFacts).Equal),
		typeNames:     newTreeValue(tree, "names of resource types", func(view *Tree) *spell.Index { return view.Plugins.listTypeNames() }, nil),
		functionNames: newTreeValue(tree, "names of functions", func(view *Tree) *spell.Index { return view.Plugins.listFunctionNames() }, nil),
	}
}

// pluginFile is a Ruby file that Puppet loads by its path.
type pluginFile struct {
	module *Module
	path   string
}

// The folders of a module whose Ruby files Puppet loads by their paths.
const (
	typeFiles           = "lib/puppet/type"
	functionFiles       = "lib/puppet/functions"        // 4.x
	legacyFunctionFiles = "lib/puppet/parser/functions" // 3.x
	dataTypeFiles       = "lib/puppet/datatypes"
	providerFiles       = "lib/puppet/provider"
	factFiles           = "lib/facter"
)

var pluginFolders = []string{typeFiles, functionFiles, legacyFunctionFiles, dataTypeFiles, providerFiles, factFiles}

// pluginFolder lists the Ruby files of one of the pluginFolders in all modules. Puppet loads the
// first file of a name.
type pluginFolder struct {
	files []pluginFile
	// byName holds the files by the names that their paths give them: those of data types in
	// lower case without underscores, and for providers the name of the resource type.
	byName map[string][]pluginFile
}

// isPlugin reports whether a Ruby file at a path relative to its module, with slashes, is in one
// of the pluginFolders.
func isPlugin(relative string) bool {
	return slices.ContainsFunc(pluginFolders, func(folder string) bool { return strings.HasPrefix(relative, folder+"/") })
}

// in returns the list of one of the pluginFolders.
func (p *Plugins) in(folder string) *pluginFolder { return p.folders.Get(p.tree.inputs.task, folder) }

// list lists the files of one of the pluginFolders. It reads folders, never files.
func (p *Plugins) list(folder string) *pluginFolder {
	found := &pluginFolder{byName: map[string][]pluginFile{}}
	for _, module := range slices.Concat(p.tree.Modules, p.tree.KnownModules()) {
		p.walk(module, folder, "", func(name, path string) {
			switch folder {
			case dataTypeFiles:
				name = strings.ReplaceAll(strings.ToLower(name), "_", "")
			case providerFiles:
				name, _, _ = strings.Cut(name, "::")
			}
			file := pluginFile{module, path}
			found.files, found.byName[name] = append(found.files, file), append(found.byName[name], file)
		})
	}
	return found
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
	key := p.tree.absolute(path)
	if key != path {
		p.names.LoadOrStore(key, path)
	}
	return p.declarations.Get(p.tree.inputs.task, key)
}

// declarationsAt reads the Ruby file at an absolute path.
func (p *Plugins) declarationsAt(path string) *ruby.Declarations {
	if name, isNamed := p.names.Load(path); isNamed {
		path = name.(string)
	}
	file, err := p.tree.Files.Read(path)
	if err != nil {
		return &ruby.Declarations{File: source.NewFile(path, ""), Open: true}
	}
	if owner, relative := p.tree.ModuleOf(path); owner != nil && owner.Known != nil {
		return owner.Known.Declarations(file, relative)
	}
	return p.ruby.Read(file)
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
	return p.types.Get(p.tree.inputs.task, name)
}

func (p *Plugins) readResourceType(name string) *ResourceType {
	if files := p.in(typeFiles).byName[name]; len(files) > 0 {
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
func (p *Plugins) ResourceTypeNames() *spell.Index { return p.typeNames.get(p.tree) }

func (p *Plugins) listTypeNames() *spell.Index {
	names := slices.Collect(builtin.ResourceTypeNames())
	names = slices.AppendSeq(names, maps.Keys(p.in(typeFiles).byName))
	slices.Sort(names)
	return spell.NewIndex(slices.Compact(names))
}

// Providers returns the names of the known providers of a resource type, sorted. open is set if
// there may be more.
func (p *Plugins) Providers(resourceType string) (names []string, open bool) {
	if found := builtin.FindResourceType(resourceType); found != nil {
		names = append(names, found.Providers...)
	}
	for _, file := range p.in(typeFiles).byName[resourceType] {
		open = open || file.module.Known != nil // the providers of a known module are unknown
	}
	for _, file := range p.in(providerFiles).byName[resourceType] {
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
	for _, file := range p.in(functionFiles).byName[name] {
		if module, _, found := strings.Cut(name, "::"); found && module != file.module.Name {
			continue // Puppet looks for a::b only in module a
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
	if files := p.in(legacyFunctionFiles).byName[name]; len(files) > 0 {
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
	files := p.in(legacyFunctionFiles).byName[name]
	if len(files) == 0 || name == Normalize(name) {
		return false
	}
	declarations := p.Declarations(files[0].path)
	return declarations.Open || slices.ContainsFunc(declarations.LegacyFunctions, func(function *ruby.LegacyFunction) bool { return function.Name == name })
}

// ReadsScope reports whether the code of a function of the 3.x API may read variables or the
// resource of the calling scope.
func (p *Plugins) ReadsScope(name string) bool {
	if files := p.in(legacyFunctionFiles).byName[name]; len(files) > 0 {
		if files[0].module.Known != nil {
			return true // the Ruby code of a known module is unknown
		}
		text, err := p.tree.Manifests.text(files[0].path)
		return err != nil || slices.ContainsFunc(scopeWords, func(word string) bool { return strings.Contains(text, word) })
	}
	return false
}

// scopeWords are words in a function of the 3.x API that may read variables or pass the calling
// scope on: to a template, to another function, or to evaluated code. Such a function runs as a
// method of the scope.
var scopeWords = []string{
	"lookupvar", "to_hash", "resource.", "TemplateWrapper", "template", "call_function", "function_", "scope", "self[", "self.", "(self", " self",
	"binding", "eval", "find_variable", "exist?", "bound?", "include?(", "compiler", "ERB", "EppEvaluator",
}

// FunctionNames returns the names of the functions that Ruby files of the tree and Puppet
// define, sorted.
func (p *Plugins) FunctionNames() *spell.Index { return p.functionNames.get(p.tree) }

func (p *Plugins) listFunctionNames() *spell.Index {
	names := slices.Collect(builtin.OwnFunctionNames())
	for _, folder := range []string{functionFiles, legacyFunctionFiles} {
		names = slices.AppendSeq(names, maps.Keys(p.in(folder).byName))
	}
	slices.Sort(names)
	return spell.NewIndex(slices.Compact(names))
}

// FindDataType returns the data type called name (lower case) that a Ruby file of the tree
// defines, or nil. found is also set if a file has the path for the name but its content could
// not be analysed.
func (p *Plugins) FindDataType(name string) (dataType *ruby.DataType, found bool) {
	if files := p.in(dataTypeFiles).byName[strings.ReplaceAll(name, "_", "")]; len(files) > 0 {
		for _, dataType := range p.Declarations(files[0].path).DataTypes {
			if Normalize(dataType.Name) == name {
				return dataType, true
			}
		}
		return nil, true
	}
	return nil, false
}

// rubyBefore is what was known of a Ruby file of a module before a change.
type rubyBefore struct {
	isPlugin     bool
	declarations *ruby.Declarations
	strings      []string
	additions    *additions
	// hasStrings is set if strings was asked for.
	hasStrings bool
}

func (p *Plugins) before(module *Module, path, relative string) (before rubyBefore) {
	before.isPlugin = isPlugin(relative) && p.isListed(path)
	before.declarations, _ = incremental.Last(p.declarations, path)
	before.strings, before.hasStrings = incremental.Last(p.strings, module)
	before.additions, _ = incremental.Last(p.additions, module)
	return before
}

// isListed reports whether a Ruby file in a place for plugins is in its folder now, or was when
// the index was made.
func (p *Plugins) isListed(path string) bool {
	if names, isKnown := p.tree.inputs.listings.Known(filepath.Dir(path)); isKnown {
		return names.has(filepath.Base(path))
	}
	return false
}

// renew compares a changed Ruby file of a module with what was known before. It reports false if
// the file adds attributes to types defined elsewhere, or facts by computed names. It also records
// the answer of DeclaresSame.
func (p *Plugins) renew(module *Module, path, relative string, before rubyBefore) bool {
	for _, folder := range pluginFolders {
		p.in(folder) // so that the folders are listed
	}
	isThere := isPlugin(relative) && p.isListed(path)
	same := before.isPlugin == isThere
	if before.declarations != nil {
		after := p.Declarations(path)
		if before.declarations.HasComputedFacts || after.HasComputedFacts {
			return false // its words may be names of facts
		}
		same = same && before.declarations.DeclaresSame(after)
	} else if isThere && strings.HasPrefix(relative, factFiles+"/") && p.Declarations(path).HasComputedFacts {
		return false
	}
	same = same && (!before.hasStrings || slices.Equal(before.strings, p.Strings(module)))
	p.same[path] = same
	return before.additions == nil || !before.additions.from[path] && !p.additions.Get(p.tree.inputs.task, module).from[path]
}

// DeclaresSame reports whether the last Renew has found the declarations of a Ruby file
// unchanged, as far as they had been used.
func (p *Plugins) DeclaresSame(path string) bool { return p.same[p.tree.absolute(path)] }

// NamesAt returns the names, in lower case, that the Ruby file at path declares by its
// location. It returns none for a provider, since code does not name providers.
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
	return p.strings.Get(p.tree.inputs.task, module)
}

func (p *Plugins) readStrings(module *Module) (found []string) {
	p.tree.folders.walk(module.Path("lib"), func(path string) {
		if !strings.HasSuffix(path, ".rb") {
			return
		}
		if file, err := p.tree.Files.Read(path); err == nil {
			found = appendQuoted(found, file.Text)
		}
	})
	return found
}

// longestKey is the length, in bytes, of the longest data key.
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
