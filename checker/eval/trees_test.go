package eval_test

import (
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
)

// TestTrees checks the trees about what bodies evaluate to.
func TestTrees(t *testing.T) {
	treetest.Run(t, "testdata/*.txtar", func(tree *treetest.Tree, workers int) []*diag.Diagnostic {
		findings, err := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths, Documents: tree.Documents, Strict: tree.Strict, Workers: workers})
		if err != nil {
			t.Error(err)
		}
		return findings
	})
}
