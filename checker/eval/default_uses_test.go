package eval_test

import (
	"testing"

	"puppet-lint/internal/diag"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestSeverityOfDefaults checks that a default that always fails is a warning if all code of the
// tree gives a value, or if data outside of the tree may give one.
func TestSeverityOfDefaults(t *testing.T) {
	const (
		class       = "-- modules/a/manifests/init.pp --\nclass a ($x = '') {\n  file { $x: }\n}\n"
		typed       = "-- modules/a/manifests/init.pp --\nclass a (String $x = undef) {\n  notice($x)\n}\n"
		definedType = "-- modules/a/manifests/init.pp --\ndefine a ($x = undef) {\n  notice(split($x, ','))\n}\n"
	)
	user := func(code string) string {
		return "-- modules/b/manifests/init.pp --\nclass b ($p) {\n" + code + "\n}\n"
	}
	for _, test := range []struct {
		name, tree string
		want       diag.Severity
	}{
		{"nobody declares it", class, diag.Error},
		{"included", class + user("include a"), diag.Error},
		{"always given", class + user("class { 'a': x => $p }"), diag.Warning},
		{"always given, by a name from the top", class + user("class { '::a': x => $p }"), diag.Warning},
		{"given with others", class + user("class { 'a': * => { 'x' => $p } }"), diag.Warning},
		{"given, then contained", class + user("class { 'a': x => $p }\n  contain 'a'"), diag.Warning},
		{"given in a chain, then contained", class + user("notify { $p: } -> class { 'a': x => $p }\n  if $p { contain '::a' }"), diag.Warning},
		{"given and included in branches", class + user("if $p { class { 'a': x => $p } } else { include a }"), diag.Error},
		{"given in one branch, then included", class + user("if $p {\n    class { 'a': x => $p }\n    notice(1)\n  }\n  include a"), diag.Error},
		{"declared without it", class + user("class { 'a': tag => $p }"), diag.Error},
		{"inherited from", class + user("class { 'a': x => $p }") + "-- modules/b/manifests/c.pp --\nclass b::c inherits a { }\n", diag.Error},
		{"always given to a parameter with a type", typed + user("class { 'a': x => $p }"), diag.Warning},
		{"a parameter with a type", typed + user("include a"), diag.Error},
		{"a defined type", definedType + user("a { 'x': x => 'y' }"), diag.Warning},
		{"a defined type in a default body", definedType + user("a {\n    default: x => 'y';\n    'x': ;\n  }"), diag.Warning},
		{"a defined type by create_resources", definedType + user("create_resources('a', $p)"), diag.Warning},
		{"a defined type without it", definedType + user("a { 'x': x => 'y' }\n  a { 'z': tag => 'y' }"), diag.Error},
		{"data of a level whose backend is not known", "-- hiera.yaml --\nversion: 5\nhierarchy:\n  - name: x\n    lookup_key: me::backend\n" + class, diag.Warning},
		{"data that no hierarchy is known to read", "-- data/a.yaml --\na::x: /tmp/x\n" + class, diag.Warning},
		{"data of the module that no hierarchy is known to read", "-- modules/a/data/a.yaml --\na::x: /tmp/x\n" + class, diag.Warning},
		{"data for others", "-- data/a.yaml --\na::xy: /tmp/x\n" + class, diag.Error},
		{"data for a defined type", "-- data/a.yaml --\na::x: /tmp/x\n" + definedType, diag.Error},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse("-- environment.conf --\n" + test.tree)
			findings, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
			if len(findings) != 1 {
				t.Fatalf("found\n%s", treetest.Render(findings))
			}
			if finding := findings[0]; finding.Severity != test.want || test.want == diag.Warning && finding.Help == "" {
				t.Errorf("%s [%s] is of severity %v, want %v", finding.Message, finding.Help, finding.Severity, test.want)
			}
		})
	}
}
