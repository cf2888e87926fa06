package documents

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// moduleUse is the first use of another module.
type moduleUse struct {
	file *source.File
	span source.Span
	what string
	// optional is set if all uses are optional.
	optional bool
}

// checkUses compares the modules that the code uses with the declared dependencies.
func (m *metadataReader) checkUses() {
	dependencies := m.root.Get("dependencies")
	if dependencies == nil || dependencies.Kind != document.Sequence || m.Tree.Module(m.module.Name) != m.module {
		return
	}
	declared := map[string]bool{m.module.Name: true}
	for _, dependency := range m.module.Metadata().Dependencies {
		declared[dependency.Name] = true
	}
	for name := range m.optionalDependencies() {
		declared[name] = true
	}
	isInstalled := m.isInstalled()
	uses := m.usesOf(declared)
	names := make([]string, 0, len(uses))
	for name := range uses {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if declared[name] || m.isBundled(name) || isOfEnterprise(name) || isInstalled {
			continue
		}
		use := uses[name]
		if use.optional {
			continue
		}
		finding := m.report(&code.UndeclaredDependency, opening(dependencies), "the module uses "+use.what+" of '"+name+"', but does not depend on it")
		finding.Related = append(finding.Related, diag.Related{File: use.file, Span: use.span, Message: "first used here"})
	}
	if !m.Strict {
		return
	}
	m.checkAllowedVersions()
	for _, dependency := range m.module.Metadata().Dependencies {
		// The code may use providers of any module that is not on disk: those are unknown.
		owner := m.Tree.Module(dependency.Name)
		if _, used := uses[dependency.Name]; !used && owner != nil && owner.Known == nil && !m.isMentioned(dependency.Name) {
			m.report(&code.UnusedDependency, dependency.Span, "the module uses nothing of '"+dependency.Name+"'")
		}
	}
}

// optionalDependencies returns the modules that the metadata list under the key
// optional_dependencies: modules that the code uses only if they are installed.
func (m *metadataReader) optionalDependencies() map[string]bool {
	found := map[string]bool{}
	add := func(list *document.Node) {
		if list == nil {
			return
		}
		for _, item := range list.Resolve().Items {
			if name := item.Resolve().Get("name"); name != nil {
				found[name.Text[strings.IndexAny(name.Text, "-/")+1:]] = true
			}
		}
	}
	add(m.root.Get("optional_dependencies"))
	for _, pair := range m.root.Pairs() {
		if value := pair.Value.Resolve(); value.Kind == document.Mapping {
			add(value.Get("optional_dependencies"))
		}
	}
	return found
}

// unbundled are the modules of resource types that were part of Puppet before version 6. The
// packages of later versions of Puppet do not contain them.
var unbundled = map[string]bool{
	"k5login_core": true, "macdslocal_core": true, "mailalias_core": true, "maillist_core": true, "nagios_core": true, "network_device_core": true,
}

// isOfEnterprise reports whether a module comes with Puppet Enterprise. Metadata cannot list
// such modules, because the Forge does not have them.
func isOfEnterprise(name string) bool {
	return strings.HasPrefix(name, "pe_") || name == "puppet_enterprise"
}

// isBundled reports whether a module comes with every version of Puppet that the requirements
// allow.
func (m *metadataReader) isBundled(name string) bool {
	if !strings.HasSuffix(name, "_core") || !unbundled[name] {
		return strings.HasSuffix(name, "_core")
	}
	for _, wanted := range m.module.Metadata().Requirements {
		allowed, err := types.ParseVersionRange(wanted)
		if err != nil || slices.ContainsFunc([]int64{6, 7, 8, 9}, allowed.IncludesMajor) {
			return false
		}
	}
	return len(m.module.Metadata().Requirements) > 0
}

// isInstalled reports whether the module lies in a modules folder of a control repository. The
// tools that install the other modules there do not read the metadata of this one.
func (m *metadataReader) isInstalled() bool {
	around := filepath.Dir(filepath.Clean(m.module.Folder))
	return m.Tree.Environment != "" && slices.ContainsFunc(m.Tree.Modulepath, func(folder string) bool { return filepath.Clean(folder) == around })
}

