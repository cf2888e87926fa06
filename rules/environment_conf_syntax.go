package rules

import "puppet-lint/internal/diag"

var environmentConfSyntax = Rule{
	Rule: diag.Rule{
		Name:     "environment_conf_syntax",
		Group:    diag.Correctness,
		Severity: diag.Error,
		Summary:  "a line of environment.conf cannot be read",
		Rationale: "Each line is `name = value`, a comment that begins with `#`, or empty. Puppet refuses the file at any other line, " +
			"and with it the whole environment.",
		Bad:        []diag.Example{environmentExample("modulepath: modules:$basemodulepath\n", "")},
		Good:       []diag.Example{environmentExample("# Where modules are.\nmodulepath = modules:$basemodulepath\n", "-- modules/apt/metadata.json --\n{}\n")},
		References: environmentReferences,
		Since:      "1.0.0",
	},
	Environment: func(pass *EnvironmentPass) {
		for _, line := range pass.Conf.Refused {
			pass.Report(line, "this is neither 'name = value' nor a comment with '#'; Puppet cannot read the file")
		}
	},
}
