package rules

import (
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
		Bad:     []diag.Example{{Code: example("  $packages = ['apache2', 'apache2-utils', 'libapache2-mod-security2', 'libapache2-mod-qos']\n")}},
		Good:    []diag.Example{{Code: example("  $packages = [\n    'apache2',\n    'apache2-utils',\n    'libapache2-mod-security2',\n  ]\n")}},
		Options: lineLimit(80),
		Since:   "1.0.0",
	},
	Visits: []Visit{longLine()},
}
