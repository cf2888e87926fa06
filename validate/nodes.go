package validate

import "puppet-lint/diag"

var illegalHostname = diag.Rule{
	Name: "illegal_hostname", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_HOSTNAME_CHARS", "ILLEGAL_EXPRESSION"},
	Summary:     "a node's name has a character that no certificate name has",
	Rationale:   "A node name is made of letters, digits, `_`, `-` and `.`. To match several nodes use a regular expression, `node /^web\\d+$/`, or several names separated by commas.",
	Bad:         codeAt("../../manifests/site.pp", "node 'web*.example.com' {\n}\n"),
	Good:        codeAt("../../manifests/site.pp", "node 'web.example.com' {\n}\n"),
}

var interpolatedHostname = diag.Rule{
	Name: "interpolated_hostname", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_HOSTNAME_INTERPOLATION"},
	Summary:     "a node's name contains a variable",
	Rationale:   "Nodes are matched before anything is evaluated, so no variable has a value yet. Use a regular expression.",
	Bad:         codeAt("../../manifests/site.pp", "node \"web.${facts['domain']}\" {\n}\n"),
	Good:        codeAt("../../manifests/site.pp", "node /^web\\./ {\n}\n"),
}

var nodeInheritance = diag.Rule{
	Name: "node_inheritance", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_NODE_INHERITANCE"},
	Summary:     "a node inherits from another node",
	Rationale:   "Nodes have not been able to inherit since Puppet 4. Put what nodes share into a class and include it in each.",
	Bad:         codeAt("../../manifests/site.pp", "node 'web' inherits 'base' {\n}\n"),
	Good:        codeAt("../../manifests/site.pp", "node 'web' {\n  include example\n}\n"),
}
