package types

import (
	"fmt"
	"slices"
)

func (p parameterizer) object(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Object", "1", len(args))
	}
	return p.buildObject(args[0])
}

func (p parameterizer) buildObject(v Value) (Type, error) {
	h, ok := v.(*Hash)
	if name, isString := v.(String); isString && name != "" {
		// Puppet treats a string as the name.
		pattern, _ := p.store.RegexpOf(`\A[A-Z]\w*(?:::[A-Z]\w*)*\z`)
		if err := p.assertInstance("object name", p.store.PatternOf([]*RegexpType{pattern}), v); err != nil {
			return nil, err
		}
	}
	if !ok {
		return nil, fail(noMethodError, "undefined method `empty?' for %s:%s", p.ValueString(v), rubyClass(v))
	}
	if h.Len() == 0 {
		return p.store.Object, nil
	}
	return p.ObjectFromHash("", h)
}

func (p parameterizer) typeSet(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Object", "1", len(args))
	}
	h, ok := args[0].(*Hash)
	if !ok {
		return nil, fail(noMethodError, "undefined method `empty?' for %s:%s", p.ValueString(args[0]), rubyClass(args[0]))
	}
	if h.Len() == 0 {
		return p.store.TypeSet, nil
	}
	return p.TypeSetFromHash("", h)
}

// initTypes has the types of the hashes that define Object types, TypeSets and URI types.
type initTypes struct{ *Store }

// memberName returns the type of the names of attributes and functions.
func (s initTypes) memberName() Type { return s.patternOf(`\A[a-z_]\w*\z`) }

func (s initTypes) qualifiedReference() Type { return s.patternOf(`\A[A-Z]\w*(?:::[A-Z]\w*)*\z`) }

func (s initTypes) patternOf(source string) Type {
	re, _ := s.RegexpOf(source)
	return s.PatternOf([]*RegexpType{re})
}

func (s initTypes) annotations() Type {
	return s.OptionalOf(s.HashOf(s.TypeOf(s.Annotation), s.HashOf(s.memberName(), nil, nil), nil))
}

// objectInitType returns the type of the argument of Object[…].
func (s initTypes) objectInitType() Type {
	member := s.memberName()
	members := s.HashOf(member, s.NotUndef, nil)
	optional := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	return s.StructOf([]StructElement{
		optional("name", s.qualifiedReference()), optional("parent", s.Type), optional("type_parameters", members),
		optional("attributes", members), optional("constants", s.HashOf(member, nil, nil)),
		optional("functions", s.HashOf(s.RawVariant(member, s.StringValue("[]")), s.NotUndef, nil)),
		optional("equality", s.RawVariant(member, s.ArrayOf(member, nil))), optional("equality_include_type", s.Boolean),
		optional("checks", s.Any), optional("annotations", s.annotations()),
	})
}

// objectBuilder builds one object type.
type objectBuilder struct {
	*Algebra
	t      ObjectType
	init   *Hash
	parent *ObjectType
}

// ObjectFromHash builds an object type from its definition. A name given here overrides that in
// the hash. The error is a *ParameterError with Puppet's message.
func (x *Algebra) ObjectFromHash(name string, h *Hash) (*ObjectType, error) {
	if err := x.assertInstance("object initializer", initTypes{x.store}.objectInitType(), h); err != nil {
		return nil, err
	}
	b := objectBuilder{Algebra: x, init: h, t: ObjectType{Name: name}}
	for _, step := range []func() error{b.names, b.typeParameters, b.attributes, b.functions, b.equality} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return x.store.ObjectOf(b.t), nil
}

func (b *objectBuilder) entries(name string) []HashEntry {
	v, _ := b.init.GetString(name)
	if h, ok := v.(*Hash); ok {
		return h.Entries()
	}
	return nil
}

func (b *objectBuilder) names() error {
	if name, ok := b.init.GetString("name"); ok && b.t.Name == "" {
		b.t.Name = string(name.(String))
	}
	b.t.Checks, _ = b.init.GetString("checks")
	parent, ok := b.init.GetString("parent")
	if !ok {
		return nil
	}
	b.t.Parent = parent.(TypeValue).Type
	switch resolved := b.Resolve(b.t.Parent).(type) {
	case *TypeReferenceType:
		return fail(parseError, "reference to unresolved type '%s'", resolved.Text)
	case *ObjectType:
		b.parent = resolved
	}
	return nil
}

