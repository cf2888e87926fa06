package eval

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// SourceOf returns the source of a node, one token per line, without comments and space.
func SourceOf(node syntax.Node, manifest *module.Manifest) string {
	var words strings.Builder
	for i := node.FirstToken(); i <= node.LastToken() && i < len(manifest.Tokens); i++ {
		if token := manifest.Tokens[i]; !token.Kind.IsTrivia() {
			words.WriteRune(rune(token.Kind)) // "$a [1]" is not "$a[1]"
			words.WriteString(manifest.Source.Slice(token.Span))
			words.WriteByte('\n')
		}
	}
	return words.String()
}

// ParametersText returns the source of a definition without its body. A definition without
// parameters, such as an alias, is returned as a whole.
func ParametersText(node syntax.Node, manifest *module.Manifest) string {
	slice := func(node syntax.Node) string { return manifest.Source.Slice(manifest.Extent(node)) }
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return TextOf(manifest, node.Parameters) + " " + node.ParentClass
	case *syntax.ResourceTypeDefinition:
		return TextOf(manifest, node.Parameters)
	case *syntax.PlanDefinition:
		return TextOf(manifest, node.Parameters)
	case *syntax.FunctionDefinition:
		head := TextOf(manifest, node.Parameters)
		if node.ReturnType != nil {
			head += " >> " + slice(node.ReturnType)
		}
		return head
	}
	return slice(node)
}

// TextOf returns the source of parameters.
func TextOf(manifest *module.Manifest, parameters []*syntax.Parameter) string {
	if len(parameters) == 0 {
		return ""
	}
	return manifest.Source.Slice(source.Span{
		Start: manifest.Extent(parameters[0]).Start, End: manifest.Extent(parameters[len(parameters)-1]).End,
	})
}

// Code that declares a class or defined type depends only on parts of its parameter signature:
// the parameters that it sets, and which other parameters are required.

// parameterOf returns a parameter of a class or defined type, or nil, and makes the body depend
// on it.
func (e *Evaluator) parameterOf(d *program.Definition, name string) *program.Parameter {
	e.depend(deps.Parameter(d.Name, name))
	return d.Parameter(name)
}

// dependsOnTitle is usesTitle, and makes the body depend on the answer.
func (e *Evaluator) dependsOnTitle(d *program.Definition) bool {
	e.depend(deps.Parameter(d.Name, "title"))
	return e.usesTitle(d)
}

// requiredBy returns the names of the parameters of a class or defined type that have no default
// and, for a class, no value in the data.
func (e *Evaluator) requiredBy(d *program.Definition) (names []string) {
	e.depend(deps.RequiredParameters(d.Name))
	for _, parameter := range d.Signature() {
		if parameter.Required && !(d.Kind == module.Class && e.hasData(d.Name+"::"+parameter.Name)) {
			names = append(names, parameter.Name)
		}
	}
	return names
}

// hasData reports whether a data file of the tree has a value for a key.
func (e *Evaluator) hasData(key string) bool {
	return slices.ContainsFunc(e.Data().Values(key), func(value hiera.Key) bool { return e.MayHold(value, nil) })
}

// parameterNames returns the names of all parameters of a class or defined type.
func (e *Evaluator) parameterNames(d *program.Definition) *spell.Index {
	e.depend(deps.Parameters(d.Name))
	return e.ParameterNames(d)
}

// DependOnDeclared makes a body depend on a definition that it declares. If the definition is
// evaluated for the given values, the body depends on the definition's whole body; otherwise it
// depends on what the definition does with each given parameter.
func (p *Interpreter) DependOnDeclared(dependencies deps.Set, d *Declaration, isEvaluated bool) {
	name := d.Definition.Name
	switch {
	case dependencies == nil:
	case isEvaluated:
		dependencies.Add(deps.Body(name))
	default:
		dependencies.Add(deps.Parameter(name, "title"))
		for _, given := range d.Given.Names {
			dependencies.Add(deps.Parameter(name, given))
		}
		for typeName := range p.RelevanceOf(d.Definition).resourceTypes {
			dependencies.Add(typeName)
		}
	}
}

// OutlineOf returns the part of a definition's signature on which all code depends that names
// the definition.
func OutlineOf(node syntax.Node, manifest *module.Manifest) string {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return node.ParentClass
	case *syntax.ResourceTypeDefinition:
		return ""
	case *syntax.FunctionDefinition:
		return fmt.Sprintf("%s %t", ParametersText(node, manifest), mayBreak(node))
	}
	return ParametersText(node, manifest)
}

// AddParameterSignatures adds the parts of the parameter signature of a class or defined type:
// for each parameter, the values that it accepts and what the body does with it (relevance.go).
func AddParameterSignatures(parts deps.Texts, definition *module.Definition, manifest *module.Manifest) {
	switch definition.Node.(type) {
	case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition:
	default:
		return
	}
	parameters := syntax.ParametersOf(definition.Node)
	uses := map[string]map[attributeUse]bool{}
	relevant := findRelevance(definition.Node, parameters, func(parameter string, given attributeUse) bool {
		if uses[parameter] == nil {
			uses[parameter] = map[attributeUse]bool{}
		}
		uses[parameter][given] = true
		return true
	})
	if relevant.contents["title"] || relevant.contents["name"] {
		parts.Add(deps.Parameter(definition.Name, "title"), "asked for\n")
	}
	for _, parameter := range parameters {
		name := parameter.Name
		isRequired := parameter.Value == nil && !parameter.CapturesRest
		declared := ""
		if parameter.TypeExpr != nil {
			declared = SourceOf(parameter.TypeExpr, manifest)
		}
		parts.Add(deps.Parameter(definition.Name, name), fmt.Sprintf("%t %t %t %t %v %s\n", isRequired, parameter.CapturesRest, relevant.Parameters[name], relevant.contents[name], uses[name], declared))
		parts.Add(deps.Parameters(definition.Name), name+"\n")
		if isRequired {
			parts.Add(deps.RequiredParameters(definition.Name), name+"\n")
		}
	}
}
