package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
)

var securityAptNoKey = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_apt_no_key",
		RubyKind:         diag.Error,
		SecuritySeverity: 7.4,
		Summary:          "an apt repository without a key",
		Rationale:        "A repository without its own key is trusted if any key on the node signed it or, if signatures are not checked, without any signature.",
		Bad:              examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n  }\n"),
		Good:             examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n    keyring  => '/usr/share/keyrings/example.gpg',\n  }\n"),
		CWE:              []int{347},
	}),
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.Type != "apt::source" || !isDeclared(body) {
			return
		}
		attributes := pass.effectiveAttributes(body)
		if pass.AsRuby() {
			if !attributes.has("key", "keyring") {
				pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "APT Repository without key detected (security!)")
			}
			return
		}
		location := ""
		if value := attributes.values["location"]; value != nil {
			location = resolvedText(pass, value)
		}
		if !attributes.has("key", "keyring") && !attributes.vague && !distributions.MatchString(location) {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "APT Repository without key detected (security!)")
		}
	})},
}

// distributions matches the archives of Debian and Ubuntu and their mirrors, whose keys every
// installation has. An unknown address may be one of them.
var distributions = lazyregexp.New(`(?i)//(?:[a-z0-9-]+\.)*(?:debian\.org|ubuntu\.com|raspbian\.org|raspberrypi\.(?:org|com)|linuxmint\.com|debian\.net|kernel\.org)\b|^https?://ftp\.[^/]+/(?:debian|ubuntu)(?:-security)?/?$|\x00`)
