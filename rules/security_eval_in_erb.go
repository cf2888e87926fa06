package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

var securityEvalInErb = Rule{
	Rule: securityRule(diag.Rule{
		Name:             "security_eval_in_erb",
		RubyKind:         diag.Error,
		SecuritySeverity: 6.5,
		Summary:          "an inline template evaluates text as Ruby",
		Advice:           "compute the value without eval",
		Rationale: "`eval` in a template runs text as Ruby code on the server, with the rights of the server: a fact or a " +
			"parameter in the text becomes code. Render the value instead.",
		Bad:  examples("  $x = inline_template('<%= eval(@code) %>')\n"),
		Good: examples("  $x = inline_epp('<%= $code %>')\n"),
		CWE:  []int{95},
	}),
	Needs: []wordset.Group{{Words: []string{"inline_template"}}},
	Visits: []Visit{prefixCalls(func(pass *Pass, name string, _ int, call *syntax.CallExpression) {
		if name != "inline_template" {
			return
		}
		for _, argument := range call.Arguments {
			if rubyEval.MatchString(pass.Source.Slice(pass.extent(argument))) {
				pass.Report(pass.extent(argument), `"eval" ruby function used (security!)`)
			}
		}
	})},
}

// rubyEval matches a call of Ruby's eval. Never changed.
var rubyEval = lazyregexp.New(`\beval\s*\(`)
