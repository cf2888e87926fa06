package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var chars80 = Rule{
	Rule: diag.Rule{
		Name:         "80chars",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "a line of more than 80 characters",
		Rationale: "This rule is for teams that keep lines within 80 columns; `140chars` is the usual limit. Lines " +
			"with a URL or a call of `template` are not reported, and control comments do not count. The option " +
			"`limit` changes the length.",
		Bad:     []diag.Example{{Code: "# An example.\nclass example {\n  $x = '" + strings.Repeat("x", 80) + "'\n}\n"}},
		Good:    []diag.Example{{Code: "# An example.\nclass example {\n  $x = '" + strings.Repeat("x", 40) + "'\n}\n"}},
		Options: lineLimit(80),
		Since:   "1.0.0",
	},
	Visits: []Visit{longLine()},
}
