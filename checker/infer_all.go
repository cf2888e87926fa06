package checker

import (
	"context"

	"puppet-lint/checker/eval"
	"puppet-lint/module"
)

// InferAll keeps the types of the expressions of several manifests of a tree, as
// Infer does for one that Puppet would read first. It reports nothing. Of options,
// Workers and TargetVersion are looked at. The error is that of the context.
func InferAll(ctx context.Context, tree *module.Tree, paths []string, options Options) ([]*Inference, error) {
	run, err := EvaluateTypes(ctx, tree, Options{Paths: paths, Workers: options.Workers, TargetVersion: options.TargetVersion})
	if err != nil {
		return nil, err
	}
	inferences := make([]*Inference, len(run.Manifests))
	for i, manifest := range run.Manifests {
		inferences[i] = &Inference{Manifest: manifest, run: run, types: run.TypesOf(manifest)}
	}
	return inferences, nil
}

// TextsOf returns the texts that a value of type t may be or, for a list, contain. For a hash
// it returns the keys if ofKeys is set. ok is false if other texts are possible, or if t is nil
// or unknown.
func (i *Inference) TextsOf(t Type, ofKeys bool) (texts []string, ok bool) {
	if t == nil || i.run.IsUnknown(t) {
		return nil, false
	}
	return eval.TextsOf(t, ofKeys)
}
