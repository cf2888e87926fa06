package types

import (
	"strconv"
	"strings"
)

// value writes a value as it is printed inside a type.
func (f *formatter) value(v Value) {
	switch v := v.(type) {
	case nil, Undef:
		f.text("undef")
	case Default:
		f.text("default")
	case Boolean:
		f.text(strconv.FormatBool(bool(v)))
	case Integer:
		f.text(strconv.FormatInt(int64(v), 10))
	case Float:
		f.text(FormatFloat(float64(v)))
	case String:
		f.text(Quote(string(v)))
	case Regexp:
		f.regexp(v)
	case TypeValue:
		f.typ(v.Type)
	case Timespan:
		f.text("'" + v.String() + "'")
	case Timestamp:
		f.text("'" + v.String() + "'")
	case *Version:
		f.text("'" + v.String() + "'")
	case *VersionRange:
		f.text("'" + v.String() + "'")
	case *URI:
		f.text("URI(" + Quote(v.String()) + ")")
	case Array:
		f.text("[")
		for i, e := range v {
			if i > 0 {
				f.text(", ")
			}
			f.value(e)
		}
		f.text("]")
	case *Hash:
		f.hash(v, func(key Value) { f.value(key) })
	case *Object:
		f.text(labelOf(v.Type) + "(")
		f.value(v.Attributes)
		f.text(")")
	default:
		f.text("Instance of ")
		if f.algebra != nil {
			f.typ(f.algebra.Infer(v))
		}
	}
}

func (f *formatter) hash(h *Hash, writeKey func(Value)) {
	f.text("{")
	for i, e := range h.Entries() {
		if i > 0 {
			f.text(", ")
		}
		writeKey(e.Key)
		f.text(" => ")
		f.value(e.Value)
	}
	f.text("}")
}

// labelOf returns the name of an object type, or of the type that it extends.
func labelOf(t Type) string {
	switch t := t.(type) {
	case *ObjectType:
		return t.label()
	case *ObjectExtensionType:
		return t.Base.label()
	}
	return t.String()
}

func (f *formatter) object(t *ObjectType) {
	if !f.expanded {
		f.text(f.nameIn(t, t.label()))
		return
	}
	f.expanded = false
	defer func() { f.expanded = true }()
	var parts []string
	section := func(name string, write func()) {
		start := len(f.out)
		write()
		parts = append(parts, name+" => "+string(f.out[start:]))
		f.out = f.out[:start]
	}
	if _, inSet := f.definedHere(t); t.Name != "" && !inSet {
		section("name", func() { f.text(Quote(t.Name)) })
	}
	if t.Parent != nil {
		section("parent", func() { f.typ(t.Parent) })
	}
	if len(t.TypeParameters) > 0 {
		section("type_parameters", func() { f.typeParameters(t) })
	}
	attributes, constants := t.splitConstants()
	if len(attributes) > 0 {
		section("attributes", func() { f.attributes(attributes) })
	}
	if len(constants) > 0 {
		section("constants", func() {
			f.members(len(constants), func(i int) string { return constants[i].Name }, func(i int) { f.value(constants[i].Value) })
		})
	}
	if len(t.Functions) > 0 {
		section("functions", func() { f.functions(t.Functions) })
	}
	if t.HasEquality {
		section("equality", func() {
			quoted := make([]string, len(t.Equality))
			for i, e := range t.Equality {
				quoted[i] = Quote(e)
			}
			f.text("[" + strings.Join(quoted, ", ") + "]")
		})
	}
	if t.Checks != nil {
		section("checks", func() { f.value(t.Checks) })
	}
	f.text("Object[{" + strings.Join(parts, ", ") + "}]")
}

// members writes {'name' => …, …}.
func (f *formatter) members(n int, name func(int) string, write func(int)) {
	f.text("{")
	for i := 0; i < n; i++ {
		if i > 0 {
			f.text(", ")
		}
		f.text(Quote(name(i)))
		f.text(" => ")
		write(i)
	}
	f.text("}")
}

// member writes a type alone, or a hash of the type and its settings.
func (f *formatter) member(t Type, settings []string) {
	if len(settings) == 0 {
		f.typ(t)
		return
	}
	f.text("{type => ")
	f.typ(t)
	for _, s := range settings {
		f.text(", " + s)
	}
	f.text("}")
}

func (f *formatter) attributes(list []Attribute) {
	f.members(len(list), func(i int) string { return list[i].Name }, func(i int) {
		a := list[i]
		var settings []string
		if a.Final && a.Kind != "constant" {
			settings = append(settings, "final => true")
		}
		if a.Override {
			settings = append(settings, "override => true")
		}
		if a.Kind != "" {
			settings = append(settings, "kind => "+a.Kind)
		}
		if a.Value != nil {
			inner := formatter{algebra: f.algebra}
			inner.value(a.Value)
			settings = append(settings, "value => "+string(inner.out))
		}
		f.member(a.Type, settings)
	})
}

