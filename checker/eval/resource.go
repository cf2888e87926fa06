package eval

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// ResourceKind is the kind of resource that a resource expression declares.
type ResourceKind struct {
	// Name is in lower case; "class" for a class declaration.
	Name string
	// Native is the resource type if Ruby defines it, defined the defined type. If both are
	// nil, the attributes are not known.
	Native  *module.ResourceType
	Defined *program.Definition
}

// resourceKindOf returns the kind called name. found is false if nothing of that name exists.
func (e *Evaluator) resourceKindOf(name string) (kind ResourceKind, found bool) {
	kind.Name = name
	if name == "class" {
		return kind, true
	}
	e.depend(name)
	if kind.Defined = e.DefinedType(name); kind.Defined != nil {
		return kind, true
	}
	if kind.Native = e.Tree.Plugins.FindResourceType(name); kind.Native != nil {
		if e.isOfUnbundled(kind.Native) {
			e.depend(deps.HiddenAnywhere(name))
			if e.Tree.Manifests.IsDefinedElsewhere(module.DefinedType, name) || e.isOfNetworkDevice(kind.Native) {
				return ResourceKind{Name: name}, true // where it is defined, that is the mistake
			}
		}
		return kind, true
	}
	e.noteGap(MissingResourceType, name)
	return kind, e.resourceMayExist(name)
}

// isOfUnbundled reports whether a resource type of the embedded tables belongs to a module that
// the server may lack.
func (e *Evaluator) isOfUnbundled(t *module.ResourceType) bool {
	return t.Builtin != nil && t.Builtin.Module != ""
}

// isOfNetworkDevice reports whether a resource type belongs to network_device_core and the tree
// lacks that module. Few servers have it, and many defined types have the same names as its
// types: interface, router, vlan.
func (e *Evaluator) isOfNetworkDevice(t *module.ResourceType) bool {
	const owner = "network_device_core"
	return t.Builtin.Module == owner && e.Tree.Module(owner) == nil
}

var resourceTypePattern = lazyregexp.New(`^(::)?[a-z_]\w*(::[a-z_]\w*)*$`)

// resourceMayExist reports whether a resource type that is not found may exist nevertheless.
func (e *Evaluator) resourceMayExist(name string) bool {
	if !resourceTypePattern.MatchString(name) {
		return strings.HasSuffix(name, "::") // the name may continue behind "::" with an unknown text
	}
	if strings.Contains(name, "::") {
		return e.MayExist(module.DefinedType, name, e.Body.Module)
	}
	e.depend(deps.Plugins)
	e.depend(deps.HiddenAnywhere(name))
	if e.depend(name); e.Tree.Manifests.DefinedInMain(module.DefinedType, name) {
		return true
	}
	if e.Tree.Manifests.IsDefinedElsewhere(module.DefinedType, name) {
		return true // where it is defined, that is the mistake
	}
	return e.isForOtherServer() || !e.isClosed(e.Body.Module) && !e.isMisspeltType(name)
}

// isMisspeltType reports whether a name is a typo of a resource type. It is not a typo if it
// has one more letter at its beginning, as kcron has, if other manifests use it, too, or if a
// missing module has that name.
func (e *Evaluator) isMisspeltType(name string) bool {
	meant := program.SuggestionOfAny(name, e.Tree.Plugins.ResourceTypeNames())
	return meant != "" && name[1:] != meant && !e.isDeclaredElsewhere(name) && !e.isOfMissingModule(name)
}

// isOfMissingModule reports whether the name of a resource type is that of a missing module, or
// begins with one. The module is a dependency, or listed in the Puppetfile.
func (e *Evaluator) isOfMissingModule(typeName string) bool {
	isOwner := func(name string) bool {
		return (typeName == name || strings.HasPrefix(typeName, name+"_")) && e.Tree.Module(name) == nil
	}
	if slices.ContainsFunc(module.ListedModules(e.Tree), isOwner) {
		return true
	}
	from := e.Body.Module
	if from == nil {
		return false
	}
	e.depend(deps.ModuleDependencies(from))
	metadata := from.Metadata()
	return metadata != nil && slices.ContainsFunc(metadata.Dependencies, func(d module.Dependency) bool { return isOwner(d.Name) })
}

