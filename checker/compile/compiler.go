package compile

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Compiler evaluates classes and nodes into catalogs, using the values that are known and
// executing nothing. Several goroutines may use it at once.
type Compiler struct {
	interpreter *eval.Interpreter
	// nodes returns the node definitions, which are read once.
	nodes func() *nodeDefinitions
	// facts are the facts of the node; nil if they are unknown.
	facts *types.Hash
	// watch is the code and data whose use the compilations record in used. Both may be nil.
	watch *Watch
	used  *UsedChanges
	// likely holds the classes that are expected in compilation.uncertain.
	likely map[string]bool
	shared
}

// shared is what all compilations of a Compiler share.
type shared struct {
	// texts caches the texts of types, shown how catalogs show them as attributes.
	texts, shown *sync.Map
	// memory is used while the use of changes is recorded.
	memory *memory
}

// New returns a compiler for the code of a tree. target is the major version of Puppet;
// 0 means 8. facts are the facts of the node; nil if they are unknown.
func New(tree *module.Tree, target int, facts *types.Hash) *Compiler {
	nodes := sync.OnceValue(func() *nodeDefinitions { return readNodes(tree) })
	return &Compiler{nodes: nodes, interpreter: eval.NewInterpreter(context.Background(), tree, nil, program.Options{Target: target}), facts: facts, shared: shared{&sync.Map{}, &sync.Map{}, newMemory()}}
}

// Class returns the catalog of a node that only includes a class; nil if there is no such
// class.
func (c *Compiler) Class(name string) *catalog.Catalog {
	name = module.Normalize(name)
	if c.interpreter.Class(name) == nil {
		return nil
	}
	k := c.newCompilation(name)
	k.run(func() { k.include(k.mainEvaluator(nil), name, catalog.Location{}, true) })
	return k.finish()
}

// Limits of the evaluation of one catalog.
const (
	compileBudget    = 2_000_000 // evaluations of nodes
	maxComparisons   = 1_000_000 // of collectors and resources
	maxCompileDepth  = 64        // nested classes and functions
	maxResources     = 20_000
	maxEdges         = 100_000
	maxCompileRounds = 64
)

// compilation is the evaluation of one catalog, shared by its evaluators.
type compilation struct {
	*eval.Interpreter
	facts    *types.Hash
	factType types.Type
	watching
	catalog *catalog.Catalog
	// main is the evaluator of top scope, node that of the node definition.
	main, node *scope
	classes    map[string]*compiledClass
	// resources are the resources of the catalog, with data that only the compilation needs.
	resources []*compiledResource
	byKey     map[string]*compiledResource
	unknownResources
	// pendingOverrides holds the overrides of resources that are not declared yet, by the key
	// of the resource.
	pendingOverrides map[string][]override
	collecting
	pending
	// before holds the side before the arrow of each relationship expression.
	before map[syntax.Node]side
	modules
	work
	// uncertain holds classes that are certain to be declared, but that an uncertain path also
	// declares with values, so that their parameters may have other values. When such a class
	// is found, again is set and the catalog is evaluated once more. Keys that begin with
	// "certain " are those that forced adds.
	uncertain map[string]bool
	shared
	again   bool
	looking map[string]bool
}

// collecting holds the collectors, in order and by their code, and the resources that they may collect.
type collecting struct {
	collectors []*collector
	collected  map[syntax.Node]*collector
	candidates *candidates
}

// modules is what has been asked about modules. mains holds their init.pp; dataFunctions reports whether
// the module with a name may provide data through a function of its own.
type modules struct {
	mains         map[*module.Module]*module.Manifest
	dataFunctions map[string]bool
}

// pending is what is settled once all code is evaluated.
type pending struct {
	realized []realized
	chains   []chainOfResources
	refusals []refusal
}

// watching is what a compilation watches, and what it uses of it.
type watching struct {
	watch *Watch
	used  *UsedChanges
	// changed are the resources that are declared with watched attributes. readsAttributes
	// reports whether code reads attributes of resources.
	changed         []changedResource
	readsAttributes bool
	// repeated holds the added calls of include that change nothing.
	repeated map[syntax.Node]bool
	// hidesCode reports whether code may be evaluated of which the compilation does not know.
	hidesCode bool
}

