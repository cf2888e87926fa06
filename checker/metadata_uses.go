package checker

import (
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/document"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// moduleUse is the first place where a module uses another one.
type moduleUse struct {
	file *source.File
	span source.Span
	what string
}

// checkUses compares the modules that the code uses with those that it
// declares.
func (m *metadataReader) checkUses() {
	dependencies := m.root.Get("dependencies")
	if dependencies == nil || dependencies.Kind != document.Sequence || m.tree.Module(m.module.Name) != m.module {
		return
	}
	declared := map[string]bool{m.module.Name: true}
	for _, dependency := range m.module.Metadata().Dependencies {
		declared[dependency.Name] = true
	}
	uses := m.usesOf(m.module)
	names := make([]string, 0, len(uses))
	for name := range uses {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if declared[name] || strings.HasSuffix(name, "_core") {
			continue
		}
		use := uses[name]
		finding := m.report(&undeclaredDependency, opening(dependencies), "the module uses "+use.what+" of '"+name+"' and does not depend on it")
		finding.Related = append(finding.Related, diag.Related{File: use.file, Span: use.span, Message: "first used here"})
	}
	if !m.strict {
		return
	}
	for _, dependency := range m.module.Metadata().Dependencies {
		if _, used := uses[dependency.Name]; !used && m.tree.Module(dependency.Name) != nil && !m.isMentioned(dependency.Name) {
			m.report(&unusedDependency, dependency.Span, "nothing of '"+dependency.Name+"' is used by name")
		}
	}
}

// isMentioned reports whether a name of another module stands anywhere in the
// files of this one: in a reference, a text, a template or Ruby code.
func (m *metadataReader) isMentioned(other string) bool {
	mentions := m.tree.Mentions(m.module)
	for name := range mentions.Qualified {
		if strings.HasPrefix(strings.ToLower(name), other+"::") {
			return true
		}
	}
	types := map[string]bool{}
	for _, name := range m.tree.ResourceTypeNames() {
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
		found = found || name == other && m.class(name) != nil || types[name]
	}
	for _, manifest := range append(m.tree.ManifestsOf(m.module), m.tree.EmbeddedTemplates(m.module)...) {
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

// usesOf are the modules whose classes, types, functions and aliases a
// module's code names, each of which is known to be of that module.
func (p *program) usesOf(owner *module.Module) map[string]moduleUse {
	uses := map[string]moduleUse{}
	manifests := append(p.tree.ManifestsOf(owner), p.tree.EmbeddedTemplates(owner)...)
	for _, manifest := range manifests {
		add := func(name, what string, at syntax.Node) {
			if _, known := uses[name]; name != "" && name != owner.Name && !known {
				uses[name] = moduleUse{file: manifest.Source, span: manifest.Extent(at), what: what}
			}
		}
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			p.addUse(node, add)
			return true
		})
	}
	return uses
}

// addUse adds what a node names.
func (p *program) addUse(node syntax.Node, add func(name, what string, at syntax.Node)) {
	switch node := node.(type) {
	case *syntax.CallNamedFunctionExpression:
		name, ok := node.Functor.(*syntax.QualifiedName)
		if !ok {
			return
		}
		function := module.Normalize(name.Value)
		add(p.ownerOfFunction(function), "the function "+function+"()", name)
		switch function {
		case "include", "contain", "require":
			for _, argument := range node.Arguments {
				if class := module.Normalize(literalText(argument)); class != "" {
					add(p.ownerOf(module.Class, class), "the class "+class, argument)
				}
			}
		case "create_resources", "ensure_resource", "ensure_resources":
			if len(node.Arguments) > 0 {
				p.addResource(module.Normalize(literalText(node.Arguments[0])), node.Arguments[0], add)
			}
		}
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			if name, ok := access.Right.(*syntax.QualifiedName); ok {
				function := module.Normalize(name.Value)
				add(p.ownerOfFunction(function), "the function "+function+"()", name)
			}
		}
	case *syntax.ResourceExpression:
		name, ok := node.TypeName.(*syntax.QualifiedName)
		if !ok {
			return
		}
		kind := module.Normalize(name.Value)
		if kind == "class" {
			for _, body := range node.Bodies {
				if class := module.Normalize(literalText(body.Title)); class != "" {
					add(p.ownerOf(module.Class, class), "the class "+class, body.Title)
				}
			}
			return
		}
		p.addResource(kind, name, add)
	case *syntax.QualifiedReference:
		lower := module.Normalize(node.Value)
		add(p.ownerOf(module.TypeAlias, lower), "the type "+node.Value, node)
		if p.dataType(lower) == nil && builtin.Words().StdlibTypeAliases[strings.TrimPrefix(node.Value, "::")] != "" {
			add("stdlib", "the type "+node.Value, node)
		}
	case *syntax.VariableExpression:
		if at := strings.LastIndex(node.Name, "::"); at > 0 {
			class := module.Normalize(node.Name[:at])
			add(p.ownerOf(module.Class, class), "a variable of the class "+class, node)
		}
	}
}

// addResource adds a defined type or a resource type.
func (p *program) addResource(kind string, at syntax.Node, add func(name, what string, at syntax.Node)) {
	if kind != "" {
		add(p.ownerOf(module.DefinedType, kind), "the defined type "+kind, at)
		add(p.ownerOfType(kind), "the resource type "+kind, at)
	}
}

// ownerOf is the module that defines something, or empty.
func (p *program) ownerOf(kind module.Kind, name string) string {
	if found := p.find(kind, name); found != nil && found.Manifest.Module != nil {
		return found.Manifest.Module.Name
	}
	return ""
}

// ownerOfFunction is the module that defines a function, or empty.
func (p *program) ownerOfFunction(name string) string {
	if owner := p.ownerOf(module.Function, name); owner != "" {
		return owner
	}
	if found := p.tree.FindRubyFunction(name); found != nil && found.Module != nil {
		return found.Module.Name
	}
	if known := builtin.FindFunction(name); known != nil {
		return known.Module
	}
	return ""
}

// ownerOfType is the module that brings a resource type, or empty for Puppet's
// own.
func (p *program) ownerOfType(name string) string {
	if found := p.tree.FindResourceType(name); found != nil && found.Module != nil && found.Builtin == nil {
		return found.Module.Name
	}
	return ""
}