func (b *objectBuilder) typeParameters() error {
	for _, e := range b.entries("type_parameters") {
		name := string(e.Key.(String))
		p := Attribute{Name: name}
		switch v := e.Value.(type) {
		case TypeValue:
			p.Type = v.Type
		case *Hash:
			t, _ := v.GetString("type")
			inner, ok := typeOf(t)
			if !ok {
				return b.assertInstance(fmt.Sprintf("type_parameter %s[%s]", b.t.label(), name), b.store.Type, e.Value)
			}
			p.Type = inner
			p.Value, _ = v.GetString("value")
		default:
			return b.assertInstance(fmt.Sprintf("type_parameter %s[%s]", b.t.label(), name), b.store.Type, e.Value)
		}
		if p.Type.Kind() != KindOptional {
			p.Type = b.store.OptionalOf(p.Type)
		}
		b.t.TypeParameters = append(b.t.TypeParameters, p)
	}
	return nil
}

// attributeInitType returns the type of the hash that defines an attribute.
func (s initTypes) attributeInitType() Type {
	optional := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	kinds := s.EnumOf([]string{"constant", "derived", "given_or_derived", "reference"}, false)
	return s.StructOf([]StructElement{{Name: "type", Value: s.Type}, optional("final", s.Boolean), optional("override", s.Boolean),
		optional("kind", kinds), optional("value", s.Any), optional("annotations", s.annotations())})
}

func (b *objectBuilder) attributes() error {
	for _, e := range b.entries("attributes") {
		name := string(e.Key.(String))
		label := fmt.Sprintf("attribute %s[%s]", b.t.label(), name)
		h, ok := e.Value.(*Hash)
		if !ok {
			t, isType := typeOf(e.Value)
			if !isType {
				return b.assertInstance(label, b.store.Type, e.Value)
			}
			entries := []HashEntry{{String("type"), e.Value}}
			if t.Kind() == KindOptional {
				entries = append(entries, HashEntry{String("value"), Undef{}})
			}
			h = NewHash(entries...)
		}
		if err := b.addAttribute(name, label, h); err != nil {
			return err
		}
	}
	for _, e := range b.entries("constants") {
		name := string(e.Key.(String))
		if _, ok := b.t.Attribute(name); ok {
			return fail(parseError, "attribute %s[%s] is defined as both a constant and an attribute", b.t.label(), name)
		}
		_, overrides := b.inherited(name)
		b.t.Attributes = append(b.t.Attributes, Attribute{Name: name, Type: b.store.Generalize(b.Infer(e.Value)), Kind: "constant",
			Final: true, Override: overrides, Value: e.Value, plainConstant: true})
	}
	return nil
}

func (b *objectBuilder) addAttribute(name, label string, h *Hash) error {
	if err := b.assertInstance("initializer for "+label, initTypes{b.store}.attributeInitType(), h); err != nil {
		return err
	}
	if name == "__ptype" || name == "__pvalue" {
		return fail(parseError, "The attribute '%s' is reserved and cannot be used", name)
	}
	a := Attribute{Name: name}
	t, _ := h.GetString("type")
	a.Type = t.(TypeValue).Type
	a.Final, a.Override = flag(h, "final"), flag(h, "override")
	if kind, ok := h.GetString("kind"); ok {
		a.Kind = string(kind.(String))
	}
	if a.Kind == "constant" {
		if _, given := h.GetString("final"); given && !a.Final {
			return fail(parseError, "%s of kind 'constant' cannot be combined with final => false", label)
		}
		a.Final = true
	}
	v, given := h.GetString("value")
	switch {
	case given && (a.Kind == "derived" || a.Kind == "given_or_derived"):
		return fail(parseError, "%s of kind '%s' cannot be combined with an attribute value", label, a.Kind)
	case given:
		if _, isDefault := v.(Default); !isDefault {
			if err := b.assertInstance(label+" value", a.Type, v); err != nil {
				return err
			}
		}
		a.Value = v
		a.plainConstant = a.Kind == "constant" && a.Type == b.store.Generalize(b.Infer(v))
	case a.Kind == "constant":
		return fail(parseError, "%s of kind 'constant' requires a value", label)
	}
	if err := b.checkOverride("attribute", name, a.Type, a.Override); err != nil {
		return err
	}
	b.t.Attributes = append(b.t.Attributes, a)
	return nil
}

func flag(h *Hash, name string) bool {
	v, _ := h.GetString(name)
	return v == Boolean(true)
}

// inheritedMember is an attribute or function of a parent.
type inheritedMember struct {
	feature  string
	owner    *ObjectType
	t        Type
	final    bool
	constant bool
}

func (b *objectBuilder) inherited(name string) (inheritedMember, bool) {
	r := run{Algebra: b.Algebra, low: noAssumption}
	for p, depth := b.parent, 0; p != nil && depth < MaxDepth; depth++ {
		if a, ok := p.Attribute(name); ok {
			return inheritedMember{"attribute", p, a.Type, a.Final, a.Kind == "constant"}, true
		}
		if f, ok := p.Function(name); ok {
			return inheritedMember{"function", p, f.Type, f.Final, false}, true
		}
		p, _ = objects{&r}.resolvedParent(p)
	}
	return inheritedMember{}, false
}

