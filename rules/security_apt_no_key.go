package rules

import "puppet-lint/diag"

var securityAptNoKey = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_apt_no_key",
		RubyKind:         diag.Error,
		SecuritySeverity: 7.4,
		Summary:          "an apt repository without a key",
		Rationale:        "Without a key of its own, a repository is trusted by any key on the node, or, if its signatures are not checked, by whoever answers for it.",
		Bad:              examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n  }\n"),
		Good:             examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n    keyring  => '/usr/share/keyrings/example.gpg',\n  }\n"),
		CWE:              []int{347},
	}),
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.Type != "apt::source" || !isDeclared(body) {
			return
		}
		if attributes := pass.effectiveAttributes(body); !attributes.has("key", "keyring") {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "APT Repository without key detected (security!)")
		}
	})},
}
