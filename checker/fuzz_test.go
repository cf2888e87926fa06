package checker

import (
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/checker/eval"
	"puppet-lint/internal/treetest"
)

// FuzzCheck checks a module with any two manifests and any data: without a panic, with bounded work,
// and with findings within the files. The manifests of the trees of testdata are what it starts from.
func FuzzCheck(f *testing.F) {
	for _, manifests := range treetest.Manifests(f, "*/testdata/*.txtar") {
		for i := 0; i+1 < len(manifests); i += 2 {
			f.Add(manifests[i], manifests[i+1], "a::x: 1\n")
		}
	}
	f.Fuzz(func(t *testing.T, first, second, data string) {
		tree := treetest.New(&txtar.Archive{Files: []txtar.File{
			{Name: "a/manifests/init.pp", Data: []byte(first)}, {Name: "a/manifests/b.pp", Data: []byte(second)},
			{Name: "a/hiera.yaml", Data: []byte("version: 5\n")}, {Name: "a/data/common.yaml", Data: []byte(data)},
		}})
		options := Options{Paths: tree.Paths, Strict: true}
		run := newRun(options.interpreter(t.Context(), tree.Tree), options, false)
		run.evaluate()
		nodes := int64(0)
		for _, path := range tree.Paths {
			nodes += int64(tree.Manifests.At(path).NodeCount)
		}
		if done := run.evaluations.Load(); done > 4*nodes+2*eval.MaxSteps {
			t.Errorf("%d nodes evaluated %d times", nodes, done)
		}
		found, _ := Check(t.Context(), tree.Tree, options)
		for _, finding := range found {
			if finding.Rule == &code.CheckerInternalError {
				t.Errorf("%s: %s", finding.File.Name, finding.Message)
			} else if finding.Span.Start < 0 || finding.Span.End < finding.Span.Start || int(finding.Span.End) > len(finding.File.Text) {
				t.Errorf("%s of %d bytes has a finding of %s at %d to %d", finding.File.Name, len(finding.File.Text), finding.Rule.Name, finding.Span.Start, finding.Span.End)
			}
		}
	})
}
