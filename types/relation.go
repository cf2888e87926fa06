package types

// Relation says how the values of one type stand to another type.
type Relation uint8

// The three answers.
const (
	// Never: no value of the actual type is accepted. It is only said when it
	// is sure.
	Never Relation = iota
	// Sometimes: some may be accepted and some not, or it is not known.
	Sometimes
	// Always: Puppet accepts the actual type.
	Always
)

// String is "never", "sometimes" or "always".
func (r Relation) String() string { return [...]string{"never", "sometimes", "always"}[r] }

// Relation reports whether expected accepts all, some or none of actual's values.
// What is Unknown never makes it Never, and makes it Always only where any
// value would do.
func (x *Algebra) Relation(expected, actual Type) Relation {
	if actual.Kind() == KindNever {
		return Always
	}
	if HasUnknown(expected) || HasUnknown(actual) || HasAlias(expected) || HasAlias(actual) {
		if x.Includes(expected, actual) {
			return Always
		}
		if !x.reachesUnknown(expected) && !x.reachesUnknown(actual) && x.Assignable(expected, actual) {
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

// Includes reports whether every value of b is a value of a. Unlike Assignable it
// is never true where only Puppet's rule of thumb is (a Struct and a Hash of
// the right size); and Unknown is included in nothing but itself and Any.
func (x *Algebra) Includes(a, b Type) bool {
	r := run{Algebra: x, low: noAssumption, strict: true}
	return r.assignable(a, b)
}

// Disjoint reports whether no value is both in a and in b; false when that is not
// sure.
func (x *Algebra) Disjoint(a, b Type) bool { return x.Meet(a, b).Kind() == KindNever }

// reachesUnknown reports whether Unknown is in t or in what its aliases stand
// for.
func (x *Algebra) reachesUnknown(t Type) bool {
	return HasUnknown(t) || HasAlias(t) && x.anyPart(t, map[*AliasType]bool{}, HasUnknown)
}

// anyPart reports whether the test holds for what one of the aliases in t stands
// for.
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

// Parts are the types that t holds directly. The slice is the caller's.
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
