package eval_test

import (
	"strings"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestParametersOfUsers: a class that holds defaults and has parameters, and that no code of the
// module declares, is declared by users with their values. So reading it first is only a warning.
func TestParametersOfUsers(t *testing.T) {
	tree := treetest.Parse(`-- m/metadata.json --
{"name": "a-m", "dependencies": []}
-- m/manifests/params.pp --
class m::params ($user, $group = 'g') { }
-- m/manifests/config.pp --
class m::config {
  notice($m::params::user)
}
`)
	findings, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
	if got := treetest.Render(findings); len(findings) != 1 || !strings.Contains(got, "unless the class 'm::params' is declared first") {
		t.Errorf("found %d:\n%s", len(findings), got)
	}
}
