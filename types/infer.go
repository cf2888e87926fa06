package types

import "slices"

// Infer returns the type of a value as Puppet infers it: literals keep their value, collections
// have one element type.
func (x *Algebra) Infer(v Value) Type {
	r := run{Algebra: x, low: noAssumption}
	return r.infer(v)
}

// InferSet returns the most precise type that Puppet infers: arrays are Tuples, and hashes with
// string keys are Structs.
func (x *Algebra) InferSet(v Value) Type {
	r := run{Algebra: x, low: noAssumption}
	return r.inferSet(v)
}

// InferGeneric returns the generalized type of a value.
func (x *Algebra) InferGeneric(v Value) Type { return x.store.Generalize(x.Infer(v)) }

func (r *run) infer(v Value) Type {
	s := r.store
	switch v := v.(type) {
	case Array:
		if len(v) == 0 {
			return s.EmptyArray
		}
		return s.ArrayOf(r.inferCommon(v), s.Size(len(v), len(v)))
	case *Hash:
		if v.Len() == 0 {
			return s.EmptyHash
		}
		keys, values := v.split()
		return s.HashOf(r.inferCommon(keys), r.inferCommon(values), s.Size(v.Len(), v.Len()))
	case *Version:
		return s.SemVer
	}
	return r.inferSingle(v)
}

func (h *Hash) split() (keys, values Array) {
	keys, values = make(Array, len(h.entries)), make(Array, len(h.entries))
	for i, e := range h.entries {
		keys[i], values[i] = e.Key, e.Value
	}
	return keys, values
}

func (r *run) inferCommon(list Array) Type {
	var common Type
	for _, v := range list {
		common = r.common(common, r.infer(v))
	}
	return common
}

// inferSingle returns the type of a value that is not a collection.
func (r *run) inferSingle(v Value) Type {
	s := r.store
	switch v := v.(type) {
	case nil, Undef:
		return s.Undef
	case Default:
		return s.Default
	case Boolean:
		return s.BooleanValue(bool(v))
	case Integer:
		return s.IntegerValue(int64(v))
	case Float:
		return s.FloatRange(float64(v), float64(v))
	case String:
		return s.StringValue(string(v))
	case Regexp:
		t, _ := s.RegexpOf(v.Pattern())
		return t
	case Timespan:
		return s.TimespanRange(At(int64(v)), At(int64(v)))
	case Timestamp:
		return s.TimestampRange(At(int64(v)), At(int64(v)))
	case *VersionRange:
		return s.SemVerRange
	case Binary:
		return s.Binary
	case *URI:
		return s.URIOf(v.Parameters())
	case *Sensitive:
		return s.SensitiveOf(r.infer(v.Value))
	case TypeValue:
		return s.TypeOf(v.Type)
	case *Iterator:
		return s.IteratorOf(v.Element)
	case *Lambda:
		return v.Type
	case *Object:
		return r.inferObject(v)
	}
	return s.Unknown
}

func (r *run) inferSet(v Value) Type {
	s := r.store
	switch v := v.(type) {
	case Array:
		if len(v) == 0 {
			return s.EmptyArray
		}
		list := make([]Type, len(v))
		for i, e := range v {
			list[i] = r.inferSet(e)
		}
		return s.TupleOf(list, nil)
	case *Hash:
		return r.inferSetHash(v)
	case *Version:
		return s.SemVerOf([]*VersionRange{RangeBetween(v, v, false)})
	}
	return r.infer(v)
}

func (r *run) inferSetHash(h *Hash) Type {
	s := r.store
	if h.Len() == 0 {
		return s.EmptyHash
	}
	elements := make([]StructElement, 0, h.Len())
	for _, e := range h.entries {
		name, ok := e.Key.(String)
		if !ok || name == "" {
			break
		}
		elements = append(elements, StructElement{Name: string(name), Value: r.inferSet(e.Value)})
	}
	if len(elements) == h.Len() {
		return s.StructOf(elements)
	}
	keys, values := make([]Type, h.Len()), make([]Type, h.Len())
	for i, e := range h.entries {
		keys[i], values[i] = r.inferSet(e.Key), r.inferSet(e.Value)
	}
	return s.HashOf(s.variantOfInferred(keys), s.variantOfInferred(values), s.Size(h.Len(), h.Len()))
}

// inferObject returns the type of an instance, with the values of its type parameters.
func (r *run) inferObject(o *Object) Type {
	base, ok := o.Type.(*ObjectType)
	if !ok {
		return o.Type
	}
	parameters := base.allTypeParameters()
	if len(parameters) == 0 {
		return base
	}
	entries := make([]HashEntry, len(parameters))
	for i, p := range parameters {
		v, ok := o.Attributes.GetString(p.Name)
		if !ok {
			v = Undef{}
		}
		entries[i] = HashEntry{String(p.Name), v}
	}
	return r.store.ObjectExtensionOf(base, NewHash(entries...))
}

// variantOfInferred is VariantOf for inferred types. Unlike other types with instants, two
// inferred types of the same instant are equal in Ruby: both bounds of each are one object, whose
// hash cancels out.
func (s *Store) variantOfInferred(types []Type) Type { return s.VariantOf(uniqueTypes(types)...) }

// ReverseIterator returns an Iterator over the values in reverse order, as reverse_each makes
// it from an array.
func (x *Algebra) ReverseIterator(values []Value) *Iterator {
	elements, back := make([]Type, len(values)), slices.Clone(values)
	for i, v := range values {
		elements[i] = x.InferSet(v)
	}
	slices.Reverse(back)
	return &Iterator{Element: x.store.variantOfInferred(elements), Values: back}
}
