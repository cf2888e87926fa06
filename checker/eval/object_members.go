package eval

import (
	"puppet-lint/checker/lattice"
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
		if attribute.Name == c.Name {
			if len(c.Arguments) > 1 || c.block != nil {
				return e.afterUnknownCall(c)
			}
			return attribute.Type
		}
	}
	for range lattice.MaxAliasDepth {
		if _, isFunction := object.Function(c.Name); isFunction {
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
