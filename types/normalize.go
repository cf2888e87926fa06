package types

import (
	"slices"
	"strings"
)

// Normalize returns Puppet's normal form of a type. It folds nested Optionals, NotUndefs and
// Variants, and joins members of a Variant that can be joined.
func (x *Algebra) Normalize(t Type) Type {
	r := run{Algebra: x, low: noAssumption}
	return r.normalize(t)
}

func (r *run) normalize(t Type) Type {
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
		list, changed := make([]StructElement, len(t.Elements)), false
		for i, e := range t.Elements {
			list[i] = StructElement{Name: e.Name, Optional: e.Optional, Value: r.normalize(e.Value)}
			changed = changed || list[i].Value != e.Value
		}
		if changed {
			return s.StructOf(list)
		}
	case *CallableType:
		return r.normalizeCallable(t)
	}
	return t
}

func (r *run) normalizeAll(list []Type) (normal []Type, changed bool) {
	normal = make([]Type, len(list))
	for i, t := range list {
		normal[i] = r.normalize(t)
		changed = changed || normal[i] != t
	}
	return normal, changed
}

func (r *run) normalizeCallable(t *CallableType) Type {
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

func (r *run) normalizeNotUndef(t *NotUndefType) Type {
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

func (r *run) normalizeOptional(t *OptionalType) Type {
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

func (r *run) normalizeVariant(t *VariantType) Type {
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
	list = s.mergeEnums(list)
	list = s.mergePatterns(list)
	list = s.mergeSemVers(list)
	list = mergeRanges(list, s.mergeIntegers)
	list = mergeRanges(list, s.mergeFloats)
	list = mergeRanges(list, s.mergeTimespans)
	list = mergeRanges(list, s.mergeTimestamps)
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

// partition separates the types of kind T from the others.
func partition[T Type](list []Type, is func(T) bool) (chosen []T, others []Type) {
	for _, t := range list {
		if x, ok := t.(T); ok && (is == nil || is(x)) {
			chosen = append(chosen, x)
		} else {
			others = append(others, t)
		}
	}
	return chosen, others
}

func (r *run) mergeNotUndefs(list []Type) []Type {
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

func (s *Store) mergeEnums(list []Type) []Type {
	isPlain := func(t Type) bool {
		switch t := t.(type) {
		case *EnumType:
			return len(t.Values) > 0 && !t.CaseInsensitive
		case *StringType:
			return t.HasValue
		}
		return false
	}
	if chosen, others := partition(list, isPlain); len(chosen) > 1 {
		var values []string
		for _, t := range chosen {
			if e, ok := t.(*EnumType); ok {
				values = append(values, e.Values...)
			} else {
				values = append(values, t.(*StringType).Value)
			}
		}
		list = append(others, s.EnumOf(values, false))
	}
	folded := func(t *EnumType) bool { return len(t.Values) > 0 && t.CaseInsensitive }
	if chosen, others := partition(list, folded); len(chosen) > 1 {
		var values []string
		for _, e := range chosen {
			for _, v := range e.Values {
				values = append(values, strings.ToLower(v))
			}
		}
		list = append(others, s.EnumOf(values, true))
	}
	return list
}

func (s *Store) mergePatterns(list []Type) []Type {
	chosen, others := partition[*PatternType](list, nil)
	if len(chosen) < 2 {
		return list
	}
	var patterns []*RegexpType
	for _, p := range chosen {
		patterns = append(patterns, p.Patterns...)
	}
	return append(others, s.PatternOf(patterns))
}

func (s *Store) mergeSemVers(list []Type) []Type {
	chosen, others := partition[*SemVerType](list, nil)
	if len(chosen) < 2 {
		return list
	}
	var ranges []*VersionRange
	for _, v := range chosen {
		ranges = append(ranges, v.Ranges...)
	}
	return append([]Type{s.SemVerOf(ranges)}, others...)
}

// mergeRanges joins ranges of one kind that overlap or adjoin, in Puppet's order: the last
// range first, and the ranges before the other types.
func mergeRanges[T Type](list []Type, merge func(a, b T) (T, bool)) []Type {
	ranges, others := partition[T](list, nil)
	if len(ranges) < 2 {
		return list
	}
	var result []Type
	for len(ranges) > 0 {
		joined := ranges[len(ranges)-1]
		var rest []T
		for _, t := range ranges[:len(ranges)-1] {
			if m, ok := merge(joined, t); ok {
				joined = m
			} else {
				rest = append(rest, t)
			}
		}
		result = append(result, joined)
		ranges = rest
	}
	return append(result, others...)
}

func rangesMeet(aFrom, aTo, bFrom, bTo Bound) bool {
	return aTo.Compare(bFrom) >= 0 && bTo.Compare(aFrom) >= 0 || adjacentTo(aTo, bFrom) || adjacentTo(bTo, aFrom)
}

func (s *Store) mergeIntegers(a, b *IntegerType) (*IntegerType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.IntegerRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

func (s *Store) mergeTimespans(a, b *TimespanType) (*TimespanType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.TimespanRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

func (s *Store) mergeTimestamps(a, b *TimestampType) (*TimestampType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.TimestampRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

func (s *Store) mergeFloats(a, b *FloatType) (*FloatType, bool) {
	if a.To < b.From || b.To < a.From {
		return nil, false
	}
	return s.FloatRange(min(a.From, b.From), max(a.To, b.To)), true
}
