package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// resourceModel is what the checker knows about a resource type beyond its attributes.
type resourceModel struct {
	// logs marks a type whose attributes are written to the log.
	logs bool
	// isUncontained marks a type whose resources no class or resource contains.
	isUncontained bool
	// checks check the values of single attributes, by the attribute's name.
	checks map[string]func(e *Evaluator, value Type, at syntax.Node)
	// ensured returns the attributes of a resource that one of stdlib's ensure functions
	// declares, from the given ones. byDefault is set for a function without an argument for
	// the type.
	ensured func(e *Evaluator, given Attributes, byDefault bool) Attributes
}

// resourceModels returns the models of resource types, by name.
func resourceModels() map[string]*resourceModel {
	return map[string]*resourceModel{
		"file":    {checks: map[string]func(*Evaluator, Type, syntax.Node){"source": (*Evaluator).checkFileSource}},
		"notify":  {logs: true},
		"package": {ensured: (*Evaluator).withPackageEnsure},
		"stage":   {isUncontained: true},
	}
}

// noResourceModel is the model of all other resource types.
var noResourceModel = &resourceModel{}

// modelOfResource returns the model of the resource type called name; it is never nil.
func (p *Interpreter) modelOfResource(name string) *resourceModel {
	if found := p.resourceModels[name]; found != nil {
		return found
	}
	return noResourceModel
}

// modelCreateResources models create_resources(type, resources, defaults) and ensure_resources,
// which declare the resources in a hash.
func (e *Evaluator) modelCreateResources(c *Call) Type {
	for _, argument := range c.Arguments[min(1, len(c.Arguments)):] {
		if !e.MayBe(argument, func(s lattice.TypeClass, member Type) bool {
			return s == lattice.HashClass || s == lattice.AnyClass || s == lattice.OtherClass && !e.isDeferred(member) || s == lattice.UndefClass && c.Name != "create_resources"
		}) {
			e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' takes hashes of resources and of attributes, not "+e.Describe(argument))
			return e.Undef
		}
	}
	kind, known := e.kindToCreate(c)
	resources, exact := e.resourcesIn(c, 1)
	if e.isCompiling() {
		e.compiling.CreateResources(c, kind, known, resources, exact, 2)
	}
	if known && !exact && lattice.TypeClassOf(c.Argument(1)) == lattice.HashClass && lattice.SizeOf(c.Argument(1)).Low > 0 {
		// The attributes that all values of the hash have are checked, whatever the titles are.
		_, value := e.KeyValueOf(c.Argument(1))
		if kind.Name != "class" && lattice.TypeClassOf(value) == lattice.HashClass {
			e.checkCreated(c, kind, &CreatedResource{Attributes: value, defaultsAt: 2})
		} else {
			own, _ := e.attributesIn(value)
			e.noteCreated(c, kind, nil, own, false)
		}
	}
	if !known || !exact {
		return e.Undef
	}
	for i := range resources {
		one := &resources[i]
		one.defaultsAt = 2
		e.checkCreated(c, kind, one)
		if one.Title != "" {
			e.declareCreated(c, kind, one.Title)
		}
	}
	return e.Undef
}

// CreatedResource is a resource that a call declares.
type CreatedResource struct {
	// Title is empty if it is unknown.
	Title      string
	Attributes Type
	// at is where the title is written; nil if that is unknown. hash is the literal hash of the
	// attributes, or nil.
	at   syntax.Node
	hash *syntax.LiteralHash
	// defaultsAt is the position of the argument with the default attributes.
	defaultsAt int
}

// noDefaults is an argument position that no call has.
const noDefaults = 1 << 10

// resourcesIn returns the titles and attributes in the hash from which a call creates
// resources. exact means that there are no others. If the type of the hash does not give each
// of them, they are read from the literal hash, if there is one.
func (e *Evaluator) resourcesIn(c *Call, position int) (resources []CreatedResource, exact bool) {
	hash := e.writtenHash(c.node(position))
	fields, exact := lattice.ExactFields(c.Argument(position))
	for _, field := range fields {
		one := CreatedResource{Title: field.Name, Attributes: field.Value}
		if entry := program.EntryOf(hash, field.Name); entry != nil && exact {
			one.at, one.hash = entry.Key, e.writtenHash(entry.Value)
		}
		resources = append(resources, one)
	}
	if exact || hash == nil || lattice.TypeClassOf(c.Argument(position)) != lattice.HashClass {
		return resources, exact
	}
	resources = nil
	for _, entry := range hash.Entries {
		title, _ := lattice.StringOf(e.EvaluateSilently(entry.Key))
		resources = append(resources, CreatedResource{
			Title: title, Attributes: e.EvaluateSilently(entry.Value), at: entry.Key, hash: e.writtenHash(entry.Value),
		})
	}
	return resources, true
}

