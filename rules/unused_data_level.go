package rules

import (
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
)

// levelTree is a module with data for its hierarchy.
const levelTree = "-- example/manifests/init.pp --\n# An example.\n#\n# @param port where it listens\nclass example (Integer $port) {\n  notice($port)\n}\n-- example/data/common.yaml --\nexample::port: 80\n"

var unusedDataLevel = Rule{
	Rule: unusedRule(diag.Rule{
		Name:    "unused_data_level",
		Summary: "a level in a module's `hiera.yaml` reads no file",
		Rationale: "None of the files of the level exist, and none can exist for other nodes, because their paths do not depend on " +
			"facts. The level slows down every lookup and misleads readers. The rule does not report levels of the environment " +
			"or the server: their files may exist outside of the repository. `puppet-lint unused` also lists levels that may be " +
			"unused.",
		Bad: []diag.Example{
			{Path: "hiera.yaml", Code: "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n  - name: old\n    path: old.yaml\n", Tree: levelTree},
		},
		Good: []diag.Example{
			{Path: "hiera.yaml", Code: "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n  - name: family\n    path: \"family/%{facts.os.family}.yaml\"\n", Tree: levelTree},
		},
	}),
	Elsewhere: true,
	Tree:      func(pass *TreePass) { pass.reportUnused(unused.Level) },
}
