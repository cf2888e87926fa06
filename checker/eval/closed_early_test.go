package eval_test

import (
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestClosedEarly checks a class that an extra brace closes too early. Reading a variable that is
// set after the brace causes no finding.
func TestClosedEarly(t *testing.T) {
	const (
		metadata = "-- s/metadata.json --\n{\"name\": \"me-s\"}\n-- t/metadata.json --\n{\"name\": \"me-t\"}\n"
		reader   = "-- t/manifests/init.pp --\nclass t {\n  include s\n  notice($s::on)\n}\n"
	)
	for _, test := range []struct {
		name, class string
		want        int
	}{
		{"closed early", "class s {\n}\n  $on = true\n}\n", 0},
		{"whole", "class s {\n  notice(1)\n}\n", 1},
		{"an error before it", "notice(\n\nclass s {\n}\n", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse(metadata + reader + "-- s/manifests/init.pp --\n" + test.class)
			if findings, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths}); len(findings) != test.want {
				t.Errorf("found %d, want %d:\n%s", len(findings), test.want, treetest.Render(findings))
			}
		})
	}
}
