package checker

import (
	"context"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Evaluation is an evaluation of some manifests that keeps the types of their expressions, for
// callers that need more than findings.
type Evaluation struct {
	*eval.Interpreter
	// Manifests are the evaluated manifests: the initial ones of the options, then those of
	// their paths.
	Manifests []*module.Manifest

	run *run
	// bodies are the evaluated bodies of each manifest. byNode maps the definition or program
	// that a body belongs to to the body.
	bodies map[*module.Manifest][]*program.Body
	byNode map[syntax.Node]*program.Body
}

// Evaluate evaluates the manifests of the options as Check does.
func Evaluate(ctx context.Context, tree *module.Tree, options Options) *Evaluation {
	r := newRun(options.interpreter(ctx, tree), options, true)
	r.evaluate()
	return r.evaluation()
}

// EvaluateTypes evaluates the manifests of the options only for the types of their expressions.
// It makes no findings and evaluates no call sites. The error is that of the context.
func EvaluateTypes(ctx context.Context, tree *module.Tree, options Options) (*Evaluation, error) {
	options.typesOnly = true
	r := newRun(options.interpreter(ctx, tree), options, true)
	r.evaluateAll(r.NewGraph(r.bodies))
	return r.evaluation(), r.CancelCause()
}

func (r *run) evaluation() *Evaluation {
	e := &Evaluation{Interpreter: r.Interpreter, Manifests: r.manifests, run: r, bodies: map[*module.Manifest][]*program.Body{}, byNode: map[syntax.Node]*program.Body{}}
	for _, b := range r.bodies {
		if e.byNode[b.Node] == nil {
			e.byNode[b.Node] = b
		}
		e.bodies[b.Manifest] = append(e.bodies[b.Manifest], b)
	}
	return e
}

// Findings checks the documents of the options and returns all findings, sorted.
func (e *Evaluation) Findings() []*diag.Diagnostic { return e.run.findings() }

// Workers returns the number of bodies that are evaluated at once.
func (e *Evaluation) Workers() int { return e.run.options.Workers }

// EvaluatedIn returns the bodies of a manifest, in the order of their evaluation.
func (e *Evaluation) EvaluatedIn(manifest *module.Manifest) []*program.Body {
	return e.bodies[manifest]
}

// BodyOf returns the body that a node of one of the manifests defines, or nil.
func (e *Evaluation) BodyOf(node syntax.Node) *program.Body { return e.byNode[node] }

// EvaluatorOf returns the evaluator that evaluated a body, with what it found, or nil if the
// evaluation was interrupted before.
func (e *Evaluation) EvaluatorOf(b *program.Body) *eval.Evaluator {
	if outcome := e.run.results[b]; outcome != nil {
		return outcome.evaluator
	}
	return nil
}

// TypesOf returns the types of the expressions of a manifest by NodeID, each joined over all
// its evaluations, and nil for nodes that were not evaluated.
func (e *Evaluation) TypesOf(manifest *module.Manifest) []types.Type {
	found := make([]types.Type, manifest.NodeCount)
	for _, b := range e.bodies[manifest] {
		if evaluator := e.EvaluatorOf(b); evaluator != nil {
			evaluator.Types.AddTo(found, e.Join)
		}
	}
	return found
}
