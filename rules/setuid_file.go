package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var setuidFile = Rule{
	Rule: diag.Rule{
		Name:             "setuid_file",
		OldNames:         []string{"security_file_with_setuid_permission", "security_file_with_setgid_permission"},
		Plugin:           "puppet-lint-security-plugins",
		Narrower:         true,
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 6.7,
		Summary:          "a file is setuid or setgid",
		Advice:           "use sudo, capabilities or a service instead",
		Rationale: "A program with the setuid bit runs with the rights of its owner, whoever starts it; with setgid, with " +
			"those of its group. A bug in the program gives these rights to an attacker. Use sudo, capabilities or a " +
			"service instead. The setgid bit of a folder only sets the group of new files and is not reported.",
		Bad:   []diag.Example{{Code: "file { '/usr/local/bin/example':\n  ensure => file,\n  mode   => '4755',\n}\n"}},
		Good:  []diag.Example{{Code: "file { '/srv/example':\n  ensure => directory,\n  mode   => '2775',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{250, 732},
	},
	Visits: fileModes(func(pass *Pass, value syntax.Node, mode permissions, file modeTarget) {
		switch {
		case file.kind == directory:
		case mode.setuid:
			pass.Report(pass.extent(value), "this file is setuid: it runs with the rights of its owner")
		case mode.setgid && file.kind == plainFile:
			pass.Report(pass.extent(value), "this file is setgid: it runs with the rights of its group")
		}
	}),
}
