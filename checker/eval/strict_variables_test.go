package eval_test

import (
	"testing"

	"puppet-lint/internal/diag"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestStrictVariables checks that something that fails only with strict_variables is an error
// where that is on by default, and a warning where it may be off.
func TestStrictVariables(t *testing.T) {
	const class = "-- modules/a/manifests/init.pp --\nclass a {\n  notice($unset, $a::unset)\n}\n"
	requires := func(versions string) string {
		return "-- modules/a/metadata.json --\n{\"name\": \"me-a\", \"requirements\": [{\"name\": \"puppet\", \"version_requirement\": \"" + versions + "\"}]}\n" + class
	}
	for _, test := range []struct {
		name, tree string
		target     int
		want       diag.Severity
	}{
		{"by default", "-- environment.conf --\n" + class, 0, diag.Error},
		{"for Puppet 7", "-- environment.conf --\n" + class, 7, diag.Warning},
		{"for Puppet 9", "-- environment.conf --\n" + class, 9, diag.Error},
		{"no version before 8", "-- environment.conf --\n" + requires(">= 8.0.0 < 9.0.0"), 0, diag.Error},
		{"7 and 8", "-- environment.conf --\n" + requires(">= 7.24.0 < 9.0.0"), 0, diag.Error},
		{"up to 7", "-- environment.conf --\n" + requires(">= 6.0.0 < 8.0.0"), 0, diag.Warning},
		{"5", "-- environment.conf --\n" + requires("5.x"), 0, diag.Warning},
		{"no end", "-- environment.conf --\n" + requires(">= 4.0.0"), 0, diag.Error},
		{"environment.conf", "-- environment.conf --\nstrict_variables = false\n" + class, 0, diag.Warning},
		{"puppet.conf", "-- environment.conf --\n-- puppet.conf --\n[main]\n  strict_variables = false\n" + class, 0, diag.Warning},
		{"puppet.conf that turns it on", "-- environment.conf --\n-- puppet.conf --\n[main]\n  strict_variables = true\n" + class, 0, diag.Error},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse(test.tree)
			findings, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths, TargetVersion: test.target})
			if len(findings) != 2 {
				t.Fatalf("found\n%s", treetest.Render(findings))
			}
			for _, finding := range findings {
				if finding.Severity != test.want {
					t.Errorf("%s is of severity %v, want %v", finding.Message, finding.Severity, test.want)
				}
			}
		})
	}
}
