package types

import "math"

// CommonType returns the type that Puppet uses for the values of both types (∪ in Puppet's
// specification). As in Puppet, some of these values may not be in it: see the tests.
func (x *Algebra) CommonType(a, b Type) Type {
	r := run{Algebra: x, low: noAssumption}
	return r.common(a, b)
}

func (r *run) common(a, b Type) Type {
	switch {
	case a == nil || a.Kind() == KindUndef:
		return b
	case b == nil || b.Kind() == KindUndef:
		return a
	case a.Kind() == KindUnit || a.Kind() == KindNever:
		return b
	case b.Kind() == KindUnit || b.Kind() == KindNever:
		return a
	case r.assignable(a, b):
		return a
	case r.assignable(b, a):
		return b
	}
	if t, ok := r.commonOfKind(a, b); ok {
		return t
	}
	s := r.store
	both := func(t Type) bool { return r.assignable(t, a) && r.assignable(t, b) }
	for _, t := range []Type{s.Numeric, s.ScalarData, s.Scalar, s.Data} {
		if both(t) {
			return t
		}
	}
	if x, ok := a.(*TypeType); ok {
		if y, ok := b.(*TypeType); ok {
			return s.TypeOf(r.common(x.Type, y.Type))
		}
	}
	if both(s.RichData) {
		return s.RichData
	}
	if x, ok := a.(*RuntimeType); ok {
		if y, ok := b.(*RuntimeType); ok && x.Runtime == "ruby" && y.Runtime == "ruby" {
			if t, ok := r.commonRuntime(x, y); ok {
				return t
			}
		}
	}
	return s.Any
}

// commonOfKind returns the common type of two types of one kind, if Puppet has a rule for the
// kind.
func (r *run) commonOfKind(a, b Type) (Type, bool) {
	s := r.store
	switch a := a.(type) {
	case *ArrayType:
		if b, ok := b.(*ArrayType); ok {
			return s.ArrayOf(r.common(a.Element, b.Element), nil), true
		}
	case *HashType:
		if b, ok := b.(*HashType); ok {
			return s.HashOf(r.common(a.Key, b.Key), r.common(a.Value, b.Value), nil), true
		}
	case *ClassType:
		if b.Kind() == KindClass {
			return s.Class, true
		}
	case *ResourceType:
		if b, ok := b.(*ResourceType); ok {
			if a.Name == b.Name {
				return s.ResourceOf(a.Name), true
			}
			return s.Resource, true
		}
	case *IntegerType:
		if b, ok := b.(*IntegerType); ok {
			return s.IntegerRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
		}
	case *FloatType:
		if b, ok := b.(*FloatType); ok {
			return s.FloatRange(math.Min(a.From, b.From), math.Max(a.To, b.To)), true
		}
	case *StringType:
		return r.commonString(a, b)
	case *EnumType:
		return r.commonEnum(a, b)
	case *PatternType:
		if b, ok := b.(*PatternType); ok {
			return s.PatternOf(append(append([]*RegexpType(nil), a.Patterns...), b.Patterns...)), true
		}
	case *VariantType:
		if b, ok := b.(*VariantType); ok {
			return s.RawVariant(union(a.Types, b.Types)...), true
		}
	case *RegexpType:
		if b.Kind() == KindRegexp {
			return s.Regexp, true
		}
	case *CallableType:
		if b.Kind() == KindCallable {
			return s.Callable, true
		}
	}
	return nil, false
}

func (r *run) commonEnum(a *EnumType, b Type) (Type, bool) {
	switch b := b.(type) {
	case *EnumType:
		return r.store.EnumOf(append(append([]string(nil), a.Values...), b.Values...), false), true
	case *StringType:
		if !b.HasValue {
			return r.store.Enum, true
		}
		return r.store.EnumOf(append(append([]string(nil), a.Values...), b.Value), false), true
	}
	return nil, false
}

func (r *run) commonString(a *StringType, b Type) (Type, bool) {
	s := r.store
	switch b := b.(type) {
	case *EnumType:
		if !a.HasValue {
			return s.Enum, true
		}
		return s.EnumOf(append(append([]string(nil), b.Values...), a.Value), false), true
	case *StringType:
		if a.Size != nil && b.Size != nil {
			return s.StringSized(r.common(a.Size, b.Size).(*IntegerType)), true
		}
		if !a.HasValue || !b.HasValue {
			return s.String, true
		}
		return s.EnumOf([]string{a.Value, b.Value}, false), true
	}
	return nil, false
}
