package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var execIdempotency = Rule{
	Rule: diag.Rule{
		Name:         "exec_idempotency",
		OldNames:     []string{"exec_idempotent"},
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-exec_idempotency-check",
		Narrower:     true,
		VoxPupuli:    true,
		Summary:      "an exec that runs its command every time",
		Rationale: "Without `onlyif`, `unless`, `creates` or `refreshonly` the command runs, and is reported as a change, on every run " +
			"of the agent. Attributes from defaults, overrides and collectors in the same file count. `unguarded_exec` reports " +
			"less: it ignores an exec under a condition or with a schedule.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  exec { '/usr/bin/make install': }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  exec { '/usr/bin/make install':\n    creates => '/usr/local/bin/example',\n  }\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-exec_idempotency-check"},
	},
	Visits: []Visit{resourcesOf([]string{"exec"}, func(pass *Pass, body *resourceBody) {
		if body.Node.Title.Kind() == syntax.KindLiteralDefault {
			return
		}
		attributes := pass.effectiveAttributes(body)
		if !attributes.has("creates", "onlyif", "unless", "refreshonly") {
			pass.Report(pass.Token(body.Colon).Span, "exec without idempotency. set at least one of the attributes: onlyif, unless, creates, refreshonly")
		}
	})},
}
