package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/module/builtin"
)

var topScopeFacts = Rule{
	Rule: diag.Rule{
		Name:        "top_scope_facts",
		Templates:   true,
		Group:       diag.Migration,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a fact is read as a top-scope variable",
		Rationale: "`$::kernel` may be a fact or any other variable at top scope, and a node classifier can set one of that name. " +
			"`$facts['kernel']` is always the fact. Only core facts are reported: a manifest or a node classifier may set any " +
			"other name at top scope.",
		Bad:  []diag.Example{{Code: "# An example.\nclass example {\n  notice($::kernel)\n}\n", Fixed: "# An example.\nclass example {\n  notice($facts['kernel'])\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\nclass example {\n  notice($facts['kernel'])\n}\n"}, {Code: "# An example.\nclass example {\n  notice($::site, $::realm, $::environment, $::role)\n}\n"}},
		Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "use the facts hash"},
		Options: []diag.Option{{
			Name: "allowed", RubyFlag: "top-scope-variables", Kind: diag.Strings, Default: []string{},
			Summary: "variables at top scope that are not facts, without the leading ::",
		}},
		Since: "1.0.0",
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		name, isTop := strings.CutPrefix(variable.Name, "::")
		if !isTop || isKnownAtTop(pass, name) {
			return
		}
		span := variable.Span()
		finding := pass.Report(span, "top scope fact instead of facts hash")
		fact := "facts['" + name + "']"
		if !pass.AsRuby() {
			finding.Help = "write $" + fact
		}
		if pass.canBeReplaced(variable) {
			pass.Fix(finding, pass.Replace(span, variable.asVariable(fact)))
		}
	})},
}

// isKnownAtTop reports whether the variable at top scope may not be a fact, or is one that
// legacy_facts reports. No manifest can set the variable of a core fact.
func isKnownAtTop(pass *Pass, name string) bool {
	if pass.AsRuby() {
		return isQualifiedForRuby(name) || startsWithAllowed(pass, name)
	}
	if strings.Contains(name, "::") || isLegacyFact(name) || builtin.FindFact(name) == nil {
		return true
	}
	return slices.Contains(pass.Strings("allowed"), name)
}

// isQualifiedForRuby reproduces a bug of puppet-lint (Ruby), which ignores a namespace of one
// letter.
func isQualifiedForRuby(name string) bool {
	namespace, _, found := strings.Cut(name, "::")
	return found && len(namespace) > 1
}

// startsWithAllowed reproduces another bug: a name is known if it starts with a known one, so
// $::networking passes because of $::network.
func startsWithAllowed(pass *Pass, name string) bool {
	for end := 1; end <= len(name); end++ {
		prefix := name[:end]
		if prefix == "facts" || prefix == "trusted" || factPaths[prefix] != "" || slices.Contains(pass.Strings("allowed"), prefix) {
			return true
		}
	}
	return false
}
