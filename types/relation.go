package types

// Relation says how many values of one type another type accepts: all, some or none.
type Relation uint8

// The three answers.
const (
	// Never: the expected type certainly accepts no value of the actual type.
	Never Relation = iota
	// Sometimes: it may accept some values and not others, or the answer is not known.
	Sometimes
	// Always: Puppet accepts the actual type, and so its values.
	Always
)

// String returns "never", "sometimes" or "always".
func (r Relation) String() string { return [...]string{"never", "sometimes", "always"}[r] }

// Relation reports whether expected accepts all, some or none of actual's values. Unknown never
// makes the answer Never. It makes it Always only if any value is accepted.
func (x *Algebra) Relation(expected, actual Type) Relation {
	if actual.Kind() == KindNever {
		return Always
	}
	if HasUnknown(expected) || HasUnknown(actual) || HasAlias(expected) || HasAlias(actual) {
		if x.Includes(expected, actual) {
			return Always
		}
		if !x.reachesUnknown(expected) && !x.reachesUnknown(actual) && !x.reachesBare(expected) && x.Assignable(expected, actual) {
			return Always
		}
	} else if HasBare(expected) {
		if x.Includes(expected, actual) {
			return Always
		}
	} else if x.Assignable(expected, actual) {
		return Always
	}
	if x.Disjoint(expected, actual) {
		return Never
	}
	return Sometimes
}

// Includes reports whether every value of b is a value of a. Unlike Assignable, it does not
// follow Puppet where Puppet is imprecise: a Struct accepts any Hash of the right size. Unknown is
// included only in itself and Any.
func (x *Algebra) Includes(a, b Type) bool {
	r := run{Algebra: x, low: noAssumption, strict: true}
	return r.assignable(a, b)
}

// Disjoint reports whether a and b certainly have no value in common.
func (x *Algebra) Disjoint(a, b Type) bool { return x.Meet(a, b).Kind() == KindNever }

// reachesUnknown reports whether t, or an alias in it, contains Unknown.
func (x *Algebra) reachesUnknown(t Type) bool {
	return HasUnknown(t) || HasAlias(t) && x.anyPart(t, map[*AliasType]bool{}, HasUnknown)
}

// reachesBare reports whether t, or an alias in it, contains Optional or Variant without parameters.
func (x *Algebra) reachesBare(t Type) bool {
	return HasBare(t) || HasAlias(t) && x.anyPart(t, map[*AliasType]bool{}, HasBare)
}

// anyPart reports whether the test holds for a type that one of the aliases in t represents.
func (x *Algebra) anyPart(t Type, seen map[*AliasType]bool, test func(Type) bool) bool {
	if !HasAlias(t) {
		return false
	}
	if alias, ok := t.(*AliasType); ok {
		if seen[alias] {
			return false
		}
		seen[alias] = true
		target := x.Resolve(alias)
		return test(target) || x.anyPart(target, seen, test)
	}
	for _, p := range Parts(t) {
		if x.anyPart(p, seen, test) {
			return true
		}
	}
	return false
}

// Parts returns the types that t contains directly. The caller owns the slice.
func Parts(t Type) []Type {
	var list []Type
	add := func(types ...Type) {
		for _, t := range types {
			if t != nil {
				list = append(list, t)
			}
		}
	}
	switch t := t.(type) {
	case *NotUndefType:
		add(t.Type)
	case *OptionalType:
		add(t.Type)
	case *TypeType:
		add(t.Type)
	case *IterableType:
		add(t.Type)
	case *IteratorType:
		add(t.Type)
	case *SensitiveType:
		add(t.Type)
	case *InitType:
		add(t.Type)
	case *VariantType:
		add(t.Types...)
	case *ArrayType:
		add(t.Element)
	case *HashType:
		add(t.Key, t.Value)
	case *TupleType:
		add(t.Types...)
	case *StructType:
		for _, e := range t.Elements {
			add(e.Value)
		}
	case *CallableType:
		if t.Params != nil {
			add(t.Params)
		}
		add(t.Block, t.Return)
	case *URIType:
		add(typesIn(t.Parameters)...)
	case *ObjectType:
		add(t.Parent)
		for _, a := range t.Attributes {
			add(a.Type)
		}
		for _, f := range t.Functions {
			add(f.Type)
		}
	case *ObjectExtensionType:
		add(t.Base)
		add(typesIn(t.Parameters)...)
	case *TypeSetType:
		add(typesIn(t.Types)...)
	}
	return list
}
