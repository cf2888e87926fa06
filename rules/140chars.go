package rules

import (
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
		Rationale: "A long line has to be scrolled, or wraps, in an editor, a terminal and a code review, and two versions " +
			"of it cannot be compared side by side. Break the line, or assign a part of it to a variable. The rule " +
			"does not report lines with a URL or a call of `template`, and does not count control comments. The " +
			"option `limit` changes the length.",
		Bad:        []diag.Example{{Code: example("  $packages = ['apache2', 'apache2-utils', 'libapache2-mod-security2', 'libapache2-mod-evasive', 'libapache2-mod-auth-openidc', 'libapache2-mod-qos']\n")}, {Code: example("  $packages = ['apache2', 'apache2-utils', 'libapache2-mod-security2', 'libapache2-mod-evasive', 'libapache2-mod-qos']\n"), Options: map[string]any{"limit": 100}}},
		Good:       []diag.Example{{Code: example("  $packages = [\n    'apache2',\n    'apache2-utils',\n    'libapache2-mod-security2',\n    'libapache2-mod-evasive',\n    'libapache2-mod-auth-openidc',\n  ]\n")}, {Code: example("  $source = 'https://downloads.example.com/a-folder-with-a-very-long-name/another-folder-with-a-very-long-name/and-one-more/example-1.2.3-x86_64.tar.gz'\n")}},
		Options:    lineLimit(140),
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{longLine()},
}
