package types

import (
	"slices"
)

// Normalize returns Puppet's normal form of a type. It folds nested Optionals, NotUndefs and
// Variants, and joins members of a Variant that can be joined.
func (x *Algebra) Normalize(t Type) Type {
	r := run{Algebra: x, low: noAssumption}
	return normalization{&r}.normalize(t)
}

// normalization computes the normal form of a type for one query.
type normalization struct{ *run }

func (r normalization) normalize(t Type) Type {
	if r.depth > 4*MaxDepth {
		return t
	}
	r.depth++
	defer func() { r.depth-- }()
	s := r.store
	switch t := t.(type) {
	case *CollectionType:
		return s.Collection
	case *ArrayType:
		if t.Element == s.Any {
			return s.Array
		}
		return s.ArrayOf(r.normalize(t.Element), t.Size)
	case *HashType:
		if t == s.EmptyHash {
			return t
		}
		return s.HashOf(r.normalize(t.Key), r.normalize(t.Value), t.Size)
	case *TypeType:
		if t.Type != nil {
			return s.TypeOf(r.normalize(t.Type))
		}
	case *IterableType:
		if t.Type != nil {
			return s.IterableOf(r.normalize(t.Type))
		}
	case *IteratorType:
		if t.Type != nil {
			return s.IteratorOf(r.normalize(t.Type))
		}
	case *SensitiveType:
		if inner := r.normalize(t.Type); inner != t.Type {
			return s.SensitiveOf(inner)
		}
	case *InitType:
		if t.Type != nil {
			return s.InitOf(r.normalize(t.Type), t.Args)
		}
	case *NotUndefType:
		return r.normalizeNotUndef(t)
	case *OptionalType:
		return r.normalizeOptional(t)
	case *VariantType:
		return r.normalizeVariant(t)
	case *TupleType:
		if list, changed := r.normalizeAll(t.Types); changed {
			return s.TupleOf(list, t.Size)
		}
	case *StructType:
		return mapStruct(s, t, r.normalize)
	case *CallableType:
		return r.normalizeCallable(t)
	}
	return t
}

func (r normalization) normalizeAll(list []Type) (normal []Type, changed bool) {
	normal = make([]Type, len(list))
	for i, t := range list {
		normal[i] = r.normalize(t)
		changed = changed || normal[i] != t
	}
	return normal, changed
}

func (r normalization) normalizeCallable(t *CallableType) Type {
	params, block, result := t.Params, t.Block, t.Return
	if params != nil {
		params = r.normalize(params).(*TupleType)
	}
	if block != nil {
		block = r.normalize(block)
	}
	if result != nil {
		result = r.normalize(result)
	}
	return r.store.CallableOf(params, block, result)
}

func (r normalization) normalizeNotUndef(t *NotUndefType) Type {
	if t.Type == nil {
		return t
	}
	inner := r.normalize(t.Type)
	if o, ok := inner.(*OptionalType); ok {
		return r.normalizeNotUndef(r.store.NotUndefOf(o.Type))
	}
	if inner != r.store.Any && !r.assignable(inner, r.store.Undef) {
		return inner
	}
	return r.store.NotUndefOf(inner)
}

func (r normalization) normalizeOptional(t *OptionalType) Type {
	if t.Type == nil {
		return t
	}
	inner := r.normalize(t.Type)
	if n, ok := inner.(*NotUndefType); ok {
		return r.normalizeOptional(r.store.OptionalOf(n.Type))
	}
	if r.assignable(inner, r.store.Undef) {
		return inner
	}
	return r.store.OptionalOf(inner)
}

func (r normalization) normalizeVariant(t *VariantType) Type {
	s := r.store
	if len(t.Types) == 0 {
		return t
	}
	list, modified := r.normalizeAll(t.Types)
	if len(list) == 1 {
		return list[0]
	}
	var inner []Type
	optional, plain := false, false
	for _, m := range list {
		switch m := m.(type) {
		case *UndefType:
			optional = true
			continue
		case *OptionalType:
			optional = true
			// The plain Optional holds only undef. Beside other types, Puppet raises an error.
			if m.Type != nil {
				inner = append(inner, m.Type)
			}
			plain = plain || m.Type == nil
			continue
		}
		inner = append(inner, m)
	}
	switch {
	case plain && len(inner) == 0:
		return s.Optional
	case optional:
		return r.normalizeOptional(s.OptionalOf(s.VariantOf(inner...)))
	}
	list = flattenVariants(list)
	size := len(list)
	list = r.mergeNotUndefs(list)
	merge := merger{s}
	list = merge.mergeEnums(list)
	list = merge.mergePatterns(list)
	list = merge.mergeSemVers(list)
	list = mergeRanges(list, merge.mergeIntegers)
	list = mergeRanges(list, merge.mergeFloats)
	list = mergeRanges(list, merge.mergeTimespans)
	list = mergeRanges(list, merge.mergeTimestamps)
	switch {
	case len(list) == 1:
		return list[0]
	case modified || len(list) != size || slices.ContainsFunc(t.Types, s.renewed):
		return s.VariantOf(list...)
	}
	return t
}

// renewed reports whether Puppet makes a new object of a type when it normalizes it, even if
// nothing changes, as it does for a Hash with a size. A Variant of such types adopts the order
// in which its ranges are joined.
func (s *Store) renewed(t Type) bool {
	any := func(list ...Type) bool {
		return slices.ContainsFunc(list, func(t Type) bool { return t != nil && s.renewed(t) })
	}
	switch t := t.(type) {
	case *HashType:
		return t != s.EmptyHash && (t.Size != nil || any(t.Key, t.Value))
	case *ArrayType:
		return any(t.Element)
	case *TupleType:
		return any(t.Types...)
	case *StructType:
		return len(t.Elements) == 0 || slices.ContainsFunc(t.Elements, func(e StructElement) bool { return s.renewed(e.Value) })
	case *VariantType:
		return any(t.Types...)
	case *OptionalType:
		return any(t.Type)
	case *NotUndefType:
		return t.Type == nil || any(t.Type)
	case *TypeType:
		return any(t.Type)
	case *IterableType:
		return any(t.Type)
	case *IteratorType:
		return any(t.Type)
	case *SensitiveType:
		return any(t.Type)
	case *CallableType:
		return t.Params != nil && any(t.Params.Types...) || any(t.Block, t.Return)
	}
	return false
}

func (r normalization) mergeNotUndefs(list []Type) []Type {
	chosen, others := partition[*NotUndefType](list, nil)
	if len(chosen) < 2 {
		return list
	}
	inner := make([]Type, len(chosen))
	for i, n := range chosen {
		if n.Type == nil {
			return append(others, r.store.NotUndef)
		}
		inner[i] = n.Type
	}
	if r.strict {
		return append(others, r.store.NotUndefOf(r.join(inner...)))
	}
	return append(others, r.store.NotUndefOf(r.normalize(r.store.VariantOf(inner...))))
}
