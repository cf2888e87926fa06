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
		Rationale: "With the required parameters first, a user sees at the top what must be given. The order has no effect " +
			"on Puppet, since parameters are given by name.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example (\n  Integer $port = 80,\n  String $server,\n) {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param server which server to ask\n# @param port where it listens\nclass example (\n  String $server,\n  Integer $port = 80,\n) {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#params-display-order"},
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
