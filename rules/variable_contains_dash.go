package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var variableContainsDash = Rule{
	Rule: diag.Rule{
		Name:        "variable_contains_dash",
		Templates:   true,
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a variable seems to have a dash in its name",
		Advice:      "write an underscore instead of the dash",
		Rationale: "Names of variables have no dashes: `$a-b` is `$a` minus `b`, and the compilation fails. Write an " +
			"underscore, or spaces around the minus sign.",
		Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $a = 1\n  notice($a-b)\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\nclass example {\n  $a = 2\n  notice($a - 1)\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		span := variable.Span()
		if !pass.AsRuby() && !variable.Unenclosed {
			// A number after the dash makes it a subtraction, which may be intended.
			if end := dashedEnd(pass.Source.Text, span.End); end > span.End+1 && !isDigit(pass.Source.Text[span.End+1]) && !startsCall(pass.Source.Text[end:]) {
				span.End = end
			}
		}
		if strings.Contains(pass.Source.Slice(span), "-") {
			pass.Report(span, "variable contains a dash")
		}
	})},
}

func isDigit(char byte) bool { return '0' <= char && char <= '9' }

// startsCall reports whether rest, the text after a name, shows that the name is that of a
// function: it begins with "(" or "::".
func startsCall(rest string) bool {
	return rest != "" && (rest[0] == '(' || strings.HasPrefix(rest, "::"))
}