// isOfSite reports whether the module belongs to a site: it lies in a modules folder of a
// control repository, or beside another module whose name has no owner either. Such modules are
// used where they lie, and are not published.
func (m *metadataReader) isOfSite() bool {
	around := filepath.Dir(filepath.Clean(m.module.Folder))
	return m.isInstalled() || slices.ContainsFunc(m.Tree.Modules, func(other *module.Module) bool {
		if other == m.module || filepath.Dir(filepath.Clean(other.Folder)) != around {
			return false
		}
		return LacksOwner(other.Metadata())
	})
}

// LacksOwner reports whether metadata, which may be nil, name a module without an owner.
func LacksOwner(metadata *module.Metadata) bool {
	return metadata != nil && metadata.Owner == "" && metadata.Name != ""
}

// isMentioned reports whether the files of this module contain a name of another module: in a
// reference, a text, a template or Ruby code.
func (m *metadataReader) isMentioned(other string) bool {
	mentions := m.Tree.Names.Of(m.module)
	for name := range mentions.Qualified {
		if strings.HasPrefix(strings.ToLower(name), other+"::") {
			return true
		}
	}
	types := map[string]bool{}
	m.dependOn(deps.Plugins)
	for _, name := range m.Tree.Plugins.ResourceTypeNames().Words() {
		if m.ownerOfType(name) == other {
			types[name] = true
			if mentions.Words[name] {
				return true
			}
		}
	}
	found := false
	see := func(text string) {
		name := module.Normalize(text)
		found = found || name == other && m.exists(module.Class, name) || types[name]
	}
	for _, manifest := range append(m.Tree.Manifests.Of(m.module), m.Tree.Documents.EmbeddedTemplates(m.module)...) {
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.LiteralString:
				see(node.Value)
			case *syntax.QualifiedName:
				see(node.Value)
			case *syntax.QualifiedReference:
				see(node.Value)
			}
			return !found
		})
	}
	return found
}

// NameUse is the first use in a manifest of a name that may belong to another module. A name
// may have two of them: the first use, which is optional, and the first use that is not.
type NameUse struct {
	Kind NameKind
	Name string
	// Written is the name of a data type as written. What describes the use for messages; span
	// is its place.
	Written, What string
	// Optional is set if the code only uses the name in a branch that its defaults do not take,
	// or after testing that the name exists.
	Optional bool
	span     source.Span
}

// NameKind is the kind of thing that a name is looked up as.
type NameKind uint8

const (
	nameOfFunction NameKind = iota
	nameOfClass
	nameOfResourceType
	nameOfDataType
)

// usesOf returns, for each other module, the first use of its classes, types, functions and
// aliases in the code of this module. declared are this module and those that it depends on.
func (m *metadataReader) usesOf(declared map[string]bool) map[string]moduleUse {
	uses, owners := map[string]moduleUse{}, map[NameUse][]nameOwner{}
	add := func(owner string, use moduleUse) {
		if before, known := uses[owner]; owner != "" && (!known || before.optional && !use.optional) {
			uses[owner] = use
		}
	}
	manifests := append(m.Tree.Manifests.Of(m.module), m.Tree.Documents.EmbeddedTemplates(m.module)...)
	for _, manifest := range manifests {
		for _, use := range m.NamesUsedIn(manifest) {
			key := NameUse{Kind: use.Kind, Name: use.Name, Written: use.Written}
			found, known := owners[key]
			if !known {
				m.dependOn(use.Name)
				found = m.ownersAmong(use, declared)
				owners[key] = found
			}
			for _, one := range found {
				if one.owner != m.module.Name {
					add(one.owner, moduleUse{manifest.Source, use.span, one.prefix + use.What, use.Optional})
				}
			}
			add(m.missingOwner(manifest, use), moduleUse{manifest.Source, use.span, use.What, use.Optional})
		}
	}
	return uses
}

