package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var weakPasswordHash = Rule{
	Rule: diag.Rule{
		Name:      "weak_password_hash",
		Group:     diag.Security,
		Severity:  diag.Warning,
		Summary:   "a password is hashed with a method that is broken",
		Rationale: "`pw_hash` with `MD5`, and passwords kept as plain MD5 or SHA-1 sums, are found out within minutes. Use `SHA-512`, `bcrypt` or what the service offers.",
		Bad:       []diag.Example{{Code: "$hash = pw_hash($facts['secret'], 'MD5', 'salt')\nnotice($hash)\n"}},
		Good:      []diag.Example{{Code: "$hash = pw_hash($facts['secret'], 'SHA-512', 'salt')\nnotice($hash)\n"}},
		Since:     "1.0.0",
		CWE:       []int{328, 916},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkPasswordHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkPasswordHash(pass, node) }),
	},
}

func checkPasswordHash(pass *Pass, node syntax.Node) {
	name, arguments := flow.Call(node)
	switch {
	case name == "pw_hash" && len(arguments) > 1:
		if method, isString := stringOf(arguments[1]); isString && strings.EqualFold(method, "md5") {
			pass.Report(pass.extent(arguments[1]), "MD5 is no protection for passwords")
		}
	case (name == "md5" || name == "sha1") && len(arguments) == 1:
		if read := passwordIn(arguments[0]); read != nil {
			pass.Report(pass.extent(node), "a plain "+strings.ToUpper(name)+" sum is no protection for $"+read.Name)
		}
	}
}

// passwordIn is the variable in an expression that holds a password by its
// name, or nil.
func passwordIn(root syntax.Node) (found *syntax.VariableExpression) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		if read, ok := node.(*syntax.VariableExpression); ok && found == nil {
			name := read.Name[strings.LastIndexByte(read.Name, ':')+1:]
			if strings.HasSuffix(name, "password") || strings.HasSuffix(name, "passwd") || strings.HasSuffix(name, "passphrase") {
				found = read
			}
		}
		return found == nil
	})
	return found
}
