package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var plaintextSecret = Rule{
	Rule: diag.Rule{
		Name:     "plaintext_secret",
		OldNames: []string{"hardcoded_secret", "hardcoded_secret_key", "hardcoded_secret_password", "hardcoded_secret_username", "security_password_in_code"},
		Plugin:   "puppet-lint-infrasecure",
		Group:    diag.Security,
		Severity: diag.Warning,
		Summary:  "a password, token or key is written into the code",
		Rationale: "What stands in a manifest is read by everybody who can read the repository, its history and the catalogs, and is the same on every machine. " +
			"Take the secret from encrypted Hiera data, a lookup or a `Deferred` call, and hand it on as `Sensitive`. " +
			"Reported are literal texts for attributes, parameters and variables whose name says that they hold a secret; empty texts, placeholders, paths, hashes and encrypted values are not.",
		Bad: []diag.Example{
			{Code: "example::user { 'backup':\n  password => 'h4llo-w0rld',\n}\n"},
			{Code: "$db_password = 'h4llo-w0rld'\nnotice($db_password)\n"},
		},
		Good: []diag.Example{
			{Code: "example::user { 'backup':\n  password => lookup('example::backup_password'),\n}\n"},
			{Code: "example::user { 'backup':\n  password      => 'absent',\n  password_file => '/etc/example/secret',\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{259, 321, 798},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.AttributeOperation) { checkSecret(pass, node.Name, node.Value) }),
		Enter(func(pass *Pass, node *syntax.Parameter) { checkSecret(pass, node.Name, node.Value) }),
		Enter(func(pass *Pass, node *syntax.AssignmentExpression) {
			if variable, ok := node.Left.(*syntax.VariableExpression); ok {
				checkSecret(pass, variable.Name, node.Right)
			}
		}),
		Enter(func(pass *Pass, node *syntax.KeyedEntry) {
			if name, isString := stringOf(node.Key); isString {
				checkSecret(pass, name, node.Value)
			}
		}),
	},
}

func checkSecret(pass *Pass, name string, value syntax.Node) {
	if value == nil || !namesSecret(name) || isDemonstration(pass.Place().InModule) {
		return
	}
	literal, found := pass.secretText(value)
	if text, _ := stringOf(literal); found && (len(text) >= 16 || !strings.HasSuffix(strings.ToLower(name), "key")) {
		pass.Report(pass.extent(literal), "the secret for "+name+" is written into the code")
	}
}

// isDemonstration reports whether a file of a module shows or tests it.
func isDemonstration(inModule string) bool {
	folder, _, _ := strings.Cut(inModule, "/")
	switch folder {
	case "examples", "spec", "tests", "acceptance", "docs":
		return true
	}
	return false
}
