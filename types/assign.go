package types

import (
	"slices"
	"strings"

	"puppet-lint/internal/ascii"
)

// Assignable reports whether every value of b is assignable to a, as Puppet decides it. Unknown
// is assignable both ways, and Never is assignable to everything.
func (x *Algebra) Assignable(a, b Type) bool {
	if a == b && a.node().flags&irreflexive == 0 {
		return true
	}
	if compound(a) || compound(b) {
		if answer, known := x.memo[shardOf(pairKey(a, b))].get(pairKey(a, b)); known {
			return answer
		}
	}
	r := run{Algebra: x, low: noAssumption}
	return r.assignable(a, b)
}

// AcceptsUndef reports whether undef is assignable to t.
func (x *Algebra) AcceptsUndef(t Type) bool { return x.Assignable(t, x.store.Undef) }

// compound reports whether answers about t are worth caching.
func compound(t Type) bool {
	n := t.node()
	return n.depth > 1 || n.kind == KindEnum || n.kind == KindPattern || n.kind == KindVariant || n.kind == KindAlias
}

func (r *run) assignable(a, b Type) bool {
	if a == b && (r.strict || a.node().flags&irreflexive == 0) {
		return true
	}
	if !compound(a) && !compound(b) {
		r.steps++
		return r.compare(a, b)
	}
	k := pairKey(a, b)
	if answer, known := r.remembered(k); known {
		return answer
	}
	if r.depth > 4*MaxDepth {
		return true
	}
	r.steps++
	r.depth++
	defer func() { r.depth-- }()
	if a.Kind() == KindAlias || b.Kind() == KindAlias {
		return r.assignableGuarded(a, b, k)
	}
	outer := r.low
	r.low = noAssumption
	answer := r.compare(a, b)
	if r.low == noAssumption && !r.tainted {
		r.remember(k, answer)
	}
	r.low = min(r.low, outer)
	return answer
}

// assignableGuarded compares a pair that contains an alias. Meanwhile, it assumes that the pair
// holds.
func (r *run) assignableGuarded(a, b Type, k uint64) bool {
	if at, open := r.assumed[k]; open {
		r.low = min(r.low, at)
		return true
	}
	if at, ok := r.provisional[k]; ok {
		r.low = min(r.low, at)
		return true
	}
	if _, no := r.denied[k]; no {
		return false
	}
	if r.assumed == nil {
		r.assumed = make(map[uint64]int)
		r.provisional = make(map[uint64]int)
		r.denied = make(map[uint64]struct{})
	}
	here := len(r.assumed)
	r.assumed[k] = here
	outer := r.low
	r.low = noAssumption
	answer := r.compare(a, b)
	delete(r.assumed, k)
	switch {
	case !answer:
		// Results found under the assumption that a accepts b may be wrong.
		clear(r.provisional)
		r.denied[k] = struct{}{}
		if r.low == noAssumption && !r.tainted {
			r.remember(k, false)
		}
	case r.low >= here:
		r.low = noAssumption
		if !r.tainted {
			r.remember(k, true)
		}
	default:
		r.provisional[k] = r.low
	}
	r.low = min(r.low, outer)
	return answer
}

// compare implements Puppet's assignable?. It splits the right side first.
func (r *run) compare(a, b Type) bool {
	switch a := a.(type) {
	case *UnitType:
		return true
	case *UnknownType:
		return !r.strict || b.Kind() == KindNever
	case *NeverType:
		return b.Kind() == KindNever || b.Kind() == KindUnit || b.Kind() == KindUnknown
	case *VariantType:
		if len(a.Types) == 0 {
			switch b.Kind() {
			case KindUndef:
				return false
			case KindVariant:
				return !r.strict || len(b.(*VariantType).Types) == 0
			}
		}
	}
	switch b := b.(type) {
	case *UnitType, *NeverType:
		return true
	case *UnknownType:
		return !r.strict || a.Kind() == KindAny
	case *AliasType:
		return r.assignable(a, r.resolve(b))
	case *VariantType:
		return r.acceptsVariant(a, b)
	case *OptionalType:
		return r.assignable(a, r.store.Undef) && (b.Type == nil || r.assignable(a, b.Type))
	case *NotUndefType:
		if b.Type != nil && !r.assignable(b.Type, r.store.Undef) {
			return r.assignable(a, b.Type)
		}
		if r.strict && b.Type != nil {
			if rest := (subtraction{r}).subtract(b.Type, r.store.Undef); Depth(rest) < Depth(b) {
				return r.assignable(a, rest)
			}
			if r.assignable(a, b.Type) {
				return true
			}
		}
	}
	return r.accepts(a, b)
}

