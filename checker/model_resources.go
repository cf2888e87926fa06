package checker

import (
	"slices"
	"strings"

	"puppet-lint/module"
)

// modelCreateResources is create_resources(type, resources, defaults), and
// ensure_resources: both declare what a hash holds.
func (e *evaluator) modelCreateResources(c *call) Type {
	for _, argument := range c.arguments[min(1, len(c.arguments)):] {
		if !e.mayBe(argument, func(s shape, member Type) bool {
			return s == shapeHash || s == shapeAny || s == shapeOther && !e.isDeferred(member) || s == shapeUndef && c.name != "create_resources"
		}) {
			e.report(&argumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' takes hashes of resources and of attributes, not "+e.describe(argument))
			return e.undef
		}
	}
	kind, known := e.kindToCreate(c)
	resources, exact := e.exactFields(c.argument(1))
	if known && !exact && shapeOf(c.argument(1)) == shapeHash && sizeOf(c.argument(1)).low > 0 {
		// What all values hold, each of the resources gets, whatever its title.
		_, value := e.keyValueOf(c.argument(1))
		if kind.name != "class" && shapeOf(value) == shapeHash {
			e.checkCreated(c, kind, "", value, c.argument(2))
		} else {
			own, _ := e.attributesIn(value)
			e.noteCreated(c, kind, nil, own, false)
		}
	}
	if !known || !exact {
		return e.undef
	}
	for _, resource := range resources {
		e.checkCreated(c, kind, resource.name, resource.value, c.argument(2))
		e.declareCreated(c, kind, resource.name)
	}
	return e.undef
}

// modelEnsureResource is ensure_resource(type, titles, attributes).
func (e *evaluator) modelEnsureResource(c *call) Type {
	if kind, known := e.kindToCreate(c); known {
		e.ensure(c, kind, c.argument(1), c.argument(2))
	}
	return e.undef
}

// modelEnsurePackages is ensure_packages(names, attributes); names may be a
// hash with the attributes of each.
func (e *evaluator) modelEnsurePackages(c *call) Type {
	kind, known := e.resourceKindOf("package")
	if !known {
		return e.undef
	}
	if shapeOf(c.argument(0)) == shapeHash {
		resources, _ := e.exactFields(c.argument(0))
		for _, resource := range resources {
			e.checkCreated(c, kind, resource.name, resource.value, c.argument(1))
		}
		return e.undef
	}
	e.ensure(c, kind, c.argument(0), c.argument(1))
	return e.undef
}

// ensure declares resources of the same attributes.
func (e *evaluator) ensure(c *call, kind resourceKind, names, attributes Type) {
	titles, exact := e.flattenOne(names, 0)
	if !exact && kind.name != "class" {
		e.checkCreated(c, kind, "", attributes, e.undef)
	}
	if !exact {
		return
	}
	for _, title := range titles {
		if text, known := stringOf(title); known {
			e.checkCreated(c, kind, text, attributes, e.undef)
			e.declareCreated(c, kind, text)
		} else if kind.name != "class" && shapeOf(title) == shapeString {
			e.checkCreated(c, kind, "", attributes, e.undef)
		}
	}
}

// declareCreated notes a resource that a call declares. All but
// create_resources declare what has not been declared before.
func (e *evaluator) declareCreated(c *call, kind resourceKind, title string) {
	if kind.name == "class" {
		title = module.Normalize(title)
	}
	key := kind.name + "\x00'" + title
	first := e.declaredBefore(key)
	if first == nil {
		e.noteDeclared(declared{key: key}, e.body.manifest.Extent(c.at))
		return
	}
	if c.name == "create_resources" {
		e.reportDuplicate(kind, quote(title), c.at, first)
	}
}

// kindToCreate is the kind of resource that the first argument of a call names;
// one that does not exist is reported, if there is something to create.
func (e *evaluator) kindToCreate(c *call) (kind resourceKind, known bool) {
	name, known := stringOf(c.argument(0))
	if !known {
		return kind, false
	}
	name = module.Normalize(strings.TrimLeft(name, "@"))
	kind, known = e.resourceKindOf(name)
	if second := c.argument(1); !known && (sizeOf(second).low > 0 || shapeOf(second) == shapeString && c.name != "create_resources") { // otherwise it is never looked for
		e.reportUnknownResourceType(name, c.at)
	}
	return kind, known
}

// checkCreated checks one resource that a call declares with attributes, and
// with defaults for those that it does not give. The title is empty when it is
// not known.
func (e *evaluator) checkCreated(c *call, kind resourceKind, title string, attributes, defaults Type) {
	own, exact := e.attributesIn(attributes)
	more, exactDefaults := e.attributesIn(defaults)
	if kind.name == "class" {
		name := module.Normalize(title)
		if kind.defined = e.class(name); kind.defined == nil {
			if !classNamePattern.MatchString(name) || !e.mayExist(module.Class, name, e.body.module) {
				e.reportUnknownClass(name, c.at)
			}
			return
		}
	}
	given := map[string]bool{}
	for _, attribute := range append(slices.Clip(own), more...) {
		if !given[attribute.name] {
			given[attribute.name] = true
			e.checkAttribute(kind, attribute.name, attribute.value, c.at, c.at)
		}
	}
	var named Type
	if title != "" {
		named = e.str(title)
	}
	e.noteCreated(c, kind, named, append(slices.Clip(own), more...), exact && exactDefaults)
	if kind.defined == nil || !exact || !exactDefaults || e.hasDefaults(kind.name) || kind.name == "class" && !e.tree.Closed() {
		return
	}
	for _, parameter := range e.requiredBy(kind.defined) {
		if !given[parameter] {
			e.report(&missingParameter, c.at, "RUNTIME_ERROR", "'"+kind.defined.name+"' needs a value for its parameter '"+parameter+"'")
		}
	}
}

// attributesIn are the attributes that a hash certainly gives; exact says that
// there are no others.
func (e *evaluator) attributesIn(hash Type) (given []field, exact bool) {
	if shapeOf(hash) == shapeUndef {
		return nil, true
	}
	fields, isStruct := fieldsOf(hash)
	if !isStruct {
		return nil, sizeOf(hash).high == 0 && shapeOf(hash) == shapeHash
	}
	given = slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return f.optional })
	return given, len(given) == len(fields)
}