// unknownResources is what a catalog may hold besides its known resources.
type unknownResources struct {
	// openTypes holds the types that may have further resources with unknown titles. open means
	// that any type may have some.
	openTypes map[string]bool
	open      bool
}

// work limits the evaluation. budget counts down with each evaluated node, comparisons with
// each resource that is compared with a collector's query. depth is the nesting of classes and
// functions; calls are the calls of functions that are being evaluated, outermost first.
type work struct {
	budget, comparisons, depth int
	calls                      []functionCall
}

// compiledClass is a class that has been declared.
type compiledClass struct {
	definition *program.Definition
	resource   *compiledResource
	evaluator  *scope
	// given reports whether the declaration gives the class values.
	given bool
	// done reports whether the body has been evaluated.
	done bool
	// isFirst reports whether the class is declared before all code that is not known.
	isFirst bool
}

// compiledResource is a resource of the catalog and the scope that declares it.
type compiledResource struct {
	*catalog.Resource
	// number is the index in the resources of the compilation.
	number int
	kind   eval.ResourceKind
	// in is the scope that declares the resource; values are the types of its attributes.
	in     *scope
	values map[string]types.Type
	// indexesByName holds the indexes of many attributes by their names; built on first use.
	indexesByName map[string]int
	// evaluated reports whether the body of its defined type has been evaluated.
	evaluated bool
	// tags holds the known tags; unknownTags reports whether there may be others.
	tags        []string
	unknownTags bool
	// sharesAttributes reports whether other resources have the same attributes and values, so
	// that they must not change.
	sharesAttributes bool
}

func (c *Compiler) newCompilation(name string) *compilation {
	k := &compilation{Interpreter: c.interpreter, facts: c.facts, watching: watching{watch: c.watch, used: c.used}, uncertain: map[string]bool{}, shared: c.shared}
	maps.Copy(k.uncertain, c.likely)
	if c.watch == nil {
		k.memory = nil
	}
	k.reset(name)
	return k
}

func (k *compilation) reset(name string) {
	node := k.catalog != nil && k.catalog.Node
	k.catalog = &catalog.Catalog{Name: name, Node: node}
	k.settleWork()
	k.classes, k.byKey = map[string]*compiledClass{}, map[string]*compiledResource{}
	k.resources, k.pending, k.main, k.node = nil, pending{}, nil, nil
	k.collecting = collecting{collected: map[syntax.Node]*collector{}}
	k.modules = modules{map[*module.Module]*module.Manifest{}, map[string]bool{}}
	k.openTypes, k.pendingOverrides = map[string]bool{}, map[string][]override{}
	k.open, k.again, k.work = false, false, work{budget: compileBudget, comparisons: maxComparisons}
	k.before = map[syntax.Node]side{}
	k.looking = map[string]bool{}
	k.changed, k.readsAttributes, k.hidesCode, k.repeated = nil, false, false, map[syntax.Node]bool{}
}

// settleWork records the work done since the last reset.
func (k *compilation) settleWork() {
	if k.used != nil && k.classes != nil {
		k.used.Work += compileBudget - k.budget + maxComparisons - k.comparisons
	}
}

// run calls start, and then evaluates resources of defined types and collectors until there are
// no new ones. It repeats all of this while again is set, up to maxCompileRounds times. A round ends
// early if it must be repeated, and adds to uncertain. After too many, nothing of the catalog is known.
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
	k.catalog.Unknown = true
	k.gap("too many classes are declared with values on paths that may not be taken", catalog.Location{})
}

// textOf returns the text of a type. Catalogs have the same types over and over.
func (k *compilation) textOf(t types.Type) string {
	if text, isKnown := k.texts.Load(t); isKnown {
		return text.(string)
	}
	text := lattice.FormatType(t)
	k.texts.Store(t, text)
	return text
}

// shownType is how catalogs show the value of an attribute of a type. The value is nil if the type
// has several.
type shownType struct {
	value types.Value
	text  string
}