// ownersAmong returns the modules that define a name: only the declared ones if there are any, since
// Puppet shows a module those that its metadata declares.
func (m *metadataReader) ownersAmong(use NameUse, declared map[string]bool) []nameOwner {
	all := m.ownersOf(use)
	for _, owner := range m.Tree.Modules {
		if declared[owner.Name] && m.brings(owner, use) {
			all = append(all, nameOwner{owner: owner.Name})
		}
	}
	isDeclared := func(one nameOwner) bool { return declared[one.owner] }
	if !slices.ContainsFunc(all, isDeclared) {
		return all
	}
	return slices.DeleteFunc(all, func(one nameOwner) bool { return !isDeclared(one) })
}

// brings reports whether a module has a Ruby file for the function or resource type. If several
// modules have one, Puppet may load any of them.
func (m *metadataReader) brings(owner *module.Module, use NameUse) bool {
	file, folders := strings.ReplaceAll(use.Name, "::", "/")+".rb", []string(nil)
	switch use.Kind {
	case nameOfFunction:
		folders = []string{"lib/puppet/functions/", "lib/puppet/parser/functions/"}
	case nameOfResourceType:
		folders = []string{"lib/puppet/type/"}
	}
	return slices.ContainsFunc(folders, func(folder string) bool { return m.Tree.HasFile(owner, folder+file) })
}

// notModules are first segments of names that are not modules.
var notModules = map[string]bool{"settings": true, "main": true, "default": true, "boltlib": true, "pcore": true}

// missingOwner returns the module that a name belongs to, judging by the name, if that module
// is missing; otherwise "".
func (m *metadataReader) missingOwner(manifest *module.Manifest, use NameUse) string {
	first, _, qualified := strings.Cut(use.Name, "::")
	if !qualified || first == "" || notModules[first] || m.Tree.Module(first) != nil || manifest.Defines(first) ||
		slices.ContainsFunc(m.Tree.Manifests.Initial(), func(initial *module.Manifest) bool { return initial.Defines(first) }) {
		return ""
	}
	switch use.Kind {
	case nameOfFunction:
		if program.BroughtByOthers(use.Name) {
			return ""
		}
	case nameOfDataType:
		if first == "puppet" || builtin.FindBoltType(use.Name) != nil {
			return "" // Puppet's own types, such as Puppet::LookupContext
		}
	}
	return first
}

// nameOwner is a module that defines a name, or "" for none, and the text that precedes the
// name in messages.
type nameOwner struct{ owner, prefix string }

// ownersOf returns the modules that define a name.
func (p *Documents) ownersOf(use NameUse) []nameOwner {
	switch use.Kind {
	case nameOfFunction:
		return []nameOwner{{p.OwnerOfFunction(use.Name), ""}}
	case nameOfClass:
		return []nameOwner{{p.ownerOf(module.Class, use.Name), ""}}
	case nameOfResourceType:
		return []nameOwner{{p.ownerOf(module.DefinedType, use.Name), "the defined type "}, {p.ownerOfType(use.Name), "the resource type "}}
	}
	owners := []nameOwner{{p.ownerOf(module.TypeAlias, use.Name), ""}}
	if p.DataType(use.Name) == nil && builtin.StdlibTypeAliases()[use.Written] != "" {
		owners = append(owners, nameOwner{owner: "stdlib"})
	}
	return owners
}

