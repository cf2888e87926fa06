package checker

import (
	"context"
	"slices"
	"strings"

	"puppet-lint/catalog"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Compiler evaluates classes and nodes into catalogs, with the values that are
// known and without anything being executed. It may serve several goroutines.
type Compiler struct {
	program *program
	// facts are those of the node; nil when nothing is known of it.
	facts *types.Hash
	// watch is what the compilations note in met that they come upon; both may be nil.
	watch *Watch
	met   *Met
}

// NewCompiler compiles the code of a tree. Of options, TargetVersion alone counts;
// facts may be nil.
func NewCompiler(tree *module.Tree, options Options, facts *types.Hash) *Compiler {
	return &Compiler{program: newProgram(context.Background(), tree, Options{TargetVersion: options.TargetVersion}), facts: facts}
}

// Class is the catalog of a class that is included and nothing else; nil when
// there is no such class.
func (c *Compiler) Class(name string) *catalog.Catalog {
	name = module.Normalize(name)
	if c.program.class(name) == nil {
		return nil
	}
	k := c.newCompilation(name)
	k.run(func() { k.include(k.mainEvaluator(nil), name, catalog.Place{}, true) })
	return k.finish()
}

// Bounds of what is evaluated for one catalog.
const (
	compileBudget    = 2_000_000 // evaluations of nodes
	maxCompileDepth  = 64        // classes and functions within each other
	maxResources     = 20_000
	maxEdges         = 100_000
	maxCompileRounds = 3
)

// compilation is the evaluation of one catalog. Its evaluators share it.
type compilation struct {
	*program
	facts    *types.Hash
	factType Type
	watch    *Watch
	met      *Met
	catalog  *catalog.Catalog
	// main is the evaluator of what stands at top scope, and node that of the node.
	main, node *evaluator
	classes    map[string]*compiledClass
	// resources are those of the catalog, with what is known only here.
	resources []*compiledResource
	byKey     map[string]*compiledResource
	// openTypes are the types of which resources with unknown titles may have been
	// declared; open says that resources of any type may have been.
	openTypes map[string]bool
	open      bool
	// pendingOverrides wait for the resource that they are for.
	pendingOverrides map[string][]override
	collectors       []*collector
	collected        map[syntax.Node]*collector
	realized         []realized
	chains           []chainOfResources
	budget, depth    int
	// uncertain are the classes that a path which may not be taken declares with
	// values, and that are declared for certain, too: their parameters may have other
	// values then. A class that is found to be one is evaluated again.
	uncertain map[string]bool
	again     bool
	looking   map[string]bool
}

// compiledClass is a class that has been declared.
type compiledClass struct {
	definition *definition
	resource   *compiledResource
	evaluator  *evaluator
	// given says that it was declared with values.
	given bool
	// done says that its body has been evaluated.
	done bool
}

// compiledResource is a resource with the scope that it was declared in.
type compiledResource struct {
	*catalog.Resource
	kind resourceKind
	// in is the scope that declares it, and values are those of the attributes.
	in     *evaluator
	values map[string]Type
	// evaluated says that the body of its defined type has been evaluated.
	evaluated bool
	// unknownTags says that there may be tags besides those that are known.
	tags        []string
	unknownTags bool
}

func (c *Compiler) newCompilation(name string) *compilation {
	k := &compilation{program: c.program, facts: c.facts, watch: c.watch, met: c.met, uncertain: map[string]bool{}}
	k.reset(name)
	return k
}

func (k *compilation) reset(name string) {
	node := k.catalog != nil && k.catalog.Node
	k.catalog = &catalog.Catalog{Name: name, Node: node}
	k.classes, k.byKey = map[string]*compiledClass{}, map[string]*compiledResource{}
	k.resources, k.collectors, k.chains, k.main, k.node = nil, nil, nil, nil, nil
	k.openTypes, k.pendingOverrides = map[string]bool{}, map[string][]override{}
	k.open, k.again, k.depth, k.budget = false, false, 0, compileBudget
	k.looking, k.collected, k.realized = map[string]bool{}, map[syntax.Node]*collector{}, nil
}

// run evaluates what start begins with, and then the resources of defined types and
// the collectors that came of it, until there are no more.
func (k *compilation) run(start func()) {
	for range maxCompileRounds {
		k.again = false
		k.guarded(func() {
			start()
			k.generate()
		})
		if !k.again {
			return
		}
		k.reset(k.catalog.Name)
	}
	k.gap("classes that are declared with values on paths that may not be taken", catalog.Place{})
}

// guarded makes a mistake in the checker a gap of the catalog.
func (k *compilation) guarded(work func()) {
	defer func() {
		if problem := recover(); problem != nil {
			k.gap("the evaluation failed because of a bug in puppet-lint", catalog.Place{})
		}
	}()
	work()
}

// generate is Puppet's loop over collectors and defined types, which are evaluated
// after the code that declares them.
func (k *compilation) generate() {
	for k.catalog.Failure == nil && len(k.resources) < maxResources {
		k.collect()
		found := false
		for _, r := range slices.Clone(k.resources) {
			if r.kind.defined == nil || r.kind.name == "class" || r.evaluated || r.Virtual {
				continue
			}
			r.evaluated, found = true, true
			k.evaluateDefined(r)
			if k.catalog.Failure != nil {
				return
			}
		}
		if !found {
			return
		}
	}
}

func (k *compilation) gap(what string, at catalog.Place) {
	k.catalog.Gaps = append(k.catalog.Gaps, catalog.Gap{What: what, Place: at})
}

// newScope is an evaluator of a body within the compilation.
func (k *compilation) newScope(b *body, outer *evaluator, resource *compiledResource) *evaluator {
	e := k.newEvaluator(b, false, false)
	e.callSite = &callSite{anyHost: true, budget: &k.budget, isDefault: func(string) bool { return false }, given: map[string]Type{}}
	e.compiling = &compileScope{compilation: k, outer: outer, resource: resource, certain: true}
	if outer != nil {
		e.compiling.certain = outer.isCertain()
	}
	return e
}

// compileScope is what an evaluator knows of the compilation that it is part of.
type compileScope struct {
	*compilation
	// outer is the scope that this one was declared in, whose resource defaults hold.
	outer *evaluator
	// resource is the class or resource whose body is evaluated; nil for top scope.
	resource *compiledResource
	// certain says that the body is certain to be evaluated.
	certain  bool
	defaults []resourceDefault
	// rendered is the text of the template that is evaluated.
	rendered *renderedText
	// template is the scope whose variables a template without parameters sees.
	template *evaluator
}

// resourceDefault is what Type { … } sets.
type resourceDefault struct {
	kind, name string
	value      Type
	certain    bool
}

// isCertain reports whether the point is reached in every catalog that compiles.
func (e *evaluator) isCertain() bool {
	return e.compiling.certain && e.state.passed == nil && !e.state.unreachable
}

// isCompiling reports whether what is evaluated is to be part of a catalog.
func (e *evaluator) isCompiling() bool {
	return e.compiling != nil && !e.silent && !e.state.unreachable
}

func (e *evaluator) placeOf(node syntax.Node) catalog.Place {
	return catalog.Place{File: e.body.manifest.Source, Span: e.body.manifest.Extent(node)}
}

// mainEvaluator is the evaluator of top scope.
func (k *compilation) mainEvaluator(b *body) *evaluator {
	if k.main == nil {
		if b == nil {
			manifest := module.NewManifest(source.NewFile("site.pp", ""), nil)
			b = &body{manifest: manifest, node: manifest.Program}
		}
		k.main = k.newScope(b, nil, nil)
	}
	return k.main
}

// fails notes that the catalog cannot be compiled.
func (k *compilation) fails(what string, at catalog.Place) {
	if k.catalog.Failure == nil {
		k.catalog.Failure = &catalog.Gap{What: what, Place: at}
	}
}

// include declares a class without values, as from a scope.
func (k *compilation) include(from *evaluator, name string, at catalog.Place, certain bool) *compiledClass {
	d := k.class(name)
	if d == nil {
		if name != "main" && name != "settings" {
			k.open = true
			k.gap("class '"+name+"' is not there", at)
		}
		return nil
	}
	if known := k.classes[name]; known != nil {
		k.confirm(known, certain)
		return known
	}
	return k.declareClass(from, d, nil, false, at, certain)
}

// confirm notes that a class which may have been declared is declared.
func (k *compilation) confirm(known *compiledClass, certain bool) {
	if !certain || known.resource.Certain {
		return
	}
	if known.given && !k.uncertain[known.definition.name] {
		k.uncertain[known.definition.name] = true
	}
	k.again = true
	k.forced(known.definition.name)
}

// forced notes a class that is declared for certain after a path that may not be
// taken has declared it: the next round takes it for certain from the start.
func (k *compilation) forced(name string) { k.uncertain["certain "+name] = true }

// declareClass declares a class and evaluates it, its parent first.
func (k *compilation) declareClass(from *evaluator, d *definition, given map[string]Type, open bool, at catalog.Place, certain bool) *compiledClass {
	certain = certain || k.uncertain["certain "+d.name]
	resource := &compiledResource{
		Resource: &catalog.Resource{Type: "Class", Title: types.CapitalizeSegments(d.name), Certain: certain, Place: at},
		kind:     resourceKind{name: "class", defined: d}, in: from, values: map[string]Type{}, evaluated: true,
	}
	if from != nil && from.compiling.resource != nil && from.compiling.resource.kind.name == "class" {
		resource.IncludedBy = from.compiling.resource.Ref()
	}
	class := &compiledClass{definition: d, resource: resource, given: given != nil}
	k.classes[d.name] = class
	k.add(resource)
	k.contain("Stage[main]", resource.Ref(), at)
	if k.depth > maxCompileDepth {
		k.gap("classes include each other too deeply", at)
		return class
	}
	k.depth++
	defer func() { k.depth-- }()
	outer := from
	if parent := d.parent(); parent != "" {
		if inherited := k.include(from, parent, at, certain); inherited != nil && inherited.evaluator != nil {
			outer = inherited.evaluator
		}
	}
	e := k.newScope(d.body(), outer, resource)
	e.compiling.certain = certain
	class.evaluator = e
	if k.uncertain[d.name] {
		given, open = nil, true
	}
	k.evaluateBodyOf(e, d, given, open)
	class.done = true
	return class
}

// evaluateDefined evaluates the body of a defined type for one of its resources.
func (k *compilation) evaluateDefined(r *compiledResource) {
	d := r.kind.defined
	e := k.newScope(d.body(), r.in, r)
	e.compiling.certain = r.Certain
	if e.callSite.title = k.Unknown; r.Title != "" {
		e.callSite.title = k.Str(r.Title)
	} else {
		e.callSite.title = nil
	}
	given := map[string]Type{}
	for name, value := range r.values {
		given[name] = value
	}
	k.evaluateBodyOf(e, d, given, r.Open)
}

// evaluateBodyOf binds the parameters of a class or defined type, and evaluates its
// body. What is open may give values to the others, too.
func (k *compilation) evaluateBodyOf(e *evaluator, d *definition, given map[string]Type, open bool) {
	r := e.compiling.resource
	place := e.placeOf(d.node)
	k.comesUpon(d.node)
	signature := d.signature()
	for i := range signature {
		p := &signature[i]
		value, origin := k.parameterValue(e, d, p, given[p.name], open)
		e.state.unreachable = false
		e.declare(p.name, value, p.node.Span())
		r.set(e, p.name, value, origin)
	}
	e.evaluateBlock(statementsOf(d.node))
	if e.state.unreachable && !e.state.left {
		switch {
		case k.budget < 0:
			k.open = true
			k.gap("the evaluation was cut short: it takes too long", place)
		case e.compiling.certain:
			k.fails("'"+d.name+"' fails for these values", place)
		}
	}
}

// parameterValue is the value that a parameter has, and where it comes from.
func (k *compilation) parameterValue(e *evaluator, d *definition, p *parameter, given Type, open bool) (value Type, origin string) {
	ofType := p.typ
	if e.hasBareOptional(ofType, 0) {
		ofType = k.Any
	}
	if open && given == nil {
		return k.Unknown, ""
	}
	if given != nil && given != k.Undef {
		if !k.MayBeUndef(given) || p.required && d.kind == kindDefinedType {
			return k.fitted(given, ofType), ""
		}
		if p.node.Value != nil && p.node.Value.Kind() == syntax.KindLiteralUndef && d.kind == kindDefinedType {
			return k.fitted(given, ofType), ""
		}
		return k.Unknown, "" // the default, or not
	}
	if d.kind == kindClass {
		switch found, t := e.lookUp(d.name+"::"+p.name, nil); t {
		case lattice.Always:
			return k.fitted(found, ofType), "data"
		case lattice.Maybe:
			if k.IsUnknown(found) {
				return k.Unknown, "data"
			}
			if p.node.Value != nil {
				found = k.Join(found, e.evaluate(p.node.Value))
			}
			return k.fitted(found, ofType), "data"
		}
	}
	if p.node.Value == nil {
		if given == nil {
			return ofType, ""
		}
		return given, ""
	}
	return k.fitted(e.evaluate(p.node.Value), ofType), "default"
}

// fitted is a value as far as it fits the type of what takes it.
func (k *compilation) fitted(value, typ Type) Type {
	switch {
	case k.IsUnknown(value) || k.IsNever(value):
		return typ
	case k.IsUnknown(typ) || typ == k.Any || k.Relation(value, typ) != lattice.Maybe:
		return value
	}
	return k.Meet(value, typ)
}

// classScope is the evaluator of a class that is certain to have been declared, nil
// for any other.
func (k *compilation) classScope(name string) *compiledClass {
	if found := k.classes[name]; found != nil && found.evaluator != nil {
		return found
	}
	return nil
}

// variableOfClass is the type of a variable of a class itself; found says that it has
// one, known that this can be told.
func (k *compilation) variableOfClass(d *definition, name string) (t Type, found, known bool) {
	class := k.classScope(d.name)
	if class == nil || !class.resource.Certain {
		return k.Unknown, true, false
	}
	slot, ok := class.evaluator.bodyFrame().slots[name]
	if !ok {
		return nil, false, class.done
	}
	bound := class.evaluator.state.variables.at(slot)
	if bound.typ == nil {
		return nil, false, class.done && !class.evaluator.state.unreachable
	}
	if !bound.certain || class.evaluator.state.unreachable {
		return k.Unknown, true, true
	}
	return bound.typ, true, true
}

// topOf is the type of a variable of top scope, nil when that is to be found
// otherwise.
func (k *compilation) topOf(name string) Type {
	for _, e := range []*evaluator{k.node, k.main} {
		if e == nil {
			continue
		}
		if slot, ok := e.bodyFrame().slots[name]; ok {
			if bound := e.state.variables.at(slot); bound.typ != nil {
				if !bound.certain || e.state.unreachable {
					return k.Unknown
				}
				return bound.typ
			}
		}
	}
	if k.facts == nil || strings.Contains(name, "::") {
		return nil
	}
	if name == "facts" {
		return k.factsGiven()
	}
	if value, ok := k.facts.Get(types.String(name)); ok {
		return k.mainEvaluator(nil).TypeOfValue(value)
	}
	return nil
}

// factsGiven is the type of $facts. Facts that Ruby files of the tree define, and
// that are not given, may be there all the same.
func (k *compilation) factsGiven() Type {
	if k.factType != nil {
		return k.factType
	}
	e := k.mainEvaluator(nil)
	var fields []lattice.Field
	for _, entry := range k.facts.Entries() {
		if name, ok := entry.Key.(types.String); ok {
			if value := e.TypeOfValue(entry.Value); value != nil {
				fields = append(fields, lattice.Field{Name: string(name), Value: value})
			}
		}
	}
	for _, name := range k.top().customFacts {
		if !slices.ContainsFunc(fields, func(f lattice.Field) bool { return f.Name == name }) {
			fields = append(fields, lattice.Field{Name: name, Value: k.Unknown, Optional: true})
		}
	}
	if k.factType = k.StructOf(fields); k.top().factsOpen && len(k.top().factPatterns) > 0 {
		k.factType = k.FactsType
	}
	return k.factType
}

// finish is the catalog that came of the compilation.
func (k *compilation) finish() *catalog.Catalog {
	k.relate()
	k.catalog.Resources = make([]*catalog.Resource, len(k.resources))
	for i, r := range k.resources {
		k.catalog.Resources[i] = r.Resource
	}
	k.catalog.Settle()
	return k.catalog
}