func (r *run) acceptsVariant(a Type, b *VariantType) bool {
	if a.Kind() == KindAny {
		return true
	}
	if len(b.Types) == 0 {
		return r.strict || a.Kind() == KindNotUndef && r.accepts(a, b)
	}
	if v, ok := a.(*VariantType); ok && len(v.Types) > 16 && len(b.Types) > 16 {
		return r.variantAcceptsVariant(v, b)
	}
	for _, m := range b.Types {
		if !r.assignable(a, m) {
			return false
		}
	}
	return true
}

// variantAcceptsVariant reports whether a accepts b. It does not compare each pair of members,
// since most members of b are members of a.
func (r *run) variantAcceptsVariant(a, b *VariantType) bool {
	members := make(map[Type]struct{}, len(a.Types))
	for _, m := range a.Types {
		members[m] = struct{}{}
	}
	for _, m := range b.Types {
		if _, same := members[m]; same && (r.strict || m.node().flags&irreflexive == 0) {
			continue
		}
		if !r.assignable(a, m) {
			return false
		}
	}
	return true
}

// includesParts reports whether every part of b is in some member of a, although no member
// includes all of b.
func (r *run) includesParts(a *VariantType, b Type) bool {
	s := r.store
	var parts []Type
	switch b := b.(type) {
	case *BooleanType:
		if !b.HasValue {
			parts = []Type{s.True, s.False}
		}
	case *EnumType:
		for _, v := range b.Values {
			parts = append(parts, s.EnumOf([]string{v}, b.CaseInsensitive))
		}
	case *PatternType:
		for _, p := range b.Patterns {
			parts = append(parts, s.PatternOf([]*RegexpType{p}))
		}
	case *IntegerType:
		return slices.ContainsFunc(mergeRanges(a.Types, merger{s}.mergeIntegers), func(m Type) bool {
			n, ok := m.(*IntegerType)
			return ok && n.covers(b)
		})
	}
	for _, p := range parts {
		if p == b || !slices.ContainsFunc(a.Types, func(m Type) bool { return r.assignable(m, p) }) {
			return false
		}
	}
	return len(parts) > 0
}

// isScalarData and isScalar report whether b's kind is one of Puppet's subclasses of ScalarData
// or Scalar.
func isScalarData(k Kind) bool {
	switch k {
	case KindScalarData, KindEnum, KindNumeric, KindInteger, KindFloat, KindString, KindPattern, KindBoolean:
		return true
	}
	return false
}

func isScalar(k Kind) bool {
	switch k {
	case KindScalar, KindRegexp, KindSemVer, KindTimespan, KindTimestamp, KindSemVerRange:
		return true
	}
	return isScalarData(k)
}

