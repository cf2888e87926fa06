package checker

import (
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// maxCount is where numbers of arguments are no longer told apart.
const maxCount = 1 << 20

// checkDefinedCall checks the arguments of a call of a function written in
// Puppet.
func (e *evaluator) checkDefinedCall(c *call, f *function) bool {
	parameters := f.definition.signature()
	least, most := 0, len(parameters)
	for _, parameter := range parameters {
		if parameter.required {
			least++
		}
		if parameter.rest {
			if parameter.node.Value == nil {
				least += int(min(parameter.count.low, maxCount))
			}
			if most += int(min(parameter.count.high, maxCount)) - 1; parameter.count.high > maxCount {
				most = -1
			}
		}
	}
	if why := wrongCount(len(c.arguments), least, most); why != "" {
		e.report(&argumentCount, c.at, "RUNTIME_ERROR", "'"+c.name+"' "+why)
		return false
	}
	if c.block != nil {
		e.report(&argumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' does not expect a block")
		return false
	}
	for i, argument := range c.arguments {
		parameter := parameters[min(i, len(parameters)-1)]
		if c.nodes != nil {
			e.noteGiven(f.definition, &parameter, argument, c.nodes[i])
		}
		if e.isUnknown(argument) || e.isUnknown(parameter.typ) {
			continue
		}
		if e.relation(argument, parameter.typ) == never {
			e.reportMismatch(c.at, "'"+c.name+"' parameter '"+parameter.name+"'", parameter.typ, argument)
			return false
		}
		if c.nodes != nil {
			e.reportPossible(argument, parameter.typ, c.nodes[i], c.at, "parameter '"+parameter.name+"' of '"+c.name+"'")
			e.keepPassable(c.at, c.nodes[i])
		}
	}
	return true
}

// callDefined is the result of a function written in Puppet: the declared
// type, or what was inferred from its body.
func (e *evaluator) callDefined(c *call, f *function) Type {
	if c.block != nil {
		c.block.invokeUnknown()
	}
	definition, ok := f.definition.node.(*syntax.FunctionDefinition)
	if !ok {
		return e.unknown
	}
	if definition.ReturnType != nil {
		return e.declaredReturn(f.definition)
	}
	return e.summaryOf(f.definition.body()).returns
}

// declaredReturn is the type that a function declares to return.
func (p *program) declaredReturn(d *definition) Type {
	definition, ok := d.node.(*syntax.FunctionDefinition)
	if !ok || definition.ReturnType == nil {
		return p.unknown
	}
	return p.returnTypes.get(d, func() Type { return p.staticType(definition.ReturnType, d.Manifest, true) })
}

// checkReturn checks what a function's body yields against the type that it
// declares.
func (e *evaluator) checkReturn(result Type) {
	d := e.body.definition
	if d == nil || d.kind != kindFunction {
		return
	}
	definition := d.node.(*syntax.FunctionDefinition)
	if definition.ReturnType == nil {
		return
	}
	e.state.unreachable = false
	e.typeExpression(definition.ReturnType)
	declared := e.declaredReturn(d)
	whole := e.join(result, e.returned)
	if e.isUnknown(whole) || e.isUnknown(declared) || e.isNever(whole) {
		return
	}
	at := syntax.Node(definition)
	if definition.Body != nil && len(definition.Body.Statements) > 0 {
		at = definition.Body.Statements[len(definition.Body.Statements)-1]
	}
	if e.relation(whole, declared) != never {
		e.reportPossible(whole, declared, nil, at, "the result of '"+d.name+"'")
		return
	}
	e.report(&typeMismatch, at, "RUNTIME_ERROR", "the value returned from '"+d.name+"' is "+e.describe(whole)+" where "+article(e.format(declared))+" is declared")
}

// checkParent checks that the class that a class inherits from exists.
func (e *evaluator) checkParent(d *definition) {
	class, ok := d.node.(*syntax.HostClassDefinition)
	if !ok || class.ParentToken < 0 {
		return
	}
	parent := d.parent()
	e.depend(dependency{kindClass, parent})
	if e.inheritsItself(d) {
		span := d.Manifest.Tokens[class.ParentToken].Span
		e.reportSpan(&unknownClass, span, span.Start, "", "the class '"+d.name+"' inherits from itself")
		return
	}
	if e.class(parent) != nil || parent == "default" || e.mayExist(module.Class, parent, e.body.module) {
		return
	}
	span := d.Manifest.Tokens[class.ParentToken].Span
	if finding := e.reportSpan(&unknownClass, span, span.Start, "", "there is no class '"+parent+"' to inherit from"); finding != nil {
		e.lacking[parent] = true // what follows from it stays silent
		if meant := spell.Best(parent, e.definedNames(parent, module.Class)); meant != "" {
			finding.Help = "did you mean '" + meant + "'?"
		}
	}
}

// inheritsItself reports whether the classes that a class inherits from lead
// back to it: on such a class Puppet runs until its stack is full.
func (e *evaluator) inheritsItself(d *definition) bool {
	at := d
	for range maxAncestors {
		if at = e.class(at.parent()); at == nil {
			return false
		}
		if at == d {
			return true
		}
	}
	return false
}

// checkDefault checks a parameter's default against its type.
func (e *evaluator) checkDefault(p *parameter, given Type) {
	if shapeOf(given) == shapeArray && p.rest { // each of its elements is an argument
		given = e.elementOf(given)
	}
	if e.isUnknown(given) || e.isUnknown(p.typ) || e.isNever(given) {
		return
	}
	if given == e.undef && !e.mayBeUndef(p.typ) {
		finding := e.report(&typeMismatch, p.node.Value, "RUNTIME_ERROR", "`$"+p.name+"` must always be given a value: its default undef does not fit its type "+e.format(p.typ))
		if finding != nil {
			finding.Help = "leave out the default, so that Puppet says which value is missing, or let the type accept undef: Optional[…]"
		}
		return
	}
	if e.relation(given, p.typ) == never {
		e.reportMismatch(p.node.Value, "the default of parameter '"+p.name+"'", p.typ, given)
		return
	}
	e.reportPossible(given, p.typ, p.node.Value, p.node.Value, "the default of parameter '"+p.name+"'")
}

// classVariables are the values of the variables of a class that a list of
// variables is assigned from.
func (e *evaluator) classVariables(target *syntax.LiteralList, class Type, parts []Type) []Type {
	definition := e.class(e.classNameOf(class))
	if definition == nil {
		return parts
	}
	for i, variable := range target.Values {
		if named, ok := variable.(*syntax.VariableExpression); ok {
			if t, found := e.classVariable(definition, named.Name); found {
				parts[i] = t
			}
		}
	}
	return parts
}

// undefOrUnknown is the value of what is no expression: definitions yield
// undef, broken code is unknown.
func (e *evaluator) undefOrUnknown(node syntax.Node) Type {
	switch node := node.(type) {
	case *syntax.Nop, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
		*syntax.PlanDefinition, *syntax.NodeDefinition, *syntax.TypeAlias, *syntax.TypeMapping, *syntax.TypeDefinition:
		return e.undef
	case *syntax.LambdaExpression: // a template
		for _, declared := range node.Parameters {
			value := e.any
			if declared.TypeExpr != nil {
				value = e.typeExpression(declared.TypeExpr)
			}
			if declared.Value != nil {
				e.checkDefault(&parameter{name: declared.Name, typ: value, node: declared}, e.evaluate(declared.Value))
			}
			e.declare(declared.Name, value, declared.Span())
		}
		if node.Body != nil {
			return e.evaluate(node.Body)
		}
		return e.string
	}
	return e.unknown
}
