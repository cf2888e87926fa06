package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var securitySSHRootAllowed = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_ssh_root_allowed",
		RubyKind:         diag.Error,
		SecuritySeverity: 6.5,
		Summary:          "root may log in by SSH with a password",
		Rationale:        "`PermitRootLogin yes` lets everybody guess at the one account name that every machine has. `no`, or `prohibit-password` for keys only.",
		Bad:              examples("  class { 'ssh::server':\n    options => {\n      'PermitRootLogin' => 'yes',\n    },\n  }\n"),
		Good:             examples("  class { 'ssh::server':\n    options => {\n      'PermitRootLogin' => 'no',\n    },\n  }\n"),
		CWE:              []int{250},
	}),
	Visits: []Visit{
		Enter(func(pass *Pass, entry *syntax.KeyedEntry) {
			if key, isLiteral := literalText(entry.Key); isLiteral {
				reportRootLogin(pass, key, entry.Value)
			}
		}),
		Enter(func(pass *Pass, attribute *syntax.AttributeOperation) {
			reportRootLogin(pass, attribute.Name, attribute.Value)
		}),
	},
}

func reportRootLogin(pass *Pass, name string, value syntax.Node) {
	if strings.ReplaceAll(strings.ToLower(name), "_", "") != "permitrootlogin" {
		return
	}
	if text, isWritten := writtenValue(value); isWritten && (text == "yes" || text == "true") {
		pass.Report(pass.extent(value), "SSH root login allowed (security!)")
	}
}
