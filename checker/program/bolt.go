package program

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/types"
)

// Bolt runs plans and the code that they call. It adds types that catalogs do not know: those
// of its data (Target, Result, ResultSet …), which have attributes and methods, and aliases
// such as TargetSpec.

// BoltReference returns the type that Bolt defines under a name, or nil.
func (p *Program) BoltReference(name string) types.Type {
	found := builtin.FindBoltType(strings.TrimPrefix(name, "::"))
	switch {
	case found == nil:
		return nil
	case found.Alias != "":
		return p.Store.Alias(found.Name)
	}
	return p.boltObject(found)
}

// boltObject returns the type of a kind of Bolt data. The types of its members are not part of
// it, since they refer back to it.
func (p *Program) boltObject(of *builtin.BoltType) types.Type {
	if puppets := p.DataType(strings.ToLower(of.Name)); puppets != nil {
		return puppets
	}
	object := types.ObjectType{Name: of.Name}
	if of.Element != "" {
		object.Element = p.ParseTypeOnBolt(of.Element)
	}
	return p.Store.ObjectOf(object)
}

// BoltTypeOf returns the description of a type of Bolt data; nil for any other type.
func (p *Program) BoltTypeOf(t types.Type) *builtin.BoltType {
	object, ok := t.(*types.ObjectType)
	if !ok || object.Name == "" {
		return nil
	}
	if found := builtin.FindBoltType(object.Name); found != nil && found.Alias == "" && p.boltObject(found) == t {
		return found
	}
	return nil
}

// BoltSignatures returns the signatures of a member of Bolt data, or of its [] operator; nil if
// there are none.
func (p *Program) BoltSignatures(of *builtin.BoltType, member string) []*Signature {
	return p.boltMembers.Get(of.Name+"."+member, func() []*Signature {
		from := of.Members[member]
		if member == "[]" {
			from = of.Index
		}
		if from == nil {
			return nil
		}
		return p.SignaturesOf(member, module.BoltSignatures(member, from), false, p.ParseTypeOnBolt)
	})
}
