package rules

import (
	"slices"

	"puppet-lint/internal/diag"
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
		Summary:          "a secret is passed to a log, a command line or another place where others can read it",
		Advice:           "pass the secret in the environment, or as Sensitive in a file that only its reader may read",
		Rationale: "Every account on the machine can see the command lines of running programs. Logs and reports are " +
			"kept. Exported resources are stored in PuppetDB, and every host can collect them. Pass the secret in " +
			"the environment, or as `Sensitive` in a file that only its reader may read. The rule reports messages, " +
			"command lines, exported resources and world-readable files that contain an unwrapped `Sensitive` value, " +
			"or a parameter whose name says that it holds a secret. It follows these values through variables, " +
			"functions, hashes, templates and other files. `unwrapped_secret`, which is on by default, reports only " +
			"the `unwrap` itself. This rule is off by default because many modules have no other way to give a " +
			"password to a command.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  String[1] $password,\n) {\n  exec { 'login':\n    command => \"/usr/bin/login --password ${password}\",\n    creates => '/var/lib/example',\n  }\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String[1]] $password,\n) {\n  file { '/etc/example.conf':\n    mode    => '0600',\n    content => Sensitive(\"password=${password.unwrap}\\n\"),\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{200, 214, 532},
	},
	Tree: (*TreePass).follow,
	Follows: &follows{taint.Secret, slices.Concat(logFunctions, []string{"exec", "cron", "mount", "notify", "file", "concat::fragment", exportedResource, "unwrap", passedCommand}), func(s *sinks) {
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
	}},
}

// logFunctions are the functions that write to the log.
var logFunctions = []string{"debug", "info", "notice", "warning", "err", "crit", "alert", "emerg", "fail"}

// exposures adds the values that a resource shows to others.
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
		if node != nil && unwrapIn(node) == nil { // otherwise unwrapped_secret reports it
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
		const shown = "the secret is part of a command line, which every user of the machine can see"
		command := s.attribute(body, "command")
		if command == nil && typeName == "exec" {
			command = body.Title
		}
		plain(s.finder.Values(s.file.File, command), shown)
		for _, name := range []string{"onlyif", "unless"} {
			plain(s.finder.Values(s.file.File, s.attribute(body, name)), shown)
		}
	case "mount":
		plain(s.finder.Values(s.file.File, s.attribute(body, "options")), "the secret is written to fstab, which every user of the machine can read")
	case "file", "concat::fragment":
		content := s.attribute(body, "content")
		if content == nil {
			return
		}
		if everybodyReads(s.attribute(body, "mode")) {
			s.add(content, "every user of the machine can read the secret in this file")
			return
		}
		if unwrapIn(content) == nil {
			s.found = append(s.found, sink{content, "the secret is unwrapped here and appears in the catalog and reports in plain text", true})
		}
	default:
		s.commands(typeName, body, func(command syntax.Node) {
			plain(s.finder.Values(s.file.File, command), "the secret is part of a command line, which every user of the machine can see")
		})
		for _, operation := range body.Operations {
			if set, isAttribute := operation.(*syntax.AttributeOperation); isAttribute && !isLiteral(set.Value) {
				s.found = append(s.found, sink{set.Value, "the secret is unwrapped and appears in the catalog in plain text", true})
			}
		}
	}
}
