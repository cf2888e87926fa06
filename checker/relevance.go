package checker

import (
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// relevance says what, in the body of a class or defined type, depends on the
// values of its parameters: the rest of it need not be evaluated again for
// others.
type relevance struct {
	// parameters are those whose values make a difference to whether the body
	// compiles: not those that only become the values of attributes of native
	// resources, or a part of such text.
	parameters map[string]bool
	// contents are those of them that are not only passed on, as an attribute,
	// as a title or in a text: the code asks for their value. In both, the title
	// of a defined type goes by its names, title and name.
	contents map[string]bool
	// resourceTypes are those of which it was asked whether their attributes take any
	// value.
	resourceTypes map[string]bool
	// idle are the statements, outside of lambdas, that set no variable, do not
	// leave the body and name nothing that depends on such a parameter.
	idle map[syntax.Node]bool
}

// relevanceOf reads off the syntax what depends on a definition's parameters.
func (p *program) relevanceOf(d *definition) *relevance {
	return p.relevances.get(d.node, func() *relevance {
		return findRelevance(d.node, d.parameters, func(_ string, given attributeUse) bool { return p.takesAny(given) })
	})
}

// findRelevance finds what depends on some parameters. Which attributes take any value
// is asked for each parameter that is given to one.
func findRelevance(root syntax.Node, parameters []*syntax.Parameter, takesAny func(parameter string, given attributeUse) bool) *relevance {
	finder := &relevanceFinder{
		takesAny: takesAny, own: map[string]bool{}, affected: map[string]bool{},
		found: &relevance{parameters: map[string]bool{}, contents: map[string]bool{}, idle: map[syntax.Node]bool{}, resourceTypes: map[string]bool{}},
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

// relevanceFinder collects what each statement names.
type relevanceFinder struct {
	takesAny      func(parameter string, given attributeUse) bool
	own, affected map[string]bool
	// open are the statements around the current node; lambdas counts the
	// lambdas.
	open    []*statementUse
	closed  []*statementUse
	lambdas int
	found   *relevance
}

// statementUse is what a statement does with variables.
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
			f.found.parameters[node.Name] = true
			f.found.contents[node.Name] = f.found.contents[node.Name] || !isPassedOn(cursor)
		}
		if len(f.open) > 0 {
			use := f.open[len(f.open)-1]
			use.names = append(use.names, node.Name)
		}
	case *syntax.AssignmentExpression:
		if len(f.open) > 0 {
			use := f.open[len(f.open)-1]
			use.sets = append(use.sets, targetsOf(node.Left)...)
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

// finish follows what variables are set from, and then finds what is idle.
func (f *relevanceFinder) finish() {
	for name := range f.found.parameters {
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

// isPassedOn reports whether what a cursor points to only becomes an attribute, a
// title or a part of a text.
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

// attributeAt is the attribute of which what a cursor points to only becomes the value,
// or a part of the value.
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

// takesAny reports whether an attribute is one of a native resource that takes any value.
func (p *program) takesAny(given attributeUse) bool {
	native := p.tree.FindResourceType(given.typeName)
	if native == nil || p.definedType(given.typeName) != nil {
		return false
	}
	attribute := native.Attribute(given.attribute)
	return attribute != nil && len(attribute.Values) == 0
}
