package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/syntax"
)

// checkParameterTypes reports variables in the types of parameters, and in the type of a
// result, that are parameters themselves. Puppet reads these types before any parameter has a
// value, so it reads a variable of the same name outside of the definition.
func (e *Evaluator) checkParameterTypes(parameters []*syntax.Parameter, result syntax.Node) {
	if !e.reporting || len(parameters) == 0 {
		return
	}
	written := []syntax.Node{result}
	for _, parameter := range parameters {
		written = append(written, parameter.TypeExpr)
	}
	for _, root := range written {
		if root == nil {
			continue
		}
		syntax.Inspect(root, func(node syntax.Node) bool {
			if variable, ok := node.(*syntax.VariableExpression); ok {
				e.checkTypeVariable(parameters, variable)
			}
			return true
		})
	}
}

func (e *Evaluator) checkTypeVariable(parameters []*syntax.Parameter, variable *syntax.VariableExpression) {
	if !slices.ContainsFunc(parameters, func(p *syntax.Parameter) bool { return p.Name == variable.Name }) {
		return
	}
	if bound, _ := e.local(variable.Name); bound.typ != nil || e.topVariable(variable.Name) != nil {
		return
	}
	finding := e.report(&code.UnknownVariable, variable, "UNKNOWN_VARIABLE", "$"+variable.Name+" has no value in the type of a parameter: types are read before parameters have values")
	if finding != nil {
		finding.Help = "compare the values where the code uses them"
	}
}

// resultType returns the type that a function declares for its result; nil if there is none.
func resultType(node syntax.Node) syntax.Node {
	if function, ok := node.(*syntax.FunctionDefinition); ok {
		return function.ReturnType
	}
	return nil
}