// show returns how catalogs show the value of an attribute of a type.
func (k *compilation) show(s *scope, t types.Type) *shownType {
	if known, isKnown := k.shown.Load(t); isKnown {
		return known.(*shownType)
	}
	made := &shownType{}
	if value, isOnly := s.catalogValue(t); isOnly {
		made.value, made.text = value, catalog.ValueText(value)
	} else {
		made.text = k.textOf(t)
	}
	k.shown.Store(t, made)
	return made
}

// guarded calls work. If work panics, the catalog gets a gap.
func (k *compilation) guarded(work func()) {
	defer func() {
		if problem := recover(); problem != nil {
			k.gap("the evaluation failed because of a bug in puppet-lint", catalog.Location{})
		}
	}()
	work()
}

// generate evaluates collectors and resources of defined types until there are no more. Like
// Puppet, it does so after the code that declares them.
func (k *compilation) generate() {
	for k.catalog.Failure == nil && !k.again && len(k.resources) < maxResources {
		k.collect()
		found := false
		for _, r := range slices.Clone(k.resources) {
			if r.kind.Defined == nil || r.kind.Name == "class" || r.evaluated || r.Virtual {
				continue
			}
			r.evaluated, found = true, true
			k.evaluateDefined(r)
			if k.catalog.Failure != nil || k.again {
				return
			}
		}
		if !found {
			return
		}
	}
}

// gap records that the catalog may have more than is known, for which more code may be evaluated.
func (k *compilation) gap(what string, at catalog.Location) {
	k.hidesCode = true
	k.resourceGap(what, at)
}

// resourceGap records that the catalog may have more resources of types that are not written in
// Puppet. No more code is evaluated for them.
func (k *compilation) resourceGap(what string, at catalog.Location) {
	k.catalog.Gaps = append(k.catalog.Gaps, catalog.Gap{What: what, Location: at})
}

// newScope returns the scope of a body within the compilation.
func (k *compilation) newScope(b *program.Body, outer *scope, resource *compiledResource) *scope {
	e := &scope{k: k, outer: outer, resource: resource, certain: true}
	e.Evaluator = k.NewCatalogEvaluator(b, evaluatedScope{e}, &k.budget)
	if outer != nil {
		e.certain = outer.isCertain()
	}
	return e
}

// scope is a scope of a catalog: the evaluator of its body, and what the compilation
// knows of it. It implements eval.CatalogScope.
type scope struct {
	*eval.Evaluator
	k *compilation
	// outer is the scope that declares this one. Its resource defaults apply here.
	outer *scope
	// resource is the class or resource whose body is evaluated; nil at top scope.
	resource *compiledResource
	// certain reports whether the body is certain to be evaluated.
	certain  bool
	defaults []resourceDefault
	// rendered is the text of the template being evaluated, or nil.
	rendered *renderedText
	// template is the scope whose variables a template without parameters reads.
	template *scope
	// recorder records the evaluation of the body; nil if it is not recorded. replayed is the point
	// that a replay has reached; nil if the body is evaluated.
	recorder *recorder
	replayed *atPoint
}

// resourceDefault is an attribute value that Type { … } sets.
type resourceDefault struct {
	kind, name string
	value      types.Type
	certain    bool
}

// isCertain reports whether every catalog that compiles reaches the current point.
func (s *scope) isCertain() bool {
	if s.replayed != nil {
		return s.replayed.certain
	}
	return s.certain && s.IsOnEveryPath()
}

// isOfKnownModule reports whether code is of a module of which the program knows only the interface.
func isOfKnownModule(b *program.Body) bool { return b.Module != nil && b.Module.Known != nil }

// locationOf returns the location of code; the zero Location for code that is not in the tree.
func (s *scope) locationOf(node syntax.Node) catalog.Location {
	if isOfKnownModule(s.Body) {
		return catalog.Location{}
	}
	return catalog.Location{File: s.Body.Manifest.Source, Span: s.Body.Manifest.Extent(node)}
}

