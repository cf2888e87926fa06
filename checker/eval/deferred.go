package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// A Deferred is a call that the agent makes when it applies the catalog. Whoever compiles the
// catalog has no value yet, and does not check the function's name or its arguments.

// isDeferred reports whether all values of a type are Deferred.
func (e *Evaluator) isDeferred(t Type) bool { return t == Type(e.Store.Deferred) }

// checkDeferred checks that the agent can make the call of Deferred(name, arguments). Puppet
// itself rejects a name or arguments of the wrong type.
func (e *Evaluator) checkDeferred(c *Call) {
	name, known := lattice.StringOf(c.Argument(1))
	if !known || name == "" || name[0] == '$' {
		return
	}
	e.depend(name)
	function := e.Program.FindFunction(module.Normalize(name))
	if function == nil {
		if e.functionMayExist(name) {
			return
		}
		e.reportDeferred(c, "the agent has no function '"+name+"'")
		return
	}
	if function.Open || function.Definition != nil || len(function.Signatures) == 0 && !function.Legacy {
		return
	}
	arguments, exact := []Type(nil), true
	if len(c.Arguments) > 2 {
		if arguments, exact = lattice.TupleOf(c.Arguments[2]); !exact && lattice.SizeOf(c.Arguments[2]).High != 0 {
			return
		}
	}
	arguments = slices.Clone(arguments)
	for i, argument := range arguments {
		if e.holdsDeferred(argument, 0) {
			arguments[i] = e.Unknown // the agent resolves it first
		}
	}
	made := &Call{Name: name, Arguments: arguments, Exact: true, At: c.At, undef: e.Undef}
	if function.Legacy {
		if why := wrongCount(len(arguments), function.Least, function.Most); why != "" {
			e.reportDeferred(c, "'"+name+"' "+why)
		}
		return
	}
	if why, refused := e.refusedByAllSignatures(made, function); refused {
		e.reportDeferred(c, "'"+name+"' "+why)
	}
}

func (e *Evaluator) reportDeferred(c *Call, why string) {
	e.report(&code.InvalidDeferred, c.At, "", "the agent cannot resolve this when it applies the catalog: "+why)
}

// holdsDeferred reports whether a value may contain a Deferred.
func (e *Evaluator) holdsDeferred(t Type, depth int) bool {
	if e.isDeferred(t) || depth > maxHolding {
		return true
	}
	return e.holds(t, func(part Type) bool { return e.holdsDeferred(part, depth+1) })
}

// holdsIterator reports whether a value certainly contains an Iterator.
func (e *Evaluator) holdsIterator(t Type, depth int) bool {
	if lattice.TypeClassOf(t) == lattice.IteratorClass {
		return true
	}
	return depth <= maxHolding && e.holds(t, func(part Type) bool { return e.holdsIterator(part, depth+1) })
}

// maxHolding limits the depth to which values are searched.
const maxHolding = 6

// holds reports whether a test is true for an element of an array, or a value of a hash, if all
// elements are known.
func (e *Evaluator) holds(t Type, test func(part Type) bool) bool {
	switch t := t.(type) {
	case *types.TupleType:
		elements, exact := lattice.TupleOf(t)
		return exact && slices.ContainsFunc(elements, test)
	case *types.StructType:
		fields, exact := lattice.ExactFields(t)
		return exact && slices.ContainsFunc(fields, func(f lattice.Field) bool { return test(f.Value) })
	}
	return false
}

// checkInterpolated reports a Deferred in a string: its text is not its result.
func (e *Evaluator) checkInterpolated(part Type, at syntax.Node) {
	if e.isDeferred(part) {
		e.report(&code.InvalidDeferred, at, "", "the string contains the text of the Deferred, not its later value: build the whole string in the deferred call")
	}
}
