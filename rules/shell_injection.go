package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

var shellInjection = Rule{
	Rule: diag.Rule{
		Name:             "shell_injection",
		OldNames:         []string{"check_unsafe_interpolations", "security_class_or_define_parameter_in_exec"},
		Plugin:           "puppet-lint-check_unsafe_interpolations",
		Narrower:         true,
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 8.8,
		Summary:          "a parameter that may hold any text is part of a command line",
		Advice:           "restrict the type of the value (Enum, Pattern), quote it with stdlib::shell_escape, or give the command as an array",
		Rationale: "A space, quote or semicolon in the value changes the command: anyone who can set the value can " +
			"run any command. Restrict the parameter's type (`Enum`, `Integer`, `Pattern`, `Stdlib::Absolutepath`), " +
			"quote it with `stdlib::shell_escape` or `shellquote`, or give the command as a list: `command => " +
			"['/usr/bin/tool', $value]`. The rule follows values through variables, functions, hashes, templates and " +
			"other files. Titles of defined types, facts that the host sets, and data count like parameters. The " +
			"rule does not report values restricted by a type, a test (`$x =~ /\\A[a-z]+\\z/`, `$x in [...]`) or " +
			"`regsubst`, nor parameters for a whole command or its options. The rule is off by default because many " +
			"modules trust their parameters.",
		Bad: []diag.Example{
			{Code: "# An example.\n#\n# @param user whom to create\nclass example (\n  String[1] $user,\n) {\n  exec { 'create':\n    command => \"/usr/bin/create ${user}\",\n    creates => '/var/lib/example',\n  }\n}\n"},
		},
		Good: []diag.Example{
			{Code: "# An example.\n#\n# @param user whom to create\n# @param level how much\nclass example (\n  String[1] $user,\n  Integer $level,\n) {\n  exec { 'create':\n    command => ['/usr/bin/create', $user],\n    unless  => \"/usr/bin/test ${level} -gt ${shellquote($user)}\",\n  }\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{77, 78, 88},
	},
	Tree: (*TreePass).follow,
	Follows: &follows{taint.Text, []string{"exec", "cron", "service", "file", "concat", "generate", "run_command", passedCommand}, func(s *sinks) {
		const message = "the command line may contain arbitrary text"
		s.resources(func(_ *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
			switch typeName {
			case "exec":
				if command := s.attribute(body, "command"); command != nil {
					s.commandLine(command, message)
				} else {
					for _, title := range titles(body) {
						s.commandLine(title, message)
					}
				}
				s.commandLine(s.attribute(body, "refresh"), message)
				s.guardLines(body, message)
			case "cron":
				s.commandLine(s.attribute(body, "command"), message)
			case "service":
				for _, name := range []string{"start", "stop", "restart", "status"} {
					s.commandLine(s.attribute(body, name), message)
				}
			case "file", "concat":
				s.commandLine(s.attribute(body, "validate_cmd"), message)
			default:
				s.commands(typeName, body, func(command syntax.Node) { s.commandLine(command, message) })
			}
		})
		s.calls(func(name string, arguments []syntax.Node) {
			switch {
			case name == "run_command" && len(arguments) > 0:
				s.commandLine(arguments[0], message)
			case name == "generate" && len(arguments) > 2 && shellProgram(s.literal(arguments[0])):
				s.add(arguments[len(arguments)-1], message)
			}
		})
	}},
}
