// Package wordset determines, in one pass over a text, which of several groups of words it
// contains. Searches that cost more, such as regular expressions, ask first whether the words
// that each match needs are there. Words are found anywhere, also within others.
package wordset

import "strings"

// Group is a group of words, none of them empty.
type Group struct {
	Words []string
	// AnyCase is true if case does not count. The words are then in lower case.
	AnyCase bool
}

// Set is a list of groups. It is immutable.
type Set struct {
	byByte [256][]word
	all    uint32
}

// word is a word without its first byte.
type word struct {
	rest    string
	anyCase bool
	group   uint32
}

// New returns the set of up to 32 groups.
func New(groups ...Group) *Set {
	set := &Set{}
	for i, group := range groups {
		bit := uint32(1) << i
		set.all |= bit
		for _, text := range group.Words {
			one := word{text[1:], group.AnyCase, bit}
			first := text[0]
			set.byByte[first] = append(set.byByte[first], one)
			if group.AnyCase && 'a' <= first && first <= 'z' {
				set.byByte[first-'a'+'A'] = append(set.byByte[first-'a'+'A'], one)
			}
		}
	}
	return set
}

// Find returns the groups of which the text contains a word: bit i for group i.
func (s *Set) Find(text string) (found uint32) {
	for i := range len(text) {
		for _, one := range s.byByte[text[i]] {
			if found&one.group != 0 || !one.begins(text[i+1:]) {
				continue
			}
			if found |= one.group; found == s.all {
				return found
			}
		}
	}
	return found
}

// begins reports whether the text begins with the rest of the word.
func (w word) begins(text string) bool {
	if len(w.rest) > len(text) {
		return false
	}
	text = text[:len(w.rest)]
	return text == w.rest || w.anyCase && strings.EqualFold(text, w.rest)
}
