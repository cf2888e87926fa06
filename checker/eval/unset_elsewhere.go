package eval

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// A variable that nothing sets is a mistake, unless a node classifier or an external fact sets
// it. Its other readers decide: if several files read the variable, and no code of the tree
// sets it, it is set outside the tree.

// Use is how the definitions of a manifest use variables with a bare name.
type Use uint8

const (
	// readsUnset: a definition reads the variable without setting it.
	readsUnset Use = 1 << iota
	// readsTop: a definition reads it as a variable of top scope.
	readsTop
	// sets: a definition has a parameter with the name, or assigns to it.
	sets
	// setsTop: code outside of definitions, or in a node, assigns to it.
	setsTop
)

// UsesIn returns the uses of variables in the definitions of a manifest, and the variables that
// it sets at top scope, by name.
func UsesIn(manifest *module.Manifest) map[string]Use {
	uses := map[string]Use{}
	for _, definition := range manifest.Definitions {
		addUses(uses, definition.Node)
	}
	for _, name := range program.AssignedIn(manifest.Program.Body) {
		uses[name] |= setsTop
	}
	for _, definition := range manifest.Program.Definitions {
		if node, ok := definition.(*syntax.NodeDefinition); ok && node.Body != nil {
			for _, name := range program.AssignedIn(node.Body) {
				uses[name] |= setsTop
			}
		}
	}
	if program.IsBroken(manifest) { // its uses of a variable are not reliable
		for _, token := range manifest.Tokens {
			if name := strings.TrimPrefix(strings.TrimPrefix(manifest.Source.Slice(token.Span), "$"), "::"); token.Kind == syntax.Variable && !strings.Contains(name, "::") {
				uses[name] |= readsTop
			}
		}
	}
	return uses
}

// usesIn is UsesIn, read once.
func (p *Interpreter) usesIn(manifest *module.Manifest) map[string]Use {
	return p.uses.Get(manifest, func() map[string]Use { return UsesIn(manifest) })
}

// addUses adds the uses in one definition, except for nested definitions.
func addUses(uses map[string]Use, definition syntax.Node) {
	own := map[string]Use{}
	setAll := func(names []string) {
		for _, name := range names {
			own[name] |= sets
		}
	}
	syntax.Inspect(definition, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition, *syntax.PlanDefinition, *syntax.NodeDefinition:
			return node == definition
		case *syntax.Parameter:
			own[node.Name] |= sets
		case *syntax.AssignmentExpression:
			setAll(program.TargetsOf(node.Left))
		case *syntax.VariableExpression:
			switch name, isTop := strings.CutPrefix(node.Name, "::"); {
			case strings.Contains(name, "::"):
			case isTop:
				own[name] |= readsTop
			default:
				own[name] |= readsUnset
			}
		}
		return true
	})
	for name, use := range own {
		if use&sets != 0 {
			use &^= readsUnset
		}
		uses[name] |= use
	}
}

// isSetOutsideTree reports whether a variable that nothing sets is set outside the tree by a node
// classifier or an external fact. It is if several files read it, or one reads it from top
// scope, and no definition of the tree sets it.
func (e *Evaluator) isSetOutsideTree(name string) bool {
	if builtin.Metaparameter(name) != nil {
		return false // declarations set it for readers
	}
	e.depend(deps.VariableUses(name))
	return e.setByNobody.Get(name, func() bool {
		readers, isTop := 0, false
		for _, manifest := range e.Tree.ManifestsWith(name) {
			use := e.usesIn(manifest)[name]
			if use&sets != 0 {
				return false
			}
			isTop = isTop || use&readsTop != 0
			if use&readsUnset != 0 {
				readers++
			}
		}
		return isTop || readers > 1
	})
}

// isSetAtTop reports whether a manifest that is not among the initial ones, such as one for
// tests or for puppet apply, sets a variable at top scope or in a node. The classes that it
// declares see the variable. For code outside of modules, that may be any manifest beside it.
func (e *Evaluator) isSetAtTop(name string) bool {
	e.depend(deps.VariableUses(name))
	sets := func(manifest *module.Manifest) bool { return e.usesIn(manifest)[name]&setsTop != 0 }
	return e.setAtTop.Get(name, func() bool {
		return slices.ContainsFunc(e.Tree.ManifestsWith(name), sets) || slices.ContainsFunc(e.Tree.ExamplesWith(name), sets)
	}) || e.Body.Module == nil && (sets(e.Body.Manifest) || e.setBeside(filepath.Dir(e.Body.Manifest.Path))[name])
}

// setBeside returns the variables that the loose manifests beside those of a folder set at top
// scope.
func (e *Evaluator) setBeside(folder string) map[string]bool {
	return e.setByLoose.Get(folder, func() map[string]bool {
		found := map[string]bool{}
		for _, manifest := range e.Tree.LooseBeside(folder) {
			for name, use := range e.usesIn(manifest) {
				if use&setsTop != 0 {
					found[name] = true
				}
			}
		}
		return found
	})
}

// isReadElsewhere reports whether several manifests read a variable of top scope. Then the name
// is no typo.
func (e *Evaluator) isReadElsewhere(name string) bool {
	e.depend(deps.VariableUses(name))
	readers := 0
	for _, manifest := range e.Tree.ManifestsWith(name) {
		if e.usesIn(manifest)[name]&readsTop != 0 {
			readers++
		}
	}
	return readers > 1
}
