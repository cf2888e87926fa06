package rules

import (
	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

var unusedTemplate = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_template",
		Summary: "a template is not used",
		Rationale: "An unused template still has to be read and upgraded. The rule reports the templates of a control repository " +
			"that are certainly unused: no code in the tree renders them, and no computed name can match them. The " +
			"templates of a module outside of a control repository are not reported, because the code that uses the " +
			"module may render them. `puppet-lint unused` also lists templates that may be unused; with `--fix " +
			"--unsafe-fixes` it deletes what is certainly unused.",
		Bad: []diag.Example{
			{Path: "modules/ntp/templates/old.conf.epp", Code: "server 0.pool.ntp.org\n", Tree: "-- environment.conf --\nmodulepath = modules\n-- manifests/site.pp --\nnode default {\n  include ntp\n}\n-- modules/ntp/manifests/init.pp --\n# Time.\nclass ntp {\n  file { '/etc/ntp.conf': content => epp('ntp/ntp.conf.epp') }\n}\n-- modules/ntp/templates/ntp.conf.epp --\nserver 1.pool.ntp.org\n"},
		},
		Good: []diag.Example{
			{Path: "modules/ntp/templates/ntp.conf.epp", Code: "server 1.pool.ntp.org\n", Tree: "-- environment.conf --\nmodulepath = modules\n-- manifests/site.pp --\nnode default {\n  include ntp\n}\n-- modules/ntp/manifests/init.pp --\n# Time.\nclass ntp {\n  file { '/etc/ntp.conf': content => epp('ntp/ntp.conf.epp') }\n}\n"},
		},
	}),
	Elsewhere: true,
	Folder:    "templates",
	Tree:      func(pass *TreePass) { pass.reportUnused(graph.Template.String()) },
}
