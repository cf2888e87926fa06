package infer

import (
	"context"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Types holds the types of everything in a manifest.
type Types struct {
	// Manifest is the manifest that was evaluated.
	Manifest *module.Manifest
	// Value is the type of the last expression outside all definitions.
	Value types.Type
	// Diagnostics are the checker's findings, sorted.
	Diagnostics []*diag.Diagnostic

	evaluation *checker.Evaluation
	types      []types.Type // by NodeID; nil for nodes that were not evaluated
}

// TypeOf returns the type of an expression of the manifest, joined over all its evaluations. It
// is nil if the expression was never evaluated.
func (i *Types) TypeOf(node syntax.Node) types.Type { return i.types[node.ID()] }

// Constant returns the value of the last expression outside all definitions. It returns false
// unless exactly one value is possible, which is neither a type nor a reference.
func (i *Types) Constant() (types.Value, bool) {
	if i.Value == nil {
		return nil, false
	}
	return lattice.ValueOf(i.Value)
}

// Manifest checks a manifest as if Puppet read it first, and keeps the types of its expressions.
// It ignores Paths and Initial of options.
func Manifest(tree *module.Tree, manifest *module.Manifest, options checker.Options) *Types {
	options.Paths, options.Initial = nil, []*module.Manifest{manifest}
	evaluation := checker.Evaluate(context.Background(), tree, options)
	return &Types{
		Manifest: manifest, evaluation: evaluation, Diagnostics: evaluation.Findings(), types: evaluation.TypesOf(manifest),
		Value: evaluation.SummaryOf(evaluation.TopBody(manifest)).Returns,
	}
}

// WithoutFindings is Manifest without the findings, which takes much less time.
func WithoutFindings(tree *module.Tree, manifest *module.Manifest, options checker.Options) *Types {
	options.Paths, options.Initial = nil, []*module.Manifest{manifest}
	evaluation, _ := checker.EvaluateTypes(context.Background(), tree, options) // this context has no error
	return &Types{Manifest: manifest, evaluation: evaluation, types: evaluation.TypesOf(manifest), Value: evaluation.SummaryOf(evaluation.TopBody(manifest)).Returns}
}

// Fits reports whether all values of an expression of the manifest have the type written in
// TypeText. It returns false if that is not known.
func (i *Types) Fits(node syntax.Node, typeText string) bool {
	if int(node.ID()) >= len(i.types) || i.types[node.ID()] == nil {
		return false
	}
	t, wanted := i.types[node.ID()], i.evaluation.ParseType(typeText)
	return !i.evaluation.IsUnknown(t) && !i.evaluation.IsNever(t) && !i.evaluation.IsUnknown(wanted) && i.evaluation.Relation(t, wanted) == lattice.Always
}
