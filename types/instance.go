package types

import "strings"

// Instance reports whether v is a value of t, as Puppet decides it. A regular expression with
// an unknown result counts as a match.
func (x *Algebra) Instance(t Type, v Value) bool {
	r := run{Algebra: x, low: noAssumption}
	return r.instance(t, v)
}

func (r *run) instance(t Type, v Value) bool {
	if r.depth > 4*MaxDepth {
		return true
	}
	r.depth++
	defer func() { r.depth-- }()
	switch t := t.(type) {
	case *AnyType, *UnitType, *UnknownType:
		return true
	case *NeverType, *TypeReferenceType:
		return false
	case *UndefType:
		return isUndef(v)
	case *DefaultType:
		_, ok := v.(Default)
		return ok
	case *NotUndefType:
		return !isUndef(v) && (t.Type == nil || r.instance(t.Type, v))
	case *OptionalType:
		return isUndef(v) || t.Type != nil && r.instance(t.Type, v)
	case *VariantType:
		for _, m := range t.Types {
			if r.instance(m, v) {
				return true
			}
		}
		return false
	case *AliasType:
		return r.instanceOfAlias(t, v)
	case *CollectionType, *ArrayType, *TupleType, *HashType, *StructType:
		return r.collectionHolds(t, v)
	}
	return r.instanceOfScalar(t, v)
}

// instanceOfScalar is instance for types of values without parts, and for all types that the
// other functions leave.
func (r *run) instanceOfScalar(t Type, v Value) bool {
	switch t := t.(type) {
	case *ScalarType:
		switch v.(type) {
		case String, Integer, Float, Boolean, Regexp, *Version, *VersionRange, Timespan, Timestamp:
			return true
		}
		return false
	case *ScalarDataType:
		switch v.(type) {
		case String, Integer, Float, Boolean:
			return true
		}
		return false
	case *NumericType:
		switch v.(type) {
		case Integer, Float:
			return true
		}
		return false
	case *IntegerType:
		n, ok := v.(Integer)
		return ok && t.holds(int64(n))
	case *FloatType:
		n, ok := v.(Float)
		return ok && float64(n) >= t.From && float64(n) <= t.To
	case *BooleanType:
		b, ok := v.(Boolean)
		return ok && (!t.HasValue || t.Value == bool(b))
	case *StringType:
		return t.holds(v)
	case *EnumType:
		s, ok := v.(String)
		return ok && t.has(string(s))
	case *PatternType:
		s, ok := v.(String)
		return ok && t.matchesAny(string(s), r.strict)
	case *RegexpType:
		re, ok := v.(Regexp)
		return ok && (!t.HasSource || t.Regexp() == re)
	case *SemVerType:
		return t.holds(v)
	case *TimespanType:
		n, ok := v.(Timespan)
		return ok && holds(t.From, t.To, int64(n))
	case *TimestampType:
		n, ok := v.(Timestamp)
		return ok && holds(t.From, t.To, int64(n))
	}
	return r.instanceOfOther(t, v)
}

// instanceOfAlias caches the answers about collections. Branches of a recursive alias may test
// the same parts again and again.
func (r *run) instanceOfAlias(t *AliasType, v Value) bool {
	k := heldKey{alias: t}
	switch v := v.(type) {
	case Array:
		if len(v) == 0 {
			return r.instance(r.resolve(t), v)
		}
		k.list, k.length = &v[0], len(v)
	case *Hash:
		k.hash = v
	default:
		return r.instance(r.resolve(t), v)
	}
	if answer, ok := r.held[k]; ok {
		return answer
	}
	answer := r.instance(r.resolve(t), v)
	if r.held == nil {
		r.held = make(map[heldKey]bool)
	}
	r.held[k] = answer
	return answer
}

func isUndef(v Value) bool {
	_, ok := v.(Undef)
	return ok || v == nil
}

func holds(from, to Bound, n int64) bool { return from.Compare(At(n)) <= 0 && to.Compare(At(n)) >= 0 }

func (t *IntegerType) holds(n int64) bool { return holds(t.From, t.To, n) }

func (t *StringType) holds(v Value) bool {
	s, ok := v.(String)
	switch {
	case !ok:
		return false
	case t.Size != nil:
		return t.Size.holds(int64(characters(string(s))))
	case t.HasValue:
		return t.Value == string(s)
	}
	return true
}

func (t *SemVerType) holds(v Value) bool {
	version, ok := v.(*Version)
	if !ok {
		return false
	}
	for _, r := range t.Ranges {
		if r.Includes(version) {
			return true
		}
	}
	return len(t.Ranges) == 0
}

func sizeHolds(size *IntegerType, n int) bool { return size == nil || size.holds(int64(n)) }

// collectionHolds is instance for types of arrays and hashes.
func (r *run) collectionHolds(t Type, v Value) bool {
	switch t := t.(type) {
	case *CollectionType:
		switch v := v.(type) {
		case Array:
			return sizeHolds(t.Size, len(v))
		case *Hash:
			return sizeHolds(t.Size, v.Len())
		}
		return false
	case *ArrayType:
		list, ok := v.(Array)
		return ok && sizeHolds(t.Size, len(list)) && r.instances(t.Element, list)
	case *TupleType:
		return r.tupleHolds(t, v)
	case *HashType:
		h, ok := v.(*Hash)
		if !ok || !sizeHolds(t.Size, h.Len()) {
			return false
		}
		for _, e := range h.entries {
			if !r.instance(t.Key, e.Key) || !r.instance(t.Value, e.Value) {
				return false
			}
		}
		return true
	case *StructType:
		return r.structHolds(t, v)
	}
	return false
}

