package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/ascii"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// modelFail models fail() and fail_plan(): nothing after the call is reached.
func (e *Evaluator) modelFail(c *Call) Type {
	e.noteRefusal(c)
	if e.isCompiling() {
		e.compiling.Fails(e.refusalMessage(c), c.At)
	}
	return e.Never
}

// leave makes the current point unreachable: the lambda or body around it ends here.
func (e *Evaluator) leave() Type {
	e.state.left = true
	return e.Never
}

// exitValue returns the argument of next() or return(), undef if there is none.
func (e *Evaluator) exitValue(c *Call) Type {
	if len(c.Arguments) > 0 {
		return c.Arguments[0]
	}
	return e.Undef
}

// modelNext models next(), which ends the lambda or the body.
func (e *Evaluator) modelNext(c *Call) Type {
	value := e.exitValue(c)
	if lambda := e.frame.lambda; lambda != nil {
		if lambda.next == nil {
			lambda.next = e.Never
		}
		lambda.next = e.Join(lambda.next, value)
		return e.leave()
	}
	if e.leavesNothing() {
		e.report(&code.IllegalLeave, c.At, "", "next() is used outside of a lambda, function, class or defined type")
		return e.Unknown
	}
	e.returned = e.Join(e.returned, value)
	if e.ends != nil {
		e.ends[functionEnd{node: c.At}] = value
	}
	e.noteExit()
	return e.leave()
}

// modelBreak models break(). It ends the iteration whose lambda contains it. In a function
// outside of a lambda, it ends the iteration that calls the function.
func (e *Evaluator) modelBreak(c *Call) Type {
	if lambda := e.frame.lambda; lambda != nil {
		lambda.breaks = true
	} else if d := e.Body.Definition; d == nil || d.Kind != module.Function {
		e.report(&code.IllegalLeave, c.At, "", "break() is used outside of a lambda")
	}
	return e.leave()
}

// modelReturn models return().
func (e *Evaluator) modelReturn(c *Call) Type {
	if e.leavesNothing() {
		e.report(&code.IllegalLeave, c.At, "", "return() is used outside of a function, class or defined type")
		return e.Unknown
	}
	e.noteReturn(c.At, e.exitValue(c))
	e.noteExit()
	return e.leave()
}

// leavesNothing reports whether the code is outside of all definitions that return() and next()
// could end.
func (e *Evaluator) leavesNothing() bool { return e.Body.Definition == nil }

// modelInclude models include, contain and require, whose arguments are class names or
// references.
func (e *Evaluator) modelInclude(c *Call) Type {
	e.explainRefusedEdge(c)
	var classes []string // "" for one that is not known
	exact := true
	for _, argument := range c.Arguments {
		names, known := e.FlattenOne(argument, 0)
		if exact = exact && known; !known {
			if e.isCompiling() {
				e.compiling.IncludeAnyOf(argument, c.At)
			}
			if why := e.noClassName(argument, 0); why != "" {
				e.report(&code.InvalidClassName, c.At, "RUNTIME_ERROR", why)
			}
			continue
		}
		for _, name := range names {
			classes = append(classes, e.includeOne(c, name, c.At))
		}
	}
	if isUnused := e.discarded == c.At && !e.remembers; isUnused || !exact || len(classes) > lattice.MaxTuple {
		return e.Array(e.TypeOf(e.CatalogEntry), lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	}
	references := make([]Type, len(classes))
	for i, class := range classes {
		if references[i] = e.TypeOf(e.CatalogEntry); class != "" {
			references[i] = e.TypeOf(e.ClassReference(class))
		}
	}
	return e.Tuple(references)
}

// explainRefusedEdge explains the finding about a relationship that a call without parentheses
// takes as its argument: include a -> b.
func (e *Evaluator) explainRefusedEdge(c *Call) {
	last := len(c.nodes) - 1
	if last < 0 || e.refusedEdge == nil || c.nodes[last] != e.refusedEdge || len(e.Findings) == 0 {
		return
	}
	relationship, isRelationship := c.nodes[last].(*syntax.RelationshipExpression)
	if !isRelationship {
		return
	}
	first := firstOfChain(relationship)
	finding := e.Findings[len(e.Findings)-1]
	if finding.Rule != &code.RelationshipMismatch || finding.At != first.Span().Start {
		return
	}
	call := e.Body.Manifest.Extent(c.At)
	if written := e.Body.Manifest.Source.Slice(call); strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(written, c.written), " \t\n"), "(") {
		return
	}
	finding.Help = "'" + c.Name + "' takes the whole relationship as its argument; put the names of the classes in parentheses: " + c.Name + "(…) -> …"
}

