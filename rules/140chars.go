package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var chars140 = Rule{
	Rule: diag.Rule{
		Name:        "140chars",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a line of more than 140 characters",
		Rationale: "Long lines are hard to read and to compare side by side. Break the line, or assign a part of it " +
			"to a variable. Lines with a URL or a call of `template` are not reported, and control comments do not " +
			"count. The option `limit` changes the length.",
		Bad: []diag.Example{{Code: "# An example.\nclass example {\n  $x = '" + strings.Repeat("x", 140) + "'\n}\n"},
			{Code: "# An example.\nclass example {\n  $x = '" + strings.Repeat("x", 100) + "'\n}\n", Options: map[string]any{"limit": 100}}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'https://example.com/" + strings.Repeat("x", 140) + "'\n}\n"}},
		Options:    lineLimit(140),
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{longLine()},
}