// isDeclaredElsewhere reports whether another manifest, too, declares resources of a type. Then the
// name of the type is no typo.
func (e *Evaluator) isDeclaredElsewhere(typeName string) bool {
	e.depend(deps.Uses(typeName))
	return slices.ContainsFunc(e.Tree.Manifests.With(typeName), func(manifest *module.Manifest) bool {
		return manifest.Source.Name != e.Body.Manifest.Source.Name && slices.ContainsFunc(manifest.Definitions, func(d *module.Definition) bool {
			return slices.ContainsFunc(e.LocalOf(d.Node).Uses, func(use declarations.ResourceUse) bool { return use.TypeName == typeName })
		})
	})
}

// evaluateResource evaluates a resource expression. Its value is an array of references to the
// declared resources.
func (e *Evaluator) evaluateResource(node *syntax.ResourceExpression) Type {
	kind, known := e.kindOfExpression(node.TypeName)
	var titles, certain []Type
	exact := true
	references := make([]Type, len(node.Bodies))
	titlesOf, exactOf := make([][]Type, len(node.Bodies)), make([]bool, len(node.Bodies))
	for i, body := range node.Bodies {
		found, all := e.evaluateTitles(kind, node, body)
		titlesOf[i], exactOf[i] = found, all
		titles, exact = append(titles, found...), exact && all
		if all {
			certain = append(certain, found...)
		}
		references[i] = e.declaredReferences(kind, found, all && known)
	}
	e.checkDuplicateTitles(node, certain)
	if kind.Defined != nil {
		e.checkPrivate(kind.Defined, node.TypeName)
	}
	defaults := e.defaultsBody(node)
	given := make([]Attributes, len(node.Bodies))
	for i, body := range node.Bodies {
		given[i] = e.evaluateAttributes(kind, body.Operations, node)
		if known && !program.IsDefault(body.Title) {
			e.checkDeclared(kind, body, given[i], defaults)
			e.noteDeclaration(kind, node, body, given[i], defaults)
		}
		if known && node.Form == syntax.Regular {
			e.checkRelated(given[i])
			e.noteRelated(references[i], given[i])
		}
	}
	if e.state.unreachable {
		return e.Never
	}
	if known {
		e.checkDuplicates(kind, node, given)
	}
	if e.isCompiling() {
		e.compiling.DeclareResources(kind, known, node, titlesOf, exactOf, given)
	}
	return e.declaredReferences(kind, titles, exact && known)
}

// checkDuplicates reports a resource that the same path has already declared. Titles are equal
// if their values are, or if their source text is, since variables never change.
func (e *Evaluator) checkDuplicates(kind ResourceKind, node *syntax.ResourceExpression, given []Attributes) {
	var byDefault []string
	if at := slices.IndexFunc(node.Bodies, func(body *syntax.ResourceBody) bool { return program.IsDefault(body.Title) }); at >= 0 {
		byDefault = given[at].Names
	}
	seen := map[string]bool{}
	for i, body := range node.Bodies {
		names, values := given[i].Names, given[i].Values
		if byDefault != nil || given[i].Open {
			names, values = slices.Concat(names, byDefault), nil
		}
		attributes := &declaredAttributes{names: names, values: values}
		title := syntax.Unparenthesized(body.Title)
		nodes := []syntax.Node{title}
		if list, ok := title.(*syntax.LiteralList); ok {
			nodes = list.Values
		}
		for _, one := range nodes {
			key, shown := e.titleKey(one)
			if key == "" {
				continue
			}
			inExpression := strings.HasPrefix(key, "'") && seen[key] // checkDuplicateTitles reports it
			seen[key] = true
			if kind.Name == "class" {
				key = "'" + module.Normalize(strings.TrimPrefix(key, "'"))
			}
			key = declarations.ResourceKey(kind.Name, key)
			if first := e.declaredBefore(key); first != nil {
				if !inExpression {
					e.reportDuplicate(kind, shown, node, first)
				}
				continue
			}
			e.noteDeclared(key, attributes, e.Body.Manifest.Extent(one))
		}
	}
}

