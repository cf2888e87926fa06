package types

import "math"

// Meet returns a type that holds every value in both a and b: the type of a variable after a
// test. It is exact if the types can express it, and otherwise no larger than a or than b.
// Never means that there is no such value. The Meet of Unknown and a type is that type.
func (x *Algebra) Meet(a, b Type) Type {
	r := run{Algebra: x, low: noAssumption, strict: true}
	return intersection{&r}.meet(a, b)
}

// intersection computes the Meet of types for one query.
type intersection struct{ *run }

func (r intersection) meet(a, b Type) Type {
	s := r.store
	switch {
	case hasNoValues(a) || hasNoValues(b):
		return s.Never
	case a.Kind() == KindUnknown:
		return b
	case b.Kind() == KindUnknown:
		return a
	case a.Kind() == KindUnit || a.Kind() == KindAny:
		return b
	case b.Kind() == KindUnit || b.Kind() == KindAny:
		return a
	case !HasUnknown(a) && r.assignable(a, b):
		return b
	case !HasUnknown(b) && r.assignable(b, a):
		return a
	}
	k := pairKey(a, b)
	if t, ok := r.met[k]; ok {
		return t
	}
	if r.depth > MaxDepth/4 {
		return a
	}
	r.depth++
	t := r.meetParts(a, b)
	r.depth--
	if r.met == nil {
		r.met = make(map[uint64]Type)
	}
	r.met[k] = t
	return t
}

// hasNoValues reports whether a type is Never, or Variant without parameters.
func hasNoValues(t Type) bool {
	v, ok := t.(*VariantType)
	return t.Kind() == KindNever || ok && len(v.Types) == 0
}

// meetParts meets two types neither of which includes the other.
func (r intersection) meetParts(a, b Type) Type {
	s := r.store
	for _, swapped := range []bool{false, true} {
		if swapped {
			a, b = b, a
		}
		if t, ok := r.meetMembers(a, b); ok {
			if t != s.Never && !HasUnknown(t) && !r.assignable(a, t) && !r.assignable(b, t) {
				// The parts of a type that cannot be expressed are from both.
				return b
			}
			return t
		}
	}
	a, b = b, a
	if t, ok := r.meetAbstract(a, b); ok {
		return t
	}
	if t, ok := r.meetAbstract(b, a); ok {
		return t
	}
	if groupOf(a) != groupOf(b) {
		return s.Never
	}
	return r.meetSameGroup(a, b)
}

// meetMembers splits a if it is a set of types, and meets its members.
func (r intersection) meetMembers(a, b Type) (Type, bool) {
	s := r.store
	switch a := a.(type) {
	case *AliasType:
		if !r.enter(a) {
			return b, true
		}
		defer r.leave(a)
		return r.meet(r.resolve(a), b), true
	case *VariantType:
		parts := make([]Type, len(a.Types))
		for i, m := range a.Types {
			parts[i] = r.meet(m, b)
		}
		return r.join(parts...), true
	case *OptionalType:
		if a.Type == nil {
			return r.meet(s.Undef, b), true
		}
		return r.join(r.meet(s.Undef, b), r.meet(a.Type, b)), true
	case *NotUndefType:
		if a.Type == nil {
			return subtraction{r.run}.subtract(b, s.Undef), true
		}
		return subtraction{r.run}.subtract(r.meet(a.Type, b), s.Undef), true
	}
	return nil, false
}

// meetAbstract meets a type that also has values of other kinds.
func (r intersection) meetAbstract(a, b Type) (Type, bool) {
	s := r.store
	switch a := a.(type) {
	case *ScalarType, *ScalarDataType, *NumericType:
		if b.Kind() == KindScalar || b.Kind() == KindScalarData || b.Kind() == KindNumeric {
			return nil, false
		}
		parts := s.members(a)
		for i, m := range parts {
			parts[i] = r.meet(m, b)
		}
		return r.join(parts...), true
	case *CollectionType:
		switch b := b.(type) {
		case *ArrayType, *TupleType:
			return r.meet(s.ArrayOf(nil, a.Size), b), true
		case *HashType, *StructType:
			return r.meet(s.HashOf(nil, nil, a.Size), b), true
		case *CollectionType:
			if size, ok := r.meetSizes(a.Size, b.Size); ok {
				return s.CollectionOf(size), true
			}
			return s.Never, true
		}
	case *IterableType:
		return r.meetIterable(a, b), true
	case *InitType, *RuntimeType, *TypeReferenceType:
		// The values of these types are not known well enough.
		return b, true
	case *TypeSetType:
		if b.Kind() == KindType {
			return a, true
		}
	case *ObjectType:
		// Types are values of the plain Object type.
		if a == s.Object && (b.Kind() == KindType || b.Kind() == KindTypeSet) {
			return b, true
		}
	}
	return nil, false
}

