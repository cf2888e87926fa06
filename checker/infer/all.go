package infer

import (
	"context"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/types"
)

// All returns the types of the expressions of the manifests at paths, in the same order. Unlike
// Manifest, it makes no findings, and treats no manifest as one that Puppet reads first. It uses
// only Workers and TargetVersion of options. The error is that of the context.
func All(ctx context.Context, tree *module.Tree, paths []string, options checker.Options) ([]*Types, error) {
	evaluation, err := checker.EvaluateTypes(ctx, tree, checker.Options{Paths: paths, Workers: options.Workers, TargetVersion: options.TargetVersion})
	if err != nil {
		return nil, err
	}
	inferences := make([]*Types, len(evaluation.Manifests))
	for i, manifest := range evaluation.Manifests {
		inferences[i] = &Types{Manifest: manifest, evaluation: evaluation, types: evaluation.TypesOf(manifest)}
	}
	return inferences, nil
}

// TextsOf returns the texts that a value of type t may be or, for a list, contain. For a hash
// it returns the keys if ofKeys is set. ok is false if other texts are possible, or if t is nil
// or unknown.
func (i *Types) TextsOf(t types.Type, ofKeys bool) (texts []string, ok bool) {
	if t == nil || i.evaluation.IsUnknown(t) {
		return nil, false
	}
	return lattice.TextsOf(t, ofKeys)
}
