package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var catalogOnlyExpression = diag.Rule{
	Name: "catalog_only_expression", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING"},
	Summary:     "a plan declares resources, classes or nodes outside of an `apply` block",
	Rationale: "A plan runs on the controller and compiles no catalog, so Puppet refuses resources, collectors, " +
		"relationships and nodes in it. Put them into `apply($targets) { … }`; define classes and defined " +
		"types in a module.",
	Bad:  codeAt("plans/web.pp", "plan example::web() {\n  package { 'nginx':\n    ensure => installed,\n  }\n}\n"),
	Good: codeAt("plans/web.pp", "# Installs.\n#\n# @param targets where\n#\nplan example::web(TargetSpec $targets) {\n  apply($targets) {\n    package { 'nginx':\n      ensure => installed,\n    }\n  }\n}\n"),
}

var planOnlyExpression = diag.Rule{
	Name: "plan_only_expression", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING"},
	Summary:     "an `apply` block contains another one, or collects exported resources",
	Rationale:   "What is in an `apply` block is compiled to a catalog for each target. A catalog cannot start another run, and exported resources need a database that a plan does not have.",
	Bad:         codeAt("plans/web.pp", "plan example::web($targets) {\n  apply($targets) {\n    apply($targets) { }\n  }\n}\n"),
	Good:        codeAt("plans/web.pp", "# Installs.\n#\n# @param targets where\n#\nplan example::web(TargetSpec $targets) {\n  apply($targets) {\n    include nginx\n  }\n}\n"),
}

// whenScripting reports a construct that needs a catalog in code that compiles none. what is a
// noun with its article.
func (c *checker) whenScripting(n syntax.Node, what string) {
	c.reportNode(&catalogOnlyExpression, "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING", n, what+" needs a catalog, which a plan does not compile").
		Help = "move it into apply($targets) { … }"
}

// whenCompiling reports a construct that cannot be in a catalog.
func (c *checker) whenCompiling(n syntax.Node, message string) {
	c.reportNode(&planOnlyExpression, "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING", n, message)
}
