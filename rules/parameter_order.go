package rules

import "puppet-lint/internal/diag"

var parameterOrder = Rule{
	Rule: diag.Rule{
		Name:        "parameter_order",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a parameter with a default value before one without",
		Advice:      "list the parameters without a default first",
		Rationale:   "List the required parameters first and the optional ones after them.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example (\n  String $a = 'a',\n  String $b,\n) {\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\n#\n# @param b what must be given\n# @param a what may be given\nclass example (\n  String $b,\n  String $a = 'a',\n) {\n}\n"}},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#params-display-order"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		optionalSeen := false
		for _, parameter := range definition.Parameters {
			if parameter.Node.Value != nil {
				optionalSeen = true
			} else if optionalSeen {
				pass.Report(parameter.NameSpan, "optional parameter listed before required parameter")
			}
		}
	})},
}
