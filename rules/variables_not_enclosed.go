package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

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
		Rationale:   "Braces show where the name ends: `\"$x-y\"`, `\"$x[1]\"` and `\"$x_y\"` each mean something different from what many readers think. The fix keeps the meaning that the string has today.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"on $facts\")\n}\n", Fixed: "# An example.\nclass example {\n  notice(\"on ${facts}\")\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"on ${facts}\")\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "put braces around the name", LayoutOnly: true},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#quoting"},
	},
	Visits: []Visit{variables(func(pass *Pass, variable variable) {
		if !variable.Unenclosed {
			return
		}
		name := pass.Token(variable.Index).Span
		if !pass.AsRuby() && isInRubyBraces(pass, name) {
			return // see ruby_interpolation
		}
		finding := pass.Report(variable.Span(), "variable not enclosed in {}")
		if text := pass.Source.Slice(name)[1:]; isNameInBraces(text) {
			pass.Fix(finding, pass.Replace(name, "${"+text+"}"))
		}
	})},
}

// isNameInBraces reports whether Puppet also reads the name as a variable within braces. There,
// `Foo` is a type, `1x` an invalid number, `true` not a variable, and `a::B` two words.
func isNameInBraces(name string) bool {
	if name == "true" || name == "false" {
		return false
	}
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	for _, part := range parts {
		if part == "" || 'A' <= part[0] && part[0] <= 'Z' {
			return false
		}
	}
	isDigit := func(char rune) bool { return '0' <= char && char <= '9' }
	return strings.IndexFunc(parts[0], isDigit) != 0 || strings.TrimFunc(name, isDigit) == ""
}

// isInRubyBraces reports whether a variable is between "#{" and "}".
func isInRubyBraces(pass *Pass, name source.Span) bool {
	text := pass.Source.Text
	return strings.HasSuffix(text[:name.Start], "#{") && strings.HasPrefix(strings.TrimLeft(text[name.End:], "[]'abcdefghijklmnopqrstuvwxyz0123456789_"), "}")
}
