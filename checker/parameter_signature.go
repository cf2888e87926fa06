package checker

import (
	"fmt"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Code that declares a class or defined type depends only on parts of its parameter signature:
// the parameters that it sets, and which other parameters are required.

// parameterOf returns a parameter of a class or defined type, or nil, and makes the body depend
// on it.
func (e *evaluator) parameterOf(d *program.Definition, name string) *program.Parameter {
	e.depend(deps.Parameter(d.Name, name))
	return d.Parameter(name)
}

// dependsOnTitle is asksForTitle, and makes the body depend on the answer.
func (e *evaluator) dependsOnTitle(d *program.Definition) bool {
	e.depend(deps.Parameter(d.Name, "title"))
	return e.asksForTitle(d)
}

// requiredBy returns the names of the required parameters of a class or defined type.
func (e *evaluator) requiredBy(d *program.Definition) (names []string) {
	e.depend(deps.RequiredParameters(d.Name))
	for _, parameter := range d.Signature() {
		if parameter.Required {
			names = append(names, parameter.Name)
		}
	}
	return names
}

// parameterNames returns the names of all parameters of a class or defined type.
func (e *evaluator) parameterNames(d *program.Definition) []string {
	e.depend(deps.Parameters(d.Name))
	return documents.ParameterNames(d)
}

// dependOnDeclared makes a body depend on a definition that it declares: on the definition's
// whole body if that is evaluated for the values given, otherwise on what it does with each of
// them.
func (p *interpreter) dependOnDeclared(dependencies deps.Set, d *declaration, isEvaluated bool) {
	name := d.definition.Name
	switch {
	case dependencies == nil:
	case isEvaluated:
		dependencies.Add(deps.Body(name))
	default:
		dependencies.Add(deps.Parameter(name, "title"))
		for _, given := range d.given.names {
			dependencies.Add(deps.Parameter(name, given))
		}
		for typeName := range p.relevanceOf(d.definition).resourceTypes {
			dependencies.Add(typeName)
		}
	}
}

// outlineOf returns the part of a definition's signature that everything depends on that names
// the definition.
func outlineOf(node syntax.Node, manifest *module.Manifest) string {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return node.ParentClass
	case *syntax.ResourceTypeDefinition:
		return ""
	case *syntax.FunctionDefinition:
		return fmt.Sprintf("%s %t", parametersText(node, manifest), mayBreak(node))
	}
	return parametersText(node, manifest)
}

// addParameterSignatures adds the parts of the parameter signature of a class or defined type:
// for each parameter, the values that it accepts and what the body does with it (relevance.go).
func addParameterSignatures(parts map[string]string, definition *module.Definition, manifest *module.Manifest) {
	var parameters []*syntax.Parameter
	switch node := definition.Node.(type) {
	case *syntax.HostClassDefinition:
		parameters = node.Parameters
	case *syntax.ResourceTypeDefinition:
		parameters = node.Parameters
	default:
		return
	}
	uses := map[string]map[attributeUse]bool{}
	relevant := findRelevance(definition.Node, parameters, func(parameter string, given attributeUse) bool {
		if uses[parameter] == nil {
			uses[parameter] = map[attributeUse]bool{}
		}
		uses[parameter][given] = true
		return true
	})
	if relevant.contents["title"] || relevant.contents["name"] {
		parts[deps.Parameter(definition.Name, "title")] += "asked for\n"
	}
	for _, parameter := range parameters {
		name := parameter.Name
		isRequired := parameter.Value == nil && !parameter.CapturesRest
		declared := ""
		if parameter.TypeExpr != nil {
			declared = sourceOf(parameter.TypeExpr, manifest)
		}
		parts[deps.Parameter(definition.Name, name)] += fmt.Sprintf("%t %t %t %t %v %s\n", isRequired, parameter.CapturesRest, relevant.parameters[name], relevant.contents[name], uses[name], declared)
		parts[deps.Parameters(definition.Name)] += name + "\n"
		if isRequired {
			parts[deps.RequiredParameters(definition.Name)] += name + "\n"
		}
	}
}
