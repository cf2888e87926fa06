package rules

import "puppet-lint/diag"

var variablesNotEnclosed = Rule{
	Rule: diag.Rule{
		Name:        "variables_not_enclosed",
		Templates:   true,
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a variable in a string without braces",
		Rationale:   "Braces show where the name ends: `\"$x-y\"`, `\"$x[1]\"` and `\"$x_y\"` each mean something else than many readers think. The fix keeps what Puppet makes of the string today.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"on $facts\")\n}\n", Fixed: "# An example.\nclass example {\n  notice(\"on ${facts}\")\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"on ${facts}\")\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "put braces around the name", LayoutOnly: true},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#quoting"},
	},
	Visits: []Visit{variables(func(pass *Pass, variable *variable) {
		if !variable.Unenclosed {
			return
		}
		name := pass.Token(variable.Index).Span
		finding := pass.Report(variable.Span(), "variable not enclosed in {}")
		pass.Fix(finding, pass.Replace(name, "${"+pass.Source.Slice(name)[1:]+"}"))
	})},
}
