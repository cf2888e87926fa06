package rules

import "puppet-lint/internal/diag"

var fileEnsure = Rule{
	Rule: diag.Rule{
		Name:         "file_ensure",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-file_ensure-check",
		VoxPupuli:    true,
		Summary:      "a `file` resource has `ensure => present`",
		Rationale: "`ensure => present` is satisfied by whatever is there: a file, a directory, or a link to nowhere. " +
			"Puppet then leaves it, and the service that needs a file fails. Write what it must be: `file`, " +
			"`directory` or `link`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => present,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "write `file`, or `link` if there is a target"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-file_ensure-check"},
	},
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		ensure := body.attribute("ensure")
		if ensure == nil {
			return
		}
		if text, isLiteral := literalText(ensure.Value); !isLiteral || text != "present" {
			return
		}
		kind := "file"
		if body.attribute("target") != nil {
			kind = "link"
		}
		span := ensure.valueSpan(pass)
		pass.Fix(pass.Report(span, "ensure set to present on file resource"), pass.replaceWord(span, kind))
	})},
}
