package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
)

var securityAptNoKey = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_apt_no_key",
		RubyKind:         diag.Error,
		SecuritySeverity: 7.4,
		Summary:          "an apt repository without a key",
		Advice:           "name the key of the repository",
		Rationale: "A repository without its own key is trusted if any key on the node signed it: the owner of one " +
			"repository can then replace packages of another. If signatures are not checked, no key is needed at " +
			"all. Name the key of the repository. The rule does not report the archives of Debian and Ubuntu, and " +
			"sources before which the code installs a key: a chain, `require` or `before` with `apt::key`, " +
			"`apt::keyring` or a key file.",
		Bad: examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n  }\n"),
		Good: append(examples("  apt::source { 'example':\n    location => 'https://example.com/debian',\n    keyring  => '/usr/share/keyrings/example.gpg',\n  }\n"),
			examples("  apt::key { 'example':\n    id     => '6F6B15509CF8E59E6E469F327F438280EF8D349F',\n    source => 'https://example.com/key.asc',\n  }\n  -> apt::source { 'example':\n    location => 'https://example.com/debian',\n  }\n")...),
		CWE: []int{347},
	}),
	Needs: []wordset.Group{anyCase("apt::source")},
	Visits: []Visit{resourcesOf([]string{"apt::source"}, func(pass *Pass, body *resourceBody) {
		if !isDeclared(body) {
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
		if !attributes.has("key", "keyring") && !attributes.vague && !distributions.MatchString(location) && !hasKeyBefore(pass, body, attributes) {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "APT Repository without key detected (security!)")
		}
	})},
}

// hasKeyBefore reports whether the code says that a key is installed before a source.
func hasKeyBefore(pass *Pass, body *resourceBody, attributes effective) bool {
	for _, name := range []string{"require", "subscribe"} {
		if value := attributes.values[name]; value != nil && installsKey(pass, value) {
			return true
		}
	}
	state := State[*keyedSources](pass)
	if *state == nil {
		*state = keyedSourcesOf(pass)
	}
	return (*state).has(pass, body.Node.Title)
}

// distributions matches the archives of Debian and Ubuntu and their mirrors, whose keys every
// installation has. An unknown address may be one of them.
var distributions = lazyregexp.New(`(?i)//(?:[a-z0-9-]+\.)*(?:debian\.org|ubuntu\.com|raspbian\.org|raspberrypi\.(?:org|com)|linuxmint\.com|debian\.net|kernel\.org)\b|^https?://(?:[^/]+\.)?(?:ftp|mirrors?)\.[^/]+/(?:debian|ubuntu)(?:-security)?/?$|\x00`)
