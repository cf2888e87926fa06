package module

import (
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// IsClosed reports whether everything exists that the code of a module may name, or the code of
// the environment if module is nil. A name that cannot be found then does not exist. A tree is
// not closed if
//
//   - a module that a list or some metadata names is missing,
//   - nothing tells what belongs to the code,
//   - the code itself names a missing module, so that the lists are incomplete, or
//   - the module is alone: modules that it uses without listing them exist where it is used.
func (t *Tree) IsClosed(module *Module) bool {
	if t.open || t.closed {
		return t.closed
	}
	name := ""
	if module != nil {
		name = module.Name
	}
	return t.closedness.get(name, func() bool { return t.hasAllOf(module) })
}

// ClosedQueries returns the recorded answers of IsClosed by module, with nil for the
// environment.
func (t *Tree) ClosedQueries() map[*Module]bool {
	asked := map[*Module]bool{}
	for _, module := range append([]*Module{nil}, t.Modules...) {
		name := ""
		if module != nil {
			name = module.Name
		}
		if closed, isAsked := t.closedness.known(name); isAsked {
			asked[module] = closed
		}
	}
	return asked
}

// hasAllOf computes IsClosed.
func (t *Tree) hasAllOf(module *Module) bool {
	for name := range t.absent {
		if t.Module(name) == nil {
			return false
		}
	}
	if len(t.Modules) == 1 && len(t.Modulepath) == 0 && t.Environment == "" && len(t.KnownModules()) == 0 {
		return false
	}
	if module == nil { // code outside of modules belongs to the environment, if there is one
		return t.Environment != "" && !t.namesAbsent(nil)
	}
	return t.dependenciesPresent(module, map[string]bool{}) && !t.namesAbsent(module)
}

// dependenciesPresent reports whether all modules exist that a module's metadata name. A module
// without metadata needs a list of the environment's modules, or modules in the tree that name
// no missing one.
func (t *Tree) dependenciesPresent(module *Module, seen map[string]bool) bool {
	if seen[module.Name] {
		return true
	}
	seen[module.Name] = true
	metadata := module.Metadata()
	if metadata == nil {
		return len(t.absent) > 0 || len(t.Modulepath) > 0 && t.Module("stdlib") != nil && !t.unlistedNameAbsent()
	}
	for _, dependency := range metadata.Dependencies {
		other := t.Module(dependency.Name)
		if other == nil || !t.dependenciesPresent(other, seen) {
			return false
		}
	}
	return true
}

// unlistedNameAbsent reports whether the environment, or a module without metadata, names a
// missing module.
func (t *Tree) unlistedNameAbsent() bool {
	return t.namesAbsent(nil) || slices.ContainsFunc(t.Modules, func(module *Module) bool {
		return module.Metadata() == nil && t.namesAbsent(module)
	})
}

// namesAbsent reports whether a manifest of a module, or of the environment if module is nil,
// names something in a missing module.
func (t *Tree) namesAbsent(module *Module) bool {
	manifests, name := t.Initial, ""
	if module != nil {
		manifests, name = func() []*Manifest { return t.ManifestsOf(module) }, module.Name
	}
	return t.incomplete.get(name, func() bool {
		return slices.ContainsFunc(manifests(), func(manifest *Manifest) bool {
			return t.absentIn.get(absolute(manifest.Source.Name), func() bool { return t.manifestNamesAbsent(manifest) })
		})
	})
}

// manifestNamesAbsent reports whether a manifest names a missing module: by a name in its
// namespace, or by a class that the manifest declares or refers to.
func (t *Tree) manifestNamesAbsent(manifest *Manifest) bool {
	isAbsent := func(name string) bool {
		first, _, _ := strings.Cut(Normalize(name), "::")
		return first != "" && first != "settings" && first != "main" && first != "default" && t.Module(first) == nil && !manifest.Defines(first)
	}
	absent := false
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		name := ""
		switch node := node.(type) {
		case *syntax.QualifiedName:
			name = node.Value
		case *syntax.QualifiedReference:
			name = node.Value
		case *syntax.VariableExpression:
			name = node.Name
		default:
			absent = absent || slices.ContainsFunc(classesNamed(node), isAbsent)
		}
		qualified := strings.Contains(strings.TrimPrefix(name, "::"), "::")
		absent = absent || qualified && isAbsent(name)
		return !absent
	})
	return absent
}

// classesNamed returns the names of the classes that an expression declares or refers to.
func classesNamed(node syntax.Node) []string {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return []string{node.ParentClass}
	case *syntax.CallNamedFunctionExpression:
		switch name, _ := node.Functor.(*syntax.QualifiedName); {
		case name == nil:
		case name.Value == "include" || name.Value == "contain" || name.Value == "require":
			return namesIn(node.Arguments)
		}
	case *syntax.ResourceExpression:
		if name, ok := node.TypeName.(*syntax.QualifiedName); ok && name.Value == "class" {
			var titles []syntax.Node
			for _, body := range node.Bodies {
				titles = append(titles, body.Title)
			}
			return namesIn(titles)
		}
	case *syntax.AccessExpression:
		if name, ok := node.Left.(*syntax.QualifiedReference); ok && Normalize(name.Value) == "class" {
			return namesIn(node.Keys)
		}
	}
	return nil
}

// namesIn returns the constant names among expressions and in lists of them.
func namesIn(nodes []syntax.Node) []string {
	var names []string
	for _, node := range nodes {
		switch node := node.(type) {
		case *syntax.QualifiedName:
			names = append(names, node.Value)
		case *syntax.LiteralString:
			names = append(names, node.Value)
		case *syntax.LiteralList:
			names = append(names, namesIn(node.Values)...)
		}
	}
	return names
}

// Defines reports whether a manifest itself defines something in a namespace.
func (m *Manifest) Defines(namespace string) bool {
	return slices.ContainsFunc(m.Definitions, func(definition *Definition) bool {
		first, _, _ := strings.Cut(definition.Name, "::")
		return first == namespace
	})
}
