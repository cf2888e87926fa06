package rules

import (
	"slices"

	"puppet-lint/diag"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

var exposedSecret = Rule{
	Rule: diag.Rule{
		Name:             "exposed_secret",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 6.5,
		Summary:          "a secret gets to where others can read it",
		Rationale: "A command line is shown to every account of the machine while it runs; logs and reports are kept; exported resources are stored in PuppetDB, and every host can collect them. " +
			"Hand the secret over in the environment or in a file that only its reader may read, as `Sensitive`. " +
			"Reported are parameters whose name says that they hold a secret, and what is taken out of a `Sensitive`, in messages, command lines, exported resources and files that everybody may read, followed through variables, functions, hashes, templates and other files. " +
			"`unwrapped_secret`, which is on by default, reports an `unwrap` at the very place; many modules give passwords to commands for want of another way, and so this rule is off by default.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  String[1] $password,\n) {\n  exec { 'login':\n    command => \"/usr/bin/login --password ${password}\",\n    creates => '/var/lib/example',\n  }\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String[1]] $password,\n) {\n  file { '/etc/example.conf':\n    mode    => '0600',\n    content => Sensitive(\"password=${password.unwrap}\\n\"),\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{200, 214, 532},
	},
	Tree: func(pass *TreePass) {
		pass.follow(taint.Secret, slices.Concat(logFunctions, []string{"exec", "cron", "notify", "file", "concat::fragment", exportedResource}), func(s *sinks) {
			s.resources(s.exposures)
			s.calls(func(name string, arguments []syntax.Node) {
				if slices.Contains(logFunctions, name) {
					for _, argument := range arguments {
						if unwrapIn(argument) == nil {
							s.add(argument, "the secret is written to the log")
						}
					}
				}
			})
		})
	},
}

// logFunctions are the functions that write to the log.
var logFunctions = []string{"debug", "info", "notice", "warning", "err", "crit", "alert", "emerg", "fail"}

// exposures adds what a resource shows to others.
func (s *sinks) exposures(declaration *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
	if declaration.Form == syntax.Exported {
		for _, operation := range body.Operations {
			if set, isAttribute := operation.(*syntax.AttributeOperation); isAttribute {
				s.add(set.Value, "the secret is stored in PuppetDB, where every host can collect it")
			}
		}
		return
	}
	plain := func(node syntax.Node, message string) {
		if node != nil && unwrapIn(node) == nil { // else unwrapped_secret says so
			s.add(node, message)
		}
	}
	switch typeName {
	case "notify":
		message := s.attribute(body, "message")
		if message == nil {
			message = body.Title
		}
		plain(message, "the secret is written to the log")
	case "exec", "cron":
		const shown = "the secret is part of a command line, which everybody on the machine can see"
		command := s.attribute(body, "command")
		if command == nil && typeName == "exec" {
			command = body.Title
		}
		plain(s.finder.Values(s.unit.File, command), shown)
		for _, name := range []string{"onlyif", "unless"} {
			plain(s.finder.Values(s.unit.File, s.attribute(body, name)), shown)
		}
	case "file", "concat::fragment":
		content := s.attribute(body, "content")
		if content == nil {
			return
		}
		if everybodyReads(s.attribute(body, "mode")) {
			s.add(content, "everybody on the machine can read the secret in this file")
			return
		}
		if unwrapIn(content) == nil {
			s.found = append(s.found, sink{content, "the secret leaves its Sensitive here, and stands in catalog and reports in plain text", true})
		}
	}
}
