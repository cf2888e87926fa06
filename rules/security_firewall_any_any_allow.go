package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
)

var securityFirewallAnyAnyAllow = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_firewall_any_any_allow",
		RubyKind:         diag.Error,
		SecuritySeverity: 6.5,
		Narrower:         true,
		Summary:          "a firewall rule that lets everything through",
		Advice:           "name the source, the destination or the port",
		Rationale: "A rule that accepts packets and has `any` for two of its attributes, such as `source` and " +
			"`destination`, makes the rules after it useless. Name the sources, ports or protocols that are needed.",
		Bad:  examples("  firewall { '001 all':\n    source      => 'any',\n    destination => 'any',\n    action      => 'accept',\n  }\n"),
		Good: examples("  firewall { '001 web':\n    dport  => 443,\n    proto  => 'tcp',\n    action => 'accept',\n  }\n"),
		CWE:  []int{284},
	}),
	Needs: []wordset.Group{anyCase("firewall")},
	Visits: []Visit{resourcesOf([]string{"firewall"}, func(pass *Pass, body *resourceBody) {
		if !isDeclared(body) {
			return
		}
		for _, name := range []string{"action", "jump"} {
			switch action, isWritten := body.written(name); {
			case isWritten && action != "accept" && action != "ACCEPT":
				return
			}
		}
		var open []*attribute
		for i := range body.Attributes {
			if value, isWritten := writtenValue(body.Attributes[i].Value); isWritten && value == "any" {
				open = append(open, &body.Attributes[i])
			}
		}
		if len(open) >= 2 {
			pass.Report(open[0].valueSpan(pass), "Firewall any/any allow rule detected (security!)")
		}
	})},
}
