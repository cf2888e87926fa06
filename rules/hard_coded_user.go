package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var hardCodedUser = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "hard_coded_user",
		OldNames:         []string{"hardcoded_secret_username"},
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 4.0,
		Summary:          "a user name is hard-coded next to its password",
		Advice:           "take both from Hiera data or a lookup, the password from encrypted data",
		Rationale: "A user name and its password together are all that is needed to log in. Take both from Hiera " +
			"data or a lookup, and keep the password in encrypted data. The rule reports user names in hashes, " +
			"resources, parameter lists and assignments in which `plaintext_secret` reports the password of the same " +
			"owner (`db_user` and `db_password`). `admin_by_default` reports names of administrators. A name alone " +
			"is harmless, so the rule is off by default.",
		Bad:        []diag.Example{{Code: "example::database { 'shop':\n  user     => 'shop',\n  password => 'h4llo-w0rld',\n}\n"}},
		Good:       []diag.Example{{Code: "example::database { 'shop':\n  user     => lookup('shop::user'),\n  password => lookup('shop::password'),\n}\n"}},
		CWE:        []int{798},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Needs: []wordset.Group{passwordWords, anyCase("user", "usr", "login", "uname", "runas")},
	Visits: namedValues(secret.UserWords, func(pass *Pass, _ string, value syntax.Node) {
		user, _ := ownName(pass.cursor.Node())
		text, isText := stringOf(value)
		if !isText || !secret.IsUser(user) || !isUserName(text) || isAdministrator(text) || strings.EqualFold(text, user) || isInDemonstration(pass) {
			return
		}
		eachBeside(pass.Parent(0), func(node syntax.Node) bool {
			name, password := ownName(node)
			if kind := secret.Named(name); kind == secret.Password && password != nil && secret.Owner(name) == secret.Owner(user) && isHardCoded(pass, kind, password) {
				pass.Report(pass.extent(value), "the user name is hard-coded beside its password")
				return false
			}
			return true
		})
	}),
}

// isUserName reports whether a text is a login name.
func isUserName(text string) bool {
	return len(text) > 1 && !strings.ContainsAny(text, " \t\n/%$<>{}[]") && !strings.Contains(text, "::") && secret.ValueOf(secret.Password, text+"12") != secret.NoSecret &&
		!isAnyOf(strings.ToLower(text), "absent", "undef", "unset", "none", "default", "present", "undefined", "false", "true", "nil")
}

// isHardCoded reports whether plaintext_secret reports a value of that kind.
func isHardCoded(p *Pass, kind secret.Kind, value syntax.Node) bool {
	for _, found := range secretsIn(p, kind, value, 0) {
		if found.class == secret.Plain || found.class == secret.Weak && !isForTests(p.Location()) {
			return true
		}
	}
	return false
}