func (e *Evaluator) reportDuplicate(kind ResourceKind, title string, at syntax.Node, first *chain[declared]) {
	finding := e.report(&code.DuplicateDeclaration, at, "RUNTIME_ERROR", declaredTwice(kind.Name, title))
	if finding != nil {
		finding.Related = append(finding.Related, e.related(first.at, "first declared here"))
	}
}

// declaredBefore returns where the path has declared the resource with a key, or nil.
func (e *Evaluator) declaredBefore(key string) *chain[declared] {
	return e.declaring(key, func(d declared) bool { return !d.isOverride() })
}

// noteDeclared records a declaration or override on the path.
func (e *Evaluator) noteDeclared(key string, attributes *declaredAttributes, at source.Span) {
	if e.everDeclared == nil {
		e.everDeclared = map[string]*chain[declared]{}
	}
	e.state.declared = e.state.declared.with(declared{attributes, e.everDeclared[key]}, at)
	e.everDeclared[key] = e.state.declared
}

// maxDeclared limits the number of declarations of one key that are compared with another one. Code
// with more of them has them in branches that exclude each other.
const maxDeclared = 256

// declaring returns the last declaration or override on the path that has the key and for which
// wanted returns true, or nil. It looks at the last maxDeclared ones.
func (e *Evaluator) declaring(key string, wanted func(declared) bool) *chain[declared] {
	link := e.everDeclared[key]
	for range maxDeclared {
		if link == nil || wanted(link.value) && e.state.declared.cut(link.length) == link {
			return link
		}
		link = link.value.earlier
	}
	return nil
}

// noteClass records that a class has been declared. From then on it is an error to declare it
// like a resource.
func (e *Evaluator) noteClass(name string, at source.Span) {
	key := "class\x00'" + name
	if e.declaredBefore(key) == nil {
		e.noteDeclared(key, nil, at)
	}
}

// kindOfExpression returns the kind named by the type of a resource expression. It returns
// false if the kind is not known, and reports it if it does not exist.
func (e *Evaluator) kindOfExpression(node syntax.Node) (ResourceKind, bool) {
	name := ""
	switch node := node.(type) {
	case *syntax.QualifiedName:
		name = module.Normalize(node.Value)
	case *syntax.QualifiedReference:
		name = module.Normalize(node.Value)
	default:
		t := e.Evaluate(node)
		if lattice.TypeClassOf(t) == lattice.TypeValueClass {
			name = lattice.ResourceTypeName(lattice.TypeIn(t))
		}
		if name == "" {
			return ResourceKind{}, false
		}
	}
	kind, found := e.resourceKindOf(name)
	if !found {
		e.reportUnknownResourceType(name, node)
		return kind, false
	}
	return kind, true
}

func (e *Evaluator) reportUnknownResourceType(name string, at syntax.Node) {
	if e.isGuarded(name) {
		return
	}
	finding := e.report(&code.UnknownResourceType, at, "RUNTIME_ERROR", noResourceType(name))
	if finding == nil {
		return
	}
	e.causedByName(finding)
	e.depend(deps.Plugins)
	if e.isClassBeside(name) || e.Class(name) != nil {
		finding.Message += ": '" + name + "' is a class"
		finding.Help = "class { '" + name + "': … } declares it with parameters"
		return
	}
	if owner := e.absentOwnerOf(name); owner != "" {
		finding.Severity = diag.Warning // the server may have the module
		finding.Message = "the resource type '" + name + "' is in the module '" + owner + "', which is not here"
		finding.Help = "add '" + owner + "' to the dependencies, or to the Puppetfile"
		if e.Tree.Module(owner) != nil {
			finding.Message = "the resource type '" + name + "' is missing: the module '" + owner + "' here has no folder lib"
			finding.Help = "a .gitignore made for another language may have left it out"
		}
		return
	}
	if finding.Help = e.otherVersionOf(name, known.ManifestFile(name)); finding.Help != "" {
		return
	}
	names := slices.Concat(e.Tree.Plugins.ResourceTypeNames().Near(name), e.DefinedNames(name, module.DefinedType).Near(name))
	suggestion := diag.Suggestion{Written: name, Meant: cmp.Or(e.enclosedType(name), e.meantOfKnownModule(module.DefinedType, name), spell.Best(name, names))}
	if _, isReference := at.(*syntax.QualifiedReference); isReference {
		suggestion = diag.Suggestion{
			Written: types.CapitalizeSegments(name), Meant: types.CapitalizeSegments(suggestion.Meant), Shown: suggestion.Display(),
		}
	}
	finding.Suggest(suggestion)
}

