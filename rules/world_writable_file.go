package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var worldWritableFile = Rule{
	Rule: diag.Rule{
		Name:             "world_writable_file",
		OldNames:         []string{"world_writable_files", "security_file_with_world_permissions"},
		Plugin:           "puppet-lint-world_writable_files-check",
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.1,
		Summary:          "a file that everybody can write to",
		Rationale: "Whoever has an account on the machine can change the file, and with it what runs or reads it. Take the last digit's 2 away (`0664` instead of `0666`), or name the group that may write. " +
			"Folders with the sticky bit, such as `/tmp` with `1777`, are meant to be so and not reported.",
		Bad: []diag.Example{
			{Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => '0666',\n}\n"},
			{Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => 'a=rw',\n}\n"},
		},
		Good:  []diag.Example{{Code: "file { '/var/tmp/example':\n  ensure => directory,\n  mode   => '1777',\n}\n"}, {Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => 'u=rw,go=r',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{732},
	},
	Visits: fileModes(func(pass *Pass, value syntax.Node, mode permissions, kind fileKind) {
		if mode.worldWritable && !mode.sticky {
			pass.Report(pass.extent(value), "mode "+pass.text(value)+" makes the "+kind.noun()+" world-writable")
		}
	}),
}
