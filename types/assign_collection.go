package types

// sizeOr returns the size, or that of any collection if size is nil.
func (s *Store) sizeOr(size *IntegerType) *IntegerType {
	if size == nil {
		return s.anySize
	}
	return size
}

// tupleSize returns the range of a Tuple's lengths.
func (s *Store) tupleSize(t *TupleType) *IntegerType {
	switch {
	case t.Size != nil:
		return t.Size
	case len(t.Types) == 0:
		return s.anySize
	}
	return s.Size(len(t.Types), len(t.Types))
}

// givenTupleSize returns a Tuple's size as collections see it. For them, a Tuple without types
// is empty.
func (r *run) givenTupleSize(t *TupleType) *IntegerType {
	if t.Size != nil {
		return t.Size
	}
	if r.strict {
		return r.store.tupleSize(t)
	}
	return r.store.Size(len(t.Types), len(t.Types))
}

// structSize returns the range of a Struct's sizes. Puppet counts optional entries as if they
// were always present.
func (r *run) structSize(t *StructType) *IntegerType {
	required := len(t.Elements)
	if r.strict {
		required = t.required()
	}
	return r.store.Size(required, len(t.Elements))
}

// required counts the required entries.
func (t *StructType) required() int {
	n := 0
	for _, e := range t.Elements {
		if !e.Optional {
			n++
		}
	}
	return n
}

func (r *run) collectionAccepts(a *CollectionType, b Type) bool {
	size := r.store.sizeOr(a.Size)
	switch b := b.(type) {
	case *CollectionType:
		return size.covers(r.store.sizeOr(b.Size))
	case *ArrayType:
		return size.covers(r.store.sizeOr(b.Size))
	case *HashType:
		return size.covers(r.store.sizeOr(b.Size))
	case *TupleType:
		return size.covers(r.givenTupleSize(b))
	case *StructType:
		return size.covers(r.structSize(b))
	}
	return false
}

func (r *run) arrayAccepts(a *ArrayType, b Type) bool {
	size := r.store.sizeOr(a.Size)
	switch b := b.(type) {
	case *TupleType:
		if !size.covers(r.givenTupleSize(b)) {
			return false
		}
		if r.strict && isZeroSize(b.Size) {
			return true
		}
		for _, t := range b.Types {
			if !r.assignable(a.Element, t) {
				return false
			}
		}
		return !r.strict || len(b.Types) > 0 || r.assignable(a.Element, r.store.Any)
	case *ArrayType:
		return size.covers(r.store.sizeOr(b.Size)) && r.assignable(a.Element, b.Element)
	}
	return false
}

func (r *run) tupleAccepts(a *TupleType, b Type) bool {
	size := r.store.tupleSize(a)
	switch b := b.(type) {
	case *TupleType:
		if equal(a, b, false, 0) {
			// Puppet requires this of Tuples, too. For a Tuple with an element that has no
			// values, such as NotUndef[Undef], the answer differs.
			return true
		}
		if !size.covers(r.store.tupleSize(b)) {
			return false
		}
		if len(a.Types) == 0 {
			return true
		}
		if len(b.Types) == 0 {
			return !r.strict && size.From == At(0)
		}
		for i, t := range b.Types {
			if !r.assignable(a.at(i), t) {
				return false
			}
		}
		for i := len(b.Types); r.strict && i < len(a.Types); i++ {
			if most := r.store.tupleSize(b).To; most.Compare(At(int64(i))) > 0 && !r.assignable(a.at(i), b.at(i)) {
				return false
			}
		}
		return true
	case *ArrayType:
		given := r.store.sizeOr(b.Size)
		if !size.covers(given) {
			return false
		}
		for i := range a.Types {
			if given.To.IsFinite() && int64(i) >= given.To.Value {
				break
			}
			if !r.assignable(a.Types[i], b.Element) {
				return false
			}
		}
		return true
	}
	return false
}

// at returns the type of the i-th element. The last type repeats. The Tuple must have types.
func (t *TupleType) at(i int) Type {
	if i < len(t.Types) {
		return t.Types[i]
	}
	return t.Types[len(t.Types)-1]
}

func (r *run) hashAccepts(a *HashType, b Type) bool {
	switch b := b.(type) {
	case *HashType:
		if b == r.store.EmptyHash && (a.Size == nil || a.Size.From == At(0)) {
			return true
		}
		return r.assignable(a.Key, b.Key) && r.assignable(a.Value, b.Value) &&
			r.store.sizeOr(a.Size).covers(r.store.sizeOr(b.Size))
	case *StructType:
		if !r.store.sizeOr(a.Size).covers(r.structSize(b)) {
			return false
		}
		for _, e := range b.Elements {
			if !r.instance(a.Key, String(e.Name)) || !r.assignable(a.Value, e.Value) {
				return false
			}
		}
		return true
	}
	return false
}

func (r *run) structAccepts(a *StructType, b Type) bool {
	switch b := b.(type) {
	case *StructType:
		matched := 0
		for _, e := range a.Elements {
			o, ok := b.Element(e.Name)
			if !ok {
				if !e.Optional {
					return false
				}
				continue
			}
			matched++
			if !e.Optional && o.Optional || !r.assignable(e.Value, o.Value) {
				return false
			}
		}
		return matched == len(b.Elements)
	case *HashType:
		if r.strict {
			return b == r.store.EmptyHash && a.required() == 0
		}
		required := 0
		for _, e := range a.Elements {
			if e.Optional {
				continue
			}
			required++
			if !r.assignable(e.Value, b.Value) || !r.assignable(r.store.String, b.Key) {
				return false
			}
		}
		size := r.store.Size(required, len(a.Elements))
		return size.covers(r.store.sizeOr(b.Size))
	}
	return false
}

func (r *run) callableAccepts(a *CallableType, b Type) bool {
	o, ok := b.(*CallableType)
	if !ok {
		return false
	}
	if a.Return != nil {
		result := o.Return
		if result == nil {
			result = r.store.Any
		}
		if !r.assignable(a.Return, result) {
			return false
		}
	}
	if a.Params == nil {
		return true
	}
	// Parameters and blocks are contravariant: b must accept the arguments that a accepts.
	if o.Params == nil || !r.assignable(o.Params, a.Params) {
		return false
	}
	return r.assignable(r.blockOr(o), r.blockOr(a))
}

// blockOr returns the type of a Callable's block, or Undef if it accepts none.
func (r *run) blockOr(t *CallableType) Type {
	if t.Block == nil {
		return r.store.Undef
	}
	return t.Block
}