// absentOwnerOf returns a widely used module that has the resource type and is not in the tree, or "".
func (e *Evaluator) absentOwnerOf(name string) string {
	owner, present := e.Tree.AbsentOwnerOf(name)
	for _, one := range present {
		e.depend(deps.File(one, "metadata.json"))
	}
	return owner
}

// enclosedType returns the full name of a defined type in the namespace of the body's
// definition, or in one around it. Puppet 3 found such a type by its last part alone. It returns
// "" if there is none.
func (e *Evaluator) enclosedType(name string) string {
	d := e.Body.Definition
	if d == nil {
		return ""
	}
	for around := d.Name; ; around = around[:strings.LastIndex(around, "::")] {
		full := around + "::" + name
		if e.depend(full); e.DefinedType(full) != nil {
			return full
		}
		if !strings.Contains(around, "::") {
			return ""
		}
	}
}

// noResourceType returns the message that a resource type does not exist. A name with a
// namespace can only be that of a defined type, since resource types in Ruby have no namespace.
func noResourceType(name string) string {
	if strings.Contains(name, "::") {
		return "there is no defined type '" + name + "'"
	}
	return "there is no resource type '" + name + "'"
}

// defaultsBody returns the body of the expression with the title default, or nil.
func (e *Evaluator) defaultsBody(node *syntax.ResourceExpression) *syntax.ResourceBody {
	for _, body := range node.Bodies {
		if program.IsDefault(body.Title) {
			return body
		}
	}
	return nil
}

// Attributes are the attributes given to a resource.
type Attributes struct {
	Names []string
	// Values and nodes are parallel to names. Each pair of nodes holds the operation that sets
	// the attribute, and the expression of the value.
	Values []Type
	Nodes  [][2]syntax.Node
	// Open means that an unknown hash may give further attributes.
	Open bool
}

// except returns the attributes that other code does not set again.
func (a Attributes) except(again parametersGiven) Attributes {
	if !again.sets() {
		return a
	}
	left := Attributes{Open: a.Open}
	for i, name := range a.Names {
		if !again.has(name) {
			left.Names, left.Values, left.Nodes = append(left.Names, name), append(left.Values, a.Values[i]), append(left.Nodes, a.Nodes[i])
		}
	}
	return left
}

// manyAttributes is the number of attributes above which a map is faster than a linear search.
const manyAttributes = 32

// reportDuplicateAttribute reports an attribute at the second operation that sets it. Puppet
// reports the whole resource, in which the two may be far apart.
func (e *Evaluator) reportDuplicateAttribute(name string, first, second syntax.Node) {
	finding := e.report(&code.DuplicateAttribute, second, "DUPLICATE_ATTRIBUE", "the attribute '"+name+"' is set twice")
	if finding != nil && first != second {
		finding.Related = append(finding.Related, e.related(e.Body.Manifest.Extent(first), "first set here"))
	}
}