// members returns the types that make up Scalar, ScalarData and Numeric.
func (s *Store) members(t Type) []Type {
	list := []Type{s.Integer, s.Float}
	if t.Kind() == KindNumeric {
		return list
	}
	list = append(list, s.String, s.Boolean)
	if t.Kind() == KindScalarData {
		return list
	}
	return append(list, s.Regexp, s.SemVer, s.SemVerRange, s.Timespan, s.Timestamp)
}

func (r intersection) meetIterable(a *IterableType, b Type) Type {
	switch b.Kind() {
	case KindString, KindEnum, KindPattern, KindInteger, KindArray, KindTuple, KindHash, KindStruct, KindCollection, KindIterator,
		KindType, KindIterable, KindObject, KindObjectExtension, KindRuntime, KindInit, KindScalar, KindScalarData, KindNumeric:
		return b
	}
	return r.store.Never
}

// group is a class of values that is disjoint from all other groups.
type group uint8

func groupOf(t Type) group {
	switch k := t.Kind(); k {
	case KindEnum, KindPattern:
		return group(KindString)
	case KindTuple:
		return group(KindArray)
	case KindStruct:
		return group(KindHash)
	case KindObjectExtension:
		return group(KindObject)
	case KindResource, KindClass:
		return group(KindCatalogEntry)
	default:
		return group(k)
	}
}

// meetSameGroup meets two types of one group, neither of which includes the other.
func (r intersection) meetSameGroup(a, b Type) Type {
	s := r.store
	switch x := a.(type) {
	case *IntegerType, *FloatType, *TimespanType, *TimestampType:
		return r.meetRanges(a, b)
	case *RegexpType:
		if x.Regexp() == b.(*RegexpType).Regexp() {
			return a // different types of the same value: Regexp[/é/] and Regexp['é']
		}
		return s.Never
	case *BooleanType, *ClassType, *ResourceType:
		return s.Never
	case *StringType, *EnumType, *PatternType:
		return r.meetStrings(a, b)
	case *ArrayType, *TupleType:
		return r.meetArrays(a, b)
	case *HashType, *StructType:
		return r.meetHashes(a, b)
	case *TypeType:
		inner := r.meet(x.Type, b.(*TypeType).Type)
		if inner == s.Never {
			return s.Never
		}
		return s.TypeOf(inner)
	case *IteratorType:
		if inner := r.meet(x.Type, b.(*IteratorType).Type); inner != s.Never {
			return s.IteratorOf(inner)
		}
		return a
	case *SensitiveType:
		if inner := r.meet(x.Type, b.(*SensitiveType).Type); inner != s.Never {
			return s.SensitiveOf(inner)
		}
		return s.Never
	case *ObjectType:
		if y, ok := b.(*ObjectType); ok && !HasAlias(x) && !HasAlias(y) {
			return s.Never
		}
	case *CatalogEntryType:
		return b
	}
	return a
}

// meetRanges meets two ranges of numbers or times of the same kind.
func (r intersection) meetRanges(a, b Type) Type {
	s := r.store
	switch x := a.(type) {
	case *IntegerType:
		y := b.(*IntegerType)
		if from, to := maxBound(x.From, y.From), minBound(x.To, y.To); from.Compare(to) <= 0 {
			return s.IntegerRange(from, to)
		}
	case *FloatType:
		y := b.(*FloatType)
		if from, to := math.Max(x.From, y.From), math.Min(x.To, y.To); from <= to {
			return s.FloatRange(from, to)
		}
	case *TimespanType:
		y := b.(*TimespanType)
		if from, to := maxBound(x.From, y.From), minBound(x.To, y.To); from.Compare(to) <= 0 {
			return s.TimespanRange(from, to)
		}
	case *TimestampType:
		y := b.(*TimestampType)
		if from, to := maxBound(x.From, y.From), minBound(x.To, y.To); from.Compare(to) <= 0 {
			return s.TimestampRange(from, to)
		}
	}
	return s.Never
}

// meetStrings meets two string types. It filters literal values and Enums by the other type,
// and intersects sizes.
func (r intersection) meetStrings(a, b Type) Type {
	s := r.store
	if _, literal := literalsOf(b); literal {
		a, b = b, a
	}
	if values, literal := literalsOf(a); literal {
		return r.filterLiterals(a, values, b)
	}
	x, xString := a.(*StringType)
	y, yString := b.(*StringType)
	switch {
	case xString && yString:
		if size, ok := r.meetSizes(x.Size, y.Size); ok {
			return s.StringSized(size)
		}
		return s.Never
	case isEmptyEnum(a) || isEmptyEnum(b):
		return s.Never
	case xString:
		return b
	}
	return a
}

func isEmptyEnum(t Type) bool {
	e, ok := t.(*EnumType)
	return ok && len(e.Values) == 0
}

// literalsOf returns the strings of a type that consists of literal strings whose case matters,
// or false.
func literalsOf(t Type) ([]string, bool) {
	switch t := t.(type) {
	case *StringType:
		if t.HasValue {
			return []string{t.Value}, true
		}
	case *EnumType:
		return t.Values, !t.CaseInsensitive && len(t.Values) > 0
	}
	return nil, false
}