// includeOne checks one included class and returns its name, or "" if it is not known.
func (e *Evaluator) includeOne(c *Call, name Type, at syntax.Node) string {
	if why := e.noClassName(name, 0); why != "" {
		e.report(&code.InvalidClassName, at, "RUNTIME_ERROR", why)
		return ""
	}
	class, known := lattice.StringOf(name)
	switch {
	case known:
		class = module.Normalize(class)
	case lattice.TypeClassOf(name) == lattice.TypeValueClass:
		class = lattice.ClassNameOf(lattice.TypeIn(name))
	}
	if class == "" {
		if e.isCompiling() {
			e.compiling.IncludeAnyOf(name, at)
		}
		return ""
	}
	if e.isCompiling() {
		e.compiling.IncludeClass(c.Name, class, at)
	}
	e.checkSelfInclude(class, c.Name, at)
	e.includeClass(class, at)
	e.noteClass(class, e.Body.Manifest.Extent(at))
	return class
}

// checkSelfInclude reports a class that includes itself.
func (e *Evaluator) checkSelfInclude(class, function string, at syntax.Node) {
	if d := e.Body.Definition; d != nil && d.Kind == module.Class && d.Name == class && !e.isGuarded(class) {
		e.report(&code.SelfInclude, at, "", "the class '"+class+"' "+selfIncludes[function])
	}
}

// selfIncludes holds what a class does that calls a function for itself.
var selfIncludes = map[string]string{
	"include": "includes itself",
	"contain": "contains itself, which is a dependency cycle",
	"require": "requires itself, which is a dependency cycle",
}

// isNoClass returns why a type used as a value cannot name a class to include, "" if it may.
func (e *Evaluator) isNoClass(t Type) string {
	switch t := t.(type) {
	case *types.ClassType:
		return "the type Class names no class; write Class['name']"
	case *types.ResourceType:
		if t.Name != "" && ascii.Lower(t.Name) != "class" {
			return "a reference to " + e.Format(t) + " cannot name a class"
		}
	default:
		if e.isDataType(t) {
			return "the type " + e.Format(t) + " cannot name a class"
		}
	}
	return ""
}

// noClassName returns why a value, or each element of an array, cannot name a class, "" if it
// may.
func (e *Evaluator) noClassName(value Type, depth int) string {
	why := ""
	for _, member := range e.Members(value) {
		one := ""
		switch shape := lattice.TypeClassOf(member); {
		case shape == lattice.ArrayClass && depth < lattice.MaxFlat:
			elements, known := lattice.TupleOf(member)
			if !known && lattice.SizeOf(member).Low > 0 {
				elements = []Type{e.ElementOf(member)}
			}
			for _, element := range elements {
				if one == "" {
					one = e.noClassName(element, depth+1)
				}
			}
		case shape == lattice.UndefClass:
			one = "undef cannot be the name of a class"
		case shape == lattice.StringClass && lattice.LengthOf(member).High == 0:
			one = "an empty string cannot be the name of a class"
		case shape == lattice.TypeValueClass && lattice.ClassNameOf(lattice.TypeIn(member)) == "":
			one = e.isNoClass(lattice.TypeIn(member))
		case shape == lattice.IntegerClass, shape == lattice.FloatClass, shape == lattice.BooleanClass, shape == lattice.HashClass:
			one = e.Describe(member) + " cannot be the name of a class"
		}
		if one == "" {
			return ""
		}
		why = one
	}
	return why
}

// includeClass checks that a class exists and can be declared without parameters. Each
// parameter needs a default or, if the environment has data, a value in the data. If the tree
// is closed, so that nothing outside of it can give a value, this holds without such data, too.
func (e *Evaluator) includeClass(name string, at syntax.Node) {
	e.depend(name)
	class := e.Class(name)
	if class == nil {
		if name != "main" && name != "settings" && !e.classMayExist(name) {
			e.reportUnknownClass(name, at)
		}
		return
	}
	e.checkIncludedData(class, at)
	if !e.Tree.Closed() {
		return
	}
	if e.declaresWithValues(name) {
		return
	}
	e.reportMissing("class '"+name+"'", e.requiredBy(class), at)
	e.checkParentsDeclared(class, at)
}

// checkParentsDeclared reports a class that inherits from an undeclared class with required
// parameters. It is called only if the tree is closed, so that no other code can declare the
// parent.
func (e *Evaluator) checkParentsDeclared(class *program.Definition, at syntax.Node) {
	for range program.MaxAncestors {
		if class = e.Class(class.Parent()); class == nil || e.declaredBefore(declarations.ResourceKey("class", "'"+class.Name)) != nil || e.declaresWithValues(class.Name) {
			return
		}
		required := e.requiredBy(class)
		if len(required) == 0 {
			continue
		}
		e.reportMissing("class '"+class.Name+"', which is inherited from,", required, at)
		return
	}
}

// declaresWithValues reports whether the manifest may declare a class like a resource, which
// can set its parameters.
func (e *Evaluator) declaresWithValues(name string) bool {
	found := false
	syntax.Inspect(e.Body.Manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.ResourceExpression:
			if program.LiteralText(node.TypeName) != "class" {
				break
			}
			for _, body := range node.Bodies {
				title := program.LiteralText(body.Title)
				found = found || title == "" || module.Normalize(title) == name
			}
		case *syntax.CallNamedFunctionExpression:
			switch program.LiteralText(node.Functor) {
			case "create_resources", "call":
				found = true
			}
		case *syntax.NamedAccessExpression:
			found = found || program.LiteralText(node.Right) == "create_resources"
		}
		return !found
	})
	return found
}

