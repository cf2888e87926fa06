package types

// Limits of widened types. They make every chain of widenings end.
const (
	widestVariant = 16
	widestStruct  = 32
	deepestType   = 4
)

// Widen returns a type that holds the values of old and new. It returns old if new adds nothing.
// The interpreter repeats loops and recursion until nothing changes. Widen makes that end: after
// a bounded number of calls, it returns old.
func (x *Algebra) Widen(old, new Type) Type {
	if x.Includes(old, new) {
		return old
	}
	joined := x.Join(old, new)
	if joined.Kind() == KindUnknown || joined == old {
		return joined
	}
	r := run{Algebra: x, low: noAssumption, strict: true}
	return widening{&r}.coarse(joined, 1)
}

// widening drops details of types for one query.
type widening struct{ *run }

// coarse drops details that may grow without end: literal values, ranges, sizes, and everything
// that is nested too deeply.
func (r widening) coarse(t Type, depth int) Type {
	s := r.store
	if depth > deepestType && Depth(t) > 1 {
		return s.Any
	}
	depth++
	switch t := t.(type) {
	case *EnumType:
		return s.String
	case *PatternType, *StringType:
		return s.String
	case *IntegerType, *FloatType, *TimespanType, *TimestampType, *URIType:
		return s.Generalize(t)
	case *SemVerType:
		return s.SemVer
	case *RegexpType:
		return s.Regexp
	case *CollectionType:
		return s.Collection
	case *ArrayType:
		if t == s.EmptyArray {
			return t
		}
		return s.ArrayOf(r.coarse(t.Element, depth), nil)
	case *TupleType:
		if len(t.Types) == 0 {
			return s.Array
		}
		return s.ArrayOf(r.coarseJoin(t.Types, depth), nil)
	case *HashType:
		if t == s.EmptyHash {
			return t
		}
		return s.HashOf(r.coarse(t.Key, depth), r.coarse(t.Value, depth), nil)
	case *StructType:
		return r.coarseStruct(t, depth)
	case *OptionalType:
		if t.Type != nil {
			return r.join(s.Undef, r.coarse(t.Type, depth-1))
		}
	case *VariantType:
		return r.coarseJoin(t.Types, depth-1)
	case *CallableType:
		return s.Callable
	case *InitType:
		return s.Any
	case *ResourceType:
		if t.Name != "" {
			return s.ResourceOf(t.Name)
		}
	case *ObjectExtensionType:
		return t.Base
	default:
		return r.coarseWrapper(t, depth)
	}
	return t
}

// coarseWrapper is coarse for types that contain one other type.
func (r widening) coarseWrapper(t Type, depth int) Type {
	s := r.store
	switch t := t.(type) {
	case *NotUndefType:
		if t.Type != nil {
			return s.NotUndefOf(r.coarse(t.Type, depth))
		}
	case *TypeType:
		if t.Type != nil {
			return s.TypeOf(r.coarse(t.Type, depth))
		}
	case *IterableType:
		if t.Type != nil {
			return s.IterableOf(r.coarse(t.Type, depth))
		}
	case *IteratorType:
		if t.Type != nil {
			return s.IteratorOf(r.coarse(t.Type, depth))
		}
	case *SensitiveType:
		return s.SensitiveOf(r.coarse(t.Type, depth))
	}
	return t
}

func (r widening) coarseJoin(types []Type, depth int) Type {
	parts := make([]Type, len(types))
	for i, t := range types {
		parts[i] = r.coarse(t, depth)
	}
	joined := r.join(r.mergeCollections(parts, depth)...)
	inner := joined
	if o, ok := joined.(*OptionalType); ok && o.Type != nil {
		inner = o.Type
	}
	if v, ok := inner.(*VariantType); ok && len(v.Types) > widestVariant {
		return r.store.Any
	}
	return joined
}

// mergeCollections merges all Arrays into one, and all Hashes and Structs that differ into one Hash.
func (r widening) mergeCollections(parts []Type, depth int) []Type {
	s := r.store
	var flat []Type
	undef := false
	for _, t := range parts {
		if !flattenInto(t, &flat, &undef, s) {
			return []Type{s.Unknown}
		}
	}
	if undef {
		flat = append(flat, s.Undef)
	}
	flat = uniqueTypes(flat)
	arrays, others := partition[*ArrayType](flat, nil)
	if len(arrays) > 1 {
		elements := make([]Type, len(arrays))
		for i, a := range arrays {
			elements[i] = a.Element
		}
		others = append(others, s.ArrayOf(r.coarseJoin(dropUnits(elements), depth+1), nil))
		flat = others
	}
	isHash := func(t Type) bool { return groupOf(t) == group(KindHash) }
	if hashes, others := partition(flat, isHash); len(hashes) > 1 {
		keys, values := make([]Type, 0, len(hashes)), make([]Type, 0, len(hashes))
		for _, h := range hashes {
			switch h := h.(type) {
			case *HashType:
				keys, values = append(keys, h.Key), append(values, h.Value)
			case *StructType:
				keys = append(keys, s.String)
				for _, e := range h.Elements {
					values = append(values, e.Value)
				}
			}
		}
		k, v := r.coarseJoin(dropUnits(keys), depth+1), r.coarseJoin(dropUnits(values), depth+1)
		flat = append(others, s.HashOf(k, v, nil))
	}
	return flat
}

// dropUnits drops the element types of empty collections.
func dropUnits(list []Type) []Type {
	kept := list[:0:0]
	for _, t := range list {
		if t.Kind() != KindUnit {
			kept = append(kept, t)
		}
	}
	return kept
}

func (r widening) coarseStruct(t *StructType, depth int) Type {
	s := r.store
	if len(t.Elements) == 0 {
		return s.Hash
	}
	if len(t.Elements) > widestStruct {
		values := make([]Type, len(t.Elements))
		for i, e := range t.Elements {
			values[i] = e.Value
		}
		return s.HashOf(s.String, r.coarseJoin(values, depth), nil)
	}
	elements := make([]StructElement, len(t.Elements))
	for i, e := range t.Elements {
		elements[i] = StructElement{Name: e.Name, Optional: e.Optional, Value: r.coarse(e.Value, depth)}
	}
	return s.StructOf(elements)
}
