package eval_test

import (
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
)

// TestUncertainErrors checks that an error that code outside of the tree could prevent is a
// warning or is not reported. The severity 0 means no finding.
func TestUncertainErrors(t *testing.T) {
	const (
		apt    = "-- apt/metadata.json --\n{\"name\": \"puppetlabs-apt\", \"dependencies\": []}\n-- apt/manifests/init.pp --\nclass apt {\n  apt_key { 'a': ensure => present }\n}\n"
		absent = "  include gone::it\n"
	)
	class := func(name, body string) string {
		return "-- " + name + "/manifests/init.pp --\nclass " + name + " {\n" + body + "}\n"
	}
	for _, test := range []struct {
		name, tree string
		want       diag.Severity
	}{
		{"a type of a copy without its Ruby files", apt, diag.Warning},
		{"a type that a copy with Ruby files lacks", apt + "-- apt/lib/facter/x.rb --\n", diag.Error},
		{"a type that is like another", class("a", absent+"  kcron { 'a': command => 'x' }\n"), 0},
		{"a typo of a type", class("a", absent+"  cronn { 'a': command => 'x' }\n"), diag.Error},
		{"a type that others declare, too", class("a", absent+"  cronn { 'a': command => 'x' }\n") + class("b", absent+"  cronn { 'b': command => 'x' }\n"), 0},
		{"a default that means no value", "-- a/manifests/init.pp --\nclass a ($store, $certificates = undef) {\n  notice($store)\n  create_resources('file', $certificates)\n}\n", diag.Warning},
		{"a default that nobody has to replace", "-- a/manifests/init.pp --\nclass a ($certificates = undef) {\n  create_resources('file', $certificates)\n}\n", diag.Error},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse(test.tree)
			findings, err := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
			if err != nil {
				t.Fatal(err)
			}
			var got diag.Severity
			for _, finding := range findings {
				got = max(got, finding.Severity)
			}
			if got != test.want {
				t.Errorf("severity %v, want %v:\n%s", got, test.want, treetest.Render(findings))
			}
		})
	}
}
