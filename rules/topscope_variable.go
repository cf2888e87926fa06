package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

var topscopeVariable = Rule{
	Rule: diag.Rule{
		Name:         "topscope_variable",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-topscope-variable-check",
		VoxPupuli:    true,
		Summary:      "a class's variable is written with leading colons",
		Rationale: "A variable name with a namespace is always absolute, so a leading `::` has no meaning; a search for the " +
			"name without it misses it. Only in `$::x`, which has no namespace, does it mean top scope.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  notice($::example::params::x)\n}\n", Fixed: "# An example.\nclass example {\n  notice($example::params::x)\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  notice($example::params::x)\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "remove the leading ::"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-topscope-variable-check"},
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		name, isTop := strings.CutPrefix(variable.Name, "::")
		if !isTop || !strings.Contains(name, "::") || pass.AsRuby() && (variable.Unenclosed || !isQualifiedForRuby(name)) {
			return
		}
		if len(pass.definitions()) == 0 {
			return
		}
		colons := variable.Start
		if pass.Source.Text[colons] == '$' {
			colons++
		}
		if pass.AsRuby() {
			name += variable.Subscripts
		}
		finding := pass.Report(variable.Span(), fmt.Sprintf("use $%s instead of $::%s", name, name))
		pass.Fix(finding, pass.Delete(source.Span{Start: colons, End: colons + 2}))
	})},
}
