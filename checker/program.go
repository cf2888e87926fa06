package checker

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// program is what all bodies of one run share: the tree, and everything that
// follows from a name alone. Its caches fill as bodies ask; what they hold
// never depends on who asks first.
type program struct {
	*lattice.Lattice
	*facts
	interruption
	tree *module.Tree
	// target is the major version of Puppet.
	target int
	// strict says that the strict level is wanted.
	strict bool
	// tracks says that what bodies depend on is wanted, for checks to follow.
	tracks bool
	// models are those of functions, resourceModels of resource types, by name.
	models         map[string]*functionModel
	resourceModels map[string]*resourceModel
	// extra are manifests that count as initial ones besides the tree's.
	extra []*module.Manifest

	functions   cache[*function]
	definitions [module.Task + 1]cache[*definition] // of each kind, by name
	references  cache[reference]
	typeTexts   cache[Type] // by typeText
	// boltFunctions are those that Bolt brings, boltMembers the ways to call a member of
	// its data.
	boltFunctions cache[*function]
	boltMembers   cache[[]*signature]
	// variableNames are by the node of a class or defined type.
	variableNames cache[variableNames]
	aliases       cache[Type]
	// returnTypes are what functions declare, declaredResults what their calls get for that.
	returnTypes, declaredResults cache[Type]
	needs                        cache[[]*body]
	resourceDefaults             cache[map[string]parametersGiven] // by manifest, of each type
	defaultsAnywhere             cache[parametersGiven]            // by defined type
	// aliasDefinitions are by name in lower case.
	aliasDefinitions cache[*module.Definition]
	outside          cache[*body]
	ownDefinitions   cache[[]*module.Definition] // by module
	failsAlways      cache[*callSiteSummary]     // by definition
	relevances       cache[*relevance]           // by definition
	callSites        cache[*callSiteSummary]     // by definition and values
	allFacts         cache[[]string]
	setByNobody      cache[bool]
	systems          cache[[]*module.System] // by definition
	forOlder         cache[bool]             // by module
	top              func() *topScope
	data             func() *dataSet
	lookups          func() *lookedUp
	renderers        func() *renderers
	declaredClasses  func() *declaredClasses
	leaders          func() *leaders
	embeddedCalls    func() *embeddedCalls
}

// facts are what follows from the syntax of one manifest alone: they hold for as
// long as the manifest does, from one check of a tree to the next.
type facts struct {
	// interned holds the types of all checks.
	interned           *types.Store
	localDeclarations  cache[*localDeclarations] // by node
	certains           cache[*certain]
	needNames          cache[*needNames]
	renderings         cache[[]rendering]
	exportedSignatures cache[*exportedSignature]
	namesUsed          cache[[]nameUse]
	typeNames          cache[*typeNames]
	lookedUp           cache[*lookedUp]
	revealed           cache[map[int]bool]
	// variableInputs, by node, are what the variables of a body follow from.
	variableInputs cache[map[string]map[string]bool]
	// testsOfExistence are by node.
	testsOfExistence cache[*existenceTests]
	// reaches, by node, follow from more: from the directs of all that they lead to
	// (forgetReaches).
	closures cache[*declarationClosure]
	// declared, by node, are the declarations of bodies as they were when these were
	// evaluated last, so far as hasDeclared asks for them.
	declared sync.Map
	// summaries, by node, are those of bodies as they were evaluated last (recall).
	summaries sync.Map
}

func newFacts() *facts { return &facts{interned: types.NewStore()} }

// forget drops what is known of a manifest that there is no more.
func (f *facts) forget(manifest *module.Manifest) {
	f.renderings.entries.Delete(manifest)
	f.exportedSignatures.entries.Delete(manifest)
	f.namesUsed.entries.Delete(manifest)
	f.typeNames.entries.Delete(manifest)
	f.lookedUp.entries.Delete(manifest)
	f.revealed.entries.Delete(manifest)
	for _, root := range rootsOf(manifest) {
		f.localDeclarations.entries.Delete(root)
		f.certains.entries.Delete(root)
		f.needNames.entries.Delete(root)
		f.closures.entries.Delete(root)
		f.variableInputs.entries.Delete(root)
		f.testsOfExistence.entries.Delete(root)
		f.declared.Delete(root)
		f.summaries.Delete(root)
	}
}

// rootsOf are the nodes of the bodies of a manifest.
func rootsOf(manifest *module.Manifest) []syntax.Node {
	roots := append(slices.Clone(manifest.Program.Definitions), manifest.Program)
	if isBroken(manifest) {
		roots = append(roots, manifest.IntactStatements()...)
	}
	return roots
}

// forgetSummaries drops what evaluating a manifest has shown.
func (f *facts) forgetSummaries(manifest *module.Manifest) {
	for _, root := range rootsOf(manifest) {
		f.summaries.Delete(root)
	}
}

// cache makes each of its values once. Making a value may ask the same cache
// for another one; two goroutines may make the same value, and one is kept.
type cache[T any] struct{ entries sync.Map }

func (c *cache[T]) get(key any, make func() T) T {
	if value, ok := c.entries.Load(key); ok {
		return value.(T)
	}
	value, _ := c.entries.LoadOrStore(key, make())
	return value.(T)
}

