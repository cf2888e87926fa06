package rules

import "puppet-lint/internal/diag"

var packageEnsure = Rule{
	Rule: diag.Rule{
		Name:         "package_ensure",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-package_ensure-check",
		VoxPupuli:    true,
		Summary:      "a package that is kept at its latest version",
		Rationale: "With `ensure => latest`, each node updates on its next run after a new version is published: a release " +
			"that breaks the service reaches all nodes within half an hour. Ensure that the package is installed, " +
			"and update deliberately.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  package { 'apache2':\n    ensure => latest,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  package { 'apache2':\n    ensure => installed,\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  package { 'apache2':\n    ensure => installed,\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "write installed instead of latest"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-package_ensure-check"},
	},
	Visits: []Visit{resourcesOf([]string{"package"}, func(pass *Pass, body *resourceBody) {
		ensure := body.attribute("ensure")
		if ensure == nil {
			return
		}
		if text, isLiteral := literalText(ensure.Value); isLiteral && text == "latest" {
			span := ensure.valueSpan(pass)
			pass.Fix(pass.Report(span, "ensure set to latest on a package resource"), pass.replaceWord(span, "installed"))
		}
	})},
}
