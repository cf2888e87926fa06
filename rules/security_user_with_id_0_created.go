package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
)

var securityUserWithID0Created = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_user_with_id_0_created",
		RubyKind:         diag.Error,
		SecuritySeverity: 7.2,
		Summary:          "a second user with the id of root",
		Advice:           "give the account an id of its own",
		Rationale: "An account with the user id 0 is root under another name, with its own password and shell. It is easily " +
			"overlooked when rights are reviewed or root is locked. Give the account its own id and allow it what it " +
			"needs with sudo.",
		Bad:  examples("  user { 'toor':\n    uid       => 0,\n    allowdupe => true,\n  }\n"),
		Good: examples("  user { 'example':\n    uid => 1001,\n  }\n"),
		CWE:  []int{250},
	}),
	Needs: []wordset.Group{{Words: []string{"allowdupe"}}},
	Visits: []Visit{resourcesOf([]string{"user"}, func(pass *Pass, body *resourceBody) {
		if !isDeclared(body) {
			return
		}
		uid, isWritten := body.written("uid")
		twice, _ := body.written("allowdupe")
		if isWritten && uid == "0" && (twice == "true" || twice == "yes") {
			pass.ReportAt(pass.extent(body.Node.Title), pass.Token(body.Colon).Start, "Another User with ID 0 would be created (security!)")
		}
	})},
}
