package code

import "puppet-lint/internal/diag"

// PrivateUse is the rule private_use, which reports the declaration of a class or defined type
// that only its own module may declare.
var PrivateUse = diag.Rule{
	Name: "private_use", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a private class or defined type of another module is declared",
	Rationale: "The class or defined type calls `assert_private()` of stdlib, which fails unless code of the same module declares " +
		"it. `include` is not reported: it does nothing if the other module has already declared the class.",
	Bad:  []diag.Example{{Tree: privateTree, Code: "# An example.\nclass example {\n  class { 'other::config': }\n}\n"}},
	Good: []diag.Example{{Tree: privateTree, Code: "# An example.\nclass example {\n  class { 'other': }\n}\n"}},
}

// privateTree contains a module with a private class.
const privateTree = otherModule + `-- other/manifests/config.pp --
# @api private
class other::config {
  assert_private()
}
`
