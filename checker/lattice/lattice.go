package lattice

import (
	"slices"

	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// Lattice has all operations of the package, which its parts implement. It is safe for use by
// several goroutines.
type Lattice struct {
	*core
	collections
	*descriptions
	comparison
	narrowing
	operators
	indexing
	// Converter converts constants.
	Converter *convert.Converter
}

// core has what all operations need: the types of the store, those of single values and of
// collections, joins, and the members of a type.
type core struct {
	Store   *types.Store
	Algebra *types.Algebra
	// AliasAcceptsUndef reports whether undef is an instance of an alias. It does not use the
	// algebra, because the algebra calls it while it resolves aliases.
	AliasAcceptsUndef func(name string, depth int) bool

	commonTypes
	scalarMembers, scalarDataMembers, numbers []Type
}

// commonTypes are the types of the store that operations give and compare with.
type commonTypes struct {
	Unknown, Never, Any                     Type
	Undef, DefaultType                      Type
	Boolean, TrueType, FalseType            Type
	Integer, Float, NumericType             Type
	String, NonEmptyString                  Type
	Timespan, Timestamp, Uri, BinaryType    Type
	CatalogEntry                            Type
	FactsType, TrustedType, ServerFactsType Type
}

// New returns a lattice over the types of a store. The resolver resolves aliases; target is the
// major version of Puppet.
func New(store *types.Store, resolver types.Resolver, target int) *Lattice {
	l := &Lattice{core: newCore(store, store.Algebra(resolver))}
	l.Converter = convert.New(l.Algebra)
	l.collections = collections{l.core}
	l.descriptions = &descriptions{core: l.core}
	l.comparison = comparison{l.core, l.collections}
	l.narrowing = narrowing{l.core, l.collections, l.comparison}
	l.operators = operators{l.core, l.collections, l.descriptions, target < 8}
	l.indexing = indexing{l.core, l.operators}
	return l
}

// newCore returns the core of a lattice over the types of a store.
func newCore(store *types.Store, algebra *types.Algebra) *core {
	l := &core{
		Store: store, Algebra: algebra,
		commonTypes: commonTypes{
			Unknown: store.Unknown, Never: store.Never, Any: store.Any, Undef: store.Undef, DefaultType: store.Default,
			Boolean: store.Boolean, TrueType: store.True, FalseType: store.False,
			Integer: store.Integer, Float: store.Float, NumericType: store.Numeric,
			String: store.String, NonEmptyString: store.NonEmptyString,
			Timespan: store.Timespan, Timestamp: store.Timestamp, Uri: store.URI, BinaryType: store.Binary,
			CatalogEntry: store.CatalogEntry,
		},
	}
	l.FactsType = store.HashOf(store.String, store.Unknown, nil)
	l.TrustedType, l.ServerFactsType = l.FactsType, l.FactsType
	l.numbers = []Type{store.Integer, store.Float}
	l.scalarDataMembers = []Type{store.String, store.Integer, store.Float, store.Boolean}
	l.scalarMembers = append(slices.Clone(l.scalarDataMembers), store.Regexp, store.SemVer, store.SemVerRange, store.Timespan, store.Timestamp)
	return l
}
