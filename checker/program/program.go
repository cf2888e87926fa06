package program

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/sharded"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// MaxAncestors limits the number of classes that a class inherits from.
const MaxAncestors = 64

// MaxClosure limits the number of bodies that a body leads to.
const MaxClosure = 256

// Program is what all bodies of one run share: the tree, and everything that a name alone
// determines. Its caches are filled on demand. Their contents do not depend on the order of
// look-ups.
type Program struct {
	*lattice.Lattice
	*SyntaxInfo
	interruption
	Tree      *module.Tree
	interpret Interpreter
	// Target is the major version of Puppet.
	Target int
	// Strict means that the strict level is enabled.
	Strict bool
	// Tracks means that the dependencies of bodies are recorded, for later checks.
	Tracks bool
	// Initial are initial manifests in addition to the tree's.
	Initial []*module.Manifest

	resolved
	// Top returns the variables of top scope, CustomFacts the facts of the tree. Both are read on
	// the first call.
	Top         func() *TopScope
	CustomFacts func() *module.CustomFacts
}

// resolved holds the results of resolving names, each computed on first use.
type resolved struct {
	functions   Cache[string, *Function]
	definitions [module.Task + 1]Cache[string, *Definition] // of each kind, by name
	references  Cache[string, reference]
	typeTexts   Cache[TypeText, types.Type] // by TypeText
	// BoltFunctions are Bolt's functions. boltMembers are the signatures of the members of its
	// data.
	BoltFunctions Cache[string, *Function]
	boltMembers   Cache[string, []*Signature]
	aliases       Cache[string, types.Type]
	// reading counts the aliases that are being read.
	reading atomic.Int32
	needs   Cache[*Body, []*Body]
	// aliasDefinitions are the definitions of type aliases, by name in lower case.
	aliasDefinitions Cache[string, *module.Definition]
	words            Cache[any, *spell.Index] // see Words
	outside          Cache[*module.Manifest, *Body]
	systems          Cache[any, []*module.System] // by definition
}

// Interpreter answers questions of a program that only the evaluation of code can answer.
type Interpreter interface {
	// EvaluateType returns the value of a type expression, without findings. onBolt is set if
	// Bolt may read it.
	EvaluateType(node syntax.Node, manifest *module.Manifest, onBolt bool) types.Type
	// ModeledFunction returns what the model of a function of Puppet or stdlib states: the
	// least number of arguments, and the text of the result type or "".
	ModeledFunction(name string) (least int, returns string)
}

// Options select how code is evaluated.
type Options struct {
	// Target is the major version of Puppet; 0 means 8.
	Target int
	// Strict enables the strict level.
	Strict bool
	// Tracks makes evaluations record what they depend on.
	Tracks bool
	// Initial are further manifests that Puppet would read first.
	Initial []*module.Manifest
}

// SyntaxInfo caches results that the syntax of a manifest alone determines. They are valid as
// long as the manifest is, from one check of a tree to the next.
type SyntaxInfo struct {
	// interned holds the types of all checks.
	interned  *types.Store
	needNames Cache[syntax.Node, *needNames]
}

// NewSyntaxInfo returns an empty SyntaxInfo.
func NewSyntaxInfo() *SyntaxInfo { return &SyntaxInfo{interned: types.NewStore()} }

// Forget drops the results for a manifest that no longer exists.
func (f *SyntaxInfo) Forget(manifest *module.Manifest) {
	for _, root := range RootsOf(manifest) {
		f.needNames.Forget(root)
	}
}

// RootsOf returns the nodes of the bodies of a manifest.
func RootsOf(manifest *module.Manifest) []syntax.Node {
	roots := append(slices.Clone(manifest.Program.Definitions), manifest.Program)
	if damage := manifest.Damage(); damage != nil {
		roots = append(roots, damage.Intact...)
	}
	return roots
}

// Cache computes each of its values once. Computing a value may use the same cache. If two
// goroutines compute the same value, both get the one stored first.
type Cache[K comparable, T any] struct{ entries sharded.Map[K, T] }

// Get returns the value of a key, and computes it if it is not known yet.
func (c *Cache[K, T]) Get(key K, make func() T) T {
	if value, ok := c.entries.Load(key); ok {
		return value
	}
	return c.entries.LoadOrStore(key, make())
}

// Known returns the value of a key if it has been computed.
func (c *Cache[K, T]) Known(key K) (value T, ok bool) { return c.entries.Load(key) }

// Forget drops a value, so that it is computed again on its next use.
func (c *Cache[K, T]) Forget(key K) { c.entries.Delete(key) }

// Each calls visit with the computed values, until it returns false.
func (c *Cache[K, T]) Each(visit func(key K, value T) bool) { c.entries.Range(visit) }