// evaluateAttributes evaluates the attributes of a resource and checks each.
func (e *Evaluator) evaluateAttributes(kind ResourceKind, operations []syntax.Node, owner syntax.Node) Attributes {
	if e.modelOfResource(kind.Name).logs {
		defer e.restore(e.mode)
		e.logging = true
	}
	given := Attributes{}
	if count := len(operations); count > 0 {
		given.Names, given.Values, given.Nodes = make([]string, 0, count), make([]Type, 0, count), make([][2]syntax.Node, 0, count)
	}
	var known map[string]int // the indexes of many attributes in given, the first of each name
	add := func(name string, value Type, at syntax.Node, valueAt syntax.Node) {
		first, isKnown := known[name]
		if known == nil {
			first = slices.Index(given.Names, name)
			isKnown = first >= 0
		}
		if isKnown {
			e.reportDuplicateAttribute(name, given.Nodes[first][0], at)
		}
		given.Names, given.Values = append(given.Names, name), append(given.Values, value)
		switch {
		case known != nil && !isKnown:
			known[name] = len(given.Names) - 1
		case known == nil && len(given.Names) > manyAttributes:
			known = make(map[string]int, len(operations))
			for i, name := range slices.Backward(given.Names) {
				known[name] = i
			}
		}
		given.Nodes = append(given.Nodes, [2]syntax.Node{at, valueAt})
		if !e.onBranchValues(valueAt, func(part Type) { e.checkAttribute(kind, name, part, at, valueAt) }) {
			e.checkAttribute(kind, name, value, at, valueAt)
		}
		if resource, ok := owner.(*syntax.ResourceExpression); ok && resource.Form == syntax.Regular {
			e.keepPassable(at, valueAt)
		}
		e.passable = nil
	}
	for _, operation := range operations {
		switch operation := operation.(type) {
		case *syntax.AttributeOperation:
			add(operation.Name, e.Evaluate(operation.Value), operation, operation.Value)
		case *syntax.AttributesOperation:
			value := e.Evaluate(operation.Expr)
			if !e.IsUnknown(value) && !e.MayBe(value, func(s lattice.TypeClass, _ Type) bool { return s == lattice.HashClass || s == lattice.AnyClass }) {
				e.report(&code.TypeMismatch, operation.Expr, "TYPE_MISMATCH", "'* =>' takes a Hash of attributes, not "+e.Describe(value))
				given.Open = true
				continue
			}
			e.require(operation.Expr, e.Store.Hash, func() string { return "the attributes of a resource" })
			fields, exact := lattice.ExactFields(value)
			given.Open = given.Open || !exact
			for _, field := range fields {
				add(field.Name, field.Value, operation, operation.Expr)
			}
		}
	}
	return given
}

// checkAttribute checks the name and the value of one attribute.
func (e *Evaluator) checkAttribute(kind ResourceKind, name string, value Type, at, valueAt syntax.Node) {
	if e.holdsIterator(value, 0) {
		e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", "the attribute '"+name+"' does not accept an Iterator; convert it to an array with *")
		return
	}
	if module.IsMetaparameter(name) {
		e.checkMetaparameter(kind, name, value, valueAt)
		return
	}
	e.checkFileAddress(kind, name, valueAt)
	if kind.Defined == nil && kind.Native == nil {
		return
	}
	if kind.Defined != nil {
		e.checkParameterValue(kind.Defined, name, value, at, valueAt)
		return
	}
	if name == "name" || name == "provider" && !kind.Native.ResourceAPI {
		return // "name" is accepted for the namevar of every type; every type with providers has "provider"
	}
	attribute := kind.Native.Attribute(name)
	if attribute == nil && !kind.Native.Open && !e.isMetaparameterOfMissing(name, valueAt) {
		e.reportUnknownAttribute(kind, name, at)
	} else if attribute != nil {
		e.checkAttributeValue(kind, attribute, value, valueAt)
	}
	if check := e.modelOfResource(kind.Name).checks[name]; check != nil {
		check(e, value, valueAt)
	}
}

