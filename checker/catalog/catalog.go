// Package catalog holds catalogs as far as they are known without compiling: resources with the
// known values of their attributes, the edges between them, and what cannot be known.
//
// The checker fills them; the commands print, check and compare them. The package knows neither
// manifests nor how values are computed.
//
// Invariants: everything Certain is in every catalog that Puppet compiles from the same code,
// data and facts, if compilation succeeds. A Value is the value that an attribute has there.
// What is not known is marked as such, and never guessed.
package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/source"
	"puppet-lint/types"
)

// Catalog is the known part of a catalog.
type Catalog struct {
	// Name is the name of the class or node.
	Name string
	// Node is true for the catalog of a node.
	Node bool
	// Resources are in the order in which they are declared.
	Resources []*Resource
	// Edges are the known edges.
	Edges []Edge
	// Realized are the references that are certain to be passed to realize().
	Realized []Reference
	// Gaps are the reasons why the catalog may contain more than is listed.
	Gaps []Gap
	// Unknown is true if the evaluation was given up, so that nothing of the catalog is known and nothing is
	// listed. Gaps say why.
	Unknown bool
	// Failure, if not nil, certainly prevents the compilation.
	Failure *Gap
	// PossibleFailures are the errors that may prevent the compilation: they are on paths that may
	// not be taken, or depend on settings of Puppet.
	PossibleFailures []Gap
	// Calls are the calls of functions written in Ruby whose results the code does not use. They are
	// only listed if the catalog is to be compared.
	Calls []Call
	// Duplicates are the resources that are certainly declared twice.
	Duplicates []Duplicate

	byKey map[string]*Resource
}

// Identity is the type and the title of a resource.
type Identity struct {
	// Type is written as in a reference: Apache::Vhost.
	Type string
	// Title is empty if it is not known.
	Title string
	// ref and key are made once: catalogs are searched for them over and over.
	ref, key string
}

// Identify returns the identity of a resource. The title is empty if it is not known.
func Identify(ofType, title string) Identity {
	if title == "" {
		return Identity{Type: ofType}
	}
	ref := ofType + "[" + title + "]"
	return Identity{ofType, title, ref, Key(ref)}
}

// Ref returns the reference to the resource, or "" if its title is not known.
func (i *Identity) Ref() string { return i.ref }

// Key returns the normal form of the reference, or "" if the title is not known.
func (i *Identity) Key() string { return i.key }

// Resource is a resource of a catalog.
type Resource struct {
	Identity
	// TitleType is the type of a title that is not known, and TitleCode its code if a resource
	// expression declares the resource.
	TitleType, TitleCode string
	// Certain is true if the resource is always in the catalog.
	Certain bool
	// Virtual is true for a resource that is not realized, Exported for an exported one.
	Virtual, Exported bool
	// Defined is true if the type is a defined type.
	Defined bool
	// Location is where the resource is declared.
	Location Location
	// Container is the reference to the resource that contains this one; empty if there is
	// none.
	Container string
	// IncludedBy is the class that first includes this class; empty if there is none.
	IncludedBy string
	// Open is true if there may be more attributes than are listed.
	Open bool
	// Attributes are in the order in which they are set.
	Attributes []*Attribute
}

// Attribute is an attribute of a resource. Resources share attributes: they do not change.
type Attribute struct {
	Name string
	// Value is nil if the value is not known, or if the attribute may not be set.
	Value types.Value
	// Text is the value in Puppet's syntax, or its type.
	Text string
	// Origin is where the value comes from: "default", "data", "resource default", "override"
	// or "collector"; empty for the declaration itself.
	Origin string
}

// Location is a location in a file.
type Location struct {
	File *source.File
	Span source.Span
}

// Position returns the file's name and the 1-based line. The name is empty if the location is
// unknown.
func (p Location) Position() (name string, line int) {
	if p.File == nil {
		return "", 0
	}
	return p.File.Name, p.File.Position(p.Span.Start).Line
}

