package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// maxCount is the number of arguments above which a signature counts as unlimited.
const maxCount = 1 << 20

// checkDefinedCall checks the arguments of a call of a function written in
// Puppet.
func (e *Evaluator) checkDefinedCall(c *Call, f *program.Function) bool {
	parameters := f.Definition.Signature()
	least, most := 0, len(parameters)
	for _, parameter := range parameters {
		if parameter.Required {
			least++
		}
		if parameter.Rest {
			if parameter.Node.Value == nil {
				least += int(min(parameter.Count.Low, maxCount))
			}
			if most += int(min(parameter.Count.High, maxCount)) - 1; parameter.Count.High > maxCount {
				most = -1
			}
		}
	}
	if late := requiredAfterOptional(f.Definition.Parameters); late != "" {
		e.report(&code.ArgumentCount, c.At, "REQUIRED_PARAMETER_AFTER_OPTIONAL", "'"+c.Name+"' cannot be called: its parameter $"+late+" is required, but comes after optional ones")
		return false
	}
	if why := wrongCount(len(c.Arguments), least, most); why != "" {
		e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'"+c.Name+"' "+why)
		return false
	}
	if c.block != nil {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' does not expect a block")
		return false
	}
	for i, argument := range c.Arguments {
		parameter := parameters[min(i, len(parameters)-1)]
		if c.nodes != nil {
			e.noteGiven(f.Definition, &parameter, argument, c.nodes[i])
		}
		if e.IsUnknown(argument) || e.IsUnknown(parameter.Type) {
			continue
		}
		if e.Relation(argument, parameter.Type) == lattice.Never {
			e.reportMismatch(c.At, "'"+c.Name+"' parameter '"+parameter.Name+"'", parameter.Type, argument)
			return false
		}
		if c.nodes != nil {
			e.reportPossible(argument, parameter.Type, c.nodes[i], c.At, "parameter '"+parameter.Name+"' of '"+c.Name+"'", mayGet)
			e.keepPassable(c.At, c.nodes[i])
		}
	}
	return true
}

// requiredAfterOptional returns the name of the first required parameter after an optional one,
// or "". A function or lambda with such a parameter can never be called.
func requiredAfterOptional(parameters []*syntax.Parameter) string {
	optional := false
	for _, parameter := range parameters {
		switch {
		case parameter.Value != nil || parameter.CapturesRest:
			optional = true
		case optional:
			return parameter.Name
		}
	}
	return ""
}

// callDefined returns the type of the result of a function written in Puppet: the declared
// type, or the one inferred from its body.
func (e *Evaluator) callDefined(c *Call, f *program.Function) Type {
	if c.block != nil {
		c.block.invokeUnknown()
	}
	definition, ok := f.Definition.Node.(*syntax.FunctionDefinition)
	if !ok {
		return e.Unknown
	}
	if e.compiling != nil {
		return e.compiling.CallResult(c, f.Definition)
	}
	if definition.ReturnType != nil {
		return e.declaredResults.Get(f.Definition, func() Type { return e.resultOf(f.Definition) })
	}
	return e.SummaryOf(f.Definition.Body()).Returns
}

// isWrittenOut reports whether an expression reads no variables, calls no functions and
// declares no resources.
func isWrittenOut(root syntax.Node) bool {
	written := true
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.VariableExpression, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression, *syntax.ResourceExpression:
			written = false
		}
		return written
	})
	return written
}

// DeclaredReturn returns the return type that a function declares; Unknown if it declares none.
func (p *Interpreter) DeclaredReturn(d *program.Definition) Type {
	definition, ok := d.Node.(*syntax.FunctionDefinition)
	if !ok || definition.ReturnType == nil {
		return p.Unknown
	}
	return p.returnTypes.Get(d, func() Type {
		return p.StaticType(definition.ReturnType, d.Manifest, true)
	})
}

// resultOf returns the type of the result of a function that declares one. It is Unknown if a
// return() of the body returns something else, because Puppet does not check that.
func (p *Interpreter) resultOf(d *program.Definition) Type {
	declared := p.DeclaredReturn(d)
	broken := false
	syntax.Inspect(d.Node, func(node syntax.Node) bool {
		call, ok := node.(*syntax.CallNamedFunctionExpression)
		if !ok {
			return !broken
		}
		if name, ok := call.Functor.(*syntax.QualifiedName); !ok || name.Value != "return" {
			return !broken
		}
		value := p.Undef
		if len(call.Arguments) > 0 {
			if !isWrittenOut(call.Arguments[0]) {
				return !broken
			}
			value = p.NewEvaluator(&program.Body{Manifest: d.Manifest, Module: d.Manifest.Module, Node: d.Manifest.Program}, false, false).Evaluate(call.Arguments[0])
		}
		broken = broken || !p.IsUnknown(value) && p.Relation(value, declared) == lattice.Never
		return !broken
	})
	if broken {
		return p.Unknown
	}
	return declared
}

