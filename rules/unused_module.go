package rules

import (
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
)

// installedTree is a control repository in which two modules are installed.
const installedTree = "-- environment.conf --\nmodulepath = modules\n-- manifests/site.pp --\nnode default {\n  include ntp\n}\n-- modules/ntp/manifests/init.pp --\n# Time.\nclass ntp {\n}\n-- modules/motd/manifests/init.pp --\n# A message.\nclass motd {\n}\n"

var unusedModule = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_module",
		Summary: "a module in the Puppetfile is not used",
		Rationale: "No code refers to the module, and no used module depends on it. The rule reports a module only if it is installed, " +
			"so that its contents are known, and contains nothing that is used without being named: facts, plugins, tasks, " +
			"plans and files. `puppet-lint unused` also lists modules that may be unused.",
		Bad: []diag.Example{
			{Path: "Puppetfile", Code: "mod 'puppetlabs/ntp', '11.0.0'\nmod 'puppetlabs/motd', '7.1.0'\n", Tree: installedTree},
		},
		Good: []diag.Example{
			{Path: "Puppetfile", Code: "mod 'puppetlabs/ntp', '11.0.0'\n", Tree: installedTree},
		},
	}),
	Elsewhere: true,
	Tree:      func(pass *TreePass) { pass.reportUnused(unused.PuppetModule) },
}
