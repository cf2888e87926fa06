package rules

import (
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

var suspiciousComment = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "suspicious_comment",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		Narrower:         true,
		SecuritySeverity: 2.0,
		Summary:          "a comment mentions unfinished work",
		Rationale: "A comment with FIXME, TODO, HACK, XXX or BUG, the number of a bug, or words such as \"does not work\" " +
			"shows attackers where the code is weak, and is easily forgotten. Fix the code, or file an issue.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  # FIXME: check the signature\n  include foo\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  # The signature is checked by foo.\n  include foo\n}\n"}},
		CWE:        []int{546},
		References: []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		text := pass.Text(index)
		if !pass.AsRuby() {
			span := pass.Token(index).Span
			if found := weakness(text); found != "" {
				finding := pass.Report(span, "the comment says "+strconv.Quote(strings.Trim(strings.ToValidUTF8(found, ""), "#/* \t\r\n:(")))
				finding.Help = "fix it, or file an issue"
				if namedIssue.MatchString(text) {
					finding.Help = "fix it, and remove the comment"
				}
			}
			return
		}
		for _, word := range unfinished {
			if holdsWord(text, word) {
				pass.Report(pass.Token(index).Span, "the comment says "+word)
				return
			}
		}
	}, syntax.LineComment, syntax.BlockComment)},
}

// namedIssue matches what names an issue: an address, a number such as #12, or a key such as MODULES-12.
var namedIssue = lazyregexp.New(`https?://|#\d|\b[A-Z]{2,}-\d`)

// unfinished holds the words that mark unfinished work, as people write them. It never changes.
var unfinished = [...]string{"FIXME", "HACK", "BUG", "CHECKME", "XXX", "fixme", "checkme"}

// holdsWord reports whether the text contains the word, not as a part of another word.
func holdsWord(text, word string) bool {
	for {
		at := strings.Index(text, word)
		if at < 0 {
			return false
		}
		end := at + len(word)
		if (at == 0 || !isWordChar(text[at-1])) && (end == len(text) || !isWordChar(text[end])) {
			return true
		}
		text = text[end:]
	}
}
