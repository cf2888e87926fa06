package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/secret"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var adminByDefault = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "admin_by_default",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 5.0,
		Summary:          "an administrator's account is used",
		Advice:           "use an account with few rights",
		Rationale: "A process or login with all rights does the most harm when it is taken over, and attackers try " +
			"these names first. Use an account with few rights. The rule reports parameters, variables, attributes " +
			"and hash keys that name a user, including those of `exec` and `cron`, if the value is `root`, `admin` " +
			"or `administrator`. It does not report owners of files. Much work has to be done as root, so the rule " +
			"is off by default.",
		Bad:        []diag.Example{{Code: "# An example.\n#\n# @param user\n#   Who runs it.\nclass example (\n  String[1] $user = 'admin',\n) {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param user\n#   Who runs it.\nclass example (\n  String[1] $user = 'example',\n) {\n}\n"}},
		CWE:        []int{250},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if isAdministrator(value.text) && secret.IsUser(value.name) {
			pass.Report(value.node.Span, "the user is an administrator")
		}
	}),
	Needs: []wordset.Group{anyCase("root", "admin", "superuser")},
	Visits: append(namedValues(secret.UserWords, func(pass *Pass, name string, value syntax.Node) {
		if text, isString := stringOf(value); isString && isAdministrator(text) && secret.IsUser(name) && !isOfAccount(pass) {
			pass.Report(pass.extent(value), "the user is an administrator")
		}
	}), Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
		if name, arguments := syntax.CalledFunction(node); name == "pick" && len(arguments) > 1 {
			last := arguments[len(arguments)-1]
			variable, isVariable := arguments[0].(*syntax.VariableExpression)
			if text, isString := stringOf(last); isString && isVariable && isAdministrator(text) && secret.IsUser(variable.Name) {
				pass.Report(pass.extent(last), "the default user is an administrator")
			}
		}
	})),
}

// isOfAccount reports whether the visited attribute names the account to which a key or a limit
// belongs. Nothing runs as that account because of it.
func isOfAccount(p *Pass) bool {
	declaration, isResource := p.Parent(1).(*syntax.ResourceExpression)
	if !isResource {
		return false
	}
	typeName, _ := stringOf(declaration.TypeName)
	return typeName == "ssh_authorized_key" || strings.HasPrefix(typeName, "limits::")
}

// isAdministrator reports whether an account of that name has all rights on the system.
func isAdministrator(name string) bool {
	if len(name) > 13 {
		return false
	}
	switch strings.ToLower(name) {
	case "root", "admin", "administrator", "superuser", "sysadmin":
		return true
	}
	return false
}