// mainEvaluator returns the evaluator of top scope. The first call creates it, for the body b
// or, if that is nil, for an empty one.
func (k *compilation) mainEvaluator(b *program.Body) *scope {
	if k.main == nil {
		if b == nil {
			manifest := module.NewManifest(source.NewFile("site.pp", ""), nil)
			b = &program.Body{Manifest: manifest, Node: manifest.Program}
		}
		k.main = k.newScope(b, nil, nil)
	}
	return k.main
}

// include declares a class without values from a scope. It returns nil if there is no such
// class.
func (k *compilation) include(from *scope, name string, at catalog.Location, certain bool) *compiledClass {
	d := k.Class(name)
	if d == nil {
		if name == known.Unseen {
			k.open = true
			k.gap(unseenCode(from), catalog.Location{})
			return nil
		}
		if name != "main" && name != "settings" {
			k.open = true
			k.gap("class '"+name+"' is missing", at)
		}
		return nil
	}
	if declared := k.classes[name]; declared != nil {
		k.confirm(declared, certain)
		return declared
	}
	return k.declareClass(from, d, nil, false, at, certain)
}

// unseenCode says that the code of a scope is not in the tree, which only knows its interface.
func unseenCode(s *scope) string {
	d := s.Body.Definition
	if d == nil || !isOfKnownModule(s.Body) {
		return "the code of a module is not here"
	}
	return "the module " + d.Manifest.Module.Known.FullName() + " is not here, so what '" + d.Name + "' declares is not known"
}

// confirm records that a class which may have been declared is certain to be declared.
func (k *compilation) confirm(known *compiledClass, certain bool) {
	if !certain || known.resource.Certain {
		return
	}
	if known.given && !k.uncertain[known.definition.Name] {
		k.uncertain[known.definition.Name] = true
	}
	k.again = true
	k.forced(known.definition.Name)
}

// forced records that a class is certain to be declared, although a path that may not be taken
// declared it first. The next round treats the class as certain from the start.
func (k *compilation) forced(name string) { k.uncertain["certain "+name] = true }

// declareClass declares a class and evaluates its parent and then its body.
func (k *compilation) declareClass(from *scope, d *program.Definition, given map[string]types.Type, open bool, at catalog.Location, certain bool) *compiledClass {
	certain = certain || k.uncertain["certain "+d.Name]
	resource := &compiledResource{
		Resource: &catalog.Resource{Identity: catalog.Identify("Class", types.CapitalizeSegments(d.Name)), Certain: certain, Location: at},
		kind:     eval.ResourceKind{Name: "class", Defined: d}, in: from, values: make(map[string]types.Type, len(d.Signature())), evaluated: true,
	}
	if from != nil && from.resource != nil && from.resource.kind.Name == "class" {
		resource.IncludedBy = from.resource.Ref()
	}
	k.loads(d, certain)
	class := &compiledClass{definition: d, resource: resource, given: given != nil, isFirst: !k.hidesCode}
	k.classes[d.Name] = class
	k.add(resource)
	k.contain("Stage[main]", resource.Ref(), at)
	if k.depth > maxCompileDepth {
		k.gap("classes include each other too deeply", at)
		return class
	}
	k.depth++
	defer func() { k.depth-- }()
	outer := from
	if parent := d.Parent(); parent != "" {
		if inherited := k.include(from, parent, at, certain); inherited != nil && inherited.evaluator != nil {
			outer = inherited.evaluator
		}
	}
	e := k.newScope(d.Body(), outer, resource)
	e.certain = certain
	class.evaluator = e
	if k.uncertain[d.Name] {
		given, open = nil, true
	}
	k.evaluateBodyOf(e, d, given, open)
	class.done = true
	return class
}

// evaluateDefined evaluates the body of a defined type for one of its resources.
func (k *compilation) evaluateDefined(r *compiledResource) {
	d := r.kind.Defined
	k.loads(d, r.Certain)
	e := k.newScope(d.Body(), r.in, r)
	e.certain = r.Certain
	if r.Title != "" {
		e.SetTitle(k.Str(r.Title))
	}
	given := r.values
	if !r.sharesAttributes { // the body sets its parameters
		given = maps.Clone(given)
	}
	k.evaluateBodyOf(e, d, given, r.Open)
}

