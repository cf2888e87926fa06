package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var stdlibDeprecatedDatatypes = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "stdlib_deprecated_datatypes",
		Group:    diag.Migration,
		RubyKind: diag.Error,
		Plugin:   "puppet-lint-stdlib_deprecations",
		Narrower: true,
		Summary:  "a data type that stdlib 9 no longer has",
		Advice:   "use a type of Puppet, or one of stdlib 9",
		Rationale: "The types of `Stdlib::Compat` helped to migrate from the `validate_` functions to real types. stdlib 9 " +
			"removed them: with it, a class that uses one no longer compiles. Use the type of the same meaning, such " +
			"as `Stdlib::Absolutepath`.",
		Bad:  []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A path.\nclass example (\n  Stdlib::Compat::Absolute_path $a,\n) {\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A path.\nclass example (\n  Stdlib::Absolutepath $a,\n) {\n}\n"}},
	}),
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.QualifiedReference) {
		if strings.HasPrefix(strings.TrimPrefix(node.Value, "::"), "Stdlib::Compat::") {
			pass.Report(pass.extent(node), fmt.Sprintf("Removed data type found: '%s'", node.Value))
		}
	})},
}
