package types

// Generalize removes the details of single values: sizes, ranges, the values of strings and
// Enums. It follows Puppet's own.
func (s *Store) Generalize(t Type) Type {
	switch t := t.(type) {
	case *IntegerType:
		return s.Integer
	case *FloatType:
		return s.Float
	case *BooleanType:
		return s.Boolean
	case *StringType:
		return s.String
	case *EnumType:
		if len(t.Values) == 0 {
			return s.String
		}
		return s.StringSized(s.lengths(t.Values))
	case *TimespanType:
		return s.Timespan
	case *TimestampType:
		return s.Timestamp
	case *URIType:
		return s.URI
	case *CollectionType:
		return s.Collection
	case *ArrayType:
		if t.Element == s.Any {
			return s.Array
		}
		return s.ArrayOf(s.Generalize(t.Element), nil)
	case *HashType:
		if t == s.EmptyHash {
			return t
		}
		return s.HashOf(s.Generalize(t.Key), s.Generalize(t.Value), nil)
	case *NotUndefType:
		if t.Type != nil {
			return s.NotUndefOf(s.Generalize(t.Type))
		}
	case *OptionalType:
		if t.Type != nil {
			return s.OptionalOf(s.Generalize(t.Type))
		}
	case *SensitiveType:
		if inner := s.Generalize(t.Type); inner != t.Type {
			return s.SensitiveOf(inner)
		}
	case *TypeType:
		if t.Type != nil {
			return s.TypeOf(s.Generalize(t.Type))
		}
	case *IterableType:
		if t.Type != nil {
			return s.IterableOf(s.Generalize(t.Type))
		}
	case *IteratorType:
		if t.Type != nil {
			return s.IteratorOf(s.Generalize(t.Type))
		}
	case *InitType:
		if t.Type != nil {
			return s.InitOf(s.Generalize(t.Type), t.Args)
		}
	default:
		return generalizeComposed(s, t)
	}
	return t
}

// generalizeComposed is Generalize for types that contain several others.
func generalizeComposed(s *Store, t Type) Type {
	switch t := t.(type) {
	case *VariantType:
		if list, changed := s.generalizeAll(t.Types); changed {
			return s.VariantOf(list...)
		}
	case *TupleType:
		if list, changed := s.generalizeAll(t.Types); changed {
			return s.TupleOf(list, t.Size)
		}
	case *StructType:
		return mapStruct(s, t, s.Generalize)
	case *CallableType:
		return s.generalizeCallable(t)
	case *ObjectExtensionType:
		return t.Base
	}
	return t
}

// mapStruct returns the Struct in which the types of the values are the results of change.
func mapStruct(s *Store, t *StructType, change func(Type) Type) Type {
	list, changed := make([]StructElement, len(t.Elements)), false
	for i, e := range t.Elements {
		list[i] = StructElement{Name: e.Name, Optional: e.Optional, Value: change(e.Value)}
		changed = changed || list[i].Value != e.Value
	}
	if !changed {
		return t
	}
	return s.StructOf(list)
}

func (s *Store) generalizeAll(list []Type) (general []Type, changed bool) {
	general = make([]Type, len(list))
	for i, t := range list {
		general[i] = s.Generalize(t)
		changed = changed || general[i] != t
	}
	return general, changed
}

func (s *Store) generalizeCallable(t *CallableType) Type {
	params, block, result := t.Params, t.Block, t.Return
	if params != nil {
		params = s.Generalize(params).(*TupleType)
	}
	if block != nil {
		block = s.Generalize(block)
	}
	if result != nil {
		result = s.Generalize(result)
	}
	return s.CallableOf(params, block, result)
}
