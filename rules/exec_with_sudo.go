package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var execWithSudo = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "exec_with_sudo",
		Group:            diag.Security,
		SecuritySeverity: 3.9,
		Summary:          "an exec runs its command with sudo or su",
		Rationale:        "Puppet's agent already runs as root: sudo adds nothing, depends on sudoers, and hides which user runs the command. Use the attribute `user` with an account that has only the rights that are needed.",
		Bad:              examples("  exec { 'update':\n    command => '/usr/bin/sudo -u app /opt/app/update',\n    creates => '/opt/app/updated',\n  }\n"),
		Good:             examples("  exec { 'update':\n    command => '/opt/app/update',\n    user    => 'app',\n    creates => '/opt/app/updated',\n  }\n"),
		CWE:              []int{250},
	}),
	Needs: []wordset.Group{{Words: []string{"sudo", "su ", "su\t"}}},
	Visits: []Visit{resourcesOf([]string{"exec"}, func(pass *Pass, body *resourceBody) {
		commands := execCommands(body)
		if set := body.attribute("command"); set != nil && syntax.Unparenthesized(set.Value).Kind() == syntax.KindLiteralList {
			commands = append(commands, set.Value) // the words of one command
		}
		for _, command := range commands {
			if text := pass.literalText(command); strings.Contains(text, "su") && sudo.MatchString(text) {
				pass.Report(pass.extent(command), "the command runs with sudo or su").Help = "set the attribute `user` instead"
			}
		}
	})},
}

var sudo = lazyregexp.New(`(?:^|[|;&(]\s*)(?:/\S*/)?(?:sudo\s|su\s+(?:-|\w))`)
