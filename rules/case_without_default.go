package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var caseWithoutDefault = Rule{
	Rule: diag.Rule{
		Name:        "case_without_default",
		Templates:   true,
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a case statement without a default",
		Advice:      "add a default, if only to call fail()",
		Rationale:   "A value that no option matches is silently ignored. Write a `default`, if only to call `fail`.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n  }\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  case $facts['kernel'] {\n    'Linux': { include example::linux }\n    default: { fail('not supported') }\n  }\n}\n"}},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#defaults-for-case-statements-and-selectors"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.CaseExpression) {
		if pass.readsTokens() {
			return
		}
		for _, option := range node.Options {
			for _, value := range option.Values {
				if value.Kind() == syntax.KindLiteralDefault {
					return
				}
			}
		}
		pass.Report(pass.Token(node.FirstToken()).Span, "case statement without a default case")
	}), End(func(pass *Pass) {
		if pass.readsTokens() {
			casesOfTokens(pass)
		}
	})},
}

// casesOfTokens finds the cases in a file with a syntax error as puppet-lint (Ruby) does: a
// case ends at the brace that balances the braces opened in it. It leaves out the tokens of
// cases that begin within.
func casesOfTokens(pass *Pass) {
	type span struct{ first, last int }
	var cases []span
	tokens := pass.File.Tokens
	for i := range tokens {
		if tokens[i].Kind != syntax.KeywordCase {
			continue
		}
		for at, depth := i+1, 0; at < len(tokens); at++ {
			if tokens[at].Kind == syntax.LeftBrace || tokens[at].Kind == syntax.SelectBrace {
				depth++
			} else if tokens[at].Kind == syntax.RightBrace {
				if depth--; depth == 0 {
					cases = append(cases, span{i, at})
					break
				}
			}
		}
	}
	for n, one := range cases {
		found, depth, inner := false, 0, cases[n+1:]
		for at := one.first; at <= one.last && !found; at++ {
			for len(inner) > 0 && inner[0].last < at {
				inner = inner[1:]
			}
			if len(inner) > 0 && inner[0].first <= at {
				at = inner[0].last
				continue
			}
			switch tokens[at].Kind {
			case syntax.LeftBrace, syntax.SelectBrace:
				depth++
			case syntax.RightBrace:
				depth--
			case syntax.KeywordDefault:
				found = depth == 1
			}
		}
		if !found {
			pass.Report(tokens[one.first].Span, "case statement without a default case")
		}
	}
}
