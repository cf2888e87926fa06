package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/syntax"
)

var worldWritableFile = Rule{
	Rule: diag.Rule{
		Name:             "world_writable_file",
		OldNames:         []string{"world_writable_files", "security_file_with_world_permissions"},
		Plugin:           "puppet-lint-world_writable_files-check",
		Narrower:         true,
		Group:            diag.Security,
		Severity:         diag.Warning,
		SecuritySeverity: 7.1,
		Summary:          "a file is world-writable",
		Advice:           "remove the write bit of others, or give a group the right to write",
		Rationale: "Every account on the machine can change the file and thereby affect the programs that read or run it. Remove the " +
			"write bit of the last digit (`0664` instead of `0666`), or give a group the right to write. Folders with the " +
			"sticky bit, such as `/tmp` with `1777`, are not reported.",
		Bad: []diag.Example{
			{Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => '0666',\n}\n"},
			{Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => 'a=rw',\n}\n"},
		},
		Good:  []diag.Example{{Code: "file { '/var/tmp/example':\n  ensure => directory,\n  mode   => '1777',\n}\n"}, {Code: "file { '/var/log/example.log':\n  ensure => file,\n  mode   => 'u=rw,go=r',\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{732},
	},
	Text: func(pass *TextPass) {
		pass.lines([]string{"chmod"}, func(line string, start int) {
			for _, at := range chmod.FindAllStringSubmatchIndex(line, -1) {
				if mode, known := permissionsIn(line[at[2]:at[3]]); known && mode.worldWritable && !mode.sticky {
					pass.reportPart(start+at[0], start+at[3], "the command makes the file world-writable")
				}
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if value.name != "mode" && !strings.HasSuffix(value.name, "_mode") || len(value.text) < 3 || value.node.Kind != document.String {
			return // a number may be octal or decimal
		}
		if mode, known := permissionsIn(value.text); known && mode.worldWritable && !mode.sticky {
			pass.Report(value.node.Span, "mode "+value.text+" is world-writable")
		}
	}),
	Visits: fileModes(func(pass *Pass, value syntax.Node, mode permissions, file modeTarget) {
		if mode.worldWritable && !mode.sticky {
			what := "mode " + pass.text(value)
			if chmod.MatchString(pass.literalText(value)) {
				what = "the command"
			}
			pass.Report(pass.extent(value), what+" makes the "+file.kind.noun()+" world-writable")
		}
	}),
}
