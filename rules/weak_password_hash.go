package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakPasswordHash = Rule{
	Rule: diag.Rule{
		Name:             "weak_password_hash",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.0,
		Summary:          "a password is hashed with a method that is broken",
		Advice:           "use SHA-512 or bcrypt",
		Rationale: "A password hashed by `pw_hash` with `MD5` is cracked within minutes, and so is a hash in the code or in data that begins " +
			"with `$1$` or `$apr1$`. Use `SHA-512` or `bcrypt`. Calls of `md5` and `sha1` are not reported, since protocols such as " +
			"those of PostgreSQL and RADIUS need them.",
		Bad: []diag.Example{{Code: "user { 'app':\n  ensure   => present,\n  password => '$1$abcdefgh$0123456789abcdefghijk.',\n}\n"}, {Code: "$hash = pw_hash($facts['secret'], 'MD5', 'salt')\nnotice($hash)\n"}},
		Good: []diag.Example{
			{Code: "$hash = pw_hash($facts['secret'], 'SHA-512', 'salt')\nnotice($hash)\n"},
			{Code: "# PostgreSQL's own method.\nfunction example::hash(String $user, String $password) >> String {\n  \"md5${md5(\"${password}${user}\")}\"\n}\n", Path: "functions/hash.pp"},
		},
		Since: "1.0.0",
		CWE:   []int{328, 916},
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if md5Crypt.MatchString(value.text) {
			pass.Report(value.node.Span, md5Passwords)
		}
	}),
	Needs: []wordset.Group{{Words: []string{"pw_hash", "$1$", "$apr1$"}}},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if strings.HasPrefix(node.Value, "$") && md5Crypt.MatchString(node.Value) && !isInDemonstration(pass) {
				pass.Report(pass.extent(node), md5Passwords)
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkPasswordHash(pass, node) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkPasswordHash(pass, node) }),
	},
}

func checkPasswordHash(pass *Pass, node syntax.Node) {
	name, arguments := syntax.CalledFunction(node)
	if name != "pw_hash" || len(arguments) < 2 {
		return
	}
	if method, isString := stringOf(arguments[1]); isString && strings.EqualFold(method, "md5") {
		pass.Report(pass.extent(arguments[1]), md5Passwords)
	}
}

const md5Passwords = "MD5 is too weak to hash passwords"

// md5Crypt matches a password that crypt(3) or Apache has hashed with MD5.
var md5Crypt = lazyregexp.New(`^\$(?:1|apr1)\$[./0-9A-Za-z]{1,8}\$[./0-9A-Za-z]{22}$`)
