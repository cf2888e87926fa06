package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var deferredEvaluation = Rule{
	Rule: diag.Rule{
		Name:         "deferred_evaluation",
		Group:        diag.Migration,
		Severity:     diag.Info,
		OffByDefault: true,
		Summary:      "Puppet 8 makes a deferred call later than Puppet 7 does",
		Rationale: "Puppet 7 makes all deferred calls before it applies the catalog. Puppet 8 makes each one just before it " +
			"applies the resource, since `preprocess_deferred` is off by default. A call can then read what an earlier resource " +
			"has put in place, and one that fails only fails its resource and those that depend on it. Code that needs all " +
			"values before anything changes needs `preprocess_deferred = true` on its nodes. `puppet-lint upgrade --to puppet=8` " +
			"lists these calls.",
		Bad:   []diag.Example{{Code: "file { '/etc/example':\n  ensure  => file,\n  content => Deferred('example::secret', ['a']),\n}\n"}},
		Good:  []diag.Example{{Code: "file { '/etc/example':\n  ensure  => file,\n  content => 'a',\n}\n"}},
		Since: "1.0.0",
		References: []string{
			"https://www.puppet.com/docs/puppet/8/configuration.html#preprocess-deferred",
		},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			if isDeferred(node.Functor) {
				reportDeferred(pass, node.Functor)
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) {
			access, isAccess := node.Functor.(*syntax.NamedAccessExpression)
			if !isAccess || !isDeferred(access.Left) {
				return
			}
			if name, isName := access.Right.(*syntax.QualifiedName); isName && name.Value == "new" {
				reportDeferred(pass, access.Left)
			}
		}),
	},
}

// isDeferred reports whether an expression is the type Deferred.
func isDeferred(node syntax.Node) bool {
	reference, isReference := node.(*syntax.QualifiedReference)
	return isReference && strings.EqualFold(reference.Value, "Deferred")
}

func reportDeferred(pass *Pass, node syntax.Node) {
	finding := pass.Report(pass.extent(node), "Puppet 8 makes this deferred call when it applies the resource; Puppet 7 makes it before it applies the catalog")
	finding.Help = "to make all calls first, set preprocess_deferred = true in the puppet.conf of the nodes"
}
