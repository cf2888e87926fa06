package eval_test

import (
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestReassignedNamesTheFirstValue checks that the finding at a second assignment names the
// assignment or parameter that set the variable first.
func TestReassignedNamesTheFirstValue(t *testing.T) {
	for code, want := range map[string]string{
		"class m ($a = 1) {\n  $a = 2\n}\n":  "declared as a parameter here",
		"class m {\n  $a = 1\n  $a = 2\n}\n": "first assigned here",
	} {
		tree := treetest.Parse("-- m/manifests/init.pp --\n" + code)
		findings, err := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
		if err != nil || len(findings) != 1 || len(findings[0].Related) != 1 {
			t.Fatalf("%q: %v, %v", code, findings, err)
		}
		if got := findings[0].Related[0].Message; got != want {
			t.Errorf("%q: the related place is %q, want %q", code, got, want)
		}
	}
}
