package rules

import (
	"regexp"

	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var suspiciousComment = Rule{
	Rule: communityRule(diag.Rule{
		Name:       "suspicious_comment",
		Group:      diag.Style,
		Plugin:     "puppet-lint-infrasecure",
		Summary:    "a comment speaks of something unfinished",
		Rationale:  "A comment with FIXME, HACK, XXX or BUG tells whoever reads it where the code is weak, and the next maintainer that nobody came back. Write an issue, or mend it.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  # FIXME: check the signature\n  include foo\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  # The signature is checked by foo.\n  include foo\n}\n"}},
		CWE:        []int{546},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if word := unfinished.FindString(pass.Text(index)); word != "" {
			pass.Report(pass.Token(index).Span, "the comment says "+word)
		}
	}, syntax.LineComment, syntax.BlockComment)},
}

// unfinished matches the words with which people mark what is to be done, as
// they write them. Never changed.
var unfinished = regexp.MustCompile(`\b(?:FIXME|HACK|BUG|CHECKME|XXX)\b|\b(?:fixme|checkme)\b`)