func (b *objectBuilder) checkOverride(feature, name string, t Type, override bool) error {
	label := fmt.Sprintf("%s %s[%s]", feature, b.t.label(), name)
	m, ok := b.inherited(name)
	if !ok {
		if override {
			return fail(parseError, "expected %s to override an inherited %s, but no such %s was found", label, feature, feature)
		}
		return nil
	}
	other := fmt.Sprintf("%s %s[%s]", m.feature, m.owner.label(), name)
	switch {
	case m.feature != feature:
		return fail(parseError, "%s attempts to override %s", label, other)
	case m.final && !m.constant:
		return fail(parseError, "%s attempts to override final %s", label, other)
	case !override:
		return fail(parseError, "%s attempts to override %s without having override => true", label, other)
	case !b.Assignable(m.t, t):
		return fail(parseError, "%s attempts to override %s with a type that does not match", label, other)
	}
	return nil
}

func (b *objectBuilder) functions() error {
	callable := b.store.TypeOf(b.store.Callable)
	optional := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	initType := b.store.StructOf([]StructElement{{Name: "type", Value: callable}, optional("final", b.store.Boolean),
		optional("override", b.store.Boolean), optional("annotations", initTypes{b.store}.annotations())})
	for _, e := range b.entries("functions") {
		name := string(e.Key.(String))
		label := fmt.Sprintf("function %s[%s]", b.t.label(), name)
		h, ok := e.Value.(*Hash)
		if !ok {
			if err := b.assertInstance(label, callable, e.Value); err != nil {
				return err
			}
			h = NewHash(HashEntry{String("type"), e.Value})
		}
		if err := b.assertInstance(fmt.Sprintf("initializer for function '%s'", name), initType, h); err != nil {
			return err
		}
		t, _ := h.GetString("type")
		f := Function{Name: name, Type: t.(TypeValue).Type, Final: flag(h, "final"), Override: flag(h, "override")}
		if _, clash := b.t.Attribute(name); clash {
			return fail(parseError, "%s conflicts with attribute with the same name", label)
		}
		if err := b.checkOverride("function", name, f.Type, f.Override); err != nil {
			return err
		}
		b.t.Functions = append(b.t.Functions, f)
	}
	return nil
}

func (b *objectBuilder) equality() error {
	v, ok := b.init.GetString("equality")
	if !ok {
		return nil
	}
	b.t.HasEquality = true
	switch v := v.(type) {
	case String:
		b.t.Equality = []string{string(v)}
	case Array:
		for _, e := range v {
			b.t.Equality = append(b.t.Equality, string(e.(String)))
		}
	}
	if include, given := b.init.GetString("equality_include_type"); given && include == Boolean(false) && len(b.t.Equality) > 0 {
		return fail(parseError, "equality_include_type = false cannot be combined with non empty equality specification")
	}
	for _, name := range b.t.Equality {
		a, isAttribute := b.t.Attribute(name)
		f, isFunction := b.t.Function(name)
		m, isInherited := b.inherited(name)
		owner := &b.t
		if !isAttribute && isInherited {
			owner = m.owner
		}
		switch {
		case isAttribute && a.Kind == "constant" || isInherited && m.constant:
			return fail(parseError, "%s equality is referencing constant attribute %s[%s]. Reference to constant is not allowed in equality", b.t.label(), owner.label(), name)
		case isInherited && m.feature == "attribute":
			return fail(parseError, "%s equality is referencing attribute %s[%s] which is included in equality of %s", b.t.label(), m.owner.label(), name, m.owner.label())
		case isFunction:
			return fail(parseError, "%s equality is referencing function %s[%s]. Only attribute references are allowed", b.t.label(), b.t.label(), f.Name)
		case !isAttribute:
			return fail(parseError, "%s equality is referencing non existent attribute '%s'", b.t.label(), name)
		}
	}
	return nil
}

// ObjectExtension returns base[args…]: an object type with values for its type parameters,
// given by position or in one hash.
func (x *Algebra) ObjectExtension(base *ObjectType, args []Value) (Type, error) {
	parameters := base.allTypeParameters()
	if len(parameters) == 0 {
		return nil, fail(parseError, "The %s-Type cannot be parameterized using []", base.label())
	}
	var given []HashEntry
	named, isNamed := (*Hash)(nil), false
	if len(args) == 1 {
		if named, isNamed = args[0].(*Hash); isNamed {
			isNamed = !x.Instance(parameters[0].Type, named)
		}
	}
	if isNamed {
		given = named.Entries()
	} else {
		for i, p := range parameters[:min(len(parameters), len(args))] {
			given = append(given, HashEntry{String(p.Name), args[i]})
		}
	}
	entries, err := x.typeParameterValues(base, parameters, given)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, fail(parseError, "The %s-Type cannot be parameterized using an empty parameter list", base.label())
	}
	return x.store.ObjectExtensionOf(base, NewHash(entries...)), nil
}

