package compile

import (
	"maps"
	"slices"

	"puppet-lint/checker/catalog"
	"puppet-lint/types"
)

// madeResources holds the resources that the recorded evaluation of a resource expression has made, in
// their order. Replays copy them. They share the attributes, which are most of a resource, until one of
// them changes its own. A nil madeResources holds nothing.
type madeResources struct {
	resources []madeResource
	// isComplete is set after the recorded evaluation. Nothing changes after that.
	isComplete bool
}

// madeResource is a resource as the expression declares it, before anything else changes it.
type madeResource struct {
	resource catalog.Resource
	from     compiledResource // without its catalog.Resource, its number and its scope
	defaults []resourceDefault
}

// keep adds a resource whose attributes are set. defaults are the resource defaults of its type.
func (m *madeResources) keep(r *compiledResource, defaults []resourceDefault) {
	if m == nil || m.isComplete {
		return
	}
	r.sharesAttributes = true
	r.tags = slices.Clip(r.tags)
	m.resources = append(m.resources, madeResource{*r.Resource, compiledResource{kind: r.kind, values: r.values, tags: r.tags, unknownTags: r.unknownTags}, defaults})
}

// complete ends the recorded evaluation.
func (m *madeResources) complete() {
	if m != nil {
		m.isComplete = true
	}
}

// at returns a copy of the resource with an index for a scope, or nil if there is none for the resource
// defaults that apply there.
func (m *madeResources) at(index int, s *scope, defaults []resourceDefault) *compiledResource {
	if m == nil || !m.isComplete || !slices.Equal(m.resources[index].defaults, defaults) {
		return nil
	}
	resource, made := m.resources[index].resource, m.resources[index].from
	made.Resource, made.in, made.sharesAttributes = &resource, s, true
	return &made
}

// boundParameters holds the values of the parameters of a body, and what the recorded evaluation made of
// the attributes of its resource. Replays share them.
type boundParameters struct {
	values []boundValue
	// attributesBefore and valuesBefore are those of the resource before the parameters were set,
	// attributes and types after it.
	attributesBefore, attributes []*catalog.Attribute
	valuesBefore, types          map[string]types.Type
	// isRecorded is set with the first use, after which nothing changes. isShared reports whether the
	// attributes may be shared.
	isRecorded, isShared bool
}

// boundValue is the value of a parameter. origin is "data", "default", or "" for a given value.
type boundValue struct {
	name   string
	value  types.Type
	origin string
}

// bind sets the parameters of the body of a resource.
func (r *compiledResource) bind(e *scope, bound *boundParameters) {
	if bound.isShared && slices.Equal(r.Attributes, bound.attributesBefore) && maps.Equal(r.values, bound.valuesBefore) {
		r.Attributes, r.values, r.indexesByName, r.sharesAttributes = bound.attributes, bound.types, nil, true
		return
	}
	isFirst := !bound.isRecorded
	if isFirst {
		bound.isRecorded, bound.attributesBefore, bound.valuesBefore = true, r.Attributes, r.values
		r.sharesAttributes = true
	}
	addsTags := false
	for _, one := range bound.values {
		r.set(e, one.name, one.value, one.origin)
		addsTags = addsTags || one.name == "tag"
	}
	if isFirst && !addsTags {
		bound.isShared, bound.attributes, bound.types = true, r.Attributes, r.values
		r.sharesAttributes = true
	}
}

// own gives a resource attributes of its own before they change.
func (r *compiledResource) own() {
	if !r.sharesAttributes {
		return
	}
	r.sharesAttributes = false
	r.Attributes, r.values = slices.Clone(r.Attributes), maps.Clone(r.values)
}

// forgetAll makes the values of all attributes unknown, and says that there may be more.
func (r *compiledResource) forgetAll() {
	r.own()
	r.Open = true
	for at := range r.Attributes {
		r.replace(at, func(a *catalog.Attribute) { a.Value = nil })
	}
}

// replace replaces an attribute by a changed copy.
func (r *compiledResource) replace(at int, change func(a *catalog.Attribute)) {
	changed := *r.Attributes[at]
	change(&changed)
	r.Attributes[at] = &changed
}
