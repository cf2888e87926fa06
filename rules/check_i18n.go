package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var checkI18n = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "check_i18n",
		Group:    diag.Style,
		Plugin:   "puppet-lint-i18n",
		Narrower: true,
		Summary:  "a message is not passed to translate()",
		Rationale: "Translation tools find the messages of `warning` and `fail` only in calls of `translate()` with a " +
			"literal string; any other message stays in English. This rule is for modules that are translated.",
		Bad:        []diag.Example{{Code: example("  fail('this operating system is not supported')\n")}},
		Good:       []diag.Example{{Code: example("  fail(translate('this operating system is not supported'))\n")}},
		References: []string{"https://github.com/puppetlabs/puppet-lint-i18n"},
	}),
	Visits: []Visit{prefixCalls(func(pass *Pass, name string, token int, call *syntax.CallExpression) {
		if name != "warning" && name != "fail" || len(call.Arguments) == 0 {
			return
		}
		message := call.Arguments[0]
		text := pass.Source.Slice(pass.extent(message))
		switch message.(type) {
		case *syntax.LiteralString:
			text = fmt.Sprintf("'%s' messages should be decorated: eg translate(%s)", name, text)
		case *syntax.ConcatenatedString:
			text = fmt.Sprintf("'%s' messages should be decorated but interpolation is not supported at this time.", name)
		case *syntax.HeredocExpression:
			text = fmt.Sprintf("'%s' messages should be decorated, heredoc detected.", name)
		default:
			return
		}
		pass.Report(pass.extent(message), text)
	})},
}
