package checker

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// maxAncestors bounds the number of classes that a class inherits from.
const maxAncestors = 64

// maxReach bounds the number of bodies that one leads to.
const maxReach = 256

// program is what all bodies of one run share: the tree, and everything that is determined by a
// name alone. Its caches are filled on demand. Their contents never depend on who asks first.
type program struct {
	*lattice.Lattice
	*programFacts
	interruption
	tree      *module.Tree
	interpret Interpreter
	// target is the major version of Puppet.
	target int
	// strict means that the strict level is enabled.
	strict bool
	// tracks means that the dependencies of bodies are recorded, for later checks.
	tracks bool
	// extra are initial manifests in addition to the tree's.
	extra []*module.Manifest

	functions   cache[*function]
	definitions [module.Task + 1]cache[*definition] // of each kind, by name
	references  cache[reference]
	typeTexts   cache[Type] // by typeText
	// boltFunctions are Bolt's functions. boltMembers are the signatures of the members of its
	// data.
	boltFunctions cache[*function]
	boltMembers   cache[[]*signature]
	aliases       cache[Type]
	needs         cache[[]*body]
	// aliasDefinitions are the definitions of type aliases, by name in lower case.
	aliasDefinitions cache[*module.Definition]
	outside          cache[*body]
	allFacts         cache[[]string]
	systems          cache[[]*module.System] // by definition
	top              func() *topScope
}

// Interpreter gives a program what only the evaluation of code can tell.
type Interpreter interface {
	// EvaluateType returns the value of a type expression, without findings. onBolt is set if
	// Bolt may read it.
	EvaluateType(node syntax.Node, manifest *module.Manifest, onBolt bool) types.Type
	// ModeledFunction returns what the model of a function of Puppet or stdlib states: the
	// least number of arguments, and the text of the type of its results or "".
	ModeledFunction(name string) (least int, returns string)
}

// programOptions select how code is evaluated.
type programOptions struct {
	// target is the major version of Puppet; 0 means 8.
	target int
	// strict enables the strict level.
	strict bool
	// tracks makes evaluations record what they depend on.
	tracks bool
	// initial are further manifests that Puppet would read first.
	initial []*module.Manifest
}

// programFacts are what the syntax of one manifest alone determines. They are valid for as long
// as the manifest is, from one check of a tree to the next.
type programFacts struct {
	// interned holds the types of all checks.
	interned  *types.Store
	needNames cache[*needNames]
}

func newProgramFacts() *programFacts { return &programFacts{interned: types.NewStore()} }

// forget drops the facts of a manifest that no longer exists.
func (f *programFacts) forget(manifest *module.Manifest) {
	for _, root := range rootsOf(manifest) {
		f.needNames.forget(root)
	}
}

// rootsOf returns the nodes of the bodies of a manifest.
func rootsOf(manifest *module.Manifest) []syntax.Node {
	roots := append(slices.Clone(manifest.Program.Definitions), manifest.Program)
	if damage := manifest.Damage(); damage != nil {
		roots = append(roots, damage.Intact...)
	}
	return roots
}

// cache computes each of its values once. Computing a value may use the same cache. If two
// goroutines compute the same value, both get the one stored first.
type cache[T any] struct{ entries sync.Map }

func (c *cache[T]) get(key any, make func() T) T {
	if value, ok := c.entries.Load(key); ok {
		return value.(T)
	}
	value, _ := c.entries.LoadOrStore(key, make())
	return value.(T)
}

// has reports whether a value is computed.
func (c *cache[T]) has(key any) bool {
	_, ok := c.entries.Load(key)
	return ok
}

// forget drops a value, so that it is computed anew.
func (c *cache[T]) forget(key any) { c.entries.Delete(key) }

// each calls visit with the values that are computed, until it returns false.
func (c *cache[T]) each(visit func(key any, value T) bool) {
	c.entries.Range(func(key, value any) bool { return visit(key, value.(T)) })
}

