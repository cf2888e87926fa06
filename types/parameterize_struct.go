package types

import "strings"

func (p parameterizer) structure(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Struct", "1", len(args))
	}
	h, ok := args[0].(*Hash)
	if !ok {
		return nil, errInvalidSpecification
	}
	return p.buildStruct(h)
}

// buildStruct implements Puppet's TypeFactory.struct.
func (p parameterizer) buildStruct(h *Hash) (Type, error) {
	elements := make([]StructElement, 0, h.Len())
	for _, e := range h.Entries() {
		element := StructElement{Value: p.typeOfValue(e.Value)}
		switch k := e.Key.(type) {
		case String:
			if k == "" {
				return nil, fail(argumentError, "Struct element key cannot be an empty String")
			}
			element.Name = string(k)
			element.Optional = p.AcceptsUndef(element.Value)
		case TypeValue:
			name, optional, err := structKey(k)
			if err != nil {
				return nil, err
			}
			element.Name, element.Optional = name, optional
		default:
			return nil, illegalStructKey(k)
		}
		elements = append(elements, element)
	}
	return p.store.StructOf(elements), nil
}

func illegalStructKey(k Value) error {
	return fail(argumentError, "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: %s", rubyClass(k))
}

// structKey reads a key that is a type: Optional['name'] or NotUndef['name'].
func structKey(k TypeValue) (name string, optional bool, err error) {
	inner := k.Type
	switch t := k.Type.(type) {
	case *NotUndefType:
		inner = t.Type
	case *OptionalType:
		inner, optional = t.Type, true
	case *EnumType:
		if len(t.Values) == 1 {
			// Puppet accepts this key, but then cannot name it.
			return "", false, fail(noMethodError, "undefined method `value' for %s", t)
		}
		inner = nil
	case *StringType:
	default:
		return "", false, illegalStructKey(k)
	}
	s, ok := inner.(*StringType)
	if !ok || !s.HasValue {
		return "", false, fail(noMethodError, "undefined method `string' for #<Puppet::Pops::Types::TypeCalculator>")
	}
	return s.Value, optional, nil
}

// uriParameterType returns the type of the argument of URI[…].
func (s initTypes) uriParameterType() Type {
	text := s.OptionalOf(s.RawVariant(s.NonEmptyString, s.Regexp, s.TypeOf(s.Pattern), s.TypeOf(s.Enum), s.TypeOf(s.NotUndef), s.TypeOf(s.Undef)))
	number := s.OptionalOf(s.RawVariant(s.IntegerRange(At(0), PositiveInfinity), s.TypeOf(s.NotUndef), s.TypeOf(s.Undef)))
	elements := make([]StructElement, len(uriParts))
	for i, name := range uriParts {
		elements[i] = StructElement{Name: name, Optional: true, Value: text}
		if name == "port" {
			elements[i].Value = number
		}
	}
	return s.RawVariant(s.NonEmptyString, s.StructOf(elements))
}

func (p parameterizer) uri(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("URI", "1", len(args))
	}
	return p.buildURI(args[0])
}

func (p parameterizer) buildURI(v Value) (Type, error) {
	switch v := v.(type) {
	case String:
		u, err := ParseURI(string(v))
		if err == nil && (u.Scheme == "" || !strings.Contains(string(v), ":")) {
			err = fail(assertionError, "%s", p.DescribeMismatch("URI-Type parameter has wrong type,", p.pcoreURI(), p.store.StringValue(string(v))))
			return nil, err
		}
		if err != nil {
			return nil, fail("URI::InvalidURIError", "%s", err)
		}
		return p.store.URIOf(u.Parameters()), nil
	case *URI:
		return p.store.URIOf(v.Parameters()), nil
	case *Hash:
		if err := p.assertInstance("URI-Type parameter", initTypes{p.store}.uriParameterType(), v); err != nil {
			if p, ok := err.(*ParameterError); ok && strings.Contains(p.Message, "\n") {
				p.Message = " " + strings.TrimLeft(p.Message, " ")
			}
			return nil, err
		}
		return p.store.URIOf(v), nil
	}
	return p.store.URI, nil
}

// pcoreURI returns the type of the strings that URI[…] accepts.
func (x *Algebra) pcoreURI() Type {
	re, _ := x.store.RegexpOf(`[A-Za-z][A-Za-z0-9+.-]*:`)
	return x.store.PatternOf([]*RegexpType{re})
}
