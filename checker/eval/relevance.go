package eval

import (
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Relevance holds which parts of the body of a class or defined type depend on the values of
// its parameters. The other parts need not be evaluated again for other values.
type Relevance struct {
	// Parameters are the parameters whose values affect whether the body compiles. A parameter
	// that is only used in attribute values of native resources, where any value is accepted,
	// does not.
	Parameters map[string]bool
	// contents are the parameters among them whose values the code uses itself: it does more
	// than pass them on as an attribute, as a title or in a text. In both sets, title and name
	// represent the title of a defined type.
	contents map[string]bool
	// resourceTypes are the types for which takesAny was called.
	resourceTypes map[string]bool
	// idle are the statements, outside of lambdas, that set no variable, do not leave the body
	// and name nothing that depends on a relevant parameter.
	idle map[syntax.Node]bool
}

// RelevanceOf reads off the syntax which parts of a definition depend on its parameters.
func (p *Interpreter) RelevanceOf(d *program.Definition) *Relevance {
	return p.relevances.Get(d.Node, func() *Relevance {
		return findRelevance(d.Node, d.Parameters, func(_ string, given attributeUse) bool { return p.takesAny(given) })
	})
}

// findRelevance finds what depends on the parameters. It calls takesAny for each use of a
// parameter as an attribute value.
func findRelevance(root syntax.Node, parameters []*syntax.Parameter, takesAny func(parameter string, given attributeUse) bool) *Relevance {
	finder := &relevanceFinder{
		takesAny: takesAny, own: map[string]bool{}, affected: map[string]bool{},
		found: &Relevance{Parameters: map[string]bool{}, contents: map[string]bool{}, idle: map[syntax.Node]bool{}, resourceTypes: map[string]bool{}},
	}
	for _, parameter := range parameters {
		finder.own[parameter.Name] = true
	}
	if _, ok := root.(*syntax.ResourceTypeDefinition); ok {
		finder.affected["title"], finder.affected["name"] = true, true
		finder.own["title"], finder.own["name"] = true, true
	}
	syntax.Walk(root, finder.enter, finder.leave)
	finder.finish()
	return finder.found
}

// relevanceFinder collects the names that each statement uses.
type relevanceFinder struct {
	takesAny      func(parameter string, given attributeUse) bool
	own, affected map[string]bool
	// open are the statements around the current node. lambdas counts the lambdas around it.
	open    []*statementUse
	closed  []*statementUse
	lambdas int
	found   *Relevance
}

// statementUse is how a statement uses variables.
type statementUse struct {
	node       syntax.Node
	names      []string
	sets       []string
	leaves     bool
	isOutmost  bool
	isInLambda bool
}

func (f *relevanceFinder) enter(cursor *syntax.Cursor) bool {
	node := cursor.Node()
	if _, ok := cursor.Parent().(*syntax.BlockExpression); ok {
		f.open = append(f.open, &statementUse{node: node, isOutmost: len(f.open) == 0, isInLambda: f.lambdas > 0})
	}
	switch node := node.(type) {
	case *syntax.LambdaExpression:
		f.lambdas++
	case *syntax.VariableExpression:
		if f.own[node.Name] {
			if given, ok := attributeAt(cursor); ok {
				f.found.resourceTypes[given.typeName] = true
				if f.takesAny(node.Name, given) {
					break
				}
			}
			f.found.Parameters[node.Name] = true
			if !isPassedOn(cursor) {
				f.found.contents[node.Name] = true
			}
		}
		if len(f.open) > 0 {
			use := f.open[len(f.open)-1]
			use.names = append(use.names, node.Name)
		}
	case *syntax.AssignmentExpression:
		if len(f.open) > 0 {
			use := f.open[len(f.open)-1]
			use.sets = append(use.sets, program.TargetsOf(node.Left)...)
		}
	case *syntax.CallNamedFunctionExpression:
		switch name, _ := node.Functor.(*syntax.QualifiedName); {
		case name == nil || len(f.open) == 0:
		case name.Value == "fail" || name.Value == "return" || name.Value == "next" || name.Value == "break":
			f.open[len(f.open)-1].leaves = true
		}
	}
	return true
}

func (f *relevanceFinder) leave(cursor *syntax.Cursor) {
	node := cursor.Node()
	if _, ok := node.(*syntax.LambdaExpression); ok {
		f.lambdas--
	}
	if len(f.open) == 0 || f.open[len(f.open)-1].node != node {
		return
	}
	use := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	f.closed = append(f.closed, use)
	if len(f.open) > 0 {
		around := f.open[len(f.open)-1]
		around.names, around.sets = append(around.names, use.names...), append(around.sets, use.sets...)
		around.leaves = around.leaves || use.leaves
	}
}

// finish adds the variables that are set from relevant variables, until there are no more. Then
// it finds the idle statements.
func (f *relevanceFinder) finish() {
	for name := range f.found.Parameters {
		f.affected[name] = true
	}
	namesAffected := func(use *statementUse) bool {
		for _, name := range use.names {
			if f.affected[name] {
				return true
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for _, use := range f.closed {
			if !use.isOutmost || !namesAffected(use) {
				continue
			}
			for _, name := range use.sets {
				changed = changed || !f.affected[name]
				f.affected[name] = true
			}
		}
	}
	for _, use := range f.closed {
		if len(use.sets) == 0 && !use.leaves && !use.isInLambda && !namesAffected(use) {
			f.found.idle[use.node] = true
		}
	}
}

// isPassedOn reports whether the node at a cursor is only used as an attribute value, a title
// or a part of a text.
func isPassedOn(cursor *syntax.Cursor) bool {
	for level := 1; ; level++ {
		switch cursor.Ancestor(level).(type) {
		case *syntax.TextExpression, *syntax.ParenthesizedExpression:
			continue
		case *syntax.ConcatenatedString, *syntax.AttributeOperation, *syntax.ResourceBody:
			return true
		}
		return false
	}
}

// attributeUse is an attribute of the resources of a type.
type attributeUse struct{ typeName, attribute string }

// attributeAt returns the attribute that has the node at a cursor as its value, or as a part of
// it. ok is false if the node is used in any other way.
func attributeAt(cursor *syntax.Cursor) (given attributeUse, ok bool) {
	for level := 1; ; level++ {
		switch node := cursor.Ancestor(level).(type) {
		case *syntax.ConcatenatedString, *syntax.TextExpression, *syntax.ParenthesizedExpression:
			continue
		case *syntax.AttributeOperation:
			resource, ok := cursor.Ancestor(level + 2).(*syntax.ResourceExpression)
			if !ok || module.IsMetaparameter(node.Name) {
				return given, false
			}
			name, ok := resource.TypeName.(*syntax.QualifiedName)
			if !ok {
				return given, false
			}
			return attributeUse{module.Normalize(name.Value), node.Name}, true
		default:
			return given, false
		}
	}
}

// takesAny reports whether an attribute of a native resource type accepts any value.
func (p *Interpreter) takesAny(given attributeUse) bool {
	native := p.Tree.Plugins.FindResourceType(given.typeName)
	if native == nil || p.DefinedType(given.typeName) != nil {
		return false
	}
	attribute := native.Attribute(given.attribute)
	return attribute != nil && len(attribute.Values) == 0
}