// EdgeKind is the meaning of an edge.
type EdgeKind string

// The kinds of edges: containment, the orders of before and require, and the orders with
// refreshes of notify and subscribe.
const (
	Contains EdgeKind = "contains"
	Before   EdgeKind = "before"
	Notifies EdgeKind = "notify"
)

// Edge connects two resources.
type Edge struct {
	From, To string
	Kind     EdgeKind
	Location Location
}

// Reference is a reference to a resource, and where it is.
type Reference struct {
	Ref      string
	Location Location
}

// Gap is something that is not known, and where it is.
type Gap struct {
	What     string
	Location Location
}

// Call is a call of a function: its code, and the name with the values of the arguments as text.
type Call struct{ Code, Values string }

// Duplicate is a resource that is declared twice.
type Duplicate struct {
	Ref           string
	First, Second Location
}

// label returns the reference to a resource. If its title is not known, the code or the type of the
// title stands for it.
func (r *Resource) label() string {
	if r.ref != "" {
		return r.ref
	}
	return r.Type + "[" + cmp.Or(r.TitleCode, r.TitleType) + "]"
}

// Attribute returns the attribute called name, or nil.
func (r *Resource) Attribute(name string) *Attribute {
	for _, a := range r.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Find returns the resource with a reference, or nil.
func (c *Catalog) Find(ref string) *Resource { return c.withKey(Key(ref)) }

// withKey returns the resource with the normal form of a reference, or nil.
func (c *Catalog) withKey(key string) *Resource {
	if c.byKey == nil {
		c.byKey = make(map[string]*Resource, len(c.Resources))
		for _, r := range c.Resources {
			if r.key != "" && c.byKey[r.key] == nil {
				c.byKey[r.key] = r
			}
		}
	}
	return c.byKey[key]
}

// Key returns the normal form of a reference, in which equal references are identical: types, and titles
// of classes, ignore case and leading colons. Most references have this form.
func Key(ref string) string {
	name, title, found := strings.Cut(ref, "[")
	switch isClass := strings.EqualFold(name, "class"); {
	case !found:
		return ""
	case isCapitalized(name) && (!isClass || isCapitalized(title)):
		return ref
	case isClass:
		return "Class[" + types.CapitalizeSegments(strings.ToLower(strings.TrimPrefix(title, "::")))
	}
	return types.CapitalizeSegments(strings.ToLower(name)) + "[" + title
}

// isCapitalized reports whether a name has the form that types.CapitalizeSegments gives a name in lower
// case. It returns false for names that are not ASCII.
func isCapitalized(name string) bool {
	starts := true
	for i := range len(name) {
		c := name[i]
		isUpper, isLower := 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z'
		if c >= utf8.RuneSelf || starts && isLower || !starts && isUpper || i == 0 && c == ':' {
			return false
		}
		starts = c == ':' && i > 0 && name[i-1] == ':'
	}
	return true
}

// sortedGaps returns the gaps without duplicates, sorted by place.
func sortedGaps(gaps []Gap) []Gap {
	sorted := slices.Clone(gaps)
	slices.SortStableFunc(sorted, func(a, b Gap) int {
		aName, aLine := a.Location.Position()
		bName, bLine := b.Location.Position()
		return cmp.Or(cmp.Compare(aName, bName), cmp.Compare(aLine, bLine), cmp.Compare(a.What, b.What))
	})
	return slices.CompactFunc(sorted, func(a, b Gap) bool {
		aName, aLine := a.Location.Position()
		bName, bLine := b.Location.Position()
		return a.What == b.What && aName == bName && aLine == bLine
	})
}

// Settle sorts the gaps. The catalog does not change after that.
func (c *Catalog) Settle() {
	c.Gaps, c.PossibleFailures = sortedGaps(c.Gaps), sortedGaps(c.PossibleFailures)
}
