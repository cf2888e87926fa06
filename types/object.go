package types

// ObjectType is Object[{…}]: a type with attributes and functions. One with a name is printed
// by its name.
type ObjectType struct {
	typeNode
	// Name is "" for an anonymous type.
	Name string
	// Parent is nil, an ObjectType, or an alias of one.
	Parent         Type
	TypeParameters []Attribute
	Attributes     []Attribute
	Functions      []Function
	// HasEquality is set if Equality was given.
	HasEquality bool
	// Equality lists the attributes that make two instances equal.
	Equality []string
	// Checks is nil if none were given.
	Checks Value
	// Element is the type of the elements of an iteration over an instance; nil if the
	// implementation cannot be iterated over.
	Element Type
}

// Attribute is an attribute, constant or type parameter of an object type.
type Attribute struct {
	Name string
	Type Type
	// Kind is "", "constant", "derived", "given_or_derived" or "reference".
	Kind            string
	Final, Override bool
	// Value is the default or the constant, or nil.
	Value Value
	// plainConstant marks a constant whose type is exactly that of its value.
	plainConstant bool
}

// Function is a function of an object type. Its type is a Callable.
type Function struct {
	Name            string
	Type            Type
	Final, Override bool
}

// ObjectExtensionType is an object type with values for its type parameters:
// Error['kind'].
type ObjectExtensionType struct {
	typeNode
	Base *ObjectType
	// Parameters maps the names of type parameters to the required values.
	Parameters *Hash
}

// ObjectOf interns an object type that has been assembled and checked.
func (s *Store) ObjectOf(t ObjectType) *ObjectType {
	k := keyType(keyString(key(KindObject, 0), t.Name), t.Parent)
	k = keyType(k, t.Element)
	parts := []Type{t.Parent, t.Element}
	for _, list := range [][]Attribute{t.TypeParameters, t.Attributes} {
		k = append(k, '|')
		for _, a := range list {
			k = keyString(keyType(keyString(k, a.Name), a.Type), a.Kind)
			k = appendValueKey(append(k, bit(a.Final), bit(a.Override)), a.Value)
			parts = append(append(parts, a.Type), typesIn(a.Value)...)
		}
	}
	k = append(k, '|')
	for _, f := range t.Functions {
		k = append(keyType(keyString(k, f.Name), f.Type), bit(f.Final), bit(f.Override))
		parts = append(parts, f.Type)
	}
	k = append(k, '|', bit(t.HasEquality))
	for _, e := range t.Equality {
		k = keyString(k, e)
	}
	k = appendValueKey(append(k, '|'), t.Checks)
	return s.intern(k, func() Type { c := t; c.typeNode = typeNode{}; return &c }, parts...).(*ObjectType)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// ObjectExtensionOf returns base with values for its type parameters.
func (s *Store) ObjectExtensionOf(base *ObjectType, parameters *Hash) *ObjectExtensionType {
	k := appendValueKey(keyType(key(KindObjectExtension, 0), base), parameters)
	return s.intern(k, func() Type { return &ObjectExtensionType{Base: base, Parameters: parameters} },
		append(typesIn(parameters), base)...).(*ObjectExtensionType)
}

// Attribute returns the attribute of that name that t itself defines.
func (t *ObjectType) Attribute(name string) (Attribute, bool) {
	for _, a := range t.Attributes {
		if a.Name == name {
			return a, true
		}
	}
	return Attribute{}, false
}

// Function returns the function of that name that t itself defines.
func (t *ObjectType) Function(name string) (Function, bool) {
	for _, f := range t.Functions {
		if f.Name == name {
			return f, true
		}
	}
	return Function{}, false
}

// label returns the name of the type for messages.
func (t *ObjectType) label() string {
	if t.Name == "" {
		return "Object"
	}
	return t.Name
}

// TypeSetType is TypeSet[{…}], a named set of types.
type TypeSetType struct {
	typeNode
	Name, NameAuthority, PcoreURI, PcoreVersion, Version string
	// Types maps simple names to types; nil if there are none.
	Types *Hash
	// References is the hash as it was given, or nil.
	References *Hash
}

// TypeSetOf interns a type set that has been assembled and checked.
func (s *Store) TypeSetOf(t TypeSetType) *TypeSetType {
	k := key(KindTypeSet, 0)
	for _, part := range []string{t.Name, t.NameAuthority, t.PcoreURI, t.PcoreVersion, t.Version} {
		k = keyString(k, part)
	}
	var parts []Type
	for _, h := range []*Hash{t.Types, t.References} {
		if h != nil {
			k = appendValueKey(k, h)
			parts = append(parts, typesIn(h)...)
		}
		k = append(k, '|')
	}
	return s.intern(k, func() Type { c := t; c.typeNode = typeNode{}; return &c }, parts...).(*TypeSetType)
}
