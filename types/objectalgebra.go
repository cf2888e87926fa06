package types

// objects compares Object types, their extensions and URIs for one query.
type objects struct{ *run }

// resolvedParent returns the object type that t extends, with aliases resolved.
func (r objects) resolvedParent(t *ObjectType) (*ObjectType, bool) {
	if t.Parent == nil {
		return nil, false
	}
	parent, ok := r.deepResolve(t.Parent).(*ObjectType)
	return parent, ok
}

func (r objects) objectAccepts(a *ObjectType, b Type) bool {
	switch b := b.(type) {
	case *ObjectType:
		if a == r.store.Object || a == b {
			return true
		}
		return b.Parent != nil && r.assignable(a, b.Parent)
	case *ObjectExtensionType:
		return r.assignable(a, b.Base)
	}
	return false
}

func (r objects) extensionAccepts(a *ObjectExtensionType, b Type) bool {
	o, ok := b.(*ObjectExtensionType)
	if !ok {
		return false
	}
	return r.assignable(a.Base, o.Base) && r.parametersAccept(a.Parameters, o.Parameters)
}

// parametersAccept reports whether the other type's parameters satisfy each constraint.
func (r objects) parametersAccept(constraints, given *Hash) bool {
	for _, e := range constraints.Entries() {
		if given == nil {
			return false
		}
		v, ok := given.Get(e.Key)
		if !ok {
			return false
		}
		if r.match(v, e.Value) {
			continue
		}
		x, isType := v.(TypeValue)
		y, alsoType := e.Value.(TypeValue)
		if !isType || !alsoType || !r.assignable(y.Type, x.Type) {
			return false
		}
	}
	return true
}

func (r objects) objectHolds(t Type, v Value) bool {
	if _, ok := v.(TypeValue); ok {
		// Puppet's types are themselves objects.
		return t == r.store.Object
	}
	o, ok := v.(*Object)
	if !ok {
		return false
	}
	x, ok := t.(*ObjectExtensionType)
	if !ok {
		return r.assignable(t, o.Type)
	}
	if !r.assignable(x.Base, o.Type) {
		return false
	}
	for _, e := range x.Parameters.Entries() {
		value, ok := o.Attributes.Get(e.Key)
		if !ok {
			value = Undef{}
		}
		if !r.match(value, e.Value) {
			return false
		}
	}
	return true
}

func (r objects) uriAccepts(a *URIType, b Type) bool {
	o, ok := b.(*URIType)
	if !ok || a.Parameters == nil {
		return ok
	}
	return r.parametersAccept(a.Parameters, o.Parameters)
}

func (r objects) uriHolds(t *URIType, u *URI) bool {
	if t.Parameters == nil {
		return true
	}
	for _, e := range t.Parameters.Entries() {
		name, _ := e.Key.(String)
		if !r.match(u.part(string(name)), e.Value) {
			return false
		}
	}
	return true
}

// Attributes returns the attributes of an object type and its parents, those of the furthest
// parent first. An overridden attribute keeps its position.
func (x *Algebra) Attributes(t *ObjectType) []Attribute {
	r := run{Algebra: x, low: noAssumption}
	return objects{&r}.attributesOf(t, 0)
}

func (r objects) attributesOf(t *ObjectType, depth int) []Attribute {
	parent, ok := r.resolvedParent(t)
	if !ok || depth > MaxDepth {
		return t.Attributes
	}
	list := append([]Attribute(nil), r.attributesOf(parent, depth+1)...)
next:
	for _, a := range t.Attributes {
		for i := range list {
			if list[i].Name == a.Name {
				list[i] = a
				continue next
			}
		}
		list = append(list, a)
	}
	return list
}

// InitStruct returns the Struct of the hash from which an instance can be made.
func (x *Algebra) InitStruct(t *ObjectType) *StructType {
	var elements []StructElement
	for _, a := range x.Attributes(t) {
		if a.Kind != "constant" && a.Kind != "derived" {
			elements = append(elements, StructElement{Name: a.Name, Optional: a.Value != nil, Value: a.Type})
		}
	}
	return x.store.StructOf(elements)
}
