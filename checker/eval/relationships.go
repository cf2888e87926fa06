package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// evaluateRelationship evaluates left -> right and the other relationships. The value is an
// array of the operands on the right side, or of those on the left if there are none on the
// right.
func (e *Evaluator) evaluateRelationship(node *syntax.RelationshipExpression) Type {
	left, right := e.Evaluate(node.Left), e.Evaluate(node.Right)
	if e.state.unreachable {
		return e.Never
	}
	if e.refusedEdge != nil && e.refusedEdge == syntax.Unparenthesized(node.Left) {
		e.refusedEdge = node // Puppet does not get to this one
		return e.Unknown
	}
	for i, operand := range []Type{left, right} {
		if why := e.wrongOperand(operand); why != "" {
			side := [...]syntax.Node{node.Left, node.Right}[i]
			if name, _ := syntax.CalledFunction(syntax.Unparenthesized(side)); name != "" && operand == e.Undef {
				why = "a relationship needs resources, but '" + name + "' returns nothing"
			}
			e.report(&code.RelationshipMismatch, node, "ILLEGAL_RELATIONSHIP_OPERAND_TYPE", why)
			e.refusedEdge = node
			return e.Unknown
		}
	}
	// If one side is empty, there is no relationship, and Puppet does not look up the other
	// side.
	if !isEmptyArray(left) && !isEmptyArray(right) {
		e.checkReferences(left, node, collects(node.Right))
		e.checkReferences(right, node, collects(node.Left))
	}
	if e.isCompiling() {
		e.compiling.RelateResources(node, left, right)
	}
	if node.Operator == syntax.OutEdge || node.Operator == syntax.OutEdgeSub {
		e.noteOrder(right, left, node)
	} else {
		e.noteOrder(left, right, node)
	}
	last := e.Unfold(right)
	switch {
	case lattice.SizeOf(last).Low > 0:
		return last
	case isEmptyArray(last):
		return e.Unfold(left)
	}
	return e.Join(e.Unfold(left), last)
}

// skipSpacedReference keeps the relationships of a statement from being checked if they begin with an
// array and the statement before is a type: `Class ['a'] -> Class['b']` was meant as one
// relationship, and validation reports the type, which has no effect by itself.
func (e *Evaluator) skipSpacedReference(before, statement syntax.Node) {
	first, isRelationship := statement.(*syntax.RelationshipExpression)
	if _, isType := before.(*syntax.QualifiedReference); !isType || !isRelationship {
		return
	}
	if list, isList := firstOfChain(first).Left.(*syntax.LiteralList); isList {
		e.refusedEdge = list
	}
}

// firstOfChain returns the first relationship of a chain: a -> b in a -> b -> c.
func firstOfChain(last *syntax.RelationshipExpression) *syntax.RelationshipExpression {
	for {
		chain, isChain := last.Left.(*syntax.RelationshipExpression)
		if !isChain {
			return last
		}
		last = chain
	}
}

// collects reports whether an operand of a relationship, or the last one of a chain, is a
// collector, which may collect nothing.
func collects(operand syntax.Node) bool {
	switch operand := syntax.Unparenthesized(operand).(type) {
	case *syntax.CollectExpression:
		return true
	case *syntax.RelationshipExpression:
		return collects(operand.Right)
	}
	return false
}

// isEmptyArray reports whether a value is certainly an array without elements.
func isEmptyArray(value Type) bool {
	return lattice.TypeClassOf(value) == lattice.ArrayClass && lattice.SizeOf(value).High == 0
}

// wrongOperand explains why a value cannot be part of a relationship; it returns "" if it may
// be one.
func (e *Evaluator) wrongOperand(operand Type) string {
	if lattice.TypeClassOf(operand) == lattice.ArrayClass {
		items, exact := e.FlattenOne(operand, 0)
		for _, item := range items {
			if why := e.wrongOperand(item); why != "" && exact && lattice.TypeClassOf(item) != lattice.ArrayClass {
				return why
			}
		}
		return ""
	}
	why := ""
	for _, member := range e.Members(operand) {
		switch lattice.TypeClassOf(member) {
		case lattice.UndefClass, lattice.IntegerClass, lattice.FloatClass, lattice.BooleanClass, lattice.RegexpClass, lattice.HashClass, lattice.DefaultClass:
			why = "a relationship needs resources, not " + e.Describe(member)
		case lattice.StringClass:
			text, known := lattice.StringOf(member)
			if !known || LooksLikeReference(text) {
				return ""
			}
			why = "a relationship is between resources; " + e.Describe(member) + " is not a reference to one"
		case lattice.TypeValueClass:
			if !e.isDataType(lattice.TypeIn(member)) {
				return ""
			}
			why = "a relationship is between resources; the type " + e.Format(lattice.TypeIn(member)) + " is not a reference to one"
		default:
			return ""
		}
	}
	return why
}

