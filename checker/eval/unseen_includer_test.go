package eval_test

import (
	"testing"

	"puppet-lint/internal/diag"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestVariablesOfUnseenIncluders checks that an unset variable is only a warning if a main
// manifest outside of the tree may set it.
func TestVariablesOfUnseenIncluders(t *testing.T) {
	const (
		metadata    = "-- postfix/metadata.json --\n{\"name\": \"me-postfix\"}\n"
		environment = "-- environment.conf --\nmodulepath = .\n"
		unknown     = "-- Puppetfile --\nmod 'us_facts', :git => 'https://example.com/us_facts.git'\n"
	)
	class := func(body string) string {
		return "-- postfix/manifests/init.pp --\nclass postfix ($domain = 'x') {\n  " + body + "\n}\n"
	}
	for _, test := range []struct {
		name, tree string
		want       diag.Severity
	}{
		{"a module alone", class("notice($postfix_sasl)"), diag.Warning},
		{"with metadata", metadata + class("notice($postfix_sasl)"), diag.Error},
		{"a typo", class("notice($domian)"), diag.Error},
		{"a variable of a class", class("notice($postfix::sasl)"), diag.Error},
		{"in an environment", environment + class("notice($postfix_sasl)"), diag.Error},
		{"of a similar name", class("$postfix_user = 1\n  notice($postfix_port)"), diag.Warning},
		{"set by a node classifier", environment + "-- puppet.conf --\nexternal_nodes = /etc/puppet/enc\n" + class("notice($postfix_sasl)"), diag.Warning},
		{"a typo beside a node classifier", environment + "-- puppet.conf --\nexternal_nodes = /etc/puppet/enc\n" + class("notice($domian)"), diag.Error},
		{"of a name like an unused parameter", "-- postfix/manifests/init.pp --\nclass postfix ($sql_vip_iface = 'x') {\n  notice($vip_sql_iface)\n}\n", diag.Error},
		{"of a similar number", class("$load1 = 1\n  notice($load5)"), diag.Warning},
		{"a fact of a missing module", environment + unknown + class("notice($postfix_sasl)"), diag.Warning},
		{"a typo beside a missing module", environment + unknown + class("notice($domian)"), diag.Error},
		{"set by another class, beside a missing module", environment + unknown + "-- other/manifests/init.pp --\nclass other ($postfix_sasl = 1) { notice($postfix_sasl) }\n" + class("notice($postfix_sasl)"), diag.Error},
		{"tested by if", environment + class("if $postfix_sasl { }"), diag.Warning},
		{"tested by if and not", environment + class("if $domain and !$postfix_sasl { }"), diag.Warning},
		{"tested by unless", environment + class("unless $postfix_sasl { }"), diag.Warning},
		{"tested by case", environment + class("case $postfix_sasl {\n    '': { }\n    default: { }\n  }"), diag.Warning},
		{"tested by a selector", environment + class("notice($postfix_sasl ? { '' => 1, default => 2 })"), diag.Warning},
		{"compared", environment + class("if $postfix_sasl == 'x' { }"), diag.Error},
		{"compared with an empty string", environment + class("if $postfix_sasl != '' { }"), diag.Warning},
		{"compared with undef", environment + class("unless $domain or $postfix_sasl == undef { }"), diag.Warning},
		{"tested, with metadata", environment + metadata + class("if $postfix_sasl { }"), diag.Error},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse(test.tree)
			findings, _ := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
			if len(findings) != 1 {
				t.Fatalf("found\n%s", treetest.Render(findings))
			}
			if finding := findings[0]; finding.Severity != test.want || finding.Help == "" && test.want == diag.Warning {
				t.Errorf("%s [%s] is of severity %v, want %v", finding.Message, finding.Help, finding.Severity, test.want)
			}
		})
	}
}
