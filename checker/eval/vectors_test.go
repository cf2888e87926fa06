package eval_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// vector is a snippet with Puppet's own answer.
type vector struct {
	ID       string  `json:"id"`
	Source   string  `json:"source"`
	Value    *string `json:"value"`
	InferSet string  `json:"infer_set"`
	Error    *struct {
		Line int `json:"line"`
	} `json:"error"`
}

// TestPuppetAgrees infers snippets that the real Puppet has evaluated. The inferred type must
// contain the value, and nothing may be reported. For most of the snippets that Puppet refused, an
// error must be reported on the same line.
func TestPuppetAgrees(t *testing.T) {
	for _, test := range []struct {
		file            string
		caught, precise int // lowest shares, in percent
	}{
		{"testdata/eval.jsonl", 75, 97},
		{"testdata/snippets.jsonl", 82, 95},
		{"testdata/operators.jsonl", 99, 97},
		{"testdata/calls.jsonl", 100, 95},
		{"testdata/refusals.jsonl", 65, 90},
		{"testdata/generated.jsonl", 80, 93},
		{"testdata/relatives.jsonl", 90, 95},
		{"testdata/unknown_values.jsonl", 55, 94},
	} {
		t.Run(filepath.Base(test.file), func(t *testing.T) {
			var evaluated, precise, refused, caught int
			for _, v := range readVectors(t, test.file) {
				manifest := module.NewManifest(source.NewFile("snippet.pp", v.Source), nil)
				if slices.ContainsFunc(manifest.Errors, func(e syntax.Error) bool { return e.Fatal }) {
					continue
				}
				tree := module.NewTree(source.NewOverlay(nil, nil), nil, true)
				run := checker.Evaluate(t.Context(), tree, checker.Options{TargetVersion: 8, Initial: []*module.Manifest{manifest}})
				findings := slices.DeleteFunc(run.Findings(), func(d *diag.Diagnostic) bool { return d.Severity != diag.Error })
				value := run.SummaryOf(run.TopBody(manifest)).Returns
				switch {
				case v.Error == nil && v.Value != nil:
					evaluated++
					if lattice.FormatType(value) != "Any" {
						precise++
					}
					if len(findings) > 0 {
						t.Errorf("%s %q: Puppet evaluates it, but %s", v.ID, v.Source, treetest.Render(findings))
					}
					shown := run.ParseType(lattice.FormatType(value))
					if actual := valueType(run, v); !run.IsUnknown(shown) && run.Relation(actual, shown) != lattice.Always {
						t.Errorf("%s %q: %s does not contain %s, a %s", v.ID, v.Source, lattice.FormatType(value), *v.Value, v.InferSet)
					}
				case v.Error != nil:
					refused++
					if len(findings) > 0 && (v.Error.Line == 0 || findings[0].Position().Line == v.Error.Line) {
						caught++
					}
				}
			}
			t.Logf("%d evaluated, %d more precise than Any; %d refused, %d of them found", evaluated, precise, refused, caught)
			if precise*100 < evaluated*test.precise {
				t.Errorf("only %d of %d types are more precise than Any", precise, evaluated)
			}
			if caught*100 < refused*test.caught {
				t.Errorf("only %d of %d mistakes are found", caught, refused)
			}
		})
	}
}

// valueType is the type of a value that Puppet gave as program text, or the
// type that Puppet gave where the text cannot be evaluated.
func valueType(r *checker.Evaluation, v vector) types.Type {
	manifest := module.NewManifest(source.NewFile("value", *v.Value), nil)
	if len(manifest.Errors) == 0 {
		e := r.NewEvaluator(&program.Body{Manifest: manifest, Node: manifest.Program}, false, false)
		if t := e.Evaluate(manifest.Program.Body); !r.IsUnknown(t) && lattice.TypeClassOf(t) != lattice.AnyClass {
			return t
		}
	}
	return r.ParseType(v.InferSet)
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var vectors []vector
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v)
	}
	return vectors
}
