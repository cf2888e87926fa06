package typesummary

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Summary holds the declared types of a program, and what its code shows about undeclared
// ones.
type Summary struct {
	// Manifests are the summarized manifests, in the order of the options.
	Manifests []*Manifest

	summarizer *summarizer
}

// Resolve returns the type that an alias represents, through further aliases. It returns any
// other type unchanged.
func (s *Summary) Resolve(t types.Type) types.Type { return s.summarizer.Resolve(t) }

// Manifest summarizes one manifest or template.
type Manifest struct {
	Manifest *module.Manifest
	// Definitions are in source order.
	Definitions []*Definition
	// Gaps are the reasons why the types of some expressions are not known, the most frequent
	// first.
	Gaps []Gap

	summarizer *summarizer
	types      []types.Type
}

// TypeOf returns the type of an expression, joined over all its evaluations, or nil if it was
// never evaluated. It returns Any for an alias of Any.
func (m *Manifest) TypeOf(node syntax.Node) types.Type {
	if t := m.types[node.ID()]; t != nil {
		return m.summarizer.resolveAnyAlias(t)
	}
	return nil
}

// Definition summarizes a class, defined type, function, plan or type alias.
type Definition struct {
	*module.Definition
	Parameters []*Parameter
	// Returns is the declared or inferred type of a function's result, nil for other
	// definitions.
	Returns types.Type
	// SuggestedReturn is a return type that the function could declare and that contains every
	// result. It is empty if a type is declared or none is known.
	SuggestedReturn string
	// Variables are the types of the variables that the body sets in its own scope, by name.
	Variables map[string]types.Type
}

// Parameter summarizes a parameter of a definition.
type Parameter struct {
	Node *syntax.Parameter
	// Declared is the declared type, nil if there is none. It is Any for an alias of Any.
	Declared types.Type
	// Default is the type of the default, nil if there is none.
	Default types.Type
	// Given are the values that the checked manifests give to the parameter, in source order.
	Given []eval.GivenValue
	// Data are the values in the data for a parameter of a class, those with the highest
	// priority first.
	Data []DataValue
	// Suggested is a type that accepts every value that works now, as Puppet code. It is empty
	// if the parameter has a type, or if no type more precise than Any is found.
	Suggested string
	// Likely is a type that the known values suggest, as Puppet code. Unlike Suggested, it may
	// reject values that work. It is empty if nothing is known.
	Likely string
	// Documented means that the comment above the definition names the suggested type, or else
	// the likely one: that type accepts the default and all known values. Any other value that
	// it may reject is not documented.
	Documented bool
	// Uses are the uses of the parameter that do not accept every value.
	Uses []eval.ParameterUse
}

// IsUntyped reports whether the parameter accepts any value.
func (p *Parameter) IsUntyped() bool {
	return p.Declared == nil || p.Declared.Kind() == types.KindAny
}

// Gap is the cause of unknown types and the number of times it occurs.
type Gap struct {
	Kind  eval.GapKind
	Name  string
	Count int
}

// New evaluates the manifests of the options as Check does, and collects what is
// known about the types of all their definitions.
func New(tree *module.Tree, options checker.Options) *Summary {
	r := &summarizer{checker.Evaluate(context.Background(), tree, options)}
	given := r.givenValues()
	result := &Summary{Manifests: make([]*Manifest, len(r.Manifests)), summarizer: r}
	r.Parallel(r.Workers(), len(r.Manifests), func(i int) {
		result.Manifests[i] = r.summarizeManifest(r.Manifests[i], given)
	})
	return result
}

// summarizer makes a type summary of an evaluation.
type summarizer struct{ *checker.Evaluation }