func (f *formatter) functions(list []Function) {
	f.members(len(list), func(i int) string { return list[i].Name }, func(i int) {
		var settings []string
		if list[i].Final {
			settings = append(settings, "final => true")
		}
		if list[i].Override {
			settings = append(settings, "override => true")
		}
		f.member(list[i].Type, settings)
	})
}

// typeParameters writes the type parameters without the Optional around each type.
func (f *formatter) typeParameters(t *ObjectType) {
	list := t.TypeParameters
	f.members(len(list), func(i int) string { return list[i].Name }, func(i int) {
		inner := list[i].Type
		if o, ok := inner.(*OptionalType); ok && o.Type != nil {
			inner = o.Type
		}
		var settings []string
		if list[i].Value != nil {
			if _, none := list[i].Value.(Undef); !none {
				v := formatter{algebra: f.algebra}
				v.value(list[i].Value)
				settings = []string{"value => " + string(v.out)}
			}
		}
		f.member(inner, settings)
	})
}

// splitConstants separates the constants whose type is exactly that of their value. They are
// written separately.
func (t *ObjectType) splitConstants() (attributes, constants []Attribute) {
	for _, a := range t.Attributes {
		if a.Kind == "constant" && a.plainConstant {
			constants = append(constants, a)
		} else {
			attributes = append(attributes, a)
		}
	}
	return attributes, constants
}

func (f *formatter) definedHere(t Type) (string, bool) {
	if f.typeSet == nil {
		return "", false
	}
	return f.typeSet.nameOf(t)
}

func (f *formatter) nameIn(t Type, name string) string {
	if short, ok := f.definedHere(t); ok {
		return short
	}
	return name
}

func (f *formatter) extension(t *ObjectExtensionType) {
	parts := t.initParameters()
	f.text(f.nameIn(t, t.Base.label()) + "[")
	if parts == nil {
		f.value(t.Parameters)
	}
	for i, p := range parts {
		if i > 0 {
			f.text(", ")
		}
		f.value(p)
	}
	f.text("]")
}

// initParameters returns the values of the type parameters in order, default for those left
// out. It returns nil if there are more than two, which are then written by name.
func (t *ObjectExtensionType) initParameters() []Value {
	names := t.Base.allTypeParameters()
	if len(names) > 2 {
		return nil
	}
	values := make([]Value, 0, len(names))
	last := 0
	for _, p := range names {
		v, ok := t.Parameters.GetString(p.Name)
		if !ok {
			v = Default{}
		} else {
			last = len(values) + 1
		}
		values = append(values, v)
	}
	return values[:last]
}

// allTypeParameters returns the type parameters of the parents and of t.
func (t *ObjectType) allTypeParameters() []Attribute {
	parent, ok := t.Parent.(*ObjectType)
	if !ok {
		return t.TypeParameters
	}
	list := append([]Attribute(nil), parent.allTypeParameters()...)
	for _, p := range t.TypeParameters {
		replaced := false
		for i := range list {
			if list[i].Name == p.Name {
				list[i], replaced = p, true
			}
		}
		if !replaced {
			list = append(list, p)
		}
	}
	return list
}

func (f *formatter) typeSetHash(t *TypeSetType) {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+" => "+value)
		}
	}
	quoted := func(s string) string {
		if s == "" {
			return ""
		}
		return Quote(s)
	}
	add("pcore_uri", quoted(t.PcoreURI))
	add("pcore_version", quoted(t.PcoreVersion))
	add("name_authority", quoted(t.NameAuthority))
	add("name", quoted(t.Name))
	add("version", quoted(t.Version))
	bare := func(inner *formatter, h *Hash) string {
		inner.hash(h, func(k Value) {
			if s, ok := k.(String); ok {
				inner.text(string(s))
			} else {
				inner.value(k)
			}
		})
		return string(inner.out)
	}
	if t.Types != nil {
		add("types", bare(&formatter{algebra: f.algebra, typeSet: t, expanded: true}, t.Types))
	}
	if t.References != nil {
		add("references", bare(&formatter{algebra: f.algebra}, t.References))
	}
	f.text("TypeSet[{" + strings.Join(parts, ", ") + "}]")
}

// nameOf returns the name that the set has for a type.
func (t *TypeSetType) nameOf(member Type) (string, bool) {
	if t.Types == nil {
		return "", false
	}
	for _, e := range t.Types.Entries() {
		if v, ok := e.Value.(TypeValue); ok && v.Type == member {
			name, ok := e.Key.(String)
			return string(name), ok
		}
	}
	return "", false
}
