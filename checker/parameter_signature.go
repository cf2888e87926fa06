package checker

import (
	"fmt"

	"puppet-lint/checker/deps"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Who declares a class or defined type looks at parts of its head, and depends on
// these alone: the parameters that it gives, and which others must be given.

// parameterOf is a parameter of a class or defined type that the body depends on, or nil.
func (e *evaluator) parameterOf(d *definition, name string) *parameter {
	e.depend(deps.Parameter(d.name, name))
	return d.parameter(name)
}

// dependsOnTitle is asksForTitle, and notes that the body depends on it.
func (e *evaluator) dependsOnTitle(d *definition) bool {
	e.depend(deps.Parameter(d.name, "title"))
	return e.asksForTitle(d)
}

// requiredBy are the names of the parameters that a class or defined type must be given.
func (e *evaluator) requiredBy(d *definition) (names []string) {
	e.depend(deps.RequiredParameters(d.name))
	for _, parameter := range d.signature() {
		if parameter.required {
			names = append(names, parameter.name)
		}
	}
	return names
}

// parameterNames are the names of all parameters of a class or defined type.
func (e *evaluator) parameterNames(d *definition) []string {
	e.depend(deps.Parameters(d.name))
	return parameterNames(d)
}

// dependOnDeclared notes that a body depends on what it declares: on all of that, if it
// is evaluated for the values given, otherwise on what it does with each.
func (p *program) dependOnDeclared(dependencies deps.Set, d *declaration, isEvaluated bool) {
	name := d.definition.name
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

// outlineOf is what all see who name a definition.
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

// addParameterSignatures adds the parts of the head of a class or defined type: of each parameter what
// it takes, and what the body does with it (relevance.go).
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
