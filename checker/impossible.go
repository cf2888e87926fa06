package checker

import (
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// reportImpossible reports a value that is compared with a literal which it
// can never be. Only parameters and facts count, for what they may be is
// declared: a variable whose value the code itself has just set may well be
// compared with others. That something is undef or empty is often asked to be
// on the safe side.
func (e *evaluator) reportImpossible(node syntax.Node, value Type, literal syntax.Node, of Type) {
	if !e.isDeclared(node) || e.IsUnknown(value) || e.IsConstant(value) || e.IsNever(value) || !e.IsConstant(of) {
		return
	}
	switch literal := unparenthesized(literal).(type) {
	case *syntax.LiteralString:
		if literal.Value == "" {
			return
		}
	case *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean:
	default:
		return
	}
	name := e.body.manifest.Source.Slice(e.body.manifest.Extent(node))
	e.report(&code.ImpossibleComparison, literal, "", name+" is "+lattice.Article(e.Format(value))+", which is never "+e.Describe(of))
}

// isDeclared reports whether a node is a parameter of the class or defined
// type that is evaluated, a fact, or an element of one.
func (e *evaluator) isDeclared(node syntax.Node) bool {
	switch node := unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		return e.isDeclared(node.Left)
	case *syntax.VariableExpression:
		name := strings.TrimPrefix(node.Name, "::")
		if name == "facts" {
			return true
		}
		var parameters []*syntax.Parameter
		switch definition := e.body.node.(type) {
		case *syntax.HostClassDefinition:
			parameters = definition.Parameters
		case *syntax.ResourceTypeDefinition:
			parameters = definition.Parameters
		}
		for _, parameter := range parameters {
			if parameter.Name == name {
				return parameter.TypeExpr != nil && e.frame.outer == nil
			}
		}
	}
	return false
}