// Definition is a class, defined type, function or plan.
type Definition struct {
	*module.Definition
	// IsDamaged means that a syntax error touches the definition, so that its body is
	// uncertain. IsSignatureDamaged means that its parameters are uncertain, too.
	IsDamaged, IsSignatureDamaged bool
	// Parameters are the parameters of the definition, in order.
	Parameters []*syntax.Parameter

	program *Program
	body    Body
	// read guards signature, which is read by the first call of Signature. indexesByName holds the
	// indexes of many parameters, the first of each name; nil if there are few.
	read          sync.Once
	signature     []Parameter
	indexesByName map[string]int
}

// manyParameters is the number of parameters above which a map is used to find one.
const manyParameters = 16

// Parameter is a parameter of a definition.
type Parameter struct {
	Name string
	// Type is the type of the parameter: Unknown if the declared type could not be read, Any if
	// none is declared.
	Type types.Type
	// Required means that a value must be given.
	Required bool
	// Rest means that the parameter takes the remaining arguments: Type is the type of each,
	// and Count limits their number.
	Rest  bool
	Count lattice.Range
	Node  *syntax.Parameter
}

// Find returns the definition that Puppet would use for a name, or nil.
func (p *Program) Find(kind module.Kind, name string) *Definition {
	if found, isKnown := p.definitions[kind].Known(name); isKnown {
		return found
	}
	return p.definitions[kind].Get(name, func() *Definition {
		for _, manifest := range p.Initial {
			if found := manifest.Find(kind, name); found != nil {
				return p.NewDefinition(found)
			}
		}
		if found := p.Tree.Manifests.Find(kind, name); found != nil {
			return p.NewDefinition(found)
		}
		return nil
	})
}

// NewDefinition returns a definition of the program that Find may not return, because another
// definition has the same name.
func (p *Program) NewDefinition(found *module.Definition) *Definition {
	result := &Definition{Definition: found, IsDamaged: IsDamaged(found), IsSignatureDamaged: IsSignatureDamaged(found), program: p}
	result.Parameters = syntax.ParametersOf(found.Node)
	result.body = Body{Definition: result, Manifest: found.Manifest, Module: found.Manifest.Module, Node: found.Node}
	return result
}

// Body returns the body of the definition.
func (d *Definition) Body() *Body { return &d.body }

// Signature returns the parameters with their types.
func (d *Definition) Signature() []Parameter {
	d.read.Do(func() {
		d.signature = d.program.parametersOf(d)
		if len(d.Parameters) > manyParameters {
			d.indexesByName = make(map[string]int, len(d.Parameters))
			for i, parameter := range slices.Backward(d.Parameters) {
				d.indexesByName[parameter.Name] = i
			}
		}
	})
	return d.signature
}

func (p *Program) parametersOf(d *Definition) []Parameter {
	parameters := make([]Parameter, len(d.Parameters))
	for i, node := range d.Parameters {
		typ := p.Any
		if d.IsSignatureDamaged {
			typ = p.Unknown
		} else if node.TypeExpr != nil {
			typ = p.StaticType(node.TypeExpr, d.Manifest, d.MayRunOnBolt())
		}
		parameters[i] = Parameter{Name: node.Name, Type: typ, Required: node.Value == nil && !node.CapturesRest && !d.IsSignatureDamaged, Rest: node.CapturesRest, Node: node}
		if node.CapturesRest {
			parameters[i].Type, parameters[i].Count = p.RestOf(typ)
		}
	}
	return parameters
}

// RestOf splits the type of a rest parameter. An Array gives the type and the number of the
// arguments. Any other type is the type of each argument (Closure#create_param_type).
func (p *Program) RestOf(declared types.Type) (each types.Type, count lattice.Range) {
	if array, ok := declared.(*types.ArrayType); ok {
		return p.ElementOf(array), lattice.SizeOf(array)
	}
	return declared, lattice.Range{Low: 0, High: lattice.AnyInteger.High}
}

// MayRunOnBolt reports whether Bolt may evaluate a definition outside of any catalog.
func (d *Definition) MayRunOnBolt() bool { return d.Kind == module.Plan || d.Kind == module.Function }

// Parameter returns the parameter called name, or nil.
func (d *Definition) Parameter(name string) *Parameter {
	parameters := d.Signature()
	if d.indexesByName != nil {
		if at, known := d.indexesByName[name]; known {
			return &parameters[at]
		}
		return nil
	}
	for i := range parameters {
		if parameters[i].Name == name {
			return &parameters[i]
		}
	}
	return nil
}

// Parent returns the name of the class that a class inherits from, or "".
func (d *Definition) Parent() string {
	if class, ok := d.Node.(*syntax.HostClassDefinition); ok {
		return module.Normalize(class.ParentClass)
	}
	return ""
}

// FindFrom returns the definition that a name means in the code of a manifest, or nil. It also
// returns nil if the manifest itself has a definition of that name although Puppet would look
// for it in another file: the two files are not loaded together, so the meaning of the name is
// unknown.
func (p *Program) FindFrom(manifest *module.Manifest, kind module.Kind, name string) *Definition {
	found := p.Find(kind, name)
	if found != nil && manifest != nil && found.Manifest != manifest && manifest.Find(kind, name) != nil {
		return nil
	}
	return found
}

