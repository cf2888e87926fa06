package rules

import (
	"puppet-lint/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

var adminByDefault = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "admin_by_default",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		SecuritySeverity: 5.0,
		Summary:          "a parameter's default user is an administrator",
		Rationale:        "Who does not set the parameter gets an account with all rights, under the name that is tried first. Let the default be one with few, or none at all.",
		Bad:              []diag.Example{{Code: "# An example.\n#\n# @param user\n#   Who runs it.\nclass example (\n  String[1] $user = 'admin',\n) {\n}\n"}},
		Good:             []diag.Example{{Code: "# An example.\n#\n# @param user\n#   Who runs it.\nclass example (\n  String[1] $user = 'example',\n) {\n}\n"}},
		CWE:              []int{250},
		References:       []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.Parameter) {
		if text, isString := node.Value.(*syntax.LiteralString); isString && text.Value == "admin" && userName.MatchString(node.Name) {
			pass.Report(pass.extent(node.Value), "the default user is an administrator")
		}
	})},
}

// userName matches names of what holds the name of an account. Never changed.
var userName = lazyregexp.New(`(?:^|_)(?:user|username|usr)$`)