// modelEnsureResource models ensure_resource(type, titles, attributes).
func (e *Evaluator) modelEnsureResource(c *Call) Type {
	kind, known := e.kindToCreate(c)
	if known {
		e.ensure(c, kind, 1)
	}
	if e.isCompiling() {
		e.compiling.EnsureResources(c, kind, known, 1)
	}
	return e.Undef
}

// modelEnsurePackages models ensure_packages(names, attributes). names may be a hash with the
// attributes of each package.
func (e *Evaluator) modelEnsurePackages(c *Call) Type {
	kind, known := e.resourceKindOf("package")
	if !known {
		return e.Undef
	}
	if lattice.TypeClassOf(c.Argument(0)) == lattice.HashClass {
		resources, exact := e.resourcesIn(c, 0)
		if e.isCompiling() {
			e.compiling.CreateResources(c, kind, true, resources, exact, 1)
		}
		for i := range resources {
			resources[i].defaultsAt = 1
			e.checkCreated(c, kind, &resources[i])
		}
		return e.Undef
	}
	e.ensure(c, kind, 0)
	if e.isCompiling() {
		e.compiling.EnsureResources(c, kind, true, 0)
	}
	return e.Undef
}

// ensure declares resources that share their attributes. The argument at position holds the
// titles, the next one the attributes.
func (e *Evaluator) ensure(c *Call, kind ResourceKind, position int) {
	titles, exact := e.FlattenOne(c.Argument(position), 0)
	one := CreatedResource{Attributes: c.Argument(position + 1), hash: e.writtenHash(c.node(position + 1)), defaultsAt: noDefaults}
	if !exact && kind.Name != "class" {
		e.checkCreated(c, kind, &one)
	}
	if !exact {
		return
	}
	for _, title := range titles {
		if one.Title, _ = lattice.StringOf(title); one.Title != "" {
			e.checkCreated(c, kind, &one)
			e.declareCreated(c, kind, one.Title)
		} else if kind.Name != "class" && lattice.TypeClassOf(title) == lattice.StringClass {
			e.checkCreated(c, kind, &one)
		}
	}
}

// declareCreated records a resource that a call declares, and reports a duplicate. Only
// create_resources fails for a resource that is already declared.
func (e *Evaluator) declareCreated(c *Call, kind ResourceKind, title string) {
	if kind.Name == "class" {
		title = module.Normalize(title)
	}
	key := declarations.ResourceKey(kind.Name, "'"+title)
	first := e.declaredBefore(key)
	if first == nil {
		e.noteDeclared(key, nil, e.Body.Manifest.Extent(c.At))
		return
	}
	if c.Name == "create_resources" {
		e.reportDuplicate(kind, lattice.Quote(title), c.At, first)
	}
}

// kindToCreate returns the resource kind that the first argument of a call names. It reports an
// unknown one if there is something to create.
func (e *Evaluator) kindToCreate(c *Call) (kind ResourceKind, known bool) {
	name, known := lattice.StringOf(c.Argument(0))
	if !known {
		return kind, false
	}
	name = module.Normalize(strings.TrimLeft(name, "@"))
	kind, known = e.resourceKindOf(name)
	if second := c.Argument(1); !known && (lattice.SizeOf(second).Low > 0 || lattice.TypeClassOf(second) == lattice.StringClass && c.Name != "create_resources") { // otherwise it is never searched for
		e.reportUnknownResourceType(name, c.At)
	}
	return kind, known
}

// checkCreated checks one resource that a call declares.
func (e *Evaluator) checkCreated(c *Call, kind ResourceKind, one *CreatedResource) {
	before := len(e.Findings)
	e.checkCreatedAttributes(c, kind, one)
	for i := before; i < len(e.Findings); i++ {
		if found := e.Findings[i]; found.At == c.At.Span().Start && one.Title != "" {
			found.Message += "; this is " + types.CapitalizeSegments(kind.Name) + "[" + lattice.Quote(one.Title) + "]"
		}
	}
}

