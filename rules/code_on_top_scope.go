package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var codeOnTopScope = Rule{
	Rule: diag.Rule{
		Name:         "code_on_top_scope",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "code outside of every class and defined type",
		Rationale:    "In a module, code at top scope runs whenever the file happens to be read. Put it into a class. Site manifests do have such code: leave the rule off for them.",
		Bad:          []diag.Example{{Code: "notice('a')\n"}},
		Good:         []diag.Example{{Code: "# An example.\nclass example {\n  notice('a')\n}\n"}},
		Since:        "1.0.0",
	},
	Visits: []Visit{End(func(pass *Pass) {
		covered := pass.definitionSpans()
		for i, token := range pass.File.Tokens {
			for len(covered) > 0 && token.Start >= covered[0].End {
				covered = covered[1:]
			}
			if token.Kind.IsTrivia() || len(covered) > 0 && covered[0].Contains(token.Start) || pass.AsRuby() && pass.hiddenFromRuby(token.Start) {
				continue
			}
			pass.Report(token.Span, "code outside of class or define block - "+rubyValue(pass, i))
		}
	})},
}

// rubyValue is what the Ruby tool says a token is: without its quotes, slashes
// or dollar, and with the subscripts that belong to a variable.
func rubyValue(pass *Pass, index int) string {
	text := pass.Text(index)
	switch pass.Token(index).Kind {
	case syntax.SingleQuoted, syntax.DoubleQuoted, syntax.Regex:
		return unquoted(text)
	case syntax.Variable:
		if variable, found := pass.variableAt(index); found {
			return variable.Name + variable.Subscripts
		}
	case syntax.HeredocTag:
		return strings.TrimSuffix(strings.TrimPrefix(text, "@("), ")")
	}
	return text
}
