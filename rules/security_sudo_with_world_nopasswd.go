package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
)

var securitySudoWithWorldNopasswd = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_sudo_with_world_nopasswd",
		RubyKind:         diag.Error,
		SecuritySeverity: 8.8,
		Summary:          "everyone may use sudo without a password",
		Advice:           "name the users and the commands",
		Rationale: "A sudoers line that begins with `ALL` and contains `NOPASSWD` gives every account of the machine root " +
			"rights, including those of services that an attacker may take over. Name the users or the group, and " +
			"require a password.",
		Bad:  examples("  sudo::conf { 'all':\n    content => 'ALL ALL=(ALL) NOPASSWD: ALL',\n  }\n"),
		Good: examples("  sudo::conf { 'admins':\n    content => '%admins ALL=(ALL) ALL',\n  }\n"),
		CWE:  []int{250, 269},
	}),
	Needs: []wordset.Group{nopasswdWord},
	Visits: []Visit{resourcesOf([]string{"sudo::conf"}, func(pass *Pass, body *resourceBody) {
		if !isDeclared(body) {
			return
		}
		if content, isWritten := body.written("content"); isWritten && everybodyWithoutPassword.MatchString(content) {
			pass.Report(body.attribute("content").valueSpan(pass), "Sudo access with world permissions detected (security!)")
		}
	})},
}

// everybodyWithoutPassword matches a line of sudoers that lets everybody run commands without a
// password. It never changes.
var everybodyWithoutPassword = lazyregexp.New(`(?im)^\s*ALL\b.*NOPASSWD`)
