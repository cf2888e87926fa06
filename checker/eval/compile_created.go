package eval

import (
	"slices"
	"strings"

	"puppet-lint/catalog"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// CreateResources adds the resources that a call creates from a hash to the catalog. Attributes
// that a resource lacks come from the argument at defaultsAt.
func (e *catalogScope) CreateResources(c *Call, kind resourceKind, known bool, resources []created, exact bool, defaultsAt int) {
	if !known || !exact {
		if known && lattice.SizeOf(c.argument(defaultsAt-1)).High == 0 && lattice.TypeClassOf(c.argument(defaultsAt-1)) == lattice.HashClass {
			return
		}
		e.noteOpenCall(c, kind)
		return
	}
	form := syntax.Regular
	if name, _ := lattice.StringOf(c.argument(0)); defaultsAt == 2 {
		switch strings.TrimLeft(name, "@") {
		case name:
		case name[min(len(name), 1):]:
			form = syntax.Virtual
		default:
			form = syntax.Exported
		}
	}
	for _, one := range resources {
		given, exact := e.createdAttributes(one.attributes)
		defaults, exactDefaults := e.createdAttributes(c.argument(defaultsAt))
		given.open = !exact
		for i, name := range defaults.Names {
			switch at := slices.Index(given.Names, name); {
			case at < 0 && given.open:
				given.Names, given.values = append(given.Names, name), append(given.values, e.Unknown)
			case at < 0:
				given.Names, given.values = append(given.Names, name), append(given.values, defaults.values[i])
			}
		}
		given.open = given.open || !exactDefaults
		if one.title == "" {
			e.noteOpenCall(c, kind)
			continue
		}
		e.compileOne(c, kind, form, one.title, given)
	}
}

// compileOne adds a resource that a call creates to the catalog. All calls but create_resources
// leave an existing resource alone.
func (e *catalogScope) compileOne(c *Call, kind resourceKind, form syntax.ResourceForm, title string, given Attributes) {
	if c.name != "create_resources" {
		ref := types.CapitalizeSegments(kind.name) + "[" + title + "]"
		if r := e.k.byKey[catalog.Key(ref)]; r != nil {
			if !r.Certain {
				for _, attribute := range r.Attributes {
					attribute.Value = nil
				}
				r.Open = true
				r.Certain = e.isCertain()
			}
			return
		}
	}
	e.declareResources(kind, form, []Type{e.Str(title)}, true, given, nil, c.at)
}

// createdAttributes returns the attributes in a hash. exact reports whether these are all.
func (e *catalogScope) createdAttributes(hash Type) (given Attributes, exact bool) {
	if lattice.TypeClassOf(hash) == lattice.UndefClass {
		return given, true
	}
	fields, exact := e.ExactFields(hash)
	if lattice.TypeClassOf(hash) == lattice.HashClass && lattice.SizeOf(hash).High == 0 {
		exact = true
	}
	for _, f := range fields {
		value := f.Value
		if f.Optional {
			value = e.Unknown
		}
		given.Names, given.values = append(given.Names, f.Name), append(given.values, value)
	}
	return given, exact
}

// noteOpenCall records that the resources which a call creates are not all known.
func (e *catalogScope) noteOpenCall(c *Call, kind resourceKind) {
	k := e.k
	what := "the resources that " + c.name + "() creates are not known"
	if k.openTypes[kind.name] = true; kind.name == "" || kind.name == "class" {
		k.open = true
	}
	if kind.defined != nil {
		k.open = true
	}
	k.gap(what, e.locationOf(c.at))
}

// EnsureResources adds the resources that a call ensures to the catalog. Their titles are in the
// argument at position, their attributes in the next one.
func (e *catalogScope) EnsureResources(c *Call, kind resourceKind, known bool, position int) {
	titles, exact := e.FlattenOne(c.argument(position), 0)
	if !known || !exact {
		e.noteOpenCall(c, kind)
		return
	}
	given, exactGiven := e.createdAttributes(c.argument(position + 1))
	given.open = !exactGiven
	given = e.EnsuredAttributes(kind, given, position == 0)
	for _, title := range titles {
		text, known := lattice.StringOf(title)
		if !known {
			e.noteOpenCall(c, kind)
			continue
		}
		if kind.name == "class" {
			text = module.Normalize(text)
		}
		e.compileOne(c, kind, syntax.Regular, text, given)
	}
}
