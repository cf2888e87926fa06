package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var weakAuthentication = Rule{
	Rule: diag.Rule{
		Name:             "weak_authentication",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 8.1,
		Summary:          "a login needs no password, or sends it in plain text",
		Advice:           "require a password that is sent encrypted, a certificate or a key",
		Rationale: "The method `trust` of PostgreSQL lets anyone who can reach the server log in under any name; " +
			"`password` sends the password in plain text. Use `scram-sha-256`, `cert` or `peer`. The rule reports " +
			"entries of `pg_hba.conf`, empty passwords and anonymous logins that a server is set to accept " +
			"(`PermitEmptyPasswords yes`, `anonymous_enable YES`), databases whose access control is switched off, " +
			"and `rlogin`, `rsh` and telnet servers that are enabled.",
		Bad:   []diag.Example{{Code: "postgresql::server::pg_hba_rule { 'all':\n  type        => 'host',\n  database    => 'all',\n  user        => 'all',\n  address     => '10.0.0.0/8',\n  auth_method => 'trust',\n}\n"}},
		Good:  []diag.Example{{Code: "postgresql::server::pg_hba_rule { 'all':\n  type        => 'host',\n  database    => 'all',\n  user        => 'all',\n  address     => '10.0.0.0/8',\n  auth_method => 'scram-sha-256',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{287, 306, 319},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"trust", "password", "EmptyPasswords"}, func(line string, start int) {
			if trusting.MatchString(line) && !pass.isAlternative(start) {
				pass.reportLine(line, start, trustsEverybody)
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		name := value.name
		if name == "method" && makesRule(value.namesBeside()) {
			name = "auth_method"
		}
		if isXpackSecurity(name) && (value.isBelow("kibana") || configuresKibana(value.namesBeside())) {
			return
		}
		if weak := weakLogin(name, value.text); weak != "" {
			pass.Report(value.node.Span, weak)
		} else if namesLines(value.name) && trusting.MatchString(value.text) {
			pass.Report(value.node.Span, trustsEverybody)
		}
	}),
	Needs: []wordset.Group{anyCase("auth", "method", "empty", "xpack.security", "anonymous", "acl", "hba", "sshd_config", "telnet", "rsh", "rlogin", "rexec")},
	Visits: append(namedValues(loginWords, func(pass *Pass, name string, value syntax.Node) {
		if name == "method" && makesRule(namesBeside(pass)) {
			name = "auth_method" // of a rule for pg_hba.conf
		}
		if isInDemonstration(pass) || isXpackSecurity(name) && (isInKibana(pass) || configuresKibana(namesBeside(pass))) {
			return
		}
		text, _ := writtenValue(value)
		if weak := weakLogin(name, text); weak != "" {
			pass.Report(pass.extent(value), weak)
		} else if namesLines(name) {
			reportTrustLines(pass, value)
		}
	}), Enter(func(pass *Pass, node *syntax.LiteralString) {
		if strings.Contains(node.Value, "POSTGRES_HOST_AUTH_METHOD=trust") && !isInDemonstration(pass) {
			pass.Report(pass.extent(node), weakLogin("auth_method", "trust"))
		}
	}), resourceBodies(func(pass *Pass, body *resourceBody) {
		title, _ := stringOf(body.Node.Title)
		if content := body.attribute("content"); content != nil && (strings.Contains(title, "pg_hba") || strings.Contains(title, "sshd_config")) {
			reportTrustLines(pass, content.Value)
		}
		if body.Type == "service" && isAnyOf(title, "telnet", "telnetd", "rsh", "rlogin", "rexec", "telnet.socket", "rsh.socket", "rlogin.socket") {
			if ensure, _ := body.written("ensure"); isAnyOf(ensure, "running", "true") {
				pass.Report(pass.extent(body.Node.Title), title+" sends passwords in plain text")
			}
		}
	})),
}

func isXpackSecurity(name string) bool { return strings.EqualFold(name, "xpack.security.enabled") }

// isInKibana reports whether the node is in a resource of Kibana.
func isInKibana(pass *Pass) bool {
	for level := 0; ; level++ {
		switch around := pass.Parent(level).(type) {
		case nil:
			return false
		case *syntax.ResourceBody:
			if title, _ := stringOf(around.Title); strings.Contains(title, "kibana") {
				return true
			}
		case *syntax.ResourceExpression:
			name, _ := stringOf(around.TypeName)
			return strings.Contains(name, "kibana")
		}
	}
}

// loginWords are words of which each name of a setting that weakLogin knows contains one. The name
// "method" is that of such a setting in a rule for pg_hba.conf.
var loginWords = anyCase("auth", "empty", "acl", "hba", "security", "anonymous", "method")

// weakLogin returns what is wrong with the login method that a setting of that name selects, or
// "".
func weakLogin(name, text string) string {
	switch lower := strings.ToLower(text); strings.ReplaceAll(strings.ToLower(name), "_", "") {
	case "authmethod", "pghbaauthmethod", "postgreshostauthmethod":
		switch lower {
		case "trust":
			return "the method trust lets anyone log in without a password"
		case "password":
			return "the method password sends the password in plain text"
		}
	case "permitemptypasswords", "allowemptypasswords", "allowemptypassword":
		if lower == "yes" || lower == "true" {
			return "accounts without a password can log in"
		}
	case "xpack.security.enabled":
		if lower == "false" {
			return "without xpack.security, anyone who can reach the server may read and change its data"
		}
	case "security.authorization":
		if lower == "disabled" {
			return "without authorization, anyone who can reach the server may read and change its data"
		}
	case "anonymousenable":
		if lower == "true" || lower == "yes" {
			return "anyone who can reach the server can log in without a name"
		}
	}
	return ""
}

// namesLines reports whether a setting of that name holds lines of pg_hba.conf.
func namesLines(name string) bool {
	return isAnyOf(strings.ReplaceAll(strings.ToLower(name), "_", ""), "ipv4acls", "ipv6acls", "pghba", "pghbarules")
}

// trusting matches a line that lets somebody in without a password: of pg_hba.conf, of data that
// becomes such a line, or of sshd_config.
var trusting = lazyregexp.New(`(?im)^[ \t]*(?:local|host(?:no)?(?:ssl|gssenc)?)[ \t]+\S+[ \t]+\S+[ \t]+(?:\S+[ \t]+){0,2}(?:trust|password)[ \t]*$|^[ \t]*PermitEmptyPasswords[ \t]+yes\b|^[ \t]*['"]?auth_method['"]?[ \t]*[:=][ \t]*['"]?(?:trust|password)\b`)

const trustsEverybody = "this line allows logins without a password, or with a plain text password"

func reportTrustLines(pass *Pass, value syntax.Node) {
	reportLines(pass, value, trusting, trustsEverybody)
}

// reportLines reports the texts of a list, or a single one, that hold a line that matches.
func reportLines(pass *Pass, value syntax.Node, pattern *lazyregexp.Regexp, message string) {
	if list, isList := value.(*syntax.LiteralList); isList {
		for _, one := range list.Values {
			reportLines(pass, one, pattern, message)
		}
		return
	}
	if pattern.MatchString(pass.literalText(value)) {
		pass.Report(pass.extent(value), message)
	}
}
