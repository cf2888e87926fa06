package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// declared is a resource that every path to the point has declared, or an override of one.
type declared struct {
	// attributes are nil if none are known to be set.
	attributes *declaredAttributes
	// earlier is what any path has declared before with the same key.
	earlier *chain[declared]
}

// declaredAttributes are the attributes of a declaration or override.
type declaredAttributes struct {
	names []string
	// values are the values of the attributes, if they are known.
	values     []Type
	isOverride bool
}

// isOverride reports whether what is declared is an override.
func (d declared) isOverride() bool { return d.attributes != nil && d.attributes.isOverride }

// sets reports whether the declaration sets an attribute.
func (d declared) sets(attribute string) bool {
	return d.attributes != nil && slices.Contains(d.attributes.names, attribute)
}

// valueOf returns the known value of an attribute, or nil.
func (d declared) valueOf(attribute string) Type {
	if d.attributes == nil || len(d.attributes.values) != len(d.attributes.names) {
		return nil
	}
	if at := slices.Index(d.attributes.names, attribute); at >= 0 {
		return d.attributes.values[at]
	}
	return nil
}

// evaluateOverride evaluates Type['title'] { … }.
func (e *Evaluator) evaluateOverride(node *syntax.ResourceOverrideExpression) Type {
	resources := e.Evaluate(node.Resources)
	kind := ResourceKind{}
	var results []Type
	if elements, exact := lattice.TupleOf(resources); exact {
		results = elements
	} else {
		results = []Type{resources}
	}
	for _, one := range results {
		if lattice.TypeClassOf(one) != lattice.TypeValueClass {
			continue
		}
		if lattice.IsClassReference(lattice.TypeIn(one)) {
			e.report(&code.InvalidOverride, node, "ILLEGAL_OVERRIDDEN_TYPE", "the parameters of a class cannot be overridden")
			continue
		}
		if name := lattice.ResourceTypeName(lattice.TypeIn(one)); name != "" {
			kind, _ = e.resourceKindOf(name)
		}
	}
	given := e.evaluateAttributes(kind, node.Operations, node)
	if e.isCompiling() {
		e.compiling.OverrideResources(results, given)
	}
	count := len(e.Findings)
	e.checkReferences(resources, node.Resources, false)
	if e.state.unreachable {
		return resources
	}
	if kind.Name != "" && len(e.Findings) == count {
		e.checkForeign(kind, node)
	}
	e.checkSetAgain(kind, node, given)
	return resources
}

// checkForeign reports overrides of resources that neither the body nor a class that it inherits from
// declares.
func (e *Evaluator) checkForeign(kind ResourceKind, node *syntax.ResourceOverrideExpression) {
	access, ok := node.Resources.(*syntax.AccessExpression)
	if !ok || !e.reporting || e.callSite != nil {
		return
	}
	reference, ok := access.Left.(*syntax.QualifiedReference)
	if !ok || module.Normalize(reference.Value) != kind.Name {
		return
	}
	for _, key := range access.Keys {
		title := program.LiteralText(key)
		if title == "" {
			continue
		}
		found := e.query(declarations.Query{Kind: declarations.IsForeignResource, Name: kind.Name, Title: title})
		if !found.Yes {
			continue
		}
		shown := reference.Value + "[" + lattice.Quote(title) + "]"
		if finding := e.report(&code.InvalidOverride, node, "", shown+" cannot be overridden here: "+e.whyForeign(found.Meant)); finding != nil {
			finding.Help = "a collector changes resources of other classes: " + reference.Value + " <| title == " + lattice.Quote(title) + " |> { … }"
		}
	}
}

// whyForeign explains why the code cannot override a resource. class is the class that declares
// the resource; if it is "", the code does not declare the resource itself.
func (e *Evaluator) whyForeign(class string) string {
	switch {
	case class != "" && e.Body.Definition == nil:
		return "the class '" + class + "' declares it, and only classes that inherit from that may override it"
	case class != "":
		return "the class '" + class + "' declares it, and this code does not inherit from that class"
	case e.Body.Definition != nil:
		return "neither this code nor a class that it inherits from declares it"
	case e.Body.IsTop():
		return "the code outside of classes and nodes does not declare it"
	}
	return "the node does not declare it"
}

// checkSetAgain reports attributes that an override sets although the same code has set them
// already: only a class that inherits from the resource's class may change them. It skips types
// with resource defaults, because code may change an attribute that has its value from a
// default. kind is empty for a type of a missing module.
func (e *Evaluator) checkSetAgain(kind ResourceKind, node *syntax.ResourceOverrideExpression, given Attributes) {
	access, ok := node.Resources.(*syntax.AccessExpression)
	if !ok {
		return
	}
	reference, ok := access.Left.(*syntax.QualifiedReference)
	if !ok {
		return
	}
	if name := module.Normalize(reference.Value); kind.Name == "" {
		kind.Name = name
	} else if kind.Name != name {
		return
	}
	if e.setApart(kind).defaults.sets() {
		return
	}
	for _, title := range access.Keys {
		text, shown := e.titleKey(title)
		if text == "" {
			continue
		}
		key := declarations.ResourceKey(kind.Name, text)
		for i, name := range given.Names {
			first := e.declaring(key, func(d declared) bool { return d.sets(name) })
			if first == nil {
				continue
			}
			finding := e.report(&code.InvalidOverride, given.Nodes[i][0], "", "the attribute '"+name+"' of "+reference.Value+"["+shown+"] is already set")
			if finding != nil {
				finding.Related = append(finding.Related, e.related(first.at, "set here"))
			}
		}
		e.noteDeclared(key, &declaredAttributes{names: given.Names, isOverride: true}, e.Body.Manifest.Extent(access))
	}
}