// typeParameterValues returns the given values of type parameters without defaults. It fails if a name
// is unknown, or a value does not match the type of its parameter.
func (x *Algebra) typeParameterValues(base *ObjectType, parameters []Attribute, given []HashEntry) ([]HashEntry, error) {
	var entries []HashEntry
	for _, e := range given {
		at := slices.IndexFunc(parameters, func(p Attribute) bool { return String(p.Name) == e.Key })
		if at < 0 {
			return nil, fail(parseError, "'%s' is not a known type parameter for %s-Type", x.plainText(e.Key), base.label())
		}
		if _, skip := e.Value.(Default); skip {
			continue
		}
		p := parameters[at]
		entries = append(entries, HashEntry{String(p.Name), e.Value})
		if err := x.assertInstance(fmt.Sprintf("type_parameter %s[%s]", base.label(), p.Name), p.Type, e.Value); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// plainText returns the text of a value without quotes.
func (x *Algebra) plainText(v Value) string {
	if s, ok := v.(String); ok {
		return string(s)
	}
	return x.ValueString(v)
}

// TypeSetFromHash builds a type set from its definition. A name given here overrides that in
// the hash.
func (x *Algebra) TypeSetFromHash(name string, h *Hash) (*TypeSetType, error) {
	s := initTypes{x.store}
	simpleName := s.patternOf(`\A[A-Z]\w*\z`)
	uri := x.pcoreURI()
	optional := func(name string, t Type) StructElement { return StructElement{Name: name, Optional: true, Value: t} }
	version := s.RawVariant(s.NonEmptyString, s.SemVer)
	reference := s.StructOf([]StructElement{{Name: "name", Value: s.qualifiedReference()},
		{Name: "version_range", Value: s.RawVariant(s.NonEmptyString, s.SemVerRange)}, optional("name_authority", uri), optional("annotations", s.annotations())})
	initType := s.StructOf([]StructElement{optional("pcore_uri", uri), {Name: "pcore_version", Value: version}, optional("name_authority", uri),
		optional("name", s.qualifiedReference()), optional("version", version),
		optional("types", s.HashOf(simpleName, s.RawVariant(s.Type, s.objectInitType()), s.Size(1, -1))),
		optional("references", s.HashOf(simpleName, reference, s.Size(1, -1))), optional("annotations", s.annotations())})
	if err := x.assertInstance("TypeSet initializer", initType, h); err != nil {
		return nil, err
	}
	text := func(key string) string {
		switch v, _ := h.GetString(key); v := v.(type) {
		case String:
			return string(v)
		case *Version:
			return v.String()
		}
		return ""
	}
	t := TypeSetType{Name: name, NameAuthority: text("name_authority"), PcoreURI: text("pcore_uri"), PcoreVersion: text("pcore_version"), Version: text("version")}
	if t.Name == "" {
		t.Name = text("name")
	}
	understood, _ := ParseVersionRange("1.x")
	pcore, err := ParseVersion(t.PcoreVersion)
	if err != nil {
		return nil, fail(versionError, "%s", err)
	}
	if !understood.Includes(pcore) {
		return nil, fail(argumentError, "The pcore version for TypeSet '%s' is not understood by this runtime. Expected range 1.x, got %s", t.Name, pcore)
	}
	if t.Version != "" {
		if _, err := ParseVersion(t.Version); err != nil {
			return nil, fail(versionError, "%s", err)
		}
	}
	if types, ok := h.GetString("types"); ok {
		if t.Types, err = x.typeSetMembers(types.(*Hash)); err != nil {
			return nil, err
		}
	}
	if references, ok := h.GetString("references"); ok {
		t.References = references.(*Hash)
	}
	return s.TypeSetOf(t), nil
}

// typeSetMembers builds the types of the members that are given as hashes.
func (x *Algebra) typeSetMembers(h *Hash) (*Hash, error) {
	entries := make([]HashEntry, 0, h.Len())
	for _, e := range h.Entries() {
		if init, ok := e.Value.(*Hash); ok {
			t, err := x.ObjectFromHash(string(e.Key.(String)), init)
			if err != nil {
				return nil, err
			}
			e.Value = TypeValue{t}
		}
		entries = append(entries, e)
	}
	return NewHash(entries...), nil
}
