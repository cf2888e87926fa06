package validate

import "puppet-lint/diag"

var expressionWithoutEffect = diag.Rule{
	Name: "expression_without_effect", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"IDEM_EXPRESSION_NOT_LAST", "IDEM_NOT_ALLOWED_LAST"},
	Summary:     "a value is computed and thrown away",
	Rationale: "Only the last expression of a block gives its value to anybody, and that of a class, a defined type or a " +
		"node to nobody. A value elsewhere is a mistake: a missing `=`, a function name without parentheses (`return`), " +
		"a missing comma, a stray word.",
	Bad: code("class example {\n  $x == 1\n  notice($x)\n}\n", "class example {\n  notice('done')\n  'done'\n}\n", "return\nnotice('x')\n"),
	Good: code("# Uses what it computes.\nclass example {\n  $x = 1\n  notice($x)\n}\n"),
}

var resourceWithoutTitle = diag.Rule{
	Name: "resource_without_title", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESOURCE_WITHOUT_TITLE"},
	Summary:     "a resource has no title",
	Rationale:   "`file { ensure => present }` is the word `file` followed by a hash. A resource is written `file { 'title': ensure => present }`.",
	Bad:         code("file {\n  ensure => file,\n  path   => '/tmp/x',\n}\n"),
	Good:        code("file { '/tmp/x':\n  ensure => file,\n}\n"),
}