// definition is a class, defined type, function or plan.
type definition struct {
	*module.Definition
	// isDamaged means that a syntax error touches the definition, so that its body is
	// uncertain. isHeadDamaged means that its parameters are uncertain, too.
	isDamaged, isHeadDamaged bool
	// parameters are the parameters of the definition, in order.
	parameters []*syntax.Parameter
	signature  func() []parameter
	body       func() *body
}

// parameter is a parameter of a definition.
type parameter struct {
	name string
	// typ is the type of the parameter: Unknown if the declared type could not be read, Any if
	// none is declared.
	typ Type
	// required means that a value must be given.
	required bool
	// rest means that the parameter takes the remaining arguments: typ is the type of each, and
	// count bounds their number.
	rest  bool
	count lattice.Range
	node  *syntax.Parameter
}

// find returns the definition that Puppet would use for a name, or nil.
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
	result := &definition{Definition: found, isDamaged: isDamaged(found), isHeadDamaged: isHeadDamaged(found)}
	switch node := found.Node.(type) {
	case *syntax.HostClassDefinition:
		result.parameters = node.Parameters
	case *syntax.ResourceTypeDefinition:
		result.parameters = node.Parameters
	case *syntax.FunctionDefinition:
		result.parameters = node.Parameters
	case *syntax.PlanDefinition:
		result.parameters = node.Parameters
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

// restOf splits the type of a rest parameter. An Array gives the type and the number of the
// arguments. Any other type is the type of each argument (Closure#create_param_type).
func (p *program) restOf(declared Type) (each Type, count lattice.Range) {
	if array, ok := declared.(*types.ArrayType); ok {
		return p.ElementOf(array), lattice.SizeOf(array)
	}
	return declared, lattice.Range{Low: 0, High: lattice.AnyInteger.High}
}

// mayRunOnBolt reports whether Bolt may evaluate a definition outside of any catalog.
func (d *definition) mayRunOnBolt() bool { return d.Kind == module.Plan || d.Kind == module.Function }

// parameter returns the parameter called name, or nil.
func (d *definition) parameter(name string) *parameter {
	parameters := d.signature()
	for i := range parameters {
		if parameters[i].name == name {
			return &parameters[i]
		}
	}
	return nil
}

// parent returns the name of the class that a class inherits from, or "".
func (d *definition) parent() string {
	if class, ok := d.Node.(*syntax.HostClassDefinition); ok {
		return module.Normalize(class.ParentClass)
	}
	return ""
}

// class returns the class called name, or nil.
func (p *program) class(name string) *definition { return p.find(module.Class, name) }

// definedType returns the defined type called name, or nil.
func (p *program) definedType(name string) *definition { return p.find(module.DefinedType, name) }

// mayExist reports whether something that find does not find may exist nevertheless. A missing
// module may define it, unless the module's name looks like a typo of the name of from and from
// does not depend on it.
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

// definedNames returns the names that the module of a name defines, sorted. If there is no such
// module, it returns the names of all modules. What it looks up is added to dependencies.
func (p *program) definedNames(dependencies deps.Set, name string, kinds ...module.Kind) []string {
	first, _, _ := strings.Cut(name, "::")
	found := p.tree.Module(first)
	if found == nil {
		var names []string
		for _, module := range p.tree.Modules {
			names = append(names, module.Name)
		}
		return names
	}
	dependencies.Add(deps.ModuleNames(found))
	var names []string
	for _, manifest := range p.tree.ManifestsOf(found) {
		for _, definition := range manifest.Definitions {
			if slices.Contains(kinds, definition.Kind) {
				names = append(names, definition.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// dependsOn reports whether the metadata of a module lists another as a dependency.
func dependsOn(from *module.Module, other string) bool {
	metadata := from.Metadata()
	return metadata != nil && slices.ContainsFunc(metadata.Dependencies, func(d module.Dependency) bool { return d.Name == other })
}
