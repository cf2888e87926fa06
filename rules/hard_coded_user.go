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
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.LiteralHash) {
			checkCredentials(pass, len(node.Entries), func(i int) (string, syntax.Node) {
				name, _ := stringOf(node.Entries[i].Key)
				return name, node.Entries[i].Value
			})
		}),
		Enter(func(pass *Pass, node *syntax.ResourceBody) {
			checkCredentials(pass, len(node.Operations), func(i int) (string, syntax.Node) {
				if set, isSet := node.Operations[i].(*syntax.AttributeOperation); isSet {
					return set.Name, set.Value
				}
				return "", nil
			})
		}),
		Enter(func(pass *Pass, node *syntax.BlockExpression) {
			checkCredentials(pass, len(node.Statements), func(i int) (string, syntax.Node) {
				if set, isSet := node.Statements[i].(*syntax.AssignmentExpression); isSet {
					if variable, isVariable := set.Left.(*syntax.VariableExpression); isVariable {
						return variable.Name, set.Right
					}
				}
				return "", nil
			})
		}),
		Enter(func(pass *Pass, node *syntax.HostClassDefinition) { checkParameters(pass, node.Parameters) }),
		Enter(func(pass *Pass, node *syntax.ResourceTypeDefinition) { checkParameters(pass, node.Parameters) }),
		Enter(func(pass *Pass, node *syntax.PlanDefinition) { checkParameters(pass, node.Parameters) }),
	},
}

func checkParameters(pass *Pass, parameters []*syntax.Parameter) {
	checkCredentials(pass, len(parameters), func(i int) (string, syntax.Node) { return parameters[i].Name, parameters[i].Value })
}

// checkCredentials reports the user names among named values if their passwords are among them,
// too.
func checkCredentials(pass *Pass, count int, at func(int) (name string, value syntax.Node)) {
	if count < 2 || isInDemonstration(pass) {
		return
	}
	for i := range count {
		user, value := at(i)
		if value == nil || !secret.IsUser(user) {
			continue
		}
		text, isText := stringOf(value)
		if !isText || !isUserName(text) || isAdministrator(text) || strings.EqualFold(text, user) {
			continue
		}
		for j := range count {
			name, password := at(j)
			if kind := secret.Named(name); kind == secret.Password && password != nil && secret.Owner(name) == secret.Owner(user) && isHardCoded(pass, kind, password) {
				pass.Report(pass.extent(value), "the user name is hard-coded beside its password")
				break
			}
		}
	}
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
