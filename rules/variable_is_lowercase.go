package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var variableIsLowercase = Rule{
	Rule: diag.Rule{
		Name:        "variable_is_lowercase",
		Templates:   true,
		Supersedes:  []string{"variable_contains_upcase"},
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a variable with an upper-case letter in its name",
		Advice:      "write the name in lower case",
		Rationale: "Names of variables are written in lower case, with underscores between words. Variables are " +
			"case-sensitive, so that `$myName` and `$myname` are two variables, which are easily confused.",
		Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $myName = 1\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\nclass example {\n  $my_name = 1\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		if strings.ToLower(variable.Name) != variable.Name {
			pass.Report(variable.Span(), "variable contains an uppercase letter")
		}
	})},
}
