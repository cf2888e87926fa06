package compile

import (
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// CreateResources adds the resources that a call creates from a hash to the catalog. Attributes
// that a resource lacks come from the argument at defaultsAt.
func (s *scope) CreateResources(c *eval.Call, kind eval.ResourceKind, known bool, resources []eval.CreatedResource, exact bool, defaultsAt int) {
	if !known || !exact {
		if known && lattice.SizeOf(c.Argument(defaultsAt-1)).High == 0 && lattice.TypeClassOf(c.Argument(defaultsAt-1)) == lattice.HashClass {
			return
		}
		s.noteOpenCall(c, kind)
		return
	}
	form := syntax.Regular
	if name, _ := lattice.StringOf(c.Argument(0)); defaultsAt == 2 {
		switch strings.TrimLeft(name, "@") {
		case name:
		case name[min(len(name), 1):]:
			form = syntax.Virtual
		default:
			form = syntax.Exported
		}
	}
	for _, one := range resources {
		given, exact := s.createdAttributes(one.Attributes)
		defaults, exactDefaults := s.createdAttributes(c.Argument(defaultsAt))
		given.Open = !exact
		for i, name := range defaults.Names {
			switch at := slices.Index(given.Names, name); {
			case at < 0 && given.Open:
				given.Names, given.Values = append(given.Names, name), append(given.Values, s.Unknown)
			case at < 0:
				given.Names, given.Values = append(given.Names, name), append(given.Values, defaults.Values[i])
			}
		}
		given.Open = given.Open || !exactDefaults
		if one.Title == "" {
			s.noteOpenCall(c, kind)
			continue
		}
		s.compileOne(c, kind, form, one.Title, given)
	}
}

// compileOne adds a resource that a call creates to the catalog. All calls but create_resources
// leave an existing resource alone.
func (s *scope) compileOne(c *eval.Call, kind eval.ResourceKind, form syntax.ResourceForm, title string, given eval.Attributes) {
	if c.Name != "create_resources" {
		ref := types.CapitalizeSegments(kind.Name) + "[" + title + "]"
		if r := s.k.byKey[catalog.Key(ref)]; r != nil {
			if !r.Certain {
				r.forgetAll()
				r.Certain = s.isCertain()
			}
			return
		}
	}
	s.declareResources(kind, form, resourceBody{titles: []types.Type{s.Str(title)}, exact: true, given: given, at: c.At}, nil, 0)
}

// createdAttributes returns the attributes in a hash. exact reports whether these are all.
func (s *scope) createdAttributes(hash types.Type) (given eval.Attributes, exact bool) {
	if lattice.TypeClassOf(hash) == lattice.UndefClass {
		return given, true
	}
	fields, exact := lattice.ExactFields(hash)
	if lattice.TypeClassOf(hash) == lattice.HashClass && lattice.SizeOf(hash).High == 0 {
		exact = true
	}
	for _, f := range fields {
		value := f.Value
		if f.Optional {
			value = s.Unknown
		}
		given.Names, given.Values = append(given.Names, f.Name), append(given.Values, value)
	}
	return given, exact
}

// noteOpenCall records that a call may create resources that are unknown.
func (s *scope) noteOpenCall(c *eval.Call, kind eval.ResourceKind) {
	k := s.k
	what := "the resources that " + c.Name + "() creates are not known"
	k.openTypes[kind.Name] = true
	if kind.Name != "" && kind.Name != "class" && kind.Defined == nil {
		k.resourceGap(what, s.locationOf(c.At))
		return
	}
	k.open = true
	k.gap(what, s.locationOf(c.At))
}

// EnsureResources adds the resources that a call ensures to the catalog. Their titles are in the
// argument at position, their attributes in the next one.
func (s *scope) EnsureResources(c *eval.Call, kind eval.ResourceKind, known bool, position int) {
	titles, exact := s.FlattenOne(c.Argument(position), 0)
	if !known || !exact {
		s.noteOpenCall(c, kind)
		return
	}
	given, exactGiven := s.createdAttributes(c.Argument(position + 1))
	given.Open = !exactGiven
	given = s.EnsuredAttributes(kind, given, position == 0)
	for _, title := range titles {
		text, known := lattice.StringOf(title)
		if !known {
			s.noteOpenCall(c, kind)
			continue
		}
		if kind.Name == "class" {
			text = module.Normalize(text)
		}
		s.compileOne(c, kind, syntax.Regular, text, given)
	}
}