// accepts implements Puppet's _assignable?. b is not a Variant, Optional or alias.
func (r *run) accepts(a, b Type) bool {
	switch a := a.(type) {
	case *AnyType:
		return true
	case *UndefType, *DefaultType, *BinaryType, *SemVerRangeType:
		return a.Kind() == b.Kind()
	case *ScalarType:
		return isScalar(b.Kind())
	case *ScalarDataType:
		return isScalarData(b.Kind())
	case *NumericType:
		return b.Kind() == KindNumeric || b.Kind() == KindInteger || b.Kind() == KindFloat
	case *CatalogEntryType:
		return b.Kind() == KindCatalogEntry || b.Kind() == KindResource || b.Kind() == KindClass
	case *IntegerType:
		o, ok := b.(*IntegerType)
		return ok && a.covers(o)
	case *FloatType:
		o, ok := b.(*FloatType)
		return ok && a.From <= o.From && a.To >= o.To
	case *BooleanType:
		o, ok := b.(*BooleanType)
		return ok && (!a.HasValue || o.HasValue && a.Value == o.Value)
	case *StringType:
		return r.stringAccepts(a, b)
	case *EnumType:
		return enumAccepts(a, b, r.strict)
	case *PatternType:
		return patternAccepts(a, b, r.strict)
	case *RegexpType:
		o, ok := b.(*RegexpType)
		return ok && (!a.HasSource || a == o)
	case *SemVerType:
		return semVerAccepts(a, b, r.strict)
	case *TimespanType:
		o, ok := b.(*TimespanType)
		return ok && a.From.Compare(o.From) <= 0 && a.To.Compare(o.To) >= 0
	case *TimestampType:
		o, ok := b.(*TimestampType)
		return ok && a.From.Compare(o.From) <= 0 && a.To.Compare(o.To) >= 0
	case *OptionalType:
		if a.Type == nil {
			return !r.strict || b.Kind() == KindUndef
		}
		return b.Kind() == KindUndef || r.assignable(a.Type, b)
	case *NotUndefType:
		return !r.assignable(b, r.store.Undef) && (a.Type == nil || r.assignable(a.Type, b))
	case *VariantType:
		for _, m := range a.Types {
			if r.assignable(m, b) {
				return true
			}
		}
		return r.strict && r.includesParts(a, b)
	case *AliasType:
		return r.assignable(r.resolve(a), b)
	case *TypeType:
		o, ok := b.(*TypeType)
		if !ok || a.Type == nil {
			return ok
		}
		// The values of a Type are the types that Puppet's rules assign to it.
		return o.Type != nil && r.assignable(a.Type, o.Type) && (!r.strict || r.Assignable(a.Type, o.Type))
	case *SensitiveType:
		o, ok := b.(*SensitiveType)
		return ok && r.assignable(a.Type, o.Type)
	case *TypeReferenceType:
		return a == b
	}
	return r.acceptsComposed(a, b)
}

func (r *run) acceptsComposed(a, b Type) bool {
	switch a := a.(type) {
	case *CollectionType:
		return r.collectionAccepts(a, b)
	case *ArrayType:
		return r.arrayAccepts(a, b)
	case *TupleType:
		return r.tupleAccepts(a, b)
	case *HashType:
		return r.hashAccepts(a, b)
	case *StructType:
		return r.structAccepts(a, b)
	case *IterableType:
		return r.iterableAccepts(a, b)
	case *IteratorType:
		o, ok := b.(*IteratorType)
		return ok && (a.Type == nil || o.Type != nil && r.assignable(a.Type, o.Type))
	case *CallableType:
		return r.callableAccepts(a, b)
	case *ClassType:
		o, ok := b.(*ClassType)
		return ok && (!a.HasName || o.HasName && a.Name == o.Name)
	case *ResourceType:
		return resourceAccepts(a, b)
	case *RuntimeType:
		return runtimeAccepts(a, b)
	case *URIType:
		return objects{r}.uriAccepts(a, b)
	case *ObjectType:
		return objects{r}.objectAccepts(a, b)
	case *ObjectExtensionType:
		return objects{r}.extensionAccepts(a, b)
	case *TypeSetType:
		o, ok := b.(*TypeSetType)
		return ok && (a == r.store.TypeSet || a.NameAuthority == o.NameAuthority && a.Name == o.Name && a.Version == o.Version)
	case *InitType:
		return creation{r}.initAccepts(a, b)
	}
	return false
}

func (t *IntegerType) covers(o *IntegerType) bool {
	return t.From.Compare(o.From) <= 0 && t.To.Compare(o.To) >= 0
}

func (r *run) stringAccepts(a *StringType, b Type) bool {
	switch b := b.(type) {
	case *StringType:
		switch {
		case a.Size != nil:
			return a.Size.covers(r.lengthOf(b))
		case a.HasValue:
			return b.HasValue && a.Value == b.Value
		}
		return true
	case *EnumType:
		if a.HasValue {
			return len(b.Values) == 1 && !b.CaseInsensitive && b.Values[0] == a.Value
		}
		if a.Size == nil {
			return true
		}
		if len(b.Values) == 0 {
			return a.Size.covers(r.store.anySize)
		}
		return a.Size.covers(r.store.lengths(b.Values))
	case *PatternType:
		if a.Size != nil {
			return a.Size.covers(r.store.anySize)
		}
		return !a.HasValue
	}
	return false
}

// lengthOf returns the range of a String type's lengths.
func (r *run) lengthOf(t *StringType) *IntegerType {
	switch {
	case t.Size != nil:
		return t.Size
	case t.HasValue:
		return r.store.IntegerValue(int64(characters(t.Value)))
	}
	return r.store.anySize
}

