package eval

import (
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// typeExpression returns the type of a type expression and reports findings.
func (e *Evaluator) typeExpression(node syntax.Node) Type {
	t := e.Evaluate(node)
	if lattice.TypeClassOf(t) != lattice.TypeValueClass {
		return e.Unknown
	}
	return lattice.TypeIn(t)
}

// suggestedType returns the type that a capitalized name is a typo of, or "".
func (e *Evaluator) suggestedType(name string) string {
	names, lower := slices.Clone(builtin.Words().DataTypes), module.Normalize(name)
	if meant := e.meantOfKnownModule(module.TypeAlias, lower); meant != "" {
		return types.CapitalizeSegments(meant)
	}
	e.depend(deps.Plugins)
	for _, known := range []*spell.Index{e.DefinedNames(lower, module.TypeAlias, module.DefinedType), e.Tree.Plugins.ResourceTypeNames()} {
		for _, near := range known.Near(lower) {
			names = append(names, types.CapitalizeSegments(near))
		}
	}
	return spell.Best(name, names)
}
