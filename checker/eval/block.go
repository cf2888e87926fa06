package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// block is the lambda of a call.
type block struct {
	e      *Evaluator
	lambda *syntax.LambdaExpression
	// at is the call, where Puppet reports errors about the block's parameters.
	at syntax.Node
	// breaks reports whether the last invocation may have ended the iteration.
	breaks bool
	// escapes reports whether any invocation may have left the call by break().
	escapes bool
}

func (e *Evaluator) newBlock(lambda *syntax.LambdaExpression, at syntax.Node) *block {
	return &block{e: e, lambda: lambda, at: at}
}

// arity returns the number of the block's parameters; 0 if there is no block.
func (b *block) arity() int {
	if b == nil {
		return 0
	}
	return len(b.lambda.Parameters)
}

// takesRest reports whether the last parameter takes all further arguments.
func (b *block) takesRest() bool {
	return b != nil && len(b.lambda.Parameters) > 0 && b.lambda.Parameters[len(b.lambda.Parameters)-1].CapturesRest
}

// counts returns the least and the most arguments that the block accepts; most is -1 if there
// is no limit.
func (b *block) counts() (least, most int) {
	for _, parameter := range b.lambda.Parameters {
		if parameter.CapturesRest {
			return least, -1
		}
		if parameter.Value == nil {
			least++
		}
		most++
	}
	return least, most
}

// invoke evaluates the block with arguments and returns the type of its result. certain reports
// whether the block is sure to run; if so, a failure in the block also ends the code after the
// call.
func (b *block) invoke(arguments []Type, certain bool) Type {
	e := b.e
	b.breaks = false
	if e.state.unreachable {
		return e.Never
	}
	if late := requiredAfterOptional(b.lambda.Parameters); late != "" && certain {
		e.report(&code.ArgumentCount, b.at, "REQUIRED_PARAMETER_AFTER_OPTIONAL", "the block cannot be called: its parameter $"+late+" is required, but comes after optional ones")
	}
	before, scope := e.state.fork(), e.scope
	if !certain {
		e.noteCondition(b.at, true, e.state)
		e.noteTest(e.state, b.at, true)
	}
	frame := &frame{outer: e.frame, slots: map[string]int{}, lambda: &lambdaExits{}}
	e.frame = frame
	e.checkParameterTypes(b.lambda.Parameters, nil)
	e.bindParameters(b.lambda.Parameters, arguments, b.at)
	result := e.Undef
	if b.lambda.Body != nil {
		result = e.Evaluate(b.lambda.Body)
	}
	if e.state.unreachable {
		result = e.Never
	}
	if frame.lambda.next != nil {
		result = e.Join(result, frame.lambda.next)
	}
	b.breaks = frame.lambda.breaks
	b.escapes = b.escapes || b.breaks
	failed := e.state.unreachable && frame.lambda.next == nil && !frame.lambda.breaks
	e.scope, e.state = scope, before
	if failed && certain {
		e.state.unreachable = true
		return e.Never
	}
	if b.lambda.ReturnType != nil {
		declared := e.typeExpression(b.lambda.ReturnType)
		if e.Relation(result, declared) == lattice.Never && !e.IsNever(result) {
			e.report(&code.TypeMismatch, b.at, "RUNTIME_ERROR", "the block returns "+e.DescribeFor(declared, result)+" where "+lattice.Article(e.Format(declared))+" is declared")
			return declared
		}
		result = e.within(result, declared)
	}
	return result
}

// invokeUnknown evaluates the block, which may not run at all, with arguments of unknown types.
func (b *block) invokeUnknown() {
	b.invoke(slices.Repeat([]Type{b.e.Unknown}, len(b.lambda.Parameters)), false)
}

// narrowed returns the types of the arguments for which the block returns true. If they cannot
// be determined, it returns the arguments unchanged.
func (b *block) narrowed(arguments ...Type) []Type {
	e := b.e
	block, ok := b.lambda.Body.(*syntax.BlockExpression)
	if !ok || len(block.Statements) != 1 || len(b.lambda.Parameters) != len(arguments) || b.takesRest() {
		return arguments
	}
	before, scope := e.state.fork(), e.scope
	defer e.restore(e.mode)
	e.mode = e.aside()
	e.frame = &frame{outer: e.frame, slots: map[string]int{}, lambda: &lambdaExits{}}
	e.bindParameters(b.lambda.Parameters, arguments, b.at)
	whenTrue, _ := e.branch(block.Statements[0])
	narrowed := slices.Clone(arguments)
	for i, parameter := range b.lambda.Parameters {
		if whenTrue.unreachable {
			break
		}
		if t := whenTrue.variables.at(e.frame.slots[parameter.Name]).typ; !e.IsNever(t) {
			narrowed[i] = t
		}
	}
	e.scope, e.state = scope, before
	return narrowed
}

// bindParameters declares the parameters of a lambda, each with its argument, its default, or
// the rest of the arguments.
func (e *Evaluator) bindParameters(parameters []*syntax.Parameter, arguments []Type, at syntax.Node) {
	for i, parameter := range parameters {
		var value Type
		switch {
		case parameter.CapturesRest:
			value = e.Tuple(nil)
			if i < len(arguments) {
				value = e.Tuple(arguments[i:])
			} else if parameter.Value != nil {
				value = e.defaultRest(e.Evaluate(parameter.Value))
			}
			e.checkRest(parameter, value, at)
		case i < len(arguments):
			value = e.parameterValue(parameter, arguments[i], at)
		case parameter.Value != nil:
			value = e.parameterValue(parameter, e.Evaluate(parameter.Value), at)
		default:
			e.report(&code.ArgumentCount, at, "MISSING_REQUIRED_PARAMETER", "the block's parameter $"+parameter.Name+" gets no value")
			value = e.Unknown
		}
		if e.remembers {
			e.remember(parameter, value)
		}
		e.Declare(parameter.Name, value, parameter.Span())
	}
}

// defaultRest returns the type of a rest parameter that gets its default value: an array stays
// as it is, any other value is wrapped in an array.
func (e *Evaluator) defaultRest(value Type) Type {
	var results []Type
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.AnyClass:
			return e.Unknown
		case lattice.ArrayClass:
			results = append(results, member)
		default:
			results = append(results, e.Tuple([]Type{member}))
		}
	}
	return e.JoinAll(results)
}

// parameterValue returns the type of a block parameter that gets a value: the type of the
// value, which is more exact than the declared one, if it fits. A value that never fits is
// reported.
func (e *Evaluator) parameterValue(parameter *syntax.Parameter, value Type, at syntax.Node) Type {
	if parameter.TypeExpr == nil {
		return value
	}
	declared := e.typeExpression(parameter.TypeExpr)
	if e.IsUnknown(value) {
		return declared
	}
	switch e.Relation(value, declared) {
	case lattice.Always:
		return value
	case lattice.Never:
		e.reportMismatch(at, "the block's parameter $"+parameter.Name, declared, value)
		return declared
	}
	e.reportPossible(value, declared, nil, at, "the block's parameter $"+parameter.Name, mayGet)
	return e.Meet(value, declared)
}

func (e *Evaluator) checkRest(parameter *syntax.Parameter, value Type, at syntax.Node) {
	if parameter.TypeExpr == nil {
		return
	}
	declared, _ := e.RestOf(e.typeExpression(parameter.TypeExpr))
	elements, _ := lattice.TupleOf(value)
	for _, element := range elements {
		if !e.IsUnknown(element) && e.Relation(element, declared) == lattice.Never {
			e.reportMismatch(at, "the block's parameter $"+parameter.Name, declared, element)
			return
		}
	}
}