// evaluateBodyOf binds the parameters of a class or defined type and evaluates its body. open
// means that parameters not in given may have been given values, too.
func (k *compilation) evaluateBodyOf(e *scope, d *program.Definition, given map[string]types.Type, open bool) {
	place := e.locationOf(d.Node)
	k.recordEvaluated(d.Node)
	if k.replay(e, d, given, open) {
		return
	}
	signature := d.Signature()
	bound := &boundParameters{values: make([]boundValue, len(signature))}
	for i := range signature {
		p := &signature[i]
		value, origin := k.parameterValue(e, d, p, given[p.Name], open)
		e.Resume()
		if origin != "" && k.neverFits(e, value, p.Type) {
			evaluatedScope{e}.Refuses(k.misfit(e, d, p, value))
		}
		e.Declare(p.Name, value, p.Node.Span())
		bound.values[i] = boundValue{p.Name, value, origin}
	}
	evaluatedScope{e}.adds(func(e *scope) { e.resource.bind(e, bound) })
	e.EvaluateBlock(program.StatementsOf(d.Node))
	k.keep(e, d, open)
	if e.HasFailed() {
		switch {
		case k.budget < 0:
			k.open = true
			k.gap("the evaluation was cut short: it takes too long", place)
		case e.certain:
			k.settleRefusals() // one of them is the reason
			k.fails("'"+d.Name+"' fails for these values", place)
		}
	}
}

// parameterValue returns the type of a parameter's value. origin is "data", "default", or ""
// for a given value.
func (k *compilation) parameterValue(e *scope, d *program.Definition, p *program.Parameter, given types.Type, open bool) (value types.Type, origin string) {
	ofType := p.Type
	if e.HasBareOptional(ofType, 0) {
		ofType = k.Any
	}
	if open && given == nil {
		return k.Unknown, ""
	}
	if given != nil && given != k.Undef {
		if !k.MayBeUndef(given) || p.Required && d.Kind == module.DefinedType {
			return k.fitted(given, ofType), ""
		}
		if p.Node.Value != nil && p.Node.Value.Kind() == syntax.KindLiteralUndef && d.Kind == module.DefinedType {
			return k.fitted(given, ofType), ""
		}
		return k.Unknown, "" // the default may apply
	}
	if d.Kind == module.Class {
		looked := evaluatedScope{e}.ask(func(e *scope) (a answer) {
			a.value, a.truth = e.lookUp(d.Name+"::"+p.Name, nil)
			return a
		})
		switch found := looked.value; looked.truth {
		case lattice.Always:
			return k.fitted(found, ofType), "data"
		case lattice.Maybe:
			if k.IsUnknown(found) {
				return k.Unknown, "data"
			}
			if p.Node.Value != nil {
				found = k.Join(found, e.Evaluate(p.Node.Value))
			}
			return k.fitted(found, ofType), "data"
		}
	}
	if p.Node.Value == nil {
		if given == nil {
			return ofType, ""
		}
		return given, ""
	}
	return k.fitted(e.Evaluate(p.Node.Value), ofType), "default"
}

// fitted returns the part of a value's type that fits a parameter's type. A value that never
// fits is returned as it is.
func (k *compilation) fitted(value, typ types.Type) types.Type {
	switch {
	case k.IsUnknown(value) || k.IsNever(value):
		return typ
	case k.IsUnknown(typ) || typ == k.Any || k.Relation(value, typ) != lattice.Maybe:
		return value
	}
	return k.Meet(value, typ)
}

// classScope returns a class that has been declared and has an evaluator; nil for any other.
func (k *compilation) classScope(name string) *compiledClass {
	if found := k.classes[name]; found != nil && found.evaluator != nil {
		return found
	}
	return nil
}

