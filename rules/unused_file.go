package rules

import (
	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

// unusedFileTree is the tree of the examples of unusedFile, without the served files.
const unusedFileTree = "-- environment.conf --\nmodulepath = modules\n-- manifests/site.pp --\nnode default {\n  include ntp\n}\n-- modules/ntp/manifests/init.pp --\n# Time.\nclass ntp {\n  file { '/etc/ntp.conf': source => 'puppet:///modules/ntp/ntp.conf' }\n}\n"

var unusedFile = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_file",
		Summary: "a file that a module serves is not used",
		Rationale: "The rule reports files in the folder `files` of the modules of a control repository that are certainly " +
			"unused: no `puppet:///modules/…` address, no `file()` or `find_file()`, and no text with the name of the file " +
			"refers to them, and no computed name can match them. The files of a module outside of a control repository are " +
			"not reported, because the code that uses the module may serve them. `puppet-lint unused` also lists files that " +
			"may be unused; with `--fix --unsafe-fixes` it deletes what is certainly unused.",
		Bad: []diag.Example{
			{Path: "modules/ntp/files/old.conf", Code: "server 0.pool.ntp.org\n", Tree: unusedFileTree + "-- modules/ntp/files/ntp.conf --\nserver 1.pool.ntp.org\n"},
		},
		Good: []diag.Example{
			{Path: "modules/ntp/files/ntp.conf", Code: "server 1.pool.ntp.org\n", Tree: unusedFileTree},
		},
	}),
	Elsewhere: true,
	Folder:    "files",
	Tree:      func(pass *TreePass) { pass.reportUnused(graph.File.String()) },
}
