package rules

import (
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
)

// optionTree is a control repository with data.
const optionTree = "-- environment.conf --\nmodulepath = modules\n-- hiera.yaml --\nversion: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n-- manifests/site.pp --\nnode default {\n  notice(lookup('packages'))\n}\n"

var unusedLookupOption = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_lookup_option",
		Summary: "an entry of `lookup_options` is for a key that nothing looks up",
		Rationale: "The entry has no effect: no class has the parameter, and no code or data in the tree looks up the key, or one " +
			"that matches the pattern. It is left over, or the key is misspelt. `puppet-lint unused` also lists entries that may " +
			"be unused.",
		Bad: []diag.Example{
			{Path: "data/common.yaml", Code: "lookup_options:\n  pakcages: {merge: unique}\n  packages: {merge: unique}\npackages: [vim]\n", Tree: optionTree},
		},
		Good: []diag.Example{
			{Path: "data/common.yaml", Code: "lookup_options:\n  packages: {merge: unique}\npackages: [vim]\n", Tree: optionTree},
		},
	}),
	Elsewhere: true,
	Tree:      func(pass *TreePass) { pass.reportUnused(unused.LookupOption) },
}