// NamesUsedIn returns the names used in a manifest, in the order of their first use. It leaves
// out classes and types of the manifest's own module.
func (f *SyntaxInfo) NamesUsedIn(manifest *module.Manifest) []NameUse {
	return f.namesUsed.Get(manifest, func() (found []NameUse) {
		seen, own := map[NameUse]bool{}, ""
		if manifest.Module != nil {
			own = manifest.Module.Name + "::"
		}
		optional := optionalParts(manifest.Program)
		addAt := func(kind NameKind, written, what string, span source.Span, isOptional bool) {
			name := module.Normalize(written)
			use := NameUse{Kind: kind, Name: name, Optional: isOptional}
			if kind == nameOfDataType {
				use.Written = strings.TrimPrefix(written, "::")
			}
			if isOwn := own != "" && (kind == nameOfClass || kind == nameOfDataType) && strings.HasPrefix(name, own); name == "" || isOwn || seen[use] {
				return
			}
			seen[use] = true
			use.What, use.span = what+name, span
			switch kind {
			case nameOfFunction:
				use.What += "()"
			case nameOfDataType:
				use.What = what + written
			}
			found = append(found, use)
		}
		add := func(kind NameKind, written, what string, at syntax.Node) {
			addAt(kind, written, what, manifest.Extent(at), isWithin(optional, at))
		}
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			if class, ok := node.(*syntax.HostClassDefinition); ok && class.ParentToken >= 0 {
				addAt(nameOfClass, class.ParentClass, "the class ", manifest.Tokens[class.ParentToken].Span, false)
			}
			addNames(node, add)
			return true
		})
		return found
	})
}

// addNames calls add for each name that a node uses.
func addNames(node syntax.Node, add func(kind NameKind, name, what string, at syntax.Node)) {
	function := func(at syntax.Node) string {
		name, ok := at.(*syntax.QualifiedName)
		if !ok {
			return ""
		}
		add(nameOfFunction, name.Value, "the function ", name)
		return module.Normalize(name.Value)
	}
	class := func(at syntax.Node) { add(nameOfClass, program.LiteralText(at), "the class ", at) }
	resource := func(name string, at syntax.Node) { add(nameOfResourceType, name, "", at) }
	switch node := node.(type) {
	case *syntax.CallNamedFunctionExpression:
		switch function(node.Functor) {
		case "include", "contain", "require":
			for _, argument := range node.Arguments {
				class(argument)
			}
		case "create_resources", "ensure_resource", "ensure_resources":
			if len(node.Arguments) > 0 {
				resource(strings.TrimLeft(program.LiteralText(node.Arguments[0]), "@"), node.Arguments[0])
			}
		}
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			function(access.Right)
		}
	case *syntax.ResourceExpression:
		name, ok := node.TypeName.(*syntax.QualifiedName)
		switch {
		case !ok:
		case module.Normalize(name.Value) == "class":
			for _, body := range node.Bodies {
				class(body.Title)
			}
		default:
			resource(name.Value, name)
		}
	case *syntax.QualifiedReference:
		add(nameOfDataType, node.Value, "the type ", node)
	case *syntax.VariableExpression:
		if at := strings.LastIndex(node.Name, "::"); at > 0 {
			add(nameOfClass, node.Name[:at], "a variable of the class ", node)
		}
	}
}

// ownerOf returns the name of the module that defines something, or "".
func (p *Documents) ownerOf(kind module.Kind, name string) string {
	if found := p.Find(kind, name); found != nil && found.Manifest.Module != nil {
		return found.Manifest.Module.Name
	}
	return ""
}

// OwnerOfFunction returns the name of the module that defines a function, or "".
func (p *Documents) OwnerOfFunction(name string) string {
	if owner := p.ownerOf(module.Function, name); owner != "" {
		return owner
	}
	if found := p.Tree.Plugins.FindFunction(name); found != nil && found.Module != nil {
		return found.Module.Name
	}
	if known := builtin.FindFunction(name); known != nil {
		return known.Module
	}
	return ""
}

// ownerOfType returns the name of the module that defines a resource type, or "" for Puppet's
// own types.
func (p *Documents) ownerOfType(name string) string {
	found := p.Tree.Plugins.FindResourceType(name)
	switch {
	case found == nil:
	case found.Builtin != nil && unbundled[found.Builtin.Module]:
		return found.Builtin.Module
	case found.Module != nil && found.Builtin == nil:
		return found.Module.Name
	}
	return ""
}
