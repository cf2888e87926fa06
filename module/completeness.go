package module

import (
	"slices"
	"strings"

	"puppet-lint/internal/incremental"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

// completeness determines whether a tree contains everything that its code may name.
type completeness struct {
	tree *Tree
	// open is set if there may be modules that the tree does not show.
	open bool
	// closed is set if nothing else exists, whatever modules the metadata name.
	closed bool
	// incomplete reports for each module whether its code names a missing module; absentIn
	// reports the same for the path of a manifest.
	incomplete *incremental.Query[*Module, bool]
	absentIn   *incremental.Query[string, bool]
	ofModule   *incremental.Query[*Module, bool] // IsClosed
}

func newCompleteness(tree *Tree, open bool) *completeness {
	same := func(a, b bool) bool { return a == b }
	return &completeness{
		tree: tree, open: open,
		incomplete: query(tree, "incomplete", func(view *Tree, module *Module) bool { return view.completeness.anyNamesAbsent(module) }, same),
		absentIn: query(tree, "absent names", func(view *Tree, path string) bool {
			return view.completeness.manifestNamesAbsent(view.Manifests.At(path))
		}, same),
		ofModule: query(tree, "closed", func(view *Tree, module *Module) bool { return view.completeness.hasAllOf(module) }, same),
	}
}

// IsClosed reports whether the tree contains everything that the code of a module may name, or
// the code of the environment if module is nil. If it does, a name that cannot be found does
// not exist. A tree is not closed if
//
//   - a module that a list or some metadata names is missing,
//   - nothing lists the modules that belong to the code,
//   - the code itself names a missing module, so that the lists are incomplete, or
//   - the module is alone: it may use unlisted modules, which exist where it is installed.
func (t *Tree) IsClosed(module *Module) bool {
	if t.completeness.open || t.completeness.closed {
		return t.completeness.closed
	}
	return t.completeness.ofModule.Get(t.inputs.task, module)
}

// ClosedQueries returns the recorded answers of IsClosed by module, with nil for the
// environment.
func (t *Tree) ClosedQueries() map[*Module]bool {
	asked := map[*Module]bool{}
	for _, module := range append([]*Module{nil}, t.Modules...) {
		if _, isAsked := incremental.Last(t.completeness.ofModule, module); isAsked {
			asked[module] = t.completeness.ofModule.Get(t.inputs.task, module)
		}
	}
	return asked
}

// hasAllOf computes the answer of IsClosed.
func (c *completeness) hasAllOf(module *Module) bool {
	if c.tree.missing.overrides.Complete {
		return true
	}
	for name := range c.tree.missing.absent {
		if c.tree.Module(name) == nil {
			return false
		}
	}
	if len(c.tree.Modules) == 1 && len(c.tree.Modulepath) == 0 && c.tree.Environment == "" && len(c.tree.KnownModules()) == 0 {
		return false
	}
	if module == nil { // code outside of modules belongs to the environment, if there is one
		return c.tree.Environment != "" && !c.namesAbsent(nil)
	}
	return c.dependenciesPresent(module, map[string]bool{}) && !c.namesAbsent(module)
}

// dependenciesPresent reports whether all modules exist that a module's metadata name. For a
// module without metadata, either the environment must list its modules, or no module of the
// tree may name a missing one.
func (c *completeness) dependenciesPresent(module *Module, seen map[string]bool) bool {
	if seen[module.Name] {
		return true
	}
	seen[module.Name] = true
	metadata := c.tree.Documents.metadataOf(module)
	if metadata == nil {
		return len(c.tree.missing.absent) > 0 || len(c.tree.Modulepath) > 0 && c.tree.Module("stdlib") != nil && !c.unlistedNameAbsent()
	}
	for _, dependency := range metadata.Dependencies {
		other := c.tree.Module(dependency.Name)
		if other == nil || !c.dependenciesPresent(other, seen) {
			return false
		}
	}
	return true
}

// unlistedNameAbsent reports whether the environment, or a module without metadata, names a
// missing module.
func (c *completeness) unlistedNameAbsent() bool {
	return c.namesAbsent(nil) || slices.ContainsFunc(c.tree.Modules, func(module *Module) bool {
		return c.tree.Documents.metadataOf(module) == nil && c.namesAbsent(module)
	})
}

// namesAbsent reports whether a manifest of a module, or of the environment if module is nil,
// names something in a missing module.
func (c *completeness) namesAbsent(module *Module) bool {
	return c.incomplete.Get(c.tree.inputs.task, module)
}

// anyNamesAbsent computes namesAbsent.
func (c *completeness) anyNamesAbsent(module *Module) bool {
	return slices.ContainsFunc(c.tree.Manifests.ofOrInitial(module), func(manifest *Manifest) bool {
		return c.absentIn.Get(c.tree.inputs.task, c.tree.absolute(manifest.Source.Name))
	})
}

// declaringName matches a word that precedes the name of a class, and the name.
var declaringName = lazyregexp.New(`\b(?:include|contain|require|inherits)\b[\s('"\[:]*([A-Za-z]\w*)`)

// manifestNamesAbsent reports whether a manifest names a missing module: by a name in the
// namespace of that module, or by a class that the manifest declares or refers to. The tree of
// a manifest with a syntax error lacks names, so the names in its text count as well.
func (c *completeness) manifestNamesAbsent(manifest *Manifest) bool {
	isAbsent := func(name string) bool {
		first, _, _ := strings.Cut(Normalize(name), "::")
		return first != "" && first != "settings" && first != "main" && first != "default" && c.tree.Module(first) == nil && !manifest.Defines(first)
	}
	absent := false
	if manifest.Broken() {
		for name := range indexText(manifest.Source.Name, manifest.Source.Text).roots {
			absent = absent || isAbsent(name)
		}
		for _, match := range declaringName.FindAllStringSubmatch(manifest.Source.Text, -1) {
			absent = absent || isAbsent(match[1])
		}
	}
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

// Closed reports whether the tree was made as a closed one.
func (t *Tree) Closed() bool { return t.completeness.closed }

// LacksUnknownModule reports whether a module that a list names is missing and unknown. Such a
// module may have any facts.
func (t *Tree) LacksUnknownModule() bool {
	for name := range t.missing.absent {
		if t.Module(name) == nil {
			return true
		}
	}
	return t.completeness.open
}