// checkParent reports a class that inherits from itself or from a class that does not exist.
func (e *Evaluator) checkParent(d *program.Definition) {
	class, ok := d.Node.(*syntax.HostClassDefinition)
	if !ok || class.ParentToken < 0 {
		return
	}
	parent := d.Parent()
	e.depend(parent)
	if e.inheritsItself(d) {
		span := d.Manifest.Tokens[class.ParentToken].Span
		e.reportSpan(&code.UnknownClass, span, span.Start, "", "the class '"+d.Name+"' inherits from itself")
		return
	}
	if e.Class(parent) != nil || parent == "default" || e.MayExist(module.Class, parent, e.Body.Module) {
		return
	}
	span := d.Manifest.Tokens[class.ParentToken].Span
	if finding := e.reportSpan(&code.UnknownClass, span, span.Start, "", "there is no class '"+parent+"' to inherit from"); finding != nil {
		e.alreadyReported.add(parent) // consequences are not reported
		e.causedByName(finding)
		finding.Suggest(diag.Suggestion{Written: parent, Meant: e.DefinedNames(parent, module.Class).Best(parent)})
	}
}

// inheritsItself reports whether a class is among its own ancestors. Puppet recurses on such a
// class until its stack overflows.
func (e *Evaluator) inheritsItself(d *program.Definition) bool {
	at := d
	for range program.MaxAncestors {
		if at = e.Class(at.Parent()); at == nil {
			return false
		}
		if at == d {
			return true
		}
	}
	return false
}

// checkDefault checks a parameter's default against its type.
func (e *Evaluator) checkDefault(p *program.Parameter, given Type) {
	if lattice.TypeClassOf(given) == lattice.ArrayClass && p.Rest { // each of its elements is an argument
		given = e.ElementOf(given)
	}
	if e.IsUnknown(given) || e.IsUnknown(p.Type) || e.IsNever(given) {
		return
	}
	if given == e.Undef && !e.MayBeUndef(p.Type) {
		finding := e.report(&code.TypeMismatch, p.Node.Value, "RUNTIME_ERROR", "`$"+p.Name+"` must always be given a value: its default undef does not fit its type "+e.Format(p.Type))
		if finding != nil {
			finding.Help = "remove the default, so that Puppet names the missing value, or let the type accept undef: Optional[…]"
		}
		return
	}
	if e.Relation(given, p.Type) == lattice.Never {
		e.reportMismatch(p.Node.Value, "the default of parameter '"+p.Name+"'", p.Type, given)
		return
	}
	e.reportPossible(given, p.Type, p.Node.Value, p.Node.Value, "parameter '"+p.Name+"'", "its default may be")
}

// classVariables returns the types of the class variables that a list of variables is assigned
// from. For a variable that the class lacks, it returns the type in parts.
func (e *Evaluator) classVariables(target *syntax.LiteralList, class Type, parts []Type) []Type {
	definition := e.Class(lattice.ClassNameOf(class))
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

// undefOrUnknown evaluates a node that is not an expression: definitions are undef, broken code
// is Unknown.
func (e *Evaluator) undefOrUnknown(node syntax.Node) Type {
	switch node := node.(type) {
	case *syntax.TypeAlias:
		e.checkTypeAlias(node)
		return e.Undef
	case *syntax.Nop, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
		*syntax.PlanDefinition, *syntax.NodeDefinition, *syntax.TypeMapping, *syntax.TypeDefinition:
		return e.Undef
	case *syntax.LambdaExpression: // a template
		e.bindTemplateParameters(node.Parameters)
		if node.Body != nil {
			return e.Evaluate(node.Body)
		}
		return e.String
	}
	return e.Unknown
}

// bindTemplateParameters declares the parameters of a template, each with any value of its type.
func (e *Evaluator) bindTemplateParameters(parameters []*syntax.Parameter) {
	for _, declared := range parameters {
		value := e.Any
		if declared.TypeExpr != nil {
			value = e.typeExpression(declared.TypeExpr)
			if e.HasBareOptional(value, 0) {
				value = e.Any
			}
		}
		if declared.Value != nil {
			e.checkDefault(&program.Parameter{Name: declared.Name, Type: value, Node: declared}, e.Evaluate(declared.Value))
		}
		e.Declare(declared.Name, value, declared.Span())
	}
}