// checkParameterValue checks a value given to a parameter of a class or defined type.
func (e *Evaluator) checkParameterValue(d *program.Definition, name string, value Type, at, valueAt syntax.Node) {
	parameter := e.parameterOf(d, name)
	if parameter == nil {
		if name == "title" || name == "name" || d.IsSignatureDamaged || e.Tree.Plugins.MayAdd(d.Name, name) {
			return
		}
		finding := e.report(&code.UnknownAttribute, at, "RUNTIME_ERROR", "'"+d.Name+"' has no parameter '"+name+"'")
		if finding == nil {
			return
		}
		finding.Suggest(diag.Suggestion{Written: name, Meant: e.parameterNames(d).Best(name)})
		return
	}
	e.noteGiven(d, parameter, value, valueAt)
	mayBeDefault := false
	if e.MayBeUndef(value) && (!parameter.Required || e.dataMayGive(d, name)) {
		value, mayBeDefault = e.WithoutUndef(value), true // undef means the default or the value in data
	}
	e.requireAttribute(d, parameter, at, valueAt)
	if e.IsUnknown(value) || e.IsNever(value) || e.IsUnknown(parameter.Type) {
		return
	}
	if e.hasUncheckedSize(parameter.Type, value) || e.HasBareOptional(parameter.Type, 0) {
		return
	}
	if !mayBeDefault && e.Relation(value, parameter.Type) == lattice.Never {
		if finding := e.reportMismatch(valueAt, "parameter '"+name+"' of '"+d.Name+"'", parameter.Type, value); finding != nil && d.Manifest.Module != nil {
			d.Manifest.Module.Known.Soften(finding)
		}
		return
	}
	e.reportPossible(value, parameter.Type, valueAt, valueAt, "parameter '"+name+"' of '"+d.Name+"'", mayGet)
	if e.passable != nil && !parameter.Required {
		e.passable = e.Optional(parameter.Type)
	}
}

// dataMayGive reports whether data may give a value to a parameter of a class. Data apply if a
// declaration gives undef, too, not only if it leaves the parameter out.
func (e *Evaluator) dataMayGive(d *program.Definition, name string) bool {
	if d.Kind != module.Class {
		return false
	}
	key := d.Name + "::" + name
	e.depend(deps.DataValues(key))
	if len(e.Data().Values(key)) > 0 || d.Manifest.Module != nil && d.Manifest.Module.Known != nil {
		return true // the data of a known module are unknown
	}
	dependencies := deps.Set{}
	given := e.isGivenByUnseenData(d, name, dependencies)
	for key := range dependencies {
		e.depend(key)
	}
	return given
}

// hasUncheckedSize reports whether a parameter requires an array of a certain size with any
// elements, and the given value is an array. Puppet does not check the size then.
func (e *Evaluator) hasUncheckedSize(wanted, value Type) bool {
	array, ok := e.Resolve(wanted).(*types.ArrayType)
	return ok && array.Size != nil && (array.Element == nil || array.Element == e.Any) &&
		!e.MayBe(value, func(s lattice.TypeClass, _ Type) bool { return s != lattice.ArrayClass })
}

// isMetaparameterOfMissing reports whether an attribute may be a metaparameter that a missing module
// adds for its resource type of the same name, as VMware's `transport => Transport['x']`.
func (e *Evaluator) isMetaparameterOfMissing(name string, value syntax.Node) bool {
	access, ok := value.(*syntax.AccessExpression)
	if !ok || name == "class" {
		return false
	}
	if reference, ok := access.Left.(*syntax.QualifiedReference); !ok || module.Normalize(reference.Value) != name {
		return false
	}
	kind, mayExist := e.resourceKindOf(name)
	return mayExist && kind.Native == nil && kind.Defined == nil
}

func (e *Evaluator) reportUnknownAttribute(kind ResourceKind, name string, at syntax.Node) {
	if e.Tree.Plugins.MayAdd(kind.Name, name) {
		return
	}
	finding := e.report(&code.UnknownAttribute, at, "", "resource type '"+kind.Name+"' has no attribute '"+name+"'")
	if finding == nil {
		return
	}
	names := e.Words(kind.Native, func() (names []string) {
		for _, attribute := range kind.Native.Attributes {
			names = append(names, attribute.Name)
		}
		return names
	})
	finding.Suggest(diag.Suggestion{Written: name, Meant: names.Best(name)})
}

// checkDeclared checks a declared resource for missing parameters, and the parameters given to
// a class.
func (e *Evaluator) checkDeclared(kind ResourceKind, body *syntax.ResourceBody, given Attributes, defaults *syntax.ResourceBody) {
	switch {
	case kind.Name == "class":
		e.checkDeclaredClass(kind, body, given, defaults)
	case kind.Defined != nil && !given.Open && defaults == nil:
		e.checkRequired(kind, kind.Defined, given, body)
	}
}

