package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
)

var securityApacheNoSslVhost = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_apache_no_ssl_vhost",
		SecuritySeverity: 5.9,
		Narrower:         true,
		Summary:          "an Apache virtual host without TLS",
		Advice:           "set ssl => true",
		Rationale: "Anyone on the network path can read and change content that is served without TLS, including passwords " +
			"that users type. Set `ssl => true`. A host that only redirects is fine: suppress the rule there, with a " +
			"reason.",
		Bad:  examples("  apache::vhost { 'example.com':\n    port => 80,\n  }\n"),
		Good: examples("  apache::vhost { 'example.com':\n    port => 443,\n    ssl  => true,\n  }\n"),
		CWE:  []int{319},
	}),
	Needs: []wordset.Group{anyCase("vhost")},
	Visits: []Visit{resourcesOf([]string{"apache::vhost"}, func(pass *Pass, body *resourceBody) {
		if !isDeclared(body) {
			return
		}
		attributes := pass.effectiveAttributes(body)
		if value, isWritten := body.written("ssl"); isWritten && value == "false" || !attributes.has("ssl") {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "Vhost without ssl detected (security!)")
		}
	})},
}
