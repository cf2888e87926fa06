package rules

import (
	"strconv"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/syntax"
)

var suspiciousComment = Rule{
	Rule: communityRule(diag.Rule{
		Name:             "suspicious_comment",
		Group:            diag.Security,
		Plugin:           "puppet-lint-infrasecure",
		SecuritySeverity: 2.0,
		Summary:          "a comment speaks of something unfinished",
		Rationale:        "A comment with FIXME, TODO, HACK, XXX or BUG, the number of a bug, or words such as \"does not work\", tells whoever reads it where the code is weak, and the next maintainer that nobody came back. Write an issue, or fix it.",
		Bad:              []diag.Example{{Code: "# An example.\nclass example {\n  # FIXME: check the signature\n  include foo\n}\n"}},
		Good:             []diag.Example{{Code: "# An example.\nclass example {\n  # The signature is checked by foo.\n  include foo\n}\n"}},
		CWE:              []int{546},
		References:       []string{"https://github.com/TQRG/puppet-lint-infrasecure"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		text := pass.Text(index)
		if !pass.AsRuby() {
			if !mentionsAny(lowerASCII(text), weakWords) {
				return
			}
			if found := weakness.FindString(text); found != "" {
				finding := pass.Report(pass.Token(index).Span, "the comment says "+strconv.Quote(strings.Trim(strings.ToValidUTF8(found, ""), "#/* \t\r\n:(")))
				finding.Help = "fix it, or write down elsewhere what is to be done"
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

// weakness is how a comment says that something is unfinished, wrong or weak: a marker, the
// number of a bug, or words for what does not work. Words that also stand for other things
// (fix, issue, later) count only together with others.
var weakness = lazyregexp.New(`\b(?:TODO|FIXME|XXX|HACK|BUG|CHECKME|KLUDGE|WORKAROUND|TBD)\b|(?i:^[#/*\s]*(?:to-?do|fix-?me|hack|xxx|bug)\b(?:\s*[:(\-]|\s*$)|\b(?:todo|fixme|hack|bug):|^[#/*\s]*(?:todo|fixme|xxx)\b)|` +
	`(?i)\bbugs?\s*(?:#|no\.?|number|id)?\s*:?\s*\d{3,}|\bbugs?(?:zilla)?[./][^\s]*\d{4,}|[/+]\+?bugs?/\d{4,}|\b(?:issues|tickets|browse)/(?:[A-Z]+-)?\d+|\blp:? ?#?\d{6,}|(?:^|[\s(])work(?:s|ed|ing)?[- ]?arounds?\b|\bnot (?:yet )?(?:been )?implemented\b|\bto be implemented\b|\bunimplemented\b|` +
	`\b(?:is|are|was|seems|currently|still|completely) (?:currently |still |completely )?(?:broken|buggy|insecure)\b|\b(?:do|does|did)(?:n'?t| not) work\b|\bnot working\b|\bknown (?:issue|bug|problem)s?\b|\b(?:temporary|quick|dirty|ugly) (?:fix|hack|workaround|solution)\b|\b(?:dirty|ugly|nasty|horrible|terrible) (?:hack|trick)|\bkludge\b|` +
	`\b(?:should|must|needs? to|has to|have to) be (?:fixed|refactored|rewritten|removed (?:when|once|after|as soon))\b|\bneeds? (?:fixing|refactoring|a fix|clean(?:ing)?[- ]?up)\b|\bremove (?:this|me|it) (?:when|once|after|as soon)\b|\bdue to (?:a|the|this) bug\b|\bbecause of (?:a|the|this) bug\b|\b(?:a|the|this) bug in\b|\bdoesn'?t (?:yet )?support\b.*\byet\b|\buntil (?:this|that|it|[A-Z]+-\d+) is (?:fixed|resolved)\b`)

// weakWords are what a comment holds at least one of if it says so.
var weakWords = []string{"todo", "to-do", "fix", "xxx", "hack", "bug", "checkme", "kludge", "tbd", "around", "implement", "roken", "insecure", "work", "known", "trick", "refactor", "rewrit", "remove", "clean", "issues/", "tickets/", "browse/", "lp:", "lp#", "lp #", "support", "resolved"}

// unfinished are the words with which people mark what is to be done, as they
// write them. It never changes.
var unfinished = [...]string{"FIXME", "HACK", "BUG", "CHECKME", "XXX", "fixme", "checkme"}

// holdsWord reports whether the word stands in the text, not as a part of
// another one.
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
