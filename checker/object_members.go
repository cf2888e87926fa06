package checker

import (
	"puppet-lint/types"
)

// An instance of an Object type that is defined in Puppet has its attributes and
// functions as methods. Any other method is a plain function that is given the
// instance.

// hasKnownMembers reports whether all attributes and functions of a type are known:
// it is an Object type with a definition, and so are all that it extends.
func (l *lattice) hasKnownMembers(t Type) bool {
	for range maxAliasDepth {
		object, ok := t.(*types.ObjectType)
		if !ok || len(object.Attributes)+len(object.Functions) == 0 && object.Parent == nil {
			return false
		}
		if object.Parent == nil {
			return true
		}
		t = l.resolve(object.Parent)
	}
	return false
}

// callMember is the value of a method of an instance of such a type; nil when it has
// none of that name.
func (e *evaluator) callMember(c *call, t Type) Type {
	object, ok := t.(*types.ObjectType)
	if !ok {
		return e.unknown
	}
	for _, attribute := range e.algebra.Attributes(object) {
		if attribute.Name == c.name {
			if len(c.arguments) > 1 || c.block != nil {
				return e.afterUnknownCall(c)
			}
			return attribute.Type
		}
	}
	for range maxAliasDepth {
		if _, isFunction := object.Function(c.name); isFunction {
			return e.afterUnknownCall(c)
		}
		if object.Parent == nil {
			return nil
		}
		if object, ok = e.resolve(object.Parent).(*types.ObjectType); !ok {
			return e.unknown
		}
	}
	return e.unknown
}