func characters(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// lengths returns the range of the lengths of strings. There is at least one string.
func (s *Store) lengths(values []string) *IntegerType {
	low, high := characters(values[0]), characters(values[0])
	for _, v := range values[1:] {
		low, high = min(low, characters(v)), max(high, characters(v))
	}
	return s.Size(low, high)
}

func enumAccepts(a *EnumType, b Type, strict bool) bool {
	if a == b {
		return true
	}
	if !strict && len(a.Values) == 0 && (b.Kind() == KindString || b.Kind() == KindEnum || b.Kind() == KindPattern) {
		return true
	}
	switch b := b.(type) {
	case *StringType:
		return b.HasValue && a.has(b.Value)
	case *EnumType:
		if len(b.Values) == 0 || b.CaseInsensitive && !a.CaseInsensitive {
			return false
		}
		for _, v := range b.Values {
			if !a.has(v) {
				return false
			}
		}
		return true
	}
	return false
}

// has reports whether a string is a value of the Enum.
func (t *EnumType) has(s string) bool {
	if t.CaseInsensitive {
		for _, v := range t.Values {
			if ascii.EqualFold(v, s) {
				return true
			}
		}
		return false
	}
	low, high := 0, len(t.Values)
	for low < high {
		mid := (low + high) / 2
		if t.Values[mid] < s {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low < len(t.Values) && t.Values[low] == s
}

// matchesAny reports whether one of the patterns matches. An unknown result counts as a match,
// which avoids false findings, unless strict is set.
func (t *PatternType) matchesAny(s string, strict bool) bool {
	matched, known := t.Matches(s)
	return matched || !known && !strict
}

// Matches reports whether one of the patterns matches s. known is false if that is not known.
func (t *PatternType) Matches(s string) (matched, known bool) {
	if len(t.Patterns) == 0 {
		return true, true
	}
	known = true
	for _, p := range t.Patterns {
		m, ok := p.Matches(s)
		if ok && m {
			return true, true
		}
		known = known && ok
	}
	return false, known
}

func patternAccepts(a *PatternType, b Type, strict bool) bool {
	if a == b {
		return true
	}
	switch b := b.(type) {
	case *StringType:
		if !b.HasValue {
			return len(a.Patterns) == 0
		}
		return a.matchesAny(b.Value, strict)
	case *EnumType:
		if len(a.Patterns) == 0 {
			return true
		}
		if len(b.Values) == 0 {
			return false
		}
		if strict && b.CaseInsensitive && slices.ContainsFunc(b.Values, hasLetter) {
			return false
		}
		for _, v := range b.Values {
			if !a.matchesAny(v, strict) {
				return false
			}
		}
		return true
	case *PatternType:
		if len(a.Patterns) == 0 {
			return true
		}
		if strict && len(b.Patterns) > 0 {
			return !slices.ContainsFunc(b.Patterns, func(p *RegexpType) bool { return !slices.Contains(a.Patterns, p) })
		}
		return equalPatterns(a, b)
	}
	return false
}

// hasLetter reports whether s contains an ASCII letter.
func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' })
}

// equalPatterns implements Puppet's equality of Patterns, which ignores their order.
func equalPatterns(a, b *PatternType) bool {
	if len(a.Patterns) != len(b.Patterns) {
		return false
	}
	for _, p := range a.Patterns {
		found := false
		for _, q := range b.Patterns {
			found = found || p == q
		}
		if !found {
			return false
		}
	}
	return true
}

func semVerAccepts(a *SemVerType, b Type, strict bool) bool {
	o, ok := b.(*SemVerType)
	if !ok || len(a.Ranges) == 0 {
		return ok
	}
	if len(o.Ranges) == 0 {
		return false
	}
	for _, x := range o.Ranges {
		covered := false
		for _, y := range a.Ranges {
			covered = covered || x.coveredBy(y) && !(strict && x != y && (x.hasPrerelease() || y.hasPrerelease()))
		}
		if !covered {
			return false
		}
	}
	return true
}

func resourceAccepts(a *ResourceType, b Type) bool {
	o, ok := b.(*ResourceType)
	if !ok || a.Name == "" {
		return ok
	}
	if ascii.Lower(a.Name) != ascii.Lower(o.Name) {
		return false
	}
	switch {
	case a.title != nil:
		return o.title != nil && Same(a.title, o.title)
	case a.HasTitle:
		return o.HasTitle && a.Title == o.Title
	}
	return true
}
