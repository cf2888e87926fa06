package documents_test

import (
	"maps"
	"slices"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
)

// TestTrees checks the trees about data, templates and metadata. A session, which records what
// each finding depends on, finds the same.
func TestTrees(t *testing.T) {
	treetest.Run(t, "testdata/*.txtar", func(tree *treetest.Tree, workers int) []*diag.Diagnostic {
		options := checker.Options{Paths: tree.Paths, Documents: tree.Documents, Strict: tree.Strict, Workers: workers}
		if workers == 1 {
			return findingsOfSession(t, tree, options)
		}
		findings, err := checker.Check(t.Context(), tree.Tree, options)
		if err != nil {
			t.Error(err)
		}
		return findings
	})
}

func findingsOfSession(t *testing.T, tree *treetest.Tree, options checker.Options) []*diag.Diagnostic {
	t.Helper()
	byPath, err := checker.NewSession(tree.Tree).Check(t.Context(), options)
	if err != nil {
		t.Error(err)
	}
	var findings []*diag.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		findings = append(findings, byPath[path]...)
	}
	return findings
}