// Class returns the class called name, or nil.
func (p *Program) Class(name string) *Definition { return p.Find(module.Class, name) }

// DefinedType returns the defined type called name, or nil.
func (p *Program) DefinedType(name string) *Definition { return p.Find(module.DefinedType, name) }

// MayExist reports whether something that Find does not find may exist nevertheless. A missing
// module may define it, unless the module's name looks like a typo: of the name of from, if from
// does not depend on it, or of the name of another module that defines the rest of the name.
func (p *Program) MayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Class && strings.Contains(strings.ReplaceAll(name, "::", ""), ":") {
		return false // no class can have a colon alone in its name
	}
	if p.Tree.IsProjectOfTwo(name) {
		return true
	}
	if first, _, _ := strings.Cut(name, "::"); from != nil && kind != module.Function && p.Tree.Module(first) == nil &&
		len(from.Name) > 4 && IsTypo(first, from.Name) && !differsByUnderscores(first, from.Name) && !DependsOn(from, first) {
		return false
	}
	if p.MeantOfKnownModule(kind, name, from) != "" {
		return false
	}
	return p.Tree.MayExist(kind, name, from)
}

// WithKnownModule returns a name with the module that its missing module is a typo of:
// 'firewall::service' for 'firwall::service'. It returns "" if there is none, or if the missing
// module is known to exist: the index has it, from depends on it, or a Puppetfile or .fixtures.yml
// lists it.
func (p *Program) WithKnownModule(name string, from *module.Module) string {
	first, rest, qualified := strings.Cut(name, "::")
	if !qualified || rest == "" || p.Tree.Module(first) != nil || known.Embedded().HasName(first) ||
		slices.Contains(module.ListedModules(p.Tree), first) || from != nil && DependsOn(from, first) {
		return ""
	}
	meant := p.moduleNames().First(first, func(candidate string) bool {
		return len(candidate) > 4 && first[0] == candidate[0] && IsTypo(first, candidate) && !differsByUnderscores(first, candidate)
	})
	if meant == "" {
		return ""
	}
	return meant + "::" + rest
}

// MeantOfKnownModule returns WithKnownModule of a name if it is defined, and "" otherwise. For a
// type alias, a defined type will do: both are written alike.
func (p *Program) MeantOfKnownModule(kind module.Kind, name string, from *module.Module) string {
	meant := p.WithKnownModule(name, from)
	switch {
	case meant == "":
		return ""
	case kind == module.Function && p.FindFunction(meant) != nil, p.Find(kind, meant) != nil,
		kind == module.TypeAlias && p.DefinedType(meant) != nil:
		return meant
	}
	return ""
}

// differsByUnderscores reports whether two names are equal except for their underscores. A
// module that wraps another may have such a name.
func differsByUnderscores(a, b string) bool {
	return strings.ReplaceAll(a, "_", "") == strings.ReplaceAll(b, "_", "")
}

// DefinedNames returns the names that the module of a name defines, sorted. If there is no such
// module, it returns the names of all modules. It adds what it looks up to dependencies.
func (p *Program) DefinedNames(dependencies deps.Set, name string, kinds ...module.Kind) *spell.Index {
	first, _, _ := strings.Cut(name, "::")
	found := p.Tree.Module(first)
	if found == nil {
		return p.moduleNames()
	}
	dependencies.Add(deps.ModuleNames(found))
	type key struct {
		of    *module.Module
		kinds [module.Task + 1]bool
	}
	of := key{of: found}
	for _, kind := range kinds {
		of.kinds[kind] = true
	}
	return p.Words(of, func() (names []string) {
		for _, manifest := range p.Tree.Manifests.Of(found) {
			for _, definition := range manifest.Definitions {
				if of.kinds[definition.Kind] {
					names = append(names, definition.Name)
				}
			}
		}
		slices.Sort(names)
		return slices.Clip(slices.Compact(names))
	})
}

// moduleNames returns the names of the modules of the tree.
func (p *Program) moduleNames() *spell.Index {
	return p.Words(wordsKey("modules"), func() (names []string) {
		for _, module := range p.Tree.Modules {
			names = append(names, module.Name)
		}
		return names
	})
}

// DependsOn reports whether the metadata of a module lists another as a dependency.
func DependsOn(from *module.Module, other string) bool {
	metadata := from.Metadata()
	return metadata != nil && slices.ContainsFunc(metadata.Dependencies, func(d module.Dependency) bool { return d.Name == other })
}

// MayHaveMetaparameter reports whether a name is a variable that a class or defined type has if
// its declaration, a default, an override or a collector sets the metaparameter of that name.
func (d *Definition) MayHaveMetaparameter(name string) bool {
	return d != nil && (d.Kind == module.Class || d.Kind == module.DefinedType) && builtin.Metaparameter(name) != nil
}
