package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Resources get attributes not only from their declarations, but also from defaults, overrides
// and collectors.

// evaluateDefaults evaluates Type { … }.
func (e *Evaluator) evaluateDefaults(node *syntax.ResourceDefaultsExpression) Type {
	var kind ResourceKind
	if !e.isWithoutDefaults(node.TypeRef) {
		kind, _ = e.kindOfExpression(node.TypeRef)
	}
	given := e.evaluateAttributes(kind, node.Operations, node)
	if kind.Name == "" {
		return e.Unknown
	}
	e.checkDefaultsAgain(kind, node, given)
	if e.isCompiling() {
		e.compiling.SetDefaults(kind, given)
	}
	return e.TypeOf(e.ResourceReference(kind.Name))
}

// isWithoutDefaults reports whether a name in the place of a resource type is Class, which is an
// error, or Node, whose defaults Puppet accepts and never uses.
func (e *Evaluator) isWithoutDefaults(node syntax.Node) bool {
	reference, ok := node.(*syntax.QualifiedReference)
	if !ok {
		return false
	}
	switch module.Normalize(reference.Value) {
	case "node":
		return true
	case "class":
		if finding := e.report(&code.UnknownResourceType, node, "ILLEGAL_RESOURCE_TYPE", "classes have no defaults: Class is not a resource type"); finding != nil {
			finding.Help = "to declare a class with parameters, write class { 'name': … }"
		}
		return true
	}
	return false
}

// checkDefaultsAgain reports a default that the same path has already set. A scope may set each
// default only once.
func (e *Evaluator) checkDefaultsAgain(kind ResourceKind, node *syntax.ResourceDefaultsExpression, given Attributes) {
	if e.state.unreachable {
		return
	}
	for i, name := range given.Names {
		key := "default\x00" + kind.Name + "\x00" + name
		first := e.declaredBefore(key)
		if first == nil {
			e.noteDeclared(key, nil, given.Nodes[i][0].Span())
			continue
		}
		finding := e.report(&code.DuplicateAttribute, given.Nodes[i][0], "", "the default of '"+name+"' for "+types.CapitalizeSegments(kind.Name)+" is set a second time")
		if finding != nil {
			finding.Related = append(finding.Related, e.related(first.at, "set here"))
		}
	}
}

// defaultsFor returns the attributes that resources of a kind may get without their
// declarations: those for which the file sets defaults. For a defined type, the whole tree
// counts, and changes by overrides and collectors count as well, because a scope also has the
// defaults of the scope that declared it.
func (e *Evaluator) defaultsFor(kind ResourceKind) parametersGiven {
	apart := e.setApart(kind)
	if kind.Defined == nil || kind.Name == "class" {
		return apart.defaults
	}
	return apart.defaults.and(apart.changes)
}

// givenApart holds the attributes that resources of a type get from code other than their
// declarations.
type givenApart struct{ defaults, changes parametersGiven }

// setApart returns the attributes that resources of a kind get apart from their declarations.
// For a defined type, all code of the tree counts, otherwise only the manifest.
func (e *Evaluator) setApart(kind ResourceKind) givenApart {
	if kind.Defined == nil || kind.Name == "class" {
		own := e.setApartIn(e.Body.Manifest)
		return givenApart{own.defaults[kind.Name], own.changes[kind.Name]}
	}
	e.depend(deps.ParametersGiven(kind.Name))
	return e.setAnywhere(kind.Name, e.Body.Manifest)
}

// setAnywhere returns the attributes that resources of a defined type get apart from their
// declarations. The declaring manifest counts, too, since it may be outside of the tree.
func (p *Interpreter) setAnywhere(name string, declaring *module.Manifest) givenApart {
	found := p.apartAnywhere.Get(name, func() (found givenApart) {
		for _, manifest := range p.Tree.Manifests.With(types.CapitalizeSegments(name)) {
			in := p.setApartIn(manifest)
			found = givenApart{found.defaults.and(in.defaults[name]), found.changes.and(in.changes[name])}
		}
		return found
	})
	own := p.setApartIn(declaring)
	return givenApart{found.defaults.and(own.defaults[name]), found.changes.and(own.changes[name])}
}

// Settled returns a declaration of a defined type, made in a manifest, as the rest of the tree
// leaves it: without the values that overrides and collectors change, which Puppet does before it
// evaluates the body, and incomplete if other code may give it more. ok is false if that makes no
// difference. To find out, all manifests of the tree are searched, so this is only for
// declarations that fail.
func (p *Interpreter) Settled(d *Declaration, in *module.Manifest, dependencies deps.Set) (settled *Declaration, ok bool) {
	if d.Definition.Node.Kind() != syntax.KindResourceTypeDefinition {
		return d, false
	}
	if dependencies != nil {
		dependencies.Add(deps.ParametersGiven(d.Definition.Name))
	}
	apart := p.setAnywhere(d.Definition.Name, in)
	if !apart.defaults.sets() && !apart.changes.sets() {
		return d, false
	}
	changed := *d
	changed.complete, changed.Given = false, d.Given.except(apart.changes)
	return &changed, true
}

// apartByType is givenApart for each resource type.
type apartByType struct{ defaults, changes map[string]parametersGiven }

// setApartIn returns the attributes that a manifest gives resources apart from their
// declarations.
func (p *Interpreter) setApartIn(manifest *module.Manifest) apartByType {
	return p.apart.Get(manifest, func() apartByType { return readSetApart(manifest) })
}

// readSetApart reads setApartIn off the syntax of a manifest. A collector of exported resources
// is skipped: it only changes resources that other nodes have exported.
func readSetApart(manifest *module.Manifest) apartByType {
	found := apartByType{map[string]parametersGiven{}, map[string]parametersGiven{}}
	type attribute struct {
		of   *map[string]parametersGiven
		kind string
		name string
	}
	seen := map[attribute]bool{}
	add := func(to *map[string]parametersGiven, reference syntax.Node, operations []syntax.Node) {
		if reference, ok := reference.(*syntax.QualifiedReference); ok && len(operations) > 0 {
			kind, given := module.Normalize(reference.Value), givenByOperations(operations)
			known := (*to)[kind]
			for _, name := range given.names {
				if key := (attribute{to, kind, name}); !seen[key] {
					seen[key] = true
					known.names = append(known.names, name)
				}
			}
			(*to)[kind] = parametersGiven{known.names, known.open || given.open}
		}
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.ResourceDefaultsExpression:
			add(&found.defaults, node.TypeRef, node.Operations)
		case *syntax.ResourceOverrideExpression:
			if access, ok := node.Resources.(*syntax.AccessExpression); ok {
				add(&found.changes, access.Left, node.Operations)
			}
		case *syntax.CollectExpression:
			if _, exported := node.Query.(*syntax.ExportedQuery); !exported {
				add(&found.changes, node.TypeExpr, node.Operations)
			}
		}
		return true
	})
	if manifest.Broken() { // what it seems to give a type, if anything
		for _, token := range manifest.Tokens {
			if token.Kind == syntax.ClassReference {
				found.changes[module.Normalize(manifest.Source.Slice(token.Span))] = parametersGiven{open: true}
			}
		}
	}
	return found
}