// filterLiterals keeps the strings that may be in the other type.
func (r intersection) filterLiterals(t Type, values []string, other Type) Type {
	lenient := *r.run
	lenient.strict = false
	var kept []string
	for _, v := range values {
		if lenient.instance(other, String(v)) {
			kept = append(kept, v)
		}
	}
	switch {
	case len(kept) == 0:
		return r.store.Never
	case len(kept) == len(values):
		return t
	}
	return r.store.EnumOf(kept, false)
}

// meetSizes intersects sizes; nil is any size.
func (r intersection) meetSizes(a, b *IntegerType) (*IntegerType, bool) {
	switch {
	case a == nil:
		return b, true
	case b == nil:
		return a, true
	}
	from, to := maxBound(a.From, b.From), minBound(a.To, b.To)
	if from.Compare(to) > 0 {
		return nil, false
	}
	return r.store.IntegerRange(from, to), true
}

// elementAt returns the type of the i-th element of an Array or Tuple.
func (r intersection) elementAt(t Type, i int) Type {
	switch t := t.(type) {
	case *ArrayType:
		return t.Element
	case *TupleType:
		if len(t.Types) > 0 {
			return t.at(i)
		}
	}
	return r.store.Any
}

func (r intersection) lengthRange(t Type) (size *IntegerType, fixed int) {
	switch t := t.(type) {
	case *ArrayType:
		return r.store.sizeOr(t.Size), 0
	case *TupleType:
		return r.store.tupleSize(t), len(t.Types)
	}
	return r.store.anySize, 0
}

func (r intersection) meetArrays(a, b Type) Type {
	s := r.store
	sizeA, n := r.lengthRange(a)
	sizeB, m := r.lengthRange(b)
	size, ok := r.meetSizes(sizeA, sizeB)
	if !ok {
		return s.Never
	}
	// Meet the elements one by one as far as either type distinguishes them.
	var elements []Type
	for i := 0; i < max(n, m, 1); i++ {
		if At(int64(i)).Compare(size.To) >= 0 {
			break
		}
		t := r.meet(r.elementAt(a, i), r.elementAt(b, i))
		if t == s.Never {
			// The list ends before this element.
			if size.From.Compare(At(int64(i))) > 0 {
				return s.Never
			}
			size = s.IntegerRange(size.From, At(int64(i)))
			break
		}
		elements = append(elements, t)
	}
	if isZeroSize(size) || len(elements) == 0 {
		return s.EmptyArray
	}
	if n == 0 && m == 0 {
		return s.ArrayOf(elements[0], s.plainSize(size))
	}
	if at := At(int64(len(elements))); size.From == at && size.To == at {
		return s.TupleOf(elements, nil)
	}
	return s.TupleOf(elements, size)
}

// plainSize returns the size, or nil if it is unlimited.
func (s *Store) plainSize(size *IntegerType) *IntegerType {
	if size == s.anySize {
		return nil
	}
	return size
}

func (r intersection) meetHashes(a, b Type) Type {
	s := r.store
	if x, ok := a.(*StructType); ok {
		return r.meetStruct(x, b)
	}
	if y, ok := b.(*StructType); ok {
		return r.meetStruct(y, a)
	}
	x, y := a.(*HashType), b.(*HashType)
	size, ok := r.meetSizes(x.Size, y.Size)
	if !ok {
		return s.Never
	}
	k, v := r.meet(x.Key, y.Key), r.meet(x.Value, y.Value)
	if k == s.Never || v == s.Never {
		if size == nil || size.From == At(0) {
			return s.EmptyHash
		}
		return s.Never
	}
	return s.HashOf(k, v, size)
}

func (r intersection) meetStruct(a *StructType, b Type) Type {
	s := r.store
	var elements []StructElement
	y, isStruct := b.(*StructType)
	for _, e := range a.Elements {
		value, optional := s.Never, e.Optional
		if isStruct {
			if o, ok := y.Element(e.Name); ok {
				value, optional = r.meet(e.Value, o.Value), e.Optional && o.Optional
			}
		} else if h := b.(*HashType); r.instance(h.Key, String(e.Name)) {
			value = r.meet(e.Value, h.Value)
		}
		switch {
		case value != s.Never:
			elements = append(elements, StructElement{Name: e.Name, Optional: optional, Value: value})
		case !optional:
			return s.Never
		}
	}
	if isStruct {
		for _, o := range y.Elements {
			if _, ok := a.Element(o.Name); !ok && !o.Optional {
				return s.Never
			}
		}
	}
	t := s.StructOf(elements)
	if h, ok := b.(*HashType); ok {
		if size := s.sizeOr(h.Size); size.From.Compare(At(int64(len(elements)))) > 0 || size.To.Compare(At(int64(t.required()))) < 0 {
			return s.Never
		}
	}
	if len(elements) == 0 {
		return s.EmptyHash
	}
	return t
}
