package checker

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/types"
)

// An instance of an Object type that is defined in Puppet has its attributes and
// functions as methods. Any other method is a plain function that is given the
// instance.

// callMember is the value of a method of an instance of such a type; nil when it has
// none of that name.
func (e *evaluator) callMember(c *call, t Type) Type {
	object, ok := t.(*types.ObjectType)
	if !ok {
		return e.Unknown
	}
	for _, attribute := range e.Algebra.Attributes(object) {
		if attribute.Name == c.name {
			if len(c.arguments) > 1 || c.block != nil {
				return e.afterUnknownCall(c)
			}
			return attribute.Type
		}
	}
	for range lattice.MaxAliasDepth {
		if _, isFunction := object.Function(c.name); isFunction {
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