// instanceOfOther is instance for types of objects, types, callables and the like.
func (r *run) instanceOfOther(t Type, v Value) bool {
	switch t := t.(type) {
	case *SemVerRangeType:
		_, ok := v.(*VersionRange)
		return ok
	case *BinaryType:
		_, ok := v.(Binary)
		return ok
	case *URIType:
		u, ok := v.(*URI)
		return ok && objects{r}.uriHolds(t, u)
	case *IterableType:
		return r.iterableHolds(t, v)
	case *IteratorType:
		it, ok := v.(*Iterator)
		return ok && (t.Type == nil || it.Element != nil && r.assignable(t.Type, it.Element))
	case *TypeType:
		o, ok := v.(TypeValue)
		return ok && (t.Type == nil || r.assignable(t.Type, o.Type))
	case *SensitiveType:
		s, ok := v.(*Sensitive)
		return ok && r.instance(t.Type, s.Value)
	case *CallableType:
		l, ok := v.(*Lambda)
		return ok && r.assignable(t, l.Type)
	case *ObjectType, *ObjectExtensionType:
		return objects{r}.objectHolds(t, v)
	case *InitType:
		return creation{r}.initHolds(t, v)
	case *TypeSetType:
		o, ok := v.(TypeValue)
		return ok && o.Type.Kind() == KindTypeSet
	case *CatalogEntryType, *ResourceType, *ClassType, *RuntimeType:
		return r.assignable(t, r.infer(v))
	}
	return false
}

func (r *run) instances(t Type, list Array) bool {
	for _, v := range list {
		if !r.instance(t, v) {
			return false
		}
	}
	return true
}

func (r *run) tupleHolds(t *TupleType, v Value) bool {
	list, ok := v.(Array)
	switch {
	case !ok:
		return false
	case t.Size != nil:
		if !t.Size.holds(int64(len(list))) {
			return false
		}
	case len(t.Types) > 0 && len(t.Types) != len(list):
		return false
	}
	if len(t.Types) == 0 {
		return true
	}
	for i, e := range list {
		if !r.instance(t.at(i), e) {
			return false
		}
	}
	return true
}

func (r *run) structHolds(t *StructType, v Value) bool {
	h, ok := v.(*Hash)
	if !ok {
		return false
	}
	matched := 0
	for _, e := range t.Elements {
		value, there := h.GetString(e.Name)
		switch {
		case !there:
			if !e.Optional {
				return false
			}
		case !r.instance(e.Value, value):
			return false
		default:
			matched++
		}
	}
	return matched == h.Len()
}

func (r *run) iterableHolds(t *IterableType, v Value) bool {
	if t.Type != nil && !r.assignable(t.Type, r.store.Any) {
		return r.assignable(t, r.infer(v))
	}
	switch v := v.(type) {
	case *Iterator, String, *Hash, Array:
		return true
	case Integer:
		return v >= 0
	case TypeValue:
		switch inner := r.deepResolve(v.Type).(type) {
		case *EnumType:
			return true
		case *IntegerType:
			return inner.From.IsFinite() && inner.To.IsFinite()
		}
	}
	return false
}

// match implements Puppet's match of a value with an option: regular expressions search in
// strings, types test for instances, and other values are compared by ==.
func (r *run) match(v, option Value) bool {
	switch option := option.(type) {
	case Regexp:
		s, ok := v.(String)
		if !ok {
			return false
		}
		t, err := r.store.RegexpOf(option.Source)
		if err != nil {
			return true
		}
		matched, known := t.Matches(string(s))
		return matched || !known
	case TypeValue:
		return r.instance(option.Type, v)
	}
	return LooselyEqual(v, option)
}

// LooselyEqual implements Puppet's ==: it ignores the case of strings, and compares numbers
// across types, also within arrays and as the values of hashes. Keys must be the same.
func LooselyEqual(a, b Value) bool {
	switch a := a.(type) {
	case String:
		o, ok := b.(String)
		return ok && strings.EqualFold(string(a), string(o))
	case Integer:
		switch o := b.(type) {
		case Integer:
			return a == o
		case Float:
			return Float(a) == o
		}
		return false
	case Float:
		switch o := b.(type) {
		case Integer:
			return a == Float(o)
		case Float:
			return a == o
		}
		return false
	case Array:
		o, ok := b.(Array)
		if !ok || len(a) != len(o) {
			return false
		}
		for i := range a {
			if !LooselyEqual(a[i], o[i]) {
				return false
			}
		}
		return true
	case *Hash:
		o, ok := b.(*Hash)
		if !ok || a.Len() != o.Len() {
			return false
		}
		for _, e := range a.entries {
			if v, ok := o.Get(e.Key); !ok || !LooselyEqual(e.Value, v) {
				return false
			}
		}
		return true
	}
	return Same(a, b)
}
