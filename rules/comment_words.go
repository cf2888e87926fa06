package rules

import (
	"math/bits"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/wordset"
)

// weaknesses are the ways in which a comment states that something is unfinished, wrong or
// weak: markers, bug numbers, and words for things that do not work. Words with other meanings
// (fix, issue, later) count only in certain phrases. A pattern is tried only if one of its
// words begins a word of the comment, since most comments contain none.
var weaknesses = [...]struct {
	words   []string
	pattern *lazyregexp.Regexp
	// others are words of which each match contains one, too, for patterns whose words are
	// frequent; nil for the rest.
	others []string
}{
	{[]string{"todo", "fixme", "xxx", "hack", "bug", "checkme", "kludge", "workaround", "tbd"},
		lazyregexp.New(`\b(?:TODO|FIXME|XXX|HACK|BUG|CHECKME|KLUDGE|WORKAROUND|TBD)\b`), nil},
	{[]string{"todo", "to-do", "fixme", "fix-me", "fix me", "hack", "xxx", "bug"},
		lazyregexp.New(`(?i)^[#/*\s]*(?:to-?do|fix[- ]?me|hack|xxx|bug)\b(?:\s*[:(\-]|\s*$)|\b(?:todo|fixme|hack|bug):|^[#/*\s]*@?(?:todo|fixme|xxx)\b`), nil},
	{[]string{"bug"},
		lazyregexp.New(`(?i)\bbugs?\s*(?:#|no\.?|number|id)?\s*:?\s*\d{3,}|\bbugs?(?:zilla)?[./][^\s]*\d{4,}|[/+]\+?bugs?/\d{4,}`), nil},
	{[]string{"issues/", "tickets/", "browse/"}, lazyregexp.New(`(?i)\b(?:issues|tickets|browse)/(?:[A-Z]+-)?\d+`), nil},
	{[]string{"lp"}, lazyregexp.New(`(?i)\blp:? ?#?\d{6,}`), nil},
	{[]string{"work"}, lazyregexp.New(`(?i)(?:^|[\s(])work(?:s|ed|ing)?[- ]?arounds?\b`), []string{"around"}},
	{[]string{"implemented", "unimplemented"}, lazyregexp.New(`(?i)\bnot (?:yet )?(?:been )?implemented\b|\bto be implemented\b|\bunimplemented\b`), nil},
	{[]string{"broken", "buggy", "insecure"}, lazyregexp.New(`(?i)\b(?:is|are|was|seems|currently|still|completely) (?:currently |still |completely )?(?:broken|buggy|insecure)\b`), nil},
	{[]string{"work"}, lazyregexp.New(`(?i)\b(?:do|does|did)(?:n'?t| not) work\b|\bnot working\b`), []string{"not work", "n't work", "nt work"}},
	{[]string{"known"}, lazyregexp.New(`(?i)\bknown (?:issue|bug|problem)s?\b`), nil},
	{[]string{"temporary", "quick", "dirty", "ugly", "nasty", "horrible", "terrible"},
		lazyregexp.New(`(?i)\b(?:temporary|quick|dirty|ugly) (?:fix|hack|workaround|solution)\b|\b(?:dirty|ugly|nasty|horrible|terrible) (?:hack|trick)`), nil},
	{[]string{"hack"}, lazyregexp.New(`(?i)\bhacks?\b`), nil},
	{[]string{"kludge"}, lazyregexp.New(`(?i)\bkludge\b`), nil},
	{[]string{"fixed", "refactored", "rewritten", "removed"}, lazyregexp.New(`(?i)\b(?:should|must|needs? to|has to|have to) be (?:fixed|refactored|rewritten|removed (?:when|once|after|as soon))\b`), nil},
	{[]string{"need"}, lazyregexp.New(`(?i)\bneeds? (?:fixing|refactoring|a fix|clean(?:ing)?[- ]?up)\b`), []string{"fix", "refactor", "clean"}},
	{[]string{"remove"}, lazyregexp.New(`(?i)\bremove (?:this|me|it) (?:when|once|after|as soon)\b`), []string{" when", " once", " after", " as soon"}},
	{[]string{"bug"}, lazyregexp.New(`(?i)\bdue to (?:a|the|this) bug\b|\bbecause of (?:a|the|this) bug\b|\b(?:a|the|this) bug in\b|\b(?:has|had|hits?|triggers?) (?:a|the|this) bug\b|\b(?:a|this) bug (?:that|which|causing)\b`), nil},
	{[]string{"yet"}, lazyregexp.New(`(?i)\bdoesn'?t (?:yet )?support\b.*\byet\b`), []string{"support"}},
	{[]string{"until"}, lazyregexp.New(`(?i)\buntil (?:this|that|it|[A-Z]+-\d+) is (?:fixed|resolved)\b`), []string{"fixed", "resolved"}},
}

// weakWords has a group for each of the weaknesses, in their order. It never changes.
var weakWords = func() *wordset.Set {
	groups := make([]wordset.Group, len(weaknesses))
	for i := range weaknesses {
		groups[i] = wordset.Group{Words: weaknesses[i].words, AnyCase: true}
	}
	return wordset.New(groups...)
}()

// weakOthers has a group for each of the weaknesses with others, in their order; weakOtherBits
// holds the bit of each, or 0. They never change.
var weakOthers, weakOtherBits = func() (*wordset.Set, [len(weaknesses)]uint32) {
	var groups []wordset.Group
	var bits [len(weaknesses)]uint32
	for i := range weaknesses {
		if others := weaknesses[i].others; others != nil {
			bits[i] = 1 << len(groups)
			groups = append(groups, wordset.Group{Words: others, AnyCase: true})
		}
	}
	return wordset.New(groups...), bits
}()

// weakness returns the first phrase of a comment that states a weakness, or "".
func weakness(comment string) (found string) {
	at := len(comment)
	var tried, others uint32
	searched := false
	for begin := weakWords.Next(comment, 0); begin >= 0; begin = weakWords.Next(comment, begin+1) {
		if begin > 0 && isWordChar(comment[begin-1]) {
			continue
		}
		groups := weakWords.At(comment, begin) &^ tried
		for tried |= groups; groups != 0; groups &= groups - 1 {
			index := bits.TrailingZeros32(groups)
			if bit := weakOtherBits[index]; bit != 0 {
				if !searched {
					others, searched = weakOthers.Find(comment), true
				}
				if others&bit == 0 {
					continue
				}
			}
			if place := weaknesses[index].pattern.FindStringIndex(comment); place != nil && place[0] < at {
				at, found = place[0], comment[place[0]:place[1]]
			}
		}
	}
	return found
}
