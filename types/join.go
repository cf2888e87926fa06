package types

// Join returns the smallest known type that holds all values of the types: the type of a
// variable that was assigned in several branches. It drops Never. If a type is Unknown, so is
// the result. Joining nothing gives Never. Where Puppet's CommonType gives up with Any, Join
// keeps a Variant.
func (x *Algebra) Join(types ...Type) Type {
	r := run{Algebra: x, low: noAssumption, strict: true}
	return r.join(types...)
}

func (r *run) join(types ...Type) Type {
	s := r.store
	if len(types) == 2 && types[0] == types[1] {
		return types[0]
	}
	var members []Type
	undef := false
	for _, t := range types {
		if !flattenInto(t, &members, &undef, s) {
			return s.Unknown
		}
	}
	members = uniqueTypes(members)
	if len(members) > 1 {
		members = r.mergeMembers(members)
		members = r.dropIncluded(members)
	}
	switch {
	case len(members) == 0 && undef:
		return s.Undef
	case len(members) == 0:
		return s.Never
	}
	joined := s.VariantOf(members...)
	if undef && !r.assignable(joined, s.Undef) {
		return s.OptionalOf(joined)
	}
	return joined
}

// flattenInto splits Variants and Optionals into members. It returns false if Unknown is among
// the types.
func flattenInto(t Type, members *[]Type, undef *bool, s *Store) bool {
	switch t := t.(type) {
	case *UnknownType:
		return false
	case *NeverType:
	case *UndefType:
		*undef = true
	case *OptionalType:
		*undef = true
		return t.Type == nil || flattenInto(t.Type, members, undef, s)
	case *VariantType:
		for _, m := range t.Types {
			if !flattenInto(m, members, undef, s) {
				return false
			}
		}
	default:
		*members = append(*members, t)
	}
	return true
}

// mergeMembers merges members that together form one type: both Booleans, overlapping or
// adjacent ranges, literal strings and Enums.
func (r *run) mergeMembers(list []Type) []Type {
	s := r.store
	if booleans, others := partition[*BooleanType](list, nil); len(booleans) > 1 {
		list = append(others, s.Boolean)
	}
	list = normalization{r}.mergeNotUndefs(list)
	merge := merger{s}
	list = merge.mergeEnums(list)
	list = merge.mergePatternsUnlessOpen(list)
	list = mergeRanges(list, merge.mergeIntegers)
	list = mergeRanges(list, merge.mergeFloats)
	list = mergeRanges(list, merge.mergeTimespans)
	return mergeRanges(list, merge.mergeTimestamps)
}

// dropIncluded drops members whose values are all in another member.
func (r *run) dropIncluded(list []Type) []Type {
	if len(list) > 256 {
		return list
	}
	kept := list[:0:0]
	for i, t := range list {
		included := false
		for j, o := range list {
			if i == j || !r.assignable(o, t) {
				continue
			}
			// Of two members that include each other, the first one stays.
			if j < i || !r.assignable(t, o) {
				included = true
				break
			}
		}
		if !included {
			kept = append(kept, t)
		}
	}
	return kept
}