func (e *Evaluator) checkCreatedAttributes(c *Call, kind ResourceKind, one *CreatedResource) {
	if kind.Name == "class" && !e.findCreatedClass(c, &kind, one) {
		return
	}
	at := c.At
	if one.at != nil {
		at = one.at
	}
	if c.Name == "create_resources" && !e.IsUnknown(one.Attributes) && !e.MayBe(one.Attributes, func(s lattice.TypeClass, _ Type) bool {
		return s == lattice.HashClass || s == lattice.AnyClass || s == lattice.OtherClass
	}) {
		e.report(&code.ArgumentMismatch, at, "RUNTIME_ERROR", "'create_resources' takes a hash of attributes for each title, not "+e.Describe(one.Attributes))
		return
	}
	given := map[string]bool{}
	var all []lattice.Field
	exact := true
	add := func(attributes Type, written *syntax.LiteralHash) {
		fields, alone := e.attributesIn(attributes)
		all, exact = append(all, fields...), exact && alone
		for _, attribute := range fields {
			if given[attribute.Name] {
				continue
			}
			given[attribute.Name] = true
			at, valueAt := c.At, c.At
			if entry := program.EntryOf(written, attribute.Name); entry != nil {
				at, valueAt = entry.Key, entry.Value
			}
			e.checkAttribute(kind, attribute.Name, attribute.Value, at, valueAt)
		}
	}
	add(one.Attributes, one.hash)
	add(c.Argument(one.defaultsAt), e.writtenHash(c.node(one.defaultsAt)))
	var title Type
	if one.Title != "" {
		title = e.Str(one.Title)
	}
	e.noteCreated(c, kind, title, all, exact)
	if kind.Defined == nil || !exact || kind.Name == "class" && !e.Tree.Closed() {
		return
	}
	missing := slices.DeleteFunc(slices.Clone(e.requiredBy(kind.Defined)), func(parameter string) bool {
		return given[parameter] || e.defaultsFor(kind).has(parameter)
	})
	e.reportMissing("'"+kind.Defined.Name+"'", missing, at)
}

// findCreatedClass sets kind.defined to the class that a call declares. If there is none, it
// reports that and returns false.
func (e *Evaluator) findCreatedClass(c *Call, kind *ResourceKind, one *CreatedResource) bool {
	name := module.Normalize(one.Title)
	if name == "" {
		return false
	}
	if kind.Defined = e.Class(name); kind.Defined != nil {
		return true
	}
	if !lattice.ClassNamePattern.MatchString(name) || !e.MayExist(module.Class, name, e.Body.Module) {
		e.reportUnknownClass(name, c.At)
	}
	return false
}

// attributesIn returns the attributes that a hash certainly sets. exact means that it sets no
// others.
func (e *Evaluator) attributesIn(hash Type) (given []lattice.Field, exact bool) {
	if lattice.TypeClassOf(hash) == lattice.UndefClass {
		return nil, true
	}
	fields, isStruct := lattice.FieldsOf(hash)
	if !isStruct {
		return nil, lattice.SizeOf(hash).High == 0 && lattice.TypeClassOf(hash) == lattice.HashClass
	}
	given = slices.DeleteFunc(slices.Clone(fields), func(f lattice.Field) bool { return f.Optional })
	return given, len(given) == len(fields)
}

// withPackageEnsure makes the value of ensure unknown where it depends on the version of
// stdlib: some versions turn present into installed, and the default of ensure_packages is
// either of the two.
func (e *Evaluator) withPackageEnsure(given Attributes, byDefault bool) Attributes {
	at := slices.Index(given.Names, "ensure")
	if at < 0 && byDefault {
		given.Names, given.Values = append(given.Names, "ensure"), append(given.Values, e.Unknown)
	}
	if at >= 0 {
		if text, known := lattice.StringOf(given.Values[at]); !known || text == "present" {
			given.Values = slices.Clone(given.Values)
			given.Values[at] = e.Unknown
		}
	}
	return given
}

// IsUncontained reports whether no class or resource contains the resources of a type.
func (p *Interpreter) IsUncontained(name string) bool { return p.modelOfResource(name).isUncontained }

// EnsuredAttributes returns the attributes of a resource that stdlib's ensure functions declare
// with the given ones. byDefault is set for a function without an argument for the type.
func (e *Evaluator) EnsuredAttributes(kind ResourceKind, given Attributes, byDefault bool) Attributes {
	if ensured := e.modelOfResource(kind.Name).ensured; ensured != nil {
		return ensured(e, given, byDefault)
	}
	return given
}
