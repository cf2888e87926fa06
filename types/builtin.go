package types

import "puppet-lint/internal/ascii"

const (
	pcoreURI         = "http://puppet.com/2016.1/pcore"
	runtimeAuthority = "http://puppet.com/2016.1/runtime"
)

// defineBuiltins defines Puppet's own aliases and object types.
func (s *Store) defineBuiltins() {
	s.Object = s.ObjectOf(ObjectType{})
	s.TypeSet = s.TypeSetOf(TypeSetType{Name: "DefaultTypeSet", NameAuthority: runtimeAuthority, PcoreURI: pcoreURI, PcoreVersion: "1.0.0", Version: "0.0.0"})
	s.Data, s.RichData, s.RichDataKey = s.Alias("Data"), s.Alias("RichData"), s.Alias("RichDataKey")
	s.builtinAliases = map[string]Type{
		"Data":        s.RawVariant(s.ScalarData, s.Undef, s.HashOf(s.String, s.Data, nil), s.ArrayOf(s.Data, nil)),
		"RichDataKey": s.RawVariant(s.String, s.Numeric),
		"RichData": s.RawVariant(s.Scalar, s.SemVerRange, s.Binary, s.Sensitive, s.Type, s.TypeSet, s.URI, s.Object, s.Undef,
			s.Default, s.HashOf(s.RichDataKey, s.RichData, nil), s.ArrayOf(s.RichData, nil)),
		"Puppet::LookupKey":   s.RichDataKey,
		"Puppet::LookupValue": s.RichData,
	}
	s.Annotation = s.ObjectOf(ObjectType{Name: "Annotation"})
	functionName, _ := s.RegexpOf(`\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z`)
	s.Deferred = s.ObjectOf(ObjectType{Name: "Deferred", Attributes: []Attribute{
		{Name: "name", Type: s.PatternOf([]*RegexpType{functionName})},
		{Name: "arguments", Type: s.OptionalOf(s.Array), Value: Undef{}},
	}})
	selector := s.RawVariant(s.String, s.Regexp, s.TypeOf(s.Enum), s.TypeOf(s.Pattern), s.TypeOf(s.NotUndef), s.TypeOf(s.Undef))
	text := s.OptionalOf(s.NonEmptyString)
	s.Error = s.ObjectOf(ObjectType{Name: "Error",
		TypeParameters: []Attribute{{Name: "kind", Type: s.OptionalOf(selector)}, {Name: "issue_code", Type: s.OptionalOf(selector)}},
		Attributes: []Attribute{
			{Name: "msg", Type: s.NonEmptyString},
			{Name: "kind", Type: text, Value: Undef{}},
			{Name: "details", Type: s.OptionalOf(s.HashOf(s.NonEmptyString, s.Data, nil)), Value: Undef{}},
			{Name: "issue_code", Type: text, Value: Undef{}},
		},
		Functions: []Function{{Name: "message", Type: s.CallableOf(s.TupleOf(nil, s.Size(0, 0)), nil, s.NonEmptyString)}},
	})
}

// Builtin returns Puppet's own type of a name, in any case: a plain type, a built-in alias or
// an object type.
func (s *Store) Builtin(name string) (Type, bool) {
	t, ok := s.byName(ascii.Lower(name))
	return t, ok
}

// byName is Builtin for a name in lower case.
func (s *Store) byName(name string) (Type, bool) {
	switch name {
	case "any":
		return s.Any, true
	case "array":
		return s.Array, true
	case "binary":
		return s.Binary, true
	case "boolean":
		return s.Boolean, true
	case "callable":
		return s.Callable, true
	case "catalogentry":
		return s.CatalogEntry, true
	case "class":
		return s.Class, true
	case "collection":
		return s.Collection, true
	case "default":
		return s.Default, true
	case "enum":
		return s.Enum, true
	case "float":
		return s.Float, true
	case "hash":
		return s.Hash, true
	case "init":
		return s.Init, true
	case "integer":
		return s.Integer, true
	case "iterable":
		return s.Iterable, true
	case "iterator":
		return s.Iterator, true
	case "notundef":
		return s.NotUndef, true
	case "numeric":
		return s.Numeric, true
	case "object":
		return s.Object, true
	case "optional":
		return s.Optional, true
	case "pattern":
		return s.Pattern, true
	case "regexp":
		return s.Regexp, true
	case "resource":
		return s.Resource, true
	case "runtime":
		return s.Runtime, true
	case "scalar":
		return s.Scalar, true
	case "scalardata":
		return s.ScalarData, true
	case "semver":
		return s.SemVer, true
	case "semverrange":
		return s.SemVerRange, true
	case "sensitive":
		return s.Sensitive, true
	case "string":
		return s.String, true
	case "struct":
		return s.Struct, true
	case "timespan":
		return s.Timespan, true
	case "timestamp":
		return s.Timestamp, true
	case "tuple":
		return s.Tuple, true
	case "type":
		return s.Type, true
	case "typealias":
		return s.Alias("UnresolvedAlias"), true
	case "typereference":
		return s.Reference, true
	case "typeset":
		return s.TypeSet, true
	case "undef":
		return s.Undef, true
	case "uri":
		return s.URI, true
	case "variant":
		return s.Variant, true
	case "data":
		return s.Data, true
	case "richdata":
		return s.RichData, true
	case "richdatakey":
		return s.RichDataKey, true
	case "puppet::lookupkey":
		return s.Alias("Puppet::LookupKey"), true
	case "puppet::lookupvalue":
		return s.Alias("Puppet::LookupValue"), true
	case "deferred":
		return s.Deferred, true
	case "error":
		return s.Error, true
	case "annotation":
		return s.Annotation, true
	}
	return nil, false
}