// definition is a class, defined type, function or plan.
type definition struct {
	*module.Definition
	name string
	kind definitionKind
	node syntax.Node
	// isDamaged says that a syntax error touches it, so that what it does is uncertain,
	// isHeadDamaged that its parameters are, too.
	isDamaged, isHeadDamaged bool
	// parameters of the definition, in order.
	parameters []*syntax.Parameter
	signature  func() []parameter
	body       func() *body
}

// definitionKind says what a definition makes.
type definitionKind uint8

const (
	kindClass definitionKind = iota
	kindDefinedType
	kindFunction
	kindPlan
	kindNode
)

// parameter is a parameter of a definition.
type parameter struct {
	name string
	// typ is what its values must be; unknown where the type could not be
	// read, any where none is declared.
	typ Type
	// required says that a value must be given.
	required bool
	// rest says that the parameter takes what is left of the arguments: typ is
	// that of each, and count how many it takes.
	rest  bool
	count lattice.Range
	node  *syntax.Parameter
}

// find is the definition that Puppet would use for a name, or nil.
func (p *program) find(kind module.Kind, name string) *definition {
	return p.definitions[kind].get(name, func() *definition {
		for _, manifest := range p.extra {
			if found := manifest.Find(kind, name); found != nil {
				return p.newDefinition(found)
			}
		}
		if found := p.tree.Find(kind, name); found != nil {
			return p.newDefinition(found)
		}
		return nil
	})
}

func (p *program) newDefinition(found *module.Definition) *definition {
	result := &definition{Definition: found, name: found.Name, node: found.Node, isDamaged: isDamaged(found), isHeadDamaged: isHeadDamaged(found)}
	switch node := found.Node.(type) {
	case *syntax.HostClassDefinition:
		result.kind, result.parameters = kindClass, node.Parameters
	case *syntax.ResourceTypeDefinition:
		result.kind, result.parameters = kindDefinedType, node.Parameters
	case *syntax.FunctionDefinition:
		result.kind, result.parameters = kindFunction, node.Parameters
	case *syntax.PlanDefinition:
		result.kind, result.parameters = kindPlan, node.Parameters
	}
	result.signature = sync.OnceValue(func() []parameter { return p.parametersOf(result) })
	result.body = sync.OnceValue(func() *body {
		return &body{definition: result, manifest: found.Manifest, module: found.Manifest.Module, node: found.Node}
	})
	return result
}

func (p *program) parametersOf(d *definition) []parameter {
	parameters := make([]parameter, len(d.parameters))
	for i, node := range d.parameters {
		typ := p.Any
		if d.isHeadDamaged {
			typ = p.Unknown
		} else if node.TypeExpr != nil {
			typ = p.staticType(node.TypeExpr, d.Manifest, d.mayRunOnBolt())
		}
		parameters[i] = parameter{name: node.Name, typ: typ, required: node.Value == nil && !node.CapturesRest && !d.isHeadDamaged, rest: node.CapturesRest, node: node}
		if node.CapturesRest {
			parameters[i].typ, parameters[i].count = p.restOf(typ)
		}
	}
	return parameters
}

// restOf takes the type of a parameter that takes the rest apart: an Array says
// what each argument is and how many there are, any other type is that of each
// (Closure#create_param_type).
func (p *program) restOf(declared Type) (each Type, count lattice.Range) {
	if array, ok := declared.(*types.ArrayType); ok {
		return p.ElementOf(array), lattice.SizeOf(array)
	}
	return declared, lattice.Range{Low: 0, High: lattice.AnyInteger.High}
}

// mayRunOnBolt reports whether a definition may be evaluated by Bolt, outside of any
// catalog.
func (d *definition) mayRunOnBolt() bool { return d.kind == kindPlan || d.kind == kindFunction }

// parameter is the parameter called name, or nil.
func (d *definition) parameter(name string) *parameter {
	parameters := d.signature()
	for i := range parameters {
		if parameters[i].name == name {
			return &parameters[i]
		}
	}
	return nil
}

// parent is the name of the class that a class inherits from, or empty.
func (d *definition) parent() string {
	if class, ok := d.node.(*syntax.HostClassDefinition); ok {
		return module.Normalize(class.ParentClass)
	}
	return ""
}

// class is the class called name, or nil.
func (p *program) class(name string) *definition { return p.find(module.Class, name) }

// definedType is the defined type called name, or nil.
func (p *program) definedType(name string) *definition { return p.find(module.DefinedType, name) }

// mayExist reports whether something that find does not find may exist all
// the same. A module that is missing may have it, unless its name is a typo of
// that of from, which does not say that it depends on it.
func (p *program) mayExist(kind module.Kind, name string, from *module.Module) bool {
	if p.tree.IsProjectOfTwo(name) {
		return true
	}
	if first, _, _ := strings.Cut(name, "::"); from != nil && kind != module.Function && p.tree.Module(first) == nil &&
		len(from.Name) > 4 && isTypo(first, from.Name) && !dependsOn(from, first) {
		return false
	}
	return p.tree.MayExist(kind, name, from)
}

// dependsOn reports whether the metadata of a module names another.
func dependsOn(from *module.Module, other string) bool {
	metadata := from.Metadata()
	return metadata != nil && slices.ContainsFunc(metadata.Dependencies, func(d module.Dependency) bool { return d.Name == other })
}