// checkDeclaredClass checks the parameters that a class declaration gives. The others may come
// from data, or from the defaults of the whole expression.
func (e *Evaluator) checkDeclaredClass(kind ResourceKind, body *syntax.ResourceBody, given Attributes, defaults *syntax.ResourceBody) {
	title, known := e.titleText(body.Title)
	if !known {
		return
	}
	class := e.Class(module.Normalize(title))
	if class == nil {
		return
	}
	for i, name := range given.Names {
		if !module.IsMetaparameter(name) {
			e.checkParameterValue(class, name, given.Values[i], given.Nodes[i][0], given.Nodes[i][1])
			e.keepPassable(given.Nodes[i][0], given.Nodes[i][1])
		}
	}
	if e.Tree.Closed() && !given.Open && defaults == nil {
		e.checkRequired(kind, class, given, body)
		e.checkParentsDeclared(class, body.Title)
	}
}

// checkRequired reports the parameters that a declaration must give and does not. Resources of a
// defined type may get them from other code, too.
func (e *Evaluator) checkRequired(kind ResourceKind, d *program.Definition, given Attributes, at *syntax.ResourceBody) {
	var missing []string
	for _, name := range e.requiredBy(d) {
		if !slices.Contains(given.Names, name) && (kind.Name == "class" || !e.defaultsFor(kind).has(name)) {
			missing = append(missing, name)
		}
	}
	e.reportMissing("'"+d.Name+"'", missing, at.Title)
}

// reportMissing reports the parameters of a definition that get no value, if any. The definition is
// described as the subject of the message.
func (e *Evaluator) reportMissing(definition string, missing []string, at syntax.Node) {
	if len(missing) == 0 {
		return
	}
	quoted := make([]string, len(missing))
	for i, name := range missing {
		quoted[i] = "'" + name + "'"
	}
	needs := " needs a value for its "
	if len(missing) > 1 {
		needs = " needs values for its "
	}
	e.report(&code.MissingParameter, at, "RUNTIME_ERROR", definition+needs+english.Noun(len(missing), "parameter")+" "+english.List(quoted, "and"))
}

// declaredReferences returns the type of a resource expression's value.
func (e *Evaluator) declaredReferences(kind ResourceKind, titles []Type, exact bool) Type {
	anyReference := e.Array(e.TypeOf(e.CatalogEntry), lattice.Range{Low: 0, High: lattice.AnyInteger.High})
	if !exact || len(titles) > lattice.MaxTuple {
		return anyReference
	}
	var references []Type
	for _, title := range titles {
		text, known := lattice.StringOf(title)
		switch {
		case lattice.TypeClassOf(title) == lattice.DefaultClass:
			continue
		case !known:
			references = append(references, e.TypeOf(e.ResourceReference(kind.Name)))
		case kind.Name == "class":
			references = append(references, e.TypeOf(e.ClassReference(module.Normalize(text))))
		default:
			references = append(references, e.TypeOf(e.TitledReference(kind.Name, text)))
		}
	}
	return e.Tuple(references)
}

// evaluateCollect evaluates Type<| query |> { … }.
func (e *Evaluator) evaluateCollect(node *syntax.CollectExpression) Type {
	kind := ResourceKind{}
	if reference, ok := node.TypeExpr.(*syntax.QualifiedReference); ok {
		name := module.Normalize(reference.Value)
		found := false
		if kind, found = e.resourceKindOf(name); !found {
			e.reportUnknownResourceType(name, node.TypeExpr)
		}
		if name == "class" {
			e.report(&code.CollectorQueryMismatch, node, "RUNTIME_ERROR", "classes cannot be collected")
		}
	}
	e.evaluateQuery(node.Query, node)
	given := e.evaluateAttributes(kind, node.Operations, node)
	if e.isCompiling() {
		e.compiling.CollectResources(node, kind, given)
	}
	return e.Unknown
}
