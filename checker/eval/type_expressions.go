package eval

import (
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
	names := append([]string(nil), builtin.Words().DataTypes...)
	for _, defined := range e.DefinedNames(module.Normalize(name), module.TypeAlias, module.DefinedType) {
		names = append(names, types.CapitalizeSegments(defined))
	}
	e.depend(deps.Plugins)
	for _, native := range e.Tree.ResourceTypeNames() {
		names = append(names, types.CapitalizeSegments(native))
	}
	return spell.Best(name, names)
}
