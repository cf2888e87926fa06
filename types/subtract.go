package types

import "math"

// Subtract returns a type that holds the values of a that are not in b: the type of a variable
// after a failed test. It is exact if the types can express it, and otherwise a.
func (x *Algebra) Subtract(a, b Type) Type {
	r := run{Algebra: x, low: noAssumption, strict: true}
	return subtraction{&r}.subtract(a, b)
}

// subtraction computes the difference of types for one query.
type subtraction struct{ *run }

func (r subtraction) subtract(a, b Type) Type {
	s := r.store
	switch {
	case a.Kind() == KindNever || a.Kind() == KindUnknown || b.Kind() == KindNever || HasUnknown(b):
		return a
	case r.assignable(b, a):
		return s.Never
	}
	k := pairKey(a, b)
	if t, ok := r.rests[k]; ok {
		return t
	}
	if r.depth > MaxDepth/4 {
		return a
	}
	r.depth++
	t := r.subtractParts(a, b)
	r.depth--
	if r.rests == nil {
		r.rests = make(map[uint64]Type)
	}
	r.rests[k] = t
	return t
}

// subtractParts subtracts b in parts if it is a set of types.
func (r subtraction) subtractParts(a, b Type) Type {
	s := r.store
	switch b := b.(type) {
	case *AliasType:
		if !r.enter(b) {
			return a
		}
		defer r.leave(b)
		return r.subtract(a, r.resolve(b))
	case *VariantType:
		for _, m := range b.Types {
			a = r.subtract(a, m)
		}
		return a
	case *OptionalType:
		a = r.subtract(a, s.Undef)
		if b.Type != nil {
			a = r.subtract(a, b.Type)
		}
		return a
	case *NotUndefType:
		undef := s.Never
		if r.instance(a, Undef{}) {
			undef = s.Undef
		}
		if b.Type == nil {
			return undef
		}
		if rest := r.subtract(a, b.Type); rest != a {
			return r.join(rest, undef)
		}
		return a
	case *ScalarType, *ScalarDataType, *NumericType:
		for _, m := range s.members(b) {
			a = r.subtract(a, m)
		}
		return a
	}
	return r.subtractSingle(a, b)
}

// subtractSingle subtracts a b that is not a set of types. It splits a into the types that it
// consists of.
func (r subtraction) subtractSingle(a, b Type) Type {
	s := r.store
	switch a := a.(type) {
	case *AliasType:
		if !r.enter(a) {
			return a
		}
		defer r.leave(a)
		target := r.resolve(a)
		if rest := r.subtract(target, b); rest != target {
			return rest
		}
		return a
	case *VariantType:
		return r.subtractEach(a, a.Types, b)
	case *OptionalType:
		if a.Type == nil {
			return a
		}
		if b.Kind() == KindUndef {
			return r.subtract(a.Type, b)
		}
		return r.subtractEach(a, []Type{s.Undef, a.Type}, b)
	case *AnyType:
		if b.Kind() == KindUndef {
			return s.NotUndef
		}
		if b.Kind() == KindNotUndef && b.(*NotUndefType).Type == nil {
			return s.Undef
		}
	case *NotUndefType:
		if a.Type == nil || b.Kind() == KindUndef {
			return a
		}
		if rest := r.subtract(a.Type, b); rest != a.Type {
			return r.subtract(rest, s.Undef)
		}
		return a
	case *ScalarType, *ScalarDataType, *NumericType:
		return r.subtractEach(a, s.members(a), b)
	case *CollectionType:
		if b.Kind() == KindArray || b.Kind() == KindHash {
			return r.subtractEach(a, []Type{s.ArrayOf(nil, a.Size), s.HashOf(nil, nil, a.Size)}, b)
		}
	default:
		if rest := r.subtractOfKind(a, b); rest != a {
			return rest
		}
	}
	if b.Kind() == KindUndef && r.assignable(a, s.Undef) {
		return s.NotUndefOf(a)
	}
	return a
}