// givenValues returns the values given by all bodies, by definition and parameter.
func (r *summarizer) givenValues() map[syntax.Node]map[string][]eval.GivenValue {
	all := map[syntax.Node]map[string][]eval.GivenValue{}
	for _, manifest := range r.Manifests {
		for _, b := range r.EvaluatedIn(manifest) {
			e := r.EvaluatorOf(b)
			if e == nil {
				continue
			}
			for _, one := range e.Given {
				if all[one.Definition] == nil {
					all[one.Definition] = map[string][]eval.GivenValue{}
				}
				all[one.Definition][one.Parameter] = append(all[one.Definition][one.Parameter], one.Value)
			}
		}
	}
	return all
}

func (r *summarizer) summarizeManifest(manifest *module.Manifest, given map[syntax.Node]map[string][]eval.GivenValue) *Manifest {
	result := &Manifest{Manifest: manifest, summarizer: r, types: r.TypesOf(manifest)}
	gaps := map[eval.Gap]int{}
	bodies := map[syntax.Node]*program.Body{}
	for _, b := range r.EvaluatedIn(manifest) {
		bodies[b.Node] = b
		e := r.EvaluatorOf(b)
		if e == nil {
			continue
		}
		for key, count := range e.Gaps {
			gaps[key] += count
		}
	}
	for key, count := range gaps {
		result.Gaps = append(result.Gaps, Gap{key.Kind, key.Name, count})
	}
	slices.SortFunc(result.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	for _, found := range manifest.Definitions {
		if found.Kind == module.TypeAlias {
			result.Definitions = append(result.Definitions, &Definition{Definition: found})
		} else if b := bodies[found.Node]; b != nil && b.Definition != nil {
			result.Definitions = append(result.Definitions, r.summarizeDefinition(b, result, given[found.Node]))
		}
	}
	slices.SortStableFunc(result.Definitions, func(a, b *Definition) int {
		return cmp.Compare(manifest.Extent(a.Node).Start, manifest.Extent(b.Node).Start)
	})
	return result
}

// resolveAnyAlias returns Any for an alias of Any, and any other type unchanged.
func (r *summarizer) resolveAnyAlias(t types.Type) types.Type {
	if t.Kind() == types.KindAlias && r.Resolve(t).Kind() == types.KindAny {
		return r.Any
	}
	return t
}

func (r *summarizer) summarizeDefinition(b *program.Body, in *Manifest, given map[string][]eval.GivenValue) *Definition {
	d := b.Definition
	result := &Definition{Definition: d.Definition, Variables: map[string]types.Type{}}
	untyped := map[string]bool{}
	for _, parameter := range d.Signature() {
		typeSummary := &Parameter{Node: parameter.Node, Given: given[parameter.Name]}
		if parameter.Node.TypeExpr != nil {
			typeSummary.Declared = r.resolveAnyAlias(parameter.Type)
		}
		if parameter.Node.Value != nil {
			typeSummary.Default = in.TypeOf(parameter.Node.Value)
		}
		if d.Kind == module.Class {
			typeSummary.Data = r.dataValues(d.Name + "::" + parameter.Name)
		}
		if typeSummary.IsUntyped() && !parameter.Rest {
			untyped[parameter.Name] = true
		}
		result.Parameters = append(result.Parameters, typeSummary)
	}
	if b.Summary != nil {
		maps.Copy(result.Variables, b.Summary.Variables)
		for _, parameter := range d.Signature() {
			delete(result.Variables, parameter.Name)
		}
	}
	if d.Kind == module.Function {
		r.summarizeReturn(b, result)
	}
	if len(untyped) > 0 {
		r.suggest(b, result, untyped)
	}
	return result
}

// summarizeReturn sets the return type of a function's summary.
func (r *summarizer) summarizeReturn(b *program.Body, result *Definition) {
	function := b.Definition.Node.(*syntax.FunctionDefinition)
	if function.ReturnType != nil {
		result.Returns = r.resolveAnyAlias(r.DeclaredReturn(b.Definition))
		return
	}
	result.Returns = r.Unknown
	if b.Summary != nil {
		result.Returns = b.Summary.Returns
	}
	if !r.IsNever(result.Returns) {
		result.SuggestedReturn = r.asCode(r.presentable(result.Returns))
	}
}