// variableOfClass returns the type of a variable that a class itself sets. found reports
// whether the class has the variable; known reports whether found is certain.
func (k *compilation) variableOfClass(d *program.Definition, name string) (t types.Type, found, known bool) {
	class := k.classScope(d.Name)
	if class == nil || !class.resource.Certain {
		return k.Unknown, true, false
	}
	t, certain, named := ownVariable(class.evaluator, name)
	switch {
	case !named:
		return nil, false, class.done
	case t == nil:
		return nil, false, class.done && !isUnreachable(class.evaluator)
	case !certain || isUnreachable(class.evaluator):
		return k.Unknown, true, true
	}
	return t, true, true
}

// topOf returns the type of a top-scope variable. It returns nil if neither the code evaluated
// so far nor the facts set the variable.
func (k *compilation) topOf(name string) types.Type {
	for _, e := range []*scope{k.node, k.main} {
		if e == nil {
			continue
		}
		if t, certain, _ := e.OwnVariable(name); t != nil {
			if !certain || e.IsUnreachable() {
				return k.Unknown
			}
			return t
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

// factsGiven returns the type of $facts. The hash may have further facts if Ruby files of the
// tree define some.
func (k *compilation) factsGiven() types.Type {
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
	for _, name := range k.CustomFacts().Names {
		if !slices.ContainsFunc(fields, func(f lattice.Field) bool { return f.Name == name }) {
			fields = append(fields, lattice.Field{Name: name, Value: k.Unknown, Optional: true})
		}
	}
	if k.factType = k.StructOf(fields); k.CustomFacts().Open && len(k.CustomFacts().Patterns) > 0 {
		k.factType = k.FactsType
	}
	return k.factType
}

// finish adds the relationships to the catalog and returns it.
func (k *compilation) finish() *catalog.Catalog {
	k.settleRefusals()
	k.relate()
	k.catalog.Resources = make([]*catalog.Resource, len(k.resources))
	for i, r := range k.resources {
		k.catalog.Resources[i] = r.Resource
	}
	k.catalog.Settle()
	k.settleChanged()
	k.settleWork()
	if k.used != nil {
		k.used.uncertain = k.uncertain
	}
	return k.catalog
}

// Evaluates records that a node is evaluated.
func (s *scope) Evaluates(node syntax.Node) { s.k.recordEvaluated(node) }

// ReadsAttribute records that code reads an attribute of a resource.
func (s *scope) ReadsAttribute() { s.k.readsAttributes = true }

// HasFacts reports whether the facts of the node are known.
func (s *scope) HasFacts() bool { return s.k.facts != nil }

// VariableAtTop returns the type of a top-scope variable; nil if nothing known sets it.
func (s *scope) VariableAtTop(name string) types.Type { return s.k.topOf(name) }

// VariableOfClass returns the type of a variable that a class itself sets.
func (s *scope) VariableOfClass(d *program.Definition, name string) (t types.Type, found, known bool) {
	return s.k.variableOfClass(d, name)
}

// VariableAroundTemplate reads a variable in the scope that a template without parameters is
// rendered in. It returns nil for all other code.
func (s *scope) VariableAroundTemplate(name string, node syntax.Node) types.Type {
	if s.template == nil {
		return nil
	}
	return s.template.ReadVariable(name, node)
}

// CallsRuby records that what a function written in Ruby declares is not known. A call whose result
// the code does not use may only be there to refuse its arguments, so comparisons need it.
func (s *scope) CallsRuby(c *eval.Call) {
	if s.k.watch != nil && c.IsStatement() {
		s.k.catalog.Calls = append(s.k.catalog.Calls, s.k.callOf(s, c))
	}
	if builtin.FindFunction(c.Name) != nil || s.Tree.Plugins.FindDeclarer(c.Name) == nil {
		return
	}
	s.k.open = true
	s.k.gap("what the function "+c.Name+"() declares is not known", s.locationOf(c.At))
}

// AddTags adds tags to the class or resource whose body is evaluated.
func (s *scope) AddTags(value types.Type) {
	if s.resource != nil {
		s.resource.addTags(s, value)
	}
}

// Uncertain starts a part of the code whose declarations are only possible. The returned
// function ends the part.
func (s *scope) Uncertain() (certain func()) {
	before := s.certain
	s.certain = false
	return func() { s.certain = before }
}
