package eval

import (
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// reportImpossible reports a comparison of a value with a literal that it can never be. Only
// parameters and facts count, because their possible values are declared: code may well compare
// a variable that it has just set with other values. Comparisons with undef or an empty string
// are skipped, because they are often written to be on the safe side.
func (e *Evaluator) reportImpossible(node syntax.Node, value Type, literal syntax.Node, of Type) {
	if !e.isDeclared(node) || e.IsUnknown(value) || e.IsConstant(value) || e.IsNever(value) || !e.IsConstant(of) {
		return
	}
	switch literal := program.Unparenthesized(literal).(type) {
	case *syntax.LiteralString:
		if literal.Value == "" {
			return
		}
	case *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean:
	default:
		return
	}
	name := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node))
	e.report(&code.ImpossibleComparison, literal, "", name+" is "+lattice.Article(e.Format(value))+", which is never "+e.Describe(of))
}

// isDeclared reports whether a node is a typed parameter of the class or defined type being
// evaluated, a fact, or an element of one.
func (e *Evaluator) isDeclared(node syntax.Node) bool {
	switch node := program.Unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		return e.isDeclared(node.Left)
	case *syntax.VariableExpression:
		name := strings.TrimPrefix(node.Name, "::")
		if name == "facts" {
			return true
		}
		var parameters []*syntax.Parameter
		switch definition := e.Body.Node.(type) {
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
