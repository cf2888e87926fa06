package rules

import "puppet-lint/internal/diag"

var noFilePathAttribute = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "no_file_path_attribute",
		Group:     diag.Style,
		Plugin:    "puppet-lint-no_file_path_attribute-check",
		Narrower:  true,
		Summary:   "a `file` resource has a `path` attribute",
		Rationale: "With the path as the title, readers see which file `File['conf']` means, and Puppet detects that two modules manage the same file.",
		Bad:       examples("  file { 'conf':\n    ensure => file,\n    path   => '/etc/example.conf',\n  }\n"),
		Good:      examples("  file { '/etc/example.conf':\n    ensure => file,\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		if path := body.attribute("path"); path != nil {
			pass.Report(path.valueSpan(pass), "file resources should not have a path attribute. Use the title instead")
		}
	})},
}
