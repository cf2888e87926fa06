package rules

import (
	"strconv"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/rules/taint"
	"puppet-lint/syntax"
)

var configurationInjection = Rule{
	Rule: diag.Rule{
		Name:             "configuration_injection",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 7.8,
		Summary:          "a parameter that may hold any text is written to a file that grants rights or is executed",
		Advice:           "restrict the type of the value, for example with Enum or Pattern",
		Rationale: "A line feed in the value starts a new line: in sudoers or `authorized_keys` it grants rights, in " +
			"a crontab, a unit or a script it runs a command. Restrict the value's type (`Enum`, `Pattern`). The " +
			"rule reports the contents of such files, recognized by their path, and of executable files, including " +
			"contents from templates. It follows values as `shell_injection` does.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param user who may\nclass example (\n  String[1] $user,\n) {\n  file { '/etc/sudoers.d/example':\n    content => \"${user} ALL=(root) /usr/bin/reload\\n\",\n  }\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param user who may\nclass example (\n  Pattern[/\\A[a-z]+\\z/] $user,\n) {\n  file { '/etc/sudoers.d/example':\n    content => \"${user} ALL=(root) /usr/bin/reload\\n\",\n  }\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{74, 93, 94},
	},
	Tree: (*TreePass).follow,
	Follows: &follows{taint.Text, []string{"file", "concat::fragment", "file_line", "sudo::", "systemd::", "cron::"}, func(s *sinks) {
		const message = "the file may contain arbitrary lines"
		s.resources(func(_ *syntax.ResourceExpression, typeName string, body *syntax.ResourceBody) {
			content := syntax.Unparenthesized(s.attribute(body, "content"))
			if typeName == "file_line" {
				content = syntax.Unparenthesized(s.attribute(body, "line"))
			}
			if content == nil || content.Kind() == syntax.KindVariableExpression && s.literal(content) == "" && !s.isSet(content) {
				return
			}
			switch typeName {
			case "file", "concat::fragment", "file_line":
				path := s.attribute(body, "path")
				if typeName == "concat::fragment" {
					path = s.attribute(body, "target")
				}
				if path == nil {
					path = body.Title
				}
				where := s.literal(path)
				if powerful.MatchString(where) || canRun(s.attribute(body, "mode")) && !holdsSettings.MatchString(where) {
					s.add(content, message)
				}
			default: // a line of sudoers, a unit, a crontab
				if isAnyOf(moduleOf(typeName), "sudo", "systemd", "cron") {
					s.add(content, message)
				}
			}
		})
	}},
}

// isSet reports whether an expression is a variable that the file sets.
func (s *sinks) isSet(node syntax.Node) bool {
	read, isVariable := node.(*syntax.VariableExpression)
	if !isVariable {
		return false
	}
	variable := s.file.flow().VariableOf(read)
	return variable != nil && variable.Parameter == nil
}

// powerful matches the paths of files whose lines grant rights or run commands.
var powerful = lazyregexp.New(`sudoers|/etc/init/|/cron(?:tab|\.|/|d)|/etc/anacrontab|/systemd/(?:system|user)/|authorized_keys|/sshd?_config|/etc/(?:passwd|shadow|group|profile|rc\.local|pam\.d|init\.d|ld\.so|polkit)|\.(?:sh|service|timer|py|pl|rb|ps1|bat)$`)

// holdsSettings matches the paths of files that nothing executes, whatever their mode.
var holdsSettings = lazyregexp.New(`(?i)\.(?:conf|cfg|cnf|ini|toml|json|ya?ml|xml|properties|txt|md|html?|css|repo|list|pem|crt|key)$`)

// canRun reports whether a literal mode lets some user execute a file.
func canRun(mode syntax.Node) bool {
	text, isString := stringOf(mode)
	bits, err := strconv.ParseUint(text, 8, 16)
	return isString && err == nil && bits&0o111 != 0
}
