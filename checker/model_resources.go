package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// modelCreateResources is create_resources(type, resources, defaults), and
// ensure_resources: both declare what a hash holds.
func (e *evaluator) modelCreateResources(c *call) Type {
	for _, argument := range c.arguments[min(1, len(c.arguments)):] {
		if !e.mayBe(argument, func(s shape, member Type) bool {
			return s == shapeHash || s == shapeAny || s == shapeOther && !e.isDeferred(member) || s == shapeUndef && c.name != "create_resources"
		}) {
			e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' takes hashes of resources and of attributes, not "+e.describe(argument))
			return e.undef
		}
	}
	kind, known := e.kindToCreate(c)
	resources, exact := e.resourcesIn(c, 1)
	if known && !exact && shapeOf(c.argument(1)) == shapeHash && sizeOf(c.argument(1)).low > 0 {
		// What all values hold, each of the resources gets, whatever its title.
		_, value := e.keyValueOf(c.argument(1))
		if kind.name != "class" && shapeOf(value) == shapeHash {
			e.checkCreated(c, kind, &created{attributes: value, defaultsAt: 2})
		} else {
			own, _ := e.attributesIn(value)
			e.noteCreated(c, kind, nil, own, false)
		}
	}
	if !known || !exact {
		return e.undef
	}
	for i := range resources {
		one := &resources[i]
		one.defaultsAt = 2
		e.checkCreated(c, kind, one)
		if one.title != "" {
			e.declareCreated(c, kind, one.title)
		}
	}
	return e.undef
}

// created is a resource that a call declares.
type created struct {
	// title is empty when it is not known.
	title      string
	attributes Type
	// at is where the title is written, if that can be told, and hash the attributes.
	at   syntax.Node
	hash *syntax.LiteralHash
	// defaultsAt is the position of the argument with what the attributes do not give.
	defaultsAt int
}

// noDefaults is the position of an argument that there never is.
const noDefaults = 1 << 10

// resourcesIn are the titles of a hash that a call creates resources from, with their
// attributes; exact says that there are no others. Where the type of the hash does
// not tell them apart, the hash must be written out.
func (e *evaluator) resourcesIn(c *call, position int) (resources []created, exact bool) {
	hash := e.writtenHash(c.node(position))
	fields, exact := e.exactFields(c.argument(position))
	for _, field := range fields {
		one := created{title: field.name, attributes: field.value}
		if entry := entryOf(hash, field.name); entry != nil && exact {
			one.at, one.hash = entry.Key, e.writtenHash(entry.Value)
		}
		resources = append(resources, one)
	}
	if exact || hash == nil || shapeOf(c.argument(position)) != shapeHash {
		return resources, exact
	}
	resources = nil
	for _, entry := range hash.Entries {
		title, _ := stringOf(e.evaluateSilently(entry.Key))
		resources = append(resources, created{
			title: title, attributes: e.evaluateSilently(entry.Value), at: entry.Key, hash: e.writtenHash(entry.Value),
		})
	}
	return resources, true
}

// modelEnsureResource is ensure_resource(type, titles, attributes).
func (e *evaluator) modelEnsureResource(c *call) Type {
	if kind, known := e.kindToCreate(c); known {
		e.ensure(c, kind, 1)
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
		resources, _ := e.resourcesIn(c, 0)
		for i := range resources {
			resources[i].defaultsAt = 1
			e.checkCreated(c, kind, &resources[i])
		}
		return e.undef
	}
	e.ensure(c, kind, 0)
	return e.undef
}

// ensure declares resources of the same attributes: an argument holds the titles,
// the next one those.
func (e *evaluator) ensure(c *call, kind resourceKind, position int) {
	titles, exact := e.flattenOne(c.argument(position), 0)
	one := created{attributes: c.argument(position + 1), hash: e.writtenHash(c.node(position + 1)), defaultsAt: noDefaults}
	if !exact && kind.name != "class" {
		e.checkCreated(c, kind, &one)
	}
	if !exact {
		return
	}
	for _, title := range titles {
		if one.title, _ = stringOf(title); one.title != "" {
			e.checkCreated(c, kind, &one)
			e.declareCreated(c, kind, one.title)
		} else if kind.name != "class" && shapeOf(title) == shapeString {
			e.checkCreated(c, kind, &one)
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

// checkCreated checks one resource that a call declares.
func (e *evaluator) checkCreated(c *call, kind resourceKind, one *created) {
	before := len(e.findings)
	e.checkCreatedAttributes(c, kind, one)
	for i := before; i < len(e.findings); i++ {
		if found := &e.findings[i]; found.At == c.at.Span().Start && one.title != "" {
			found.Message += "; this is " + types.CapitalizeSegments(kind.name) + "[" + quote(one.title) + "]"
		}
	}
}

func (e *evaluator) checkCreatedAttributes(c *call, kind resourceKind, one *created) {
	if kind.name == "class" && !e.findCreatedClass(c, &kind, one) {
		return
	}
	at := c.at
	if one.at != nil {
		at = one.at
	}
	if c.name == "create_resources" && !e.isUnknown(one.attributes) && !e.mayBe(one.attributes, func(s shape, _ Type) bool { return s == shapeHash || s == shapeAny || s == shapeOther }) {
		e.report(&code.ArgumentMismatch, at, "RUNTIME_ERROR", "'create_resources' takes a hash of attributes for each title, not "+e.describe(one.attributes))
		return
	}
	given := map[string]bool{}
	var all []field
	exact := true
	add := func(attributes Type, written *syntax.LiteralHash) {
		fields, alone := e.attributesIn(attributes)
		all, exact = append(all, fields...), exact && alone
		for _, attribute := range fields {
			if given[attribute.name] {
				continue
			}
			given[attribute.name] = true
			at, valueAt := c.at, c.at
			if entry := entryOf(written, attribute.name); entry != nil {
				at, valueAt = entry.Key, entry.Value
			}
			e.checkAttribute(kind, attribute.name, attribute.value, at, valueAt)
		}
	}
	add(one.attributes, one.hash)
	add(c.argument(one.defaultsAt), e.writtenHash(c.node(one.defaultsAt)))
	var title Type
	if one.title != "" {
		title = e.str(one.title)
	}
	e.noteCreated(c, kind, title, all, exact)
	if kind.defined == nil || !exact || e.hasDefaults(kind.name) || kind.name == "class" && !e.tree.Closed() {
		return
	}
	for _, parameter := range e.requiredBy(kind.defined) {
		if !given[parameter] {
			e.report(&code.MissingParameter, at, "RUNTIME_ERROR", "'"+kind.defined.name+"' needs a value for its parameter '"+parameter+"'")
		}
	}
}

// findCreatedClass finds the class that a call declares, which is reported when there
// is none.
func (e *evaluator) findCreatedClass(c *call, kind *resourceKind, one *created) bool {
	name := module.Normalize(one.title)
	if name == "" {
		return false
	}
	if kind.defined = e.class(name); kind.defined != nil {
		return true
	}
	if !classNamePattern.MatchString(name) || !e.mayExist(module.Class, name, e.body.module) {
		e.reportUnknownClass(name, c.at)
	}
	return false
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
