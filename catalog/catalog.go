// Package catalog holds catalogs as they are known without compiling: resources
// with the values that their attributes certainly have, the edges between them,
// and what cannot be known.
//
// The checker fills them; the commands print, judge and compare them. The
// package knows neither manifests nor how values come about.
//
// Invariants: what is Certain is in every catalog that Puppet compiles of the
// same code, data and facts, if it compiles one; a Value is the one that an
// attribute has there. What is not known is said to be so, and never guessed.
package catalog

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/source"
	"puppet-lint/types"
)

// Catalog is what is known of a catalog.
type Catalog struct {
	// Name is that of the class or node.
	Name string
	// Node says that it is the catalog of a node.
	Node bool
	// Resources are in the order in which they are declared.
	Resources []*Resource
	// Edges are those that are known.
	Edges []Edge
	// Gaps say why there may be more in the catalog than is known.
	Gaps []Gap
	// Failure, if it is set, certainly keeps the catalog from being compiled.
	Failure *Gap
	// DeclaredTwice are resources that are certain to be declared a second time.
	DeclaredTwice []Twice

	byRef map[string]*Resource
}

// Resource is a resource of a catalog.
type Resource struct {
	// Type is written as in a reference: Apache::Vhost.
	Type string
	// Title is empty where it is not known; TitleType is its type then.
	Title, TitleType string
	// Certain says that the resource is in the catalog.
	Certain bool
	// Virtual says that it is not realized, Exported that it is exported.
	Virtual, Exported bool
	// Defined says that the type is a defined type.
	Defined bool
	// Place is where it is declared.
	Place Place
	// Container is the reference to what contains it; empty for none.
	Container string
	// IncludedBy is the class that includes a class first; empty for none.
	IncludedBy string
	// Open says that there may be attributes besides those listed.
	Open bool
	// Attributes are in the order in which they are given.
	Attributes []*Attribute
}

// Attribute is one of a resource's attributes.
type Attribute struct {
	Name string
	// Value is nil when it is not known, or not known to be set at all.
	Value types.Value
	// Text is the value as Puppet code writes it, or the type that it has.
	Text string
	// Origin says where the value comes from: empty for the declaration itself,
	// otherwise "default", "data", "resource default", "override" or "collector".
	Origin string
}

// Place is a place in a file.
type Place struct {
	File *source.File
	Span source.Span
}

// Position is the file's name with the line, for people; empty for no place.
func (p Place) Position() (name string, line int) {
	if p.File == nil {
		return "", 0
	}
	return p.File.Name, p.File.Position(p.Span.Start).Line
}

// EdgeKind says what an edge means.
type EdgeKind string

// The kinds of edges: containment, and the orders that before and require, and
// notify and subscribe make.
const (
	Contains EdgeKind = "contains"
	Before   EdgeKind = "before"
	Notifies EdgeKind = "notify"
)

// Edge leads from a resource to another.
type Edge struct {
	From, To string
	Kind     EdgeKind
	Place    Place
}

// Gap is something that is not known, and where.
type Gap struct {
	What  string
	Place Place
}

// Twice is a resource that is declared a second time.
type Twice struct {
	Ref           string
	First, Second Place
}

// Ref is the reference to a resource; empty where its title is not known.
func (r *Resource) Ref() string {
	if r.Title == "" {
		return ""
	}
	return r.Type + "[" + r.Title + "]"
}

// Attribute is the attribute called name, or nil.
func (r *Resource) Attribute(name string) *Attribute {
	for _, a := range r.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Find is the resource with a reference, or nil.
func (c *Catalog) Find(ref string) *Resource {
	if c.byRef == nil {
		c.byRef = make(map[string]*Resource, len(c.Resources))
		for _, r := range c.Resources {
			if key := Key(r.Ref()); key != "" && c.byRef[key] == nil {
				c.byRef[key] = r
			}
		}
	}
	return c.byRef[Key(ref)]
}

// Key is a reference in the form in which equal ones are the same: the titles of
// classes do not depend on case and leading colons.
func Key(ref string) string {
	name, title, found := strings.Cut(ref, "[")
	if !found {
		return ""
	}
	name = strings.ToLower(name)
	if name == "class" {
		title = strings.ToLower(strings.TrimPrefix(title, "::"))
	}
	return name + "[" + title
}

// sortedGaps are the gaps once each, in the order of the places.
func sortedGaps(gaps []Gap) []Gap {
	sorted := slices.Clone(gaps)
	slices.SortStableFunc(sorted, func(a, b Gap) int {
		aName, aLine := a.Place.Position()
		bName, bLine := b.Place.Position()
		return cmp.Or(cmp.Compare(aName, bName), cmp.Compare(aLine, bLine), cmp.Compare(a.What, b.What))
	})
	return slices.CompactFunc(sorted, func(a, b Gap) bool {
		aName, aLine := a.Place.Position()
		bName, bLine := b.Place.Position()
		return a.What == b.What && aName == bName && aLine == bLine
	})
}

// Settle puts what has been gathered in order; the catalog does not change after it.
func (c *Catalog) Settle() { c.Gaps = sortedGaps(c.Gaps) }
