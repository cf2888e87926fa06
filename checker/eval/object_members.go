package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/types"
)

// An instance of an Object type defined in Puppet has the attributes and functions of the type
// as methods. Any other method call calls a plain function with the instance as argument.

// callMember returns the type of the result of a method call on an instance of such a type t.
// It returns nil if the type has no method of that name.
func (e *Evaluator) callMember(c *Call, t Type) Type {
	object, ok := t.(*types.ObjectType)
	if !ok {
		return e.Unknown
	}
	for _, attribute := range e.Algebra.Attributes(object) {
		if attribute.Name != c.Name {
			continue
		}
		switch {
		case c.block != nil:
			return e.afterUnknownCall(c)
		case len(c.Arguments) > 1:
			e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'"+c.Name+"' is an attribute of "+e.Format(t)+" and takes no arguments")
			return e.afterUnknownCall(c)
		case attribute.Kind == "derived" && e.isWritten(object):
			e.reportUnimplemented(c, t, "the derived attribute")
		}
		return attribute.Type
	}
	for range lattice.MaxAliasDepth {
		if _, isFunction := object.Function(c.Name); isFunction {
			if e.isWritten(object) {
				e.reportUnimplemented(c, t, "the function")
			}
			return e.afterUnknownCall(c)
		}
		if object.Parent == nil {
			return nil
		}
		if object, ok = e.Resolve(object.Parent).(*types.ObjectType); !ok {
			return e.Unknown
		}
	}
	return e.Unknown
}

// isWritten reports whether a type is defined in Puppet code, which cannot implement functions.
func (e *Evaluator) isWritten(object *types.ObjectType) bool {
	name := module.Normalize(object.Name)
	e.depend(name)
	return e.FindAlias(name) != nil
}

// reportUnimplemented reports the call of a member that an Object type declares but nothing
// implements.
func (e *Evaluator) reportUnimplemented(c *Call, t Type, what string) {
	finding := e.report(&code.UnknownFunction, c.At, "RUNTIME_ERROR", what+" '"+c.Name+"' of "+e.Format(t)+" is declared but not implemented")
	if finding != nil {
		finding.Help = "Puppet code cannot implement members of an Object type: write a function that takes the object"
	}
}
