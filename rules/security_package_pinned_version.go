package rules

import "puppet-lint/internal/diag"

var securityPackagePinnedVersion = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_package_pinned_version",
		SecuritySeverity: 3.0,
		Narrower:         true,
		Summary:          "a package is held at one version",
		Advice:           "write ensure => installed, or suppress the finding with the reason",
		Rationale: "A pinned version gets no security updates until somebody changes it. Pin only where you must, and " +
			"suppress the rule there with a reason. (`package_ensure` reports the opposite, `latest`.)",
		Bad:  examples("  package { 'openssl':\n    ensure => '3.0.1',\n  }\n"),
		Good: examples("  package { 'openssl':\n    ensure => installed,\n  }\n"),
		CWE:  []int{1104},
	}),
	Visits: []Visit{resourcesOf([]string{"package"}, func(pass *Pass, body *resourceBody) {
		switch version, isWritten := body.written("ensure"); version {
		case "latest", "purged", "installed", "present", "absent", "held", "disabled":
		default:
			if isWritten {
				pass.Report(body.attribute("ensure").valueSpan(pass), "Package version pinned (security!)")
			}
		}
	})},
}