// modelRealize models realize(), whose arguments are references to resources.
func (e *Evaluator) modelRealize(c *Call) Type {
	if e.isCompiling() {
		e.compiling.RealizeResources(c.Arguments, c.At)
	}
	for i, argument := range c.Arguments {
		at := c.At
		if node := c.node(i); node != nil {
			at = node
		}
		items, exact := e.FlattenOne(argument, 0)
		for _, item := range items {
			if exact && e.cannotRealize(item) {
				e.report(&code.ArgumentMismatch, at, "RUNTIME_ERROR", "'realize' takes references to resources, not "+e.Describe(item))
			}
			if resource, ok := lattice.TypeIn(item).(*types.ResourceType); ok && exact && resource.Name != "" && !resource.HasTitle && c.node(i) != nil {
				if _, isWritten := c.node(i).(*syntax.QualifiedReference); isWritten {
					e.report(&code.ArgumentMismatch, at, "RUNTIME_ERROR", "'realize' takes references to resources with a title, not "+e.Format(resource))
				}
			}
		}
		e.checkReferences(argument, at, false)
	}
	return e.Undef
}

// cannotRealize reports whether a value is certainly not a reference to a resource.
func (e *Evaluator) cannotRealize(value Type) bool {
	members := e.Members(value)
	return len(members) > 0 && !slices.ContainsFunc(members, func(member Type) bool {
		return lattice.TypeClassOf(member) != lattice.UndefClass && !e.isNoReference(member)
	})
}

// modelCall models call('name', …).
func (e *Evaluator) modelCall(c *Call) Type {
	name, known := lattice.StringOf(c.Argument(0))
	if !known {
		return e.afterUnknownCall(c)
	}
	inner := *c
	inner.Name, inner.Arguments = module.Normalize(name), c.Arguments[1:]
	inner.nodes = nil
	return e.invoke(&inner)
}

// modelTag models tag().
func (e *Evaluator) modelTag(c *Call) Type {
	for _, argument := range c.Arguments {
		if e.isCompiling() {
			e.compiling.AddTags(argument)
		}
		e.checkTag(argument, c.At)
	}
	return e.Undef
}

// modelGetvar models getvar('name.key', default).
func (e *Evaluator) modelGetvar(c *Call) Type {
	path, known := lattice.StringOf(c.Argument(0))
	if c.block != nil {
		c.block.invokeUnknown()
		return e.Unknown
	}
	if !known || strings.ContainsAny(path, `'"`) {
		return e.Any
	}
	name, keys, dotted := strings.Cut(path, ".")
	value := e.Unknown
	switch {
	case e.compiling != nil && (name == "facts" || e.compiling.VariableAtTop(name) != nil) && e.compiling.HasFacts():
		if value = e.compiling.VariableAtTop(name); dotted {
			value = e.digInto(value, e.dottedKeys(keys))
		}
	case name == "facts" && dotted:
		if fact := builtin.FindFact(keys); fact != nil {
			value = e.FactType(fact)
		}
	default:
		if bound, _ := e.local(name); bound.typ != nil {
			value = bound.typ
			if dotted {
				value = e.digInto(value, e.dottedKeys(keys))
			}
		}
	}
	if e.IsUnknown(value) || len(c.Arguments) < 2 || !e.MayBeUndef(value) {
		return value
	}
	return e.Join(e.WithoutUndef(value), c.Arguments[1])
}

// noteReturn records the value of a return().
func (e *Evaluator) noteReturn(at syntax.Node, value Type) {
	if declared := e.Body.Definition; declared != nil && declared.Kind == module.Function && !e.IsUnknown(value) {
		if e.returns == nil {
			e.returns = map[syntax.Node]Type{}
		}
		if known := e.returns[at]; known != nil {
			value = e.Join(known, value)
		}
		e.returns[at] = value
	}
	e.returned = e.Join(e.returned, value)
}

// modelDefined evaluates defined(). In a compilation, it uses what has been declared so far.
func (e *Evaluator) modelDefined(c *Call) Type {
	for _, argument := range c.Arguments {
		if of, ok := e.Resolve(argument).(*types.TypeType); ok && of.Type != nil {
			if class, ok := e.Resolve(of.Type).(*types.ClassType); ok && !class.HasName {
				e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'defined' needs the name of a class: Class['name']")
			}
		}
	}
	if e.compiling == nil || c.block != nil {
		return e.Boolean
	}
	result := lattice.Never
	for _, argument := range c.Arguments {
		items, exact := e.FlattenOne(argument, 0)
		if !exact {
			return e.Boolean
		}
		for _, item := range items {
			result = result.Or(e.compiling.DefinedNow(item))
		}
	}
	return e.BooleanOf(result)
}