// subtractOfKind subtracts b from a type whose values are all of one kind: a value, a range of
// numbers or a range of sizes. It returns a if b has other values.
func (r subtraction) subtractOfKind(a, b Type) Type {
	s := r.store
	switch a := a.(type) {
	case *BooleanType:
		if o, ok := b.(*BooleanType); ok && o.HasValue {
			return s.BooleanValue(!o.Value)
		}
	case *IntegerType:
		if o, ok := b.(*IntegerType); ok {
			return r.remains(a, a.From, a.To, o.From, o.To, func(from, to Bound) Type { return s.IntegerRange(from, to) })
		}
	case *TimespanType:
		if o, ok := b.(*TimespanType); ok {
			return r.remains(a, a.From, a.To, o.From, o.To, func(from, to Bound) Type { return s.TimespanRange(from, to) })
		}
	case *TimestampType:
		if o, ok := b.(*TimestampType); ok {
			return r.remains(a, a.From, a.To, o.From, o.To, func(from, to Bound) Type { return s.TimestampRange(from, to) })
		}
	case *EnumType:
		if groupOf(b) == group(KindString) {
			return r.subtractLiterals(a, b)
		}
	case *StringType:
		if o, ok := b.(*StringType); ok && !a.HasValue && o.Size != nil {
			return r.subtractSize(a, a.Size, o.Size, func(size *IntegerType) Type { return s.StringSized(size) })
		}
	case *ArrayType:
		if size, ok := r.sizeOfAll(a, b); ok {
			return r.subtractSize(a, a.Size, size, func(size *IntegerType) Type { return s.ArrayOf(a.Element, size) })
		}
	case *HashType:
		if size, ok := r.sizeOfAll(a, b); ok {
			return r.subtractSize(a, a.Size, size, func(size *IntegerType) Type { return s.HashOf(a.Key, a.Value, size) })
		}
	}
	return a
}

// subtractEach subtracts from each member. It returns whole if nothing changes.
func (r subtraction) subtractEach(whole Type, members []Type, b Type) Type {
	rest := make([]Type, len(members))
	changed := false
	for i, m := range members {
		rest[i] = r.subtract(m, b)
		changed = changed || rest[i] != m
	}
	if !changed {
		return whole
	}
	if HasUnknown(whole) {
		kept := make([]Type, 0, len(rest))
		for _, t := range rest {
			if t.Kind() != KindNever {
				kept = append(kept, t)
			}
		}
		if len(kept) == 0 {
			return r.store.Never
		}
		return r.store.VariantOf(kept...)
	}
	return r.join(rest...)
}

// remains returns the range from..to without cutFrom..cutTo.
func (r subtraction) remains(whole Type, from, to, cutFrom, cutTo Bound, make func(from, to Bound) Type) Type {
	if cutFrom.Compare(to) > 0 || cutTo.Compare(from) < 0 {
		return whole
	}
	var parts []Type
	// Integers have 64 bits: there are none beyond the smallest and the largest.
	if from.Compare(cutFrom) < 0 && cutFrom != At(math.MinInt64) {
		parts = append(parts, make(from, cutFrom.Previous()))
	}
	if to.Compare(cutTo) > 0 && cutTo != At(math.MaxInt64) {
		parts = append(parts, make(cutTo.Next(), to))
	}
	return r.join(parts...)
}

func (r subtraction) subtractSize(whole Type, size, cut *IntegerType, make func(*IntegerType) Type) Type {
	full := r.store.sizeOr(size)
	return r.remains(whole, full.From, full.To, cut.From, cut.To, func(from, to Bound) Type {
		return make(r.store.plainSize(r.store.IntegerRange(from, to)))
	})
}

// sizeOfAll returns a range of sizes: b holds all values of a with such a size.
func (r subtraction) sizeOfAll(a, b Type) (*IntegerType, bool) {
	s := r.store
	switch a := a.(type) {
	case *ArrayType:
		switch b := b.(type) {
		case *ArrayType:
			if isZeroSize(b.Size) || r.assignable(b.Element, a.Element) {
				return s.sizeOr(b.Size), true
			}
		case *CollectionType:
			return s.sizeOr(b.Size), true
		}
	case *HashType:
		switch b := b.(type) {
		case *HashType:
			if isZeroSize(b.Size) || r.assignable(b.Key, a.Key) && r.assignable(b.Value, a.Value) {
				return s.sizeOr(b.Size), true
			}
		case *CollectionType:
			return s.sizeOr(b.Size), true
		}
	}
	return nil, false
}

// subtractLiterals drops the values of an Enum that are certainly in b.
func (r subtraction) subtractLiterals(a *EnumType, b Type) Type {
	var kept []string
	for _, v := range a.Values {
		value := Type(r.store.StringValue(v))
		if a.CaseInsensitive {
			value = r.store.EnumOf([]string{v}, true)
		}
		if !r.assignable(b, value) {
			kept = append(kept, v)
		}
	}
	switch {
	case len(kept) == len(a.Values):
		return a
	case len(kept) == 0:
		return r.store.Never
	}
	return r.store.EnumOf(kept, a.CaseInsensitive)
}
