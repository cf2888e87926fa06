package types

// Iterable reports whether values of t can be iterated over, as Puppet's iterable? decides it.
// It returns false for Variants, as Puppet does.
func (x *Algebra) Iterable(t Type) bool {
	r := run{Algebra: x, low: noAssumption}
	return r.iterable(t)
}

// IterableElement returns the type of the elements of an iteration over t. ok is false if t
// cannot be iterated over. The element is nil if Puppet does not define it.
func (x *Algebra) IterableElement(t Type) (element Type, ok bool) {
	r := run{Algebra: x, low: noAssumption}
	if !r.iterable(t) {
		return nil, false
	}
	element, _ = r.iterableElement(t)
	return element, true
}

// enter guards a walk over aliases. It returns false if the walk is already in the alias.
func (r *run) enter(t *AliasType) bool {
	if r.visiting[t] {
		return false
	}
	if r.visiting == nil {
		r.visiting = make(map[*AliasType]bool)
	}
	r.visiting[t] = true
	return true
}

func (r *run) leave(t *AliasType) { delete(r.visiting, t) }

func (r *run) iterable(t Type) bool {
	switch t := t.(type) {
	case *EnumType, *IntegerType, *StringType, *CollectionType, *ArrayType, *HashType, *StructType, *TupleType, *IterableType,
		*IteratorType, *UnknownType:
		return true
	case *PatternType:
		// Strings are iterable. Puppet denies that a Pattern is.
		return r.strict
	case *TypeType:
		switch inner := t.Type.(type) {
		case *EnumType:
			return true
		case *IntegerType:
			return inner.From.IsFinite() && inner.To.IsFinite()
		}
	case *AliasType:
		if r.enter(t) {
			defer r.leave(t)
			return r.iterable(r.resolve(t))
		}
	case *ObjectType:
		return t.Element != nil || t.Parent != nil && r.iterable(t.Parent)
	}
	return false
}

// iterableElement returns the element of Puppet's iterable_type. found is false if there is
// none. The element is nil for a plain Iterable.
func (r *run) iterableElement(t Type) (element Type, found bool) {
	s := r.store
	switch t := t.(type) {
	case *EnumType, *StringType:
		return s.Character, true
	case *PatternType:
		return s.Character, r.strict
	case *IntegerType:
		return s.Integer, true
	case *TypeType:
		switch inner := t.Type.(type) {
		case *EnumType:
			return inner, true
		case *IntegerType:
			if inner.From.IsFinite() && inner.To.IsFinite() {
				return inner, true
			}
		}
	case *ArrayType:
		if t.Element == s.Any {
			return nil, true
		}
		return t.Element, true
	case *TupleType:
		if r.strict && len(t.Types) == 0 {
			return nil, true
		}
		return s.VariantOf(t.Types...), true
	case *HashType:
		if t == s.Hash && !r.strict || t == s.EmptyHash {
			return s.pair(s.Unit, s.Unit), true
		}
		return s.pair(t.Key, t.Value), true
	case *StructType:
		return entryOf(s, t), true
	case *IterableType:
		return t.Type, true
	case *IteratorType:
		return t.Type, true
	case *UnknownType:
		return t, true
	case *AliasType:
		if r.enter(t) {
			defer r.leave(t)
			return r.iterableElement(r.resolve(t))
		}
	case *ObjectType:
		if t.Element != nil {
			return t.Element, true
		}
		if t.Parent != nil {
			return r.iterableElement(t.Parent)
		}
	}
	return nil, false
}

// entryOf returns the type of the entries of a Struct, as pairs.
func entryOf(s *Store, t *StructType) Type {
	if len(t.Elements) == 0 {
		return s.pair(s.Unit, s.Unit)
	}
	keys, values := make([]Type, len(t.Elements)), make([]Type, len(t.Elements))
	for i, e := range t.Elements {
		keys[i], values[i] = e.key, e.Value
	}
	return s.pair(s.VariantOf(keys...), s.VariantOf(values...))
}

// pair returns the type of a hash's entry, as a pair.
func (s *Store) pair(k, v Type) Type { return s.TupleOf([]Type{k, v}, s.Size(2, 2)) }

func (r *run) iterableAccepts(a *IterableType, b Type) bool {
	if n, ok := b.(*IntegerType); ok && r.strict && n.From.Compare(At(0)) < 0 {
		return false
	}
	if a.Type == nil || r.assignable(a.Type, r.store.Any) {
		return r.iterable(b)
	}
	element, found := r.iterableElement(b)
	return found && element != nil && r.assignable(a.Type, element)
}
