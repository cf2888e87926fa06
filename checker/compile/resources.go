package compile

import (
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// add adds a resource to the catalog and reports whether it is new. Declaring a resource twice
// is a failure if both declarations are certain.
func (k *compilation) add(r *compiledResource) bool {
	ref, key := r.Ref(), r.Key()
	if ref == "" {
		k.openTypes[r.kind.Name] = true
		k.number(r)
		return true
	}
	if first := k.byKey[key]; first != nil {
		if first.Certain && r.Certain {
			k.catalog.Duplicates = append(k.catalog.Duplicates, catalog.Duplicate{Ref: ref, First: first.Location, Second: r.Location})
			k.fails(ref+" is declared twice", r.Location)
			return false
		}
		// The catalog has at most one of the two resources, and it is unknown which.
		for index, attribute := range first.Attributes {
			if at := r.indexOf(attribute.Name); at < 0 || r.Attributes[at].Text != attribute.Text {
				k.forgetValue(first, index, r.values[attribute.Name])
			}
		}
		first.Open = true
		first.Certain = first.Certain || r.Certain
		return false
	}
	k.byKey[key] = r
	k.number(r)
	for _, pending := range k.pendingOverrides[key] {
		k.applyOverride(r, pending)
	}
	return true
}

// number appends a resource to those of the catalog.
func (k *compilation) number(r *compiledResource) {
	r.number = len(k.resources)
	k.resources = append(k.resources, r)
}

// forgetValue makes the value of the attribute at an index unknown, because another possible
// declaration sets it to a value of the type other, or does not set it if other is nil. The new type
// covers both values.
func (k *compilation) forgetValue(r *compiledResource, at int, other types.Type) {
	r.own()
	r.replace(at, func(attribute *catalog.Attribute) {
		attribute.Value = nil
		own := r.values[attribute.Name]
		if own == nil {
			return
		}
		if other == nil {
			other = k.Undef
		}
		both := k.Join(own, other)
		r.values[attribute.Name] = both
		if !r.in.HoldsSensitive(both, 0) {
			attribute.Text = k.textOf(both)
		}
	})
}

// contain records that one resource contains another.
func (k *compilation) contain(container, ref string, at catalog.Location) {
	if container != "" && ref != "" {
		k.catalog.Edges = append(k.catalog.Edges, catalog.Edge{From: container, To: ref, Kind: catalog.Contains, Location: at})
	}
}

// set sets an attribute of a resource.
func (r *compiledResource) set(e *scope, name string, value types.Type, origin string) {
	r.own()
	r.values[name] = value
	at := r.indexOf(name)
	if value == e.Undef {
		if at >= 0 {
			r.Attributes, r.indexesByName = slices.Delete(r.Attributes, at, at+1), nil
		}
		return
	}
	shown := e.k.show(e, value)
	attribute := &catalog.Attribute{Name: name, Value: shown.value, Text: shown.text, Origin: origin}
	if name == "tag" {
		r.addTags(e, value)
	}
	if at >= 0 {
		if origin == "" {
			attribute.Origin = r.Attributes[at].Origin
		}
		r.Attributes[at] = attribute
		return
	}
	if r.indexesByName != nil {
		r.indexesByName[name] = len(r.Attributes)
	}
	r.Attributes = append(r.Attributes, attribute)
}

// manyAttributes is the number of attributes above which a resource gets an index.
const manyAttributes = 32

// indexOf returns the index of the attribute called name, or -1.
func (r *compiledResource) indexOf(name string) int {
	if len(r.Attributes) < manyAttributes {
		return slices.IndexFunc(r.Attributes, func(a *catalog.Attribute) bool { return a.Name == name })
	}
	if r.indexesByName == nil {
		r.indexesByName = make(map[string]int, len(r.Attributes))
		for i, a := range r.Attributes {
			r.indexesByName[a.Name] = i
		}
	}
	if at, isSet := r.indexesByName[name]; isSet {
		return at
	}
	return -1
}

// forget makes the value of an attribute unknown.
func (r *compiledResource) forget(e *scope, name string) { r.set(e, name, e.Unknown, "") }

// catalogValue returns the value that a type with a single value has in a catalog. References
// to resources and Sensitive values count, too.
func (s *scope) catalogValue(t types.Type) (types.Value, bool) {
	if value, ok := lattice.ValueOf(t); ok {
		return value, true
	}
	switch lattice.TypeClassOf(t) {
	case lattice.TypeValueClass:
		switch reference := lattice.TypeIn(t).(type) {
		case *types.ClassType:
			return types.TypeValue{Type: reference}, reference.HasName
		case *types.ResourceType:
			return types.TypeValue{Type: reference}, reference.HasTitle
		}
	case lattice.ArrayClass:
		elements, exact := lattice.TupleOf(t)
		list := make(types.Array, len(elements))
		for i, element := range elements {
			if list[i], exact = s.catalogValue(element); !exact {
				return nil, false
			}
		}
		return list, exact || len(elements) == 0 && lattice.SizeOf(t).High == 0
	case lattice.HashClass:
		fields, exact := lattice.ExactFields(t)
		if !exact {
			return nil, false
		}
		entries := make([]types.HashEntry, len(fields))
		for i, field := range fields {
			value, ok := s.catalogValue(field.Value)
			if !ok {
				return nil, false
			}
			entries[i] = types.HashEntry{Key: types.String(field.Name), Value: value}
		}
		return types.NewHash(entries...), true
	}
	if s.IsSensitive(t) {
		if inner, ok := s.catalogValue(s.InnerOf(t)); ok {
			return &types.Sensitive{Value: inner}, true
		}
	}
	return nil, false
}

// addTags adds the tags in the value of the attribute tag.
func (r *compiledResource) addTags(e *scope, value types.Type) {
	items, exact := e.FlattenOne(value, 0)
	for _, item := range items {
		text, known := lattice.StringOf(item)
		exact = exact && known
		r.tags = append(r.tags, strings.ToLower(text))
	}
	r.unknownTags = r.unknownTags || !exact
}

// DeclareResources adds the resources that a resource expression declares to the catalog.
// made are the resources that an evaluation with the same arguments has made, or nil.
func (s *scope) DeclareResources(kind eval.ResourceKind, known bool, node *syntax.ResourceExpression, titles [][]types.Type, exact []bool, given []eval.Attributes, made *madeResources) {
	if !known && kind.Name == "" {
		s.k.open = true
		s.k.gap("the type of a resource is not known", s.locationOf(node))
		for _, body := range node.Bodies {
			if s.k.watchedAttributes(body) != nil {
				s.k.used.Code = true
			}
		}
		return
	}
	var inherited *eval.Attributes
	for i, body := range node.Bodies {
		if program.IsDefault(body.Title) {
			inherited = &given[i]
		}
	}
	next := 0
	for i, body := range node.Bodies {
		if !program.IsDefault(body.Title) {
			next = s.declareResources(kind, node.Form, resourceBody{titles[i], exact[i], given[i], inherited, body}, made, next)
		}
	}
}

// resourceBody is one body of a resource expression, or the resource that a function declares.
type resourceBody struct {
	titles []types.Type
	// exact is false if there may be other titles.
	exact bool
	given eval.Attributes
	// inherited are the attributes of the expression's default body, or nil.
	inherited *eval.Attributes
	at        syntax.Node
}

// declareResources adds the resources of one body to the catalog. next is the index of the first of them
// in made; the index after the last one is returned.
func (s *scope) declareResources(kind eval.ResourceKind, form syntax.ResourceForm, body resourceBody, made *madeResources, next int) (after int) {
	place, titles := s.locationOf(body.at), body.titles
	if !body.exact {
		titles = []types.Type{s.String}
	}
	for _, title := range titles {
		if lattice.TypeClassOf(title) == lattice.DefaultClass {
			continue
		}
		text, known := lattice.StringOf(title)
		if kind.Name == "class" {
			if s.k.watchedAttributes(body.at) != nil {
				s.k.used.Code = true
			}
			if !known {
				s.k.open = true
				s.k.gap("the name of a class is not known", place)
				continue
			}
			s.declareClassWith(module.Normalize(text), body.given, body.inherited, place)
			continue
		}
		defaults := s.resourceDefaults(kind.Name)
		r := made.at(next, s, defaults)
		if r == nil {
			r = body.newResource(s, kind, form, title)
			s.fill(r, body.given, body.inherited, defaults)
			made.keep(r, defaults)
		}
		next++
		s.recordDeclared(r, s.addDeclared(r, place), body.at)
	}
	return next
}

// newResource returns a resource of the body without attributes.
func (body *resourceBody) newResource(s *scope, kind eval.ResourceKind, form syntax.ResourceForm, title types.Type) *compiledResource {
	text, known := lattice.StringOf(title)
	r := &compiledResource{
		Resource: &catalog.Resource{
			Identity: catalog.Identify(types.CapitalizeSegments(kind.Name), text), TitleType: s.k.textOf(title), Certain: known && s.isCertain(),
			Virtual: form != syntax.Regular, Exported: form == syntax.Exported, Defined: kind.Defined != nil, Location: s.locationOf(body.at), Open: body.given.Open,
		},
		kind: kind, in: s, values: make(map[string]types.Type, len(body.given.Names)),
	}
	if node, ok := body.at.(*syntax.ResourceBody); ok && !known {
		r.TitleCode = s.Body.Manifest.Source.Slice(s.Body.Manifest.Extent(node.Title))
	}
	return r
}

// fill gives a resource its attributes: its own, those of the expression's default body, and
// the resource defaults of the scope.
func (s *scope) fill(r *compiledResource, given eval.Attributes, inherited *eval.Attributes, defaults []resourceDefault) {
	for i, name := range given.Names {
		r.set(s, name, given.Values[i], "")
	}
	if inherited != nil {
		r.Open = r.Open || inherited.Open
		for i, name := range inherited.Names {
			if slices.Contains(given.Names, name) {
				continue
			}
			if given.Open {
				r.forget(s, name)
			} else {
				r.set(s, name, inherited.Values[i], "")
			}
		}
	}
	for _, byDefault := range defaults {
		if value, isSet := r.values[byDefault.name]; isSet && (value != s.Undef || slices.Contains(given.Names, byDefault.name)) {
			continue
		}
		if r.Open || !byDefault.certain {
			r.forget(s, byDefault.name)
			continue
		}
		r.set(s, byDefault.name, byDefault.value, "resource default")
	}
	if r.kind.Defined != nil {
		return
	}
	for name, value := range r.values { // a native type has no attribute with the value undef
		if value == s.Undef {
			delete(r.values, name)
		}
	}
}

// addDeclared adds a resource to the catalog, records its container, and reports whether the
// resource is new.
func (s *scope) addDeclared(r *compiledResource, place catalog.Location) bool {
	if !s.k.add(r) {
		return false
	}
	if r.Ref() != "" && !s.IsUncontained(r.kind.Name) {
		r.Container = s.containerRef()
		s.k.contain(r.Container, r.Ref(), place)
	}
	return true
}

// containerRef returns the reference of the resource that contains what the scope declares.
func (s *scope) containerRef() string {
	if s.resource != nil {
		return s.resource.Ref()
	}
	return "Class[Main]"
}

// resourceDefaults returns the resource defaults of a type in the scope. For each attribute,
// the innermost scope that sets it counts.
func (s *scope) resourceDefaults(kind string) []resourceDefault {
	var found []resourceDefault
	for scope := s; scope != nil; scope = scope.outer {
		for _, one := range slices.Backward(scope.defaults) {
			if one.kind == kind && !slices.ContainsFunc(found, func(known resourceDefault) bool { return known.name == one.name }) {
				found = append(found, one)
			}
		}
	}
	return found
}

// SetDefaults evaluates Type { … }.
func (s *scope) SetDefaults(kind eval.ResourceKind, given eval.Attributes) {
	for i, name := range given.Names {
		s.defaults = append(s.defaults, resourceDefault{kind.Name, name, given.Values[i], s.isCertain()})
	}
}

// declareClassWith declares a class with values.
func (s *scope) declareClassWith(name string, given eval.Attributes, inherited *eval.Attributes, at catalog.Location) {
	k := s.k
	d := k.Class(name)
	if d == nil {
		k.include(s, name, at, s.isCertain())
		return
	}
	if known := k.classes[name]; known != nil {
		switch {
		case k.uncertain[name]: // the path that has declared the class before may not be taken
		case known.resource.Certain && s.isCertain():
			k.catalog.Duplicates = append(k.catalog.Duplicates, catalog.Duplicate{Ref: known.resource.Ref(), First: known.resource.Location, Second: at})
			k.fails(known.resource.Ref()+" is declared twice, with values", at)
		case s.isCertain():
			// The uncertain path that has declared the class before cannot have been taken.
			k.uncertain[name], k.again = true, true
			k.forced(name)
		}
		return
	}
	names, values := slices.Clone(given.Names), map[string]types.Type{}
	open := given.Open
	for i, attribute := range given.Names {
		values[attribute] = given.Values[i]
	}
	if inherited != nil {
		open = open || inherited.Open
		for i, attribute := range inherited.Names {
			if _, isOwn := values[attribute]; !isOwn {
				names, values[attribute] = append(names, attribute), inherited.Values[i]
			}
		}
	}
	class := k.declareClass(s, d, values, open, at, s.isCertain())
	for _, name := range names {
		if module.IsMetaparameter(name) {
			class.resource.set(s, name, values[name], "")
		}
	}
}

// IncludeAnyOf evaluates include, contain or require if the argument may name several classes.
// Each of them is in the catalog on some paths.
func (s *scope) IncludeAnyOf(of types.Type, at syntax.Node) {
	k, place := s.k, s.locationOf(at)
	texts, known := []string(nil), false
	if of != nil && !s.IsUnknown(of) {
		texts, known = lattice.TextsOf(of, false)
	}
	if !known || len(texts) > maxPossible {
		k.open = true
		k.gap("the name of a class is not known", place)
		return
	}
	for _, text := range texts {
		k.include(s, module.Normalize(text), place, false)
	}
}

// IncludeClass evaluates include, contain or require for one class. name is "" if it is
// unknown.
func (s *scope) IncludeClass(function, name string, at syntax.Node) {
	k, place := s.k, s.locationOf(at)
	class := k.include(s, name, place, s.isCertain())
	if class == nil || s.resource == nil || !s.isCertain() {
		return
	}
	own, ref := s.containerRef(), class.resource.Ref()
	switch function {
	case "contain":
		k.contain(own, ref, place)
	case "require":
		k.order(ref, own, catalog.Before, place)
	}
}

func (k *compilation) order(from, to string, kind catalog.EdgeKind, at catalog.Location) {
	k.catalog.Edges = append(k.catalog.Edges, catalog.Edge{From: from, To: to, Kind: kind, Location: at})
}

// override holds the attributes that Type[title] { … } or a collector sets.
type override struct {
	in      *scope
	given   eval.Attributes
	appends map[string]bool
	certain bool
	origin  string
	// defaults are resource defaults that are set, too.
	defaults []resourceDefault
}

// OverrideResources evaluates Type[title] { … } for the resources that references name.
func (s *scope) OverrideResources(references []types.Type, given eval.Attributes) {
	k := s.k
	one := override{in: s, given: given, appends: appended(given), certain: s.isCertain(), origin: "override"}
	for _, reference := range references {
		ref, known := refOf(lattice.TypeIn(reference))
		if !known {
			k.overrideAll(lattice.ResourceTypeName(lattice.TypeIn(reference)), one)
			continue
		}
		key := catalog.Key(ref)
		if r := k.byKey[key]; r != nil {
			k.applyOverride(r, one)
			continue
		}
		k.pendingOverrides[key] = append(k.pendingOverrides[key], one)
	}
}

// overrideAll makes the attributes that an override sets unknown, for every resource of a type.
func (k *compilation) overrideAll(kind string, one override) {
	one.certain = false
	for _, r := range k.resources {
		if kind == "" || r.kind.Name == kind {
			k.applyOverride(r, one)
		}
	}
}

// appended returns the attributes that are set with +>.
func appended(given eval.Attributes) map[string]bool {
	found := map[string]bool{}
	for i, name := range given.Names {
		if operation, ok := given.Nodes[i][0].(*syntax.AttributeOperation); ok && operation.Operator == syntax.PlusArrow {
			found[name] = true
		}
	}
	return found
}

// applyOverride sets the attributes of an override in a resource.
func (k *compilation) applyOverride(r *compiledResource, one override) {
	e := one.in
	if one.given.Open {
		r.forgetAll()
	}
	for i, name := range one.given.Names {
		r.override(e, name, one.given.Values[i], one.appends[name], one.certain, one.origin)
	}
	for _, byDefault := range one.defaults {
		r.override(e, byDefault.name, byDefault.value, false, one.certain && byDefault.certain && !one.given.Open, "resource default")
	}
}

// override sets an attribute. If the resource has the attribute, and the value is a resource
// default of its scope, Puppet ignores the override (Puppet::Parser::Resource#override_parameter).
func (r *compiledResource) override(e *scope, name string, value types.Type, appends, certain bool, origin string) {
	before := r.values[name]
	if before != nil {
		switch r.in.isDefault(r.kind.Name, name, value) {
		case lattice.Always:
			return
		case lattice.Maybe:
			certain = false
		}
	}
	if appends {
		value = e.appendedTo(before, value)
	}
	if !certain {
		r.forget(e, name)
		return
	}
	r.set(e, name, value, origin)
}

// isDefault reports whether a value is the default that the scope, or one around it, sets for an
// attribute.
func (s *scope) isDefault(kind, name string, value types.Type) lattice.Truth {
	wanted, isKnown := s.catalogValue(value)
	result := lattice.Never
	for scope := s; scope != nil; scope = scope.outer {
		for _, one := range scope.defaults {
			if one.kind != kind || one.name != name {
				continue
			}
			found, known := scope.catalogValue(one.value)
			isEqual := known && isKnown && catalog.ExactText(found) == catalog.ExactText(wanted)
			switch {
			case isEqual && one.certain:
				return lattice.Always
			case isEqual || !known || !isKnown:
				result = lattice.Maybe
			}
		}
	}
	return result
}

// appendedTo returns the result of +>: an array of the old and the new values.
func (s *scope) appendedTo(before, value types.Type) types.Type {
	if before == nil || before == s.Undef {
		return value
	}
	var parts []types.Type
	for _, one := range []types.Type{before, value} {
		items, exact := s.FlattenOne(one, 0)
		if !exact {
			return s.Unknown
		}
		parts = append(parts, items...)
	}
	return s.Tuple(parts)
}

// refOf returns the reference that a resource type such as File['/x'] represents.
func refOf(t types.Type) (ref string, known bool) {
	switch t := t.(type) {
	case *types.ClassType:
		return "Class[" + types.CapitalizeSegments(module.Normalize(t.Name)) + "]", t.HasName
	case *types.ResourceType:
		name := types.CapitalizeSegments(strings.ToLower(t.Name))
		title := t.Title
		if name == "Class" {
			title = types.CapitalizeSegments(module.Normalize(title))
		}
		return name + "[" + title + "]", t.HasTitle
	}
	return "", false
}
