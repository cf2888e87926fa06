package eval_test

import (
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestTargetVersions checks calls that not every major version of Puppet
// takes.
func TestTargetVersions(t *testing.T) {
	for _, test := range []struct {
		code  string
		found map[int]string
	}{
		{"notice(regsubst('a', 'b', 'c', 'G', 'U'))", map[int]string{8: "deprecated_call", 9: "argument_count"}},
		{"notice(regsubst('a', 'b', 'c', 'G'))", nil},
		{"notice(regsubst(Sensitive('a'), 'b', 'c'))", nil},
		{"notice(split(Sensitive('a b'), ' '))", nil},
		{"notice(max('3', 2))", map[int]string{7: "deprecated_call", 8: "deprecated_call", 9: "deprecated_call"}},
		{"import 'x'", map[int]string{7: "discontinued_function", 8: "discontinued_function", 9: "discontinued_function"}},
	} {
		for _, target := range []int{7, 8, 9} {
			tree := treetest.Parse("-- m/manifests/init.pp --\nclass m {\n  " + test.code + "\n}\n")
			var found string
			checked, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths, TargetVersion: target})
			for _, finding := range checked {
				found += finding.Rule.Name
			}
			if found != test.found[target] {
				t.Errorf("%s for Puppet %d: %q, not %q", test.code, target, found, test.found[target])
			}
		}
	}
}
