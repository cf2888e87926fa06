package checker

import (
	"context"
	"strings"
	"testing"

	"puppet-lint/checker/lattice"
	"puppet-lint/internal/treetest"
	"puppet-lint/syntax"
)

// TestEvaluation checks that an evaluation keeps the findings, and the types of expressions, each
// joined over all calls.
func TestEvaluation(t *testing.T) {
	tree := treetest.Parse(`
-- a/manifests/init.pp --
class a (Integer $port) {
  $twice = $port + $port
  $list = [1, 'x'].map |$one| { $one }
  1 + 'x'
}
-- a/functions/same.pp --
function a::same($x) {
  $x
}
`)
	typesIn := func(e *Evaluation) map[string]string {
		found := map[string]string{}
		for _, manifest := range e.Manifests {
			types := e.TypesOf(manifest)
			syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
				if variable, ok := node.(*syntax.AssignmentExpression); ok {
					name := manifest.Source.Slice(manifest.Extent(variable.Left))
					if of := types[variable.Right.ID()]; of != nil {
						found[name] = lattice.FormatType(of)
					}
				}
				return true
			})
		}
		return found
	}
	options := Options{Paths: tree.Paths, Workers: 2}
	all := Evaluate(t.Context(), tree.Tree, options)
	typed, err := EvaluateTypes(t.Context(), tree.Tree, options)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]*Evaluation{"Evaluate": all, "EvaluateTypes": typed} {
		for variable, want := range map[string]string{"$twice": "Integer", "$list": "Tuple[Integer[1, 1], String]"} {
			if got := typesIn(e)[variable]; !strings.HasPrefix(got, want) {
				t.Errorf("%s: the type of %s is %q, want %s", name, variable, got, want)
			}
		}
		for _, manifest := range e.Manifests {
			for _, body := range e.EvaluatedIn(manifest) {
				if e.BodyOf(body.Node) != body || e.EvaluatorOf(body) == nil {
					t.Errorf("%s: the body of %s is %v, its evaluator %v", name, manifest.Source.Name, e.BodyOf(body.Node), e.EvaluatorOf(body))
				}
			}
		}
	}
	if all.Workers() != 2 {
		t.Errorf("%d workers", all.Workers())
	}
	if found := all.Findings(); len(found) != 1 || found[0].Rule.Name != "operator_mismatch" {
		t.Errorf("findings: %v", found)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if e, err := EvaluateTypes(cancelled, tree.Tree, options); err != context.Canceled || len(typesIn(e)) > 0 {
		t.Errorf("cancelled: %v, %v", err, typesIn(e))
	}
}
