package types

import "slices"

// Equal implements Puppet's == on types. It is like identity, but compares Variants and
// Patterns as sets, and version ranges by their versions rather than their text.
func (x *Algebra) Equal(a, b Type) bool { return equal(a, b, false, 0) }

// sameKey reports whether two types are the same hash key in Ruby (by eql? and hash). Ruby's
// uniq uses this test, too. The order of members counts. Types with instants are never the same:
// see hasInstant.
func sameKey(a, b Type) bool {
	if a == b {
		return a.node().flags&hasInstant == 0
	}
	both := a.node().flags & b.node().flags
	return both&hasVersions != 0 && both&hasInstant == 0 && equal(a, b, true, 0)
}

// equal compares types. If ordered is set, the order of a Variant's members counts.
func equal(a, b Type, ordered bool, depth int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind() != b.Kind() || depth > MaxDepth {
		return false
	}
	depth++
	switch a := a.(type) {
	case *VariantType:
		if ordered {
			return equalLists(a.Types, b.(*VariantType).Types, ordered, depth)
		}
		return equalSets(a.Types, b.(*VariantType).Types, depth)
	case *SemVerType:
		return sameRanges(a.Ranges, b.(*SemVerType).Ranges)
	case *PatternType:
		return !ordered && equalPatterns(a, b.(*PatternType))
	case *NotUndefType:
		return equal(a.Type, b.(*NotUndefType).Type, ordered, depth)
	case *OptionalType:
		return equal(a.Type, b.(*OptionalType).Type, ordered, depth)
	case *TypeType:
		return equal(a.Type, b.(*TypeType).Type, ordered, depth)
	case *IterableType:
		return equal(a.Type, b.(*IterableType).Type, ordered, depth)
	case *IteratorType:
		return equal(a.Type, b.(*IteratorType).Type, ordered, depth)
	case *SensitiveType:
		return equal(a.Type, b.(*SensitiveType).Type, ordered, depth)
	case *ArrayType:
		o := b.(*ArrayType)
		return a.Size == o.Size && equal(a.Element, o.Element, ordered, depth)
	case *HashType:
		o := b.(*HashType)
		return a.Size == o.Size && equal(a.Key, o.Key, ordered, depth) && equal(a.Value, o.Value, ordered, depth)
	case *TupleType:
		o := b.(*TupleType)
		return a.Size == o.Size && equalLists(a.Types, o.Types, ordered, depth)
	case *StructType:
		return equalStructs(a, b.(*StructType), ordered, depth)
	case *CallableType:
		return equalCallables(a, b.(*CallableType), ordered, depth)
	case *InitType:
		o := b.(*InitType)
		return equal(a.Type, o.Type, ordered, depth) && Same(Array(a.Args), Array(o.Args))
	case *TypeSetType:
		o := b.(*TypeSetType)
		return a.Name == o.Name && a.NameAuthority == o.NameAuthority && a.Version == o.Version
	}
	return false
}

func equalStructs(a, b *StructType, ordered bool, depth int) bool {
	if len(a.Elements) != len(b.Elements) {
		return false
	}
	for i, e := range a.Elements {
		if e.key != b.Elements[i].key || !equal(e.Value, b.Elements[i].Value, ordered, depth) {
			return false
		}
	}
	return true
}

func equalCallables(a, b *CallableType, ordered bool, depth int) bool {
	if (a.Params == nil) != (b.Params == nil) || a.Params != nil && !equal(a.Params, b.Params, ordered, depth) {
		return false
	}
	return equal(a.Block, b.Block, ordered, depth) && equal(a.Return, b.Return, ordered, depth)
}

func equalLists(a, b []Type, ordered bool, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equal(a[i], b[i], ordered, depth) {
			return false
		}
	}
	return true
}

// smallArray is the length up to which Ruby's Array#- and Array#| compare the members of two
// arrays one by one with eql?. They hash longer arrays.
const smallArray = 16

// equalSets implements Puppet's comparison of two lists of types without duplicates: they must
// have the same members in any order.
func equalSets(a, b []Type, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	members := make(map[Type]struct{}, len(b))
	for _, t := range b {
		members[t] = struct{}{}
	}
	for _, t := range a {
		_, same := members[t]
		if same && (len(b) <= smallArray || t.node().flags&hasInstant == 0) {
			continue
		}
		if len(b) > smallArray && t.node().flags&hasVersions == 0 {
			return false
		}
		if !slices.ContainsFunc(b, func(o Type) bool {
			return len(b) > smallArray && sameKey(t, o) || len(b) <= smallArray && equal(t, o, false, depth)
		}) {
			return false
		}
	}
	return true
}

// union implements Ruby's a | b.
func union(a, b []Type) []Type {
	all := append(append([]Type(nil), a...), b...)
	if len(all) > smallArray {
		return puppetUnique(all)
	}
	kept := make([]Type, 0, len(all))
	for _, t := range all {
		if !slices.ContainsFunc(kept, func(o Type) bool { return equal(t, o, false, 0) }) {
			kept = append(kept, t)
		}
	}
	return kept
}

// sameRanges reports whether two lists of version ranges contain the same versions, in the same
// order, whatever their text.
func sameRanges(a, b []*VersionRange) bool {
	return slices.EqualFunc(a, b, func(x, y *VersionRange) bool { return x.inspect() == y.inspect() })
}