// isDataType reports whether a type is certainly not a type of resources.
func (e *Evaluator) isDataType(t Type) bool {
	switch t.Kind() {
	case types.KindInteger, types.KindFloat, types.KindNumeric, types.KindString, types.KindEnum, types.KindPattern, types.KindRegexp,
		types.KindBoolean, types.KindArray, types.KindHash, types.KindStruct, types.KindTuple, types.KindUndef, types.KindDefault,
		types.KindScalar, types.KindScalarData:
		return true
	}
	return false
}

// LooksLikeReference reports whether a string may be parsed as a reference: Type[title].
func LooksLikeReference(text string) bool {
	return strings.IndexByte(text, '[') > 0 && strings.HasSuffix(text, "]")
}

// checkMetaparameter checks the value of tag, of stage, or of a metaparameter that names other
// resources.
func (e *Evaluator) checkMetaparameter(kind ResourceKind, name string, value Type, at syntax.Node) {
	switch name {
	case "require", "before", "notify", "subscribe":
	case "tag":
		e.checkTag(value, at)
		return
	case "stage":
		e.checkStage(kind, value, at)
		return
	default:
		return
	}
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return
	}
	for _, item := range items {
		members := e.Members(item)
		if len(members) > 0 && (e.endsUnlikeReference(at) || !slices.ContainsFunc(members, func(member Type) bool { return !e.isNoReference(member) })) {
			e.report(&code.RelationshipMismatch, at, "", "'"+name+"' takes references to resources, not "+e.Describe(item))
			return
		}
	}
}

// checkStage checks the stage of a resource: only classes have a stage, and the stage must be
// declared.
func (e *Evaluator) checkStage(kind ResourceKind, value Type, at syntax.Node) {
	text, known := lattice.StringOf(value)
	switch {
	case e.MayBeUndef(value) || e.IsUnknown(value):
	case kind.Name != "class" && kind.Name != "":
		e.report(&code.RelationshipMismatch, at, "RUNTIME_ERROR", "only classes have a 'stage', not a resource of the type '"+kind.Name+"'")
	case kind.Name == "class" && !known && !e.MayBe(value, func(class lattice.TypeClass, _ Type) bool { return !isNeverStage(class) }):
		e.report(&code.RelationshipMismatch, at, "RUNTIME_ERROR", "the stage of a class is a name, such as 'main', not "+e.Describe(value))
	case known && text != "main" && e.Tree.Closed() && e.Body.IsTop():
		e.query(declarations.Query{Kind: declarations.IsOfWhole})
		e.askOfAll([]Type{e.TitledReference("stage", text)})
		if reached := e.ClosureOf(e.Body.Node); !reached.Vague && !reached.MayDeclare("stage", text) {
			e.reportUndeclared(at, "Stage["+lattice.Quote(text)+"]", diag.Suggestion{})
		}
	}
}

// isNeverStage reports whether no value of a type class can be the name of a stage. Puppet
// treats false as the main stage.
func isNeverStage(class lattice.TypeClass) bool {
	switch class {
	case lattice.TypeValueClass, lattice.ArrayClass, lattice.HashClass, lattice.IntegerClass, lattice.FloatClass:
		return true
	}
	return false
}

// endsUnlikeReference reports whether an expression is an interpolated string that does not end
// like a reference.
func (e *Evaluator) endsUnlikeReference(node syntax.Node) bool {
	text, ok := e.Body.ValueLocation(node).(*syntax.ConcatenatedString)
	if !ok || len(text.Segments) == 0 {
		return false
	}
	last, ok := text.Segments[len(text.Segments)-1].(*syntax.LiteralString)
	return ok && strings.TrimRight(last.Value, "\n") != "" && !strings.Contains(last.Value, "]")
}

// isNoReference reports whether a value is certainly neither a reference nor undef.
func (e *Evaluator) isNoReference(value Type) bool {
	switch lattice.TypeClassOf(value) {
	case lattice.OtherClass:
		return e.isDeferred(value)
	case lattice.IntegerClass, lattice.FloatClass, lattice.BooleanClass, lattice.RegexpClass, lattice.HashClass, lattice.DefaultClass:
		return true
	case lattice.StringClass:
		words := lattice.WordsOf(value)
		return len(words) > 0 && !slices.ContainsFunc(words, LooksLikeReference)
	case lattice.TypeValueClass:
		return e.isDataType(lattice.TypeIn(value))
	}
	return false
}

// checkRelated checks that the resources to which a resource's attributes refer are declared.
func (e *Evaluator) checkRelated(given Attributes) {
	for i, name := range given.Names {
		switch name {
		case "require", "before", "notify", "subscribe":
			e.checkReferences(given.Values[i], given.Nodes[i][0], false)
		}
	}
}
