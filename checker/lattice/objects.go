package lattice

import (
	"puppet-lint/types"
)

// HasKnownMembers reports whether all attributes and functions of a type are known: the type
// and all its ancestors are Object types with a definition.
func (l *Lattice) HasKnownMembers(t Type) bool {
	for range MaxAliasDepth {
		object, ok := t.(*types.ObjectType)
		if !ok || len(object.Attributes)+len(object.Functions) == 0 && object.Parent == nil {
			return false
		}
		if object.Parent == nil {
			return true
		}
		t = l.Resolve(object.Parent)
	}
	return false
}
