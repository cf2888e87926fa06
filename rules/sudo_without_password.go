package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var sudoWithoutPassword = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "sudo_without_password",
		Group:            diag.Security,
		SecuritySeverity: 6.7,
		Summary:          "a user may run every command with sudo, without a password",
		Advice:           "allow only the commands that are needed, or require the password",
		Rationale: "An attacker who takes over the account is root at once. Allow only the commands that are needed, " +
			"or require the password. The rule reports sudoers lines with `NOPASSWD` for `ALL` commands. Accounts " +
			"for deployment often need this, so the rule is off by default; `security_sudo_with_world_nopasswd` " +
			"reports lines for all accounts.",
		Bad:  examples("  sudo::conf { 'deploy':\n    content => 'deploy ALL=(ALL) NOPASSWD: ALL',\n  }\n"),
		Good: examples("  sudo::conf { 'deploy':\n    content => 'deploy ALL=(ALL) NOPASSWD: /usr/bin/systemctl restart example',\n  }\n"),
		CWE:  []int{250, 269},
	}),
	Text: func(pass *TextPass) {
		pass.lines([]string{"NOPASSWD"}, func(line string, start int) {
			if nopasswd.MatchString(line) {
				pass.reportLine(line, start, "sudo runs any command without a password")
			}
		})
	},
	Data: namedData(func(pass *DataPass, value *dataValue) {
		if strings.Contains(value.text, "NOPASSWD") && nopasswd.MatchString(value.text) {
			pass.Report(value.node.Span, "sudo runs any command without a password")
		}
	}),
	Needs: []wordset.Group{nopasswdWord},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.LiteralString) {
			if _, isPart := pass.Parent(0).(*syntax.ConcatenatedString); !isPart && strings.Contains(node.Value, "NOPASSWD") && nopasswd.MatchString(node.Value) {
				pass.Report(pass.extent(node), "sudo runs any command without a password")
			}
		}),
		Enter(func(pass *Pass, node *syntax.ConcatenatedString) {
			if strings.Contains(pass.text(node), "NOPASSWD") && nopasswd.MatchString(pass.literalText(node)) {
				pass.Report(pass.extent(node), "sudo runs any command without a password")
			}
		}),
	},
}

// nopasswdWord is the word of sudoers that allows commands without a password.
var nopasswdWord = anyCase("nopasswd")

// nopasswd matches a line of sudoers that lets somebody run everything without a password.
var nopasswd = lazyregexp.New(`(?m)^[^#\n]*\bNOPASSWD:\s*(?:(?:NO)?(?:EXEC|SETENV):\s*)*ALL\s*$`)
