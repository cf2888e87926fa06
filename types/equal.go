package types

// Equal is Puppet's == on types: like identity, but Variants and Patterns are
// compared as sets.
func (x *Algebra) Equal(a, b Type) bool { return x.equal(a, b, 0) }

func (x *Algebra) equal(a, b Type, depth int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind() != b.Kind() || depth > MaxDepth {
		return false
	}
	depth++
	switch a := a.(type) {
	case *VariantType:
		return x.equalSets(a.Types, b.(*VariantType).Types)
	case *PatternType:
		return equalPatterns(a, b.(*PatternType))
	case *NotUndefType:
		return x.equal(a.Type, b.(*NotUndefType).Type, depth)
	case *OptionalType:
		return x.equal(a.Type, b.(*OptionalType).Type, depth)
	case *TypeType:
		return x.equal(a.Type, b.(*TypeType).Type, depth)
	case *IterableType:
		return x.equal(a.Type, b.(*IterableType).Type, depth)
	case *IteratorType:
		return x.equal(a.Type, b.(*IteratorType).Type, depth)
	case *SensitiveType:
		return x.equal(a.Type, b.(*SensitiveType).Type, depth)
	case *ArrayType:
		o := b.(*ArrayType)
		return a.Size == o.Size && x.equal(a.Element, o.Element, depth)
	case *HashType:
		o := b.(*HashType)
		return a.Size == o.Size && x.equal(a.Key, o.Key, depth) && x.equal(a.Value, o.Value, depth)
	case *TupleType:
		o := b.(*TupleType)
		return a.Size == o.Size && x.equalLists(a.Types, o.Types, depth)
	case *StructType:
		o := b.(*StructType)
		if len(a.Elements) != len(o.Elements) {
			return false
		}
		for i, e := range a.Elements {
			if e.key != o.Elements[i].key || !x.equal(e.Value, o.Elements[i].Value, depth) {
				return false
			}
		}
		return true
	case *CallableType:
		o := b.(*CallableType)
		if (a.Params == nil) != (o.Params == nil) || a.Params != nil && !x.equal(a.Params, o.Params, depth) {
			return false
		}
		return x.equal(a.Block, o.Block, depth) && x.equal(a.Return, o.Return, depth)
	case *InitType:
		o := b.(*InitType)
		return x.equal(a.Type, o.Type, depth) && Same(Array(a.Args), Array(o.Args))
	case *TypeSetType:
		o := b.(*TypeSetType)
		return a.Name == o.Name && a.NameAuthority == o.NameAuthority && a.Version == o.Version
	}
	return false
}

func (x *Algebra) equalLists(a, b []Type, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !x.equal(a[i], b[i], depth) {
			return false
		}
	}
	return true
}

// equalSets tells whether two lists without duplicates have the same members.
// Members are looked up as Ruby's Array#- does it, by their hash, which for
// Variants depends on the order: so members are compared by identity.
func (x *Algebra) equalSets(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	members := make(map[Type]struct{}, len(b))
	for _, t := range b {
		members[t] = struct{}{}
	}
	for _, t := range a {
		if _, ok := members[t]; !ok {
			return false
		}
	}
	return true
}
