package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var yumrepoGpgcheckEnabled = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "yumrepo_gpgcheck_enabled",
		Group:            diag.Security,
		Plugin:           "puppet-lint-yumrepo_gpgcheck_enabled-check",
		Narrower:         true,
		SecuritySeverity: 7.4,
		Summary:          "a package repository whose signatures are not checked",
		Advice:           "set gpgcheck => 1, and gpgkey to the key",
		Rationale: "Without `gpgcheck`, anyone who controls the mirror, or the network path to it, can replace packages and " +
			"so run code as root. Set `gpgcheck => 1` and name the key. A resource without an address only changes a " +
			"repository that is configured elsewhere, and is not reported.",
		Bad:  examples("  yumrepo { 'example':\n    baseurl => 'https://example.com/repo',\n  }\n"),
		Good: examples("  yumrepo { 'example':\n    baseurl  => 'https://example.com/repo',\n    gpgcheck => 1,\n    gpgkey   => 'https://example.com/key',\n  }\n"),
		CWE:  []int{347},
	}),
	Needs: []wordset.Group{anyCase("yumrepo")},
	Visits: []Visit{resourcesOf([]string{"yumrepo"}, func(pass *Pass, body *resourceBody) {
		if isAbsent(body) || body.Node.Title.Kind() == syntax.KindLiteralDefault {
			return
		}
		gpgcheck := body.attribute("gpgcheck")
		if gpgcheck == nil {
			if attributes := pass.effectiveAttributes(body); !attributes.has("gpgcheck") && (pass.AsRuby() || attributes.has("baseurl", "mirrorlist", "metalink")) {
				pass.Report(pass.resourceSpan(body), "yumrepo should have the gpgcheck attribute")
			}
			return
		}
		if pass.AsRuby() && isNoToYum(gpgcheck.Value) { // otherwise disabled_verification reports it
			pass.Report(gpgcheck.valueSpan(pass), "yumrepo should enable the gpgcheck attribute")
		}
	})},
}

// isNoToYum reports whether yum reads the value as no.
func isNoToYum(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.LiteralInteger:
		return node.Value == 0
	case *syntax.LiteralBoolean:
		return !node.Value
	}
	text, _ := literalText(node)
	switch text {
	case "0", "false", "False", "no", "No", "absent":
		return true
	}
	return false
}
