package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var weakPasswordHash = Rule{
	Rule: diag.Rule{
		Name:             "weak_password_hash",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.0,
		Summary:          "a password is hashed with a method that is broken",
		Rationale: "A password hashed by `pw_hash` with `MD5` is cracked within minutes. Use `SHA-512` or `bcrypt`. Calls of `md5` and " +
			"`sha1` are not reported, since protocols such as those of PostgreSQL and RADIUS need them.",
		Bad: []diag.Example{{Code: "$hash = pw_hash($facts['secret'], 'MD5', 'salt')\nnotice($hash)\n"}},
		Good: []diag.Example{
			{Code: "$hash = pw_hash($facts['secret'], 'SHA-512', 'salt')\nnotice($hash)\n"},
			{Code: "# PostgreSQL's own method.\nfunction example::hash(String $user, String $password) >> String {\n  \"md5${md5(\"${password}${user}\")}\"\n}\n", Path: "functions/hash.pp"},
		},
		Since: "1.0.0",
		CWE:   []int{328, 916},
	},
	Needs: []wordset.Group{{Words: []string{"pw_hash"}}},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkPasswordHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkPasswordHash(pass, node) }),
	},
}

func checkPasswordHash(pass *Pass, node syntax.Node) {
	name, arguments := flow.Call(node)
	if name != "pw_hash" || len(arguments) < 2 {
		return
	}
	if method, isString := stringOf(arguments[1]); isString && strings.EqualFold(method, "md5") {
		pass.Report(pass.extent(arguments[1]), "MD5 is too weak to hash passwords")
	}
}
