// Package wordset determines, in one pass over a text, which of several groups of words it
// contains. Searches that cost more, such as regular expressions, ask first whether the words
// that each match needs are there. Words are found anywhere, also within others.
package wordset

import (
	"cmp"
	"slices"
)

// Group is a group of words, none of them empty.
type Group struct {
	Words []string
	// AnyCase is true if the case of ASCII letters does not count. The words are then in lower
	// case.
	AnyCase bool
}

// Is reports whether two groups are the same.
func (g Group) Is(other Group) bool {
	return g.AnyCase == other.AnyCase && slices.Equal(g.Words, other.Words)
}

// Set is a list of groups. It is immutable.
type Set struct {
	// words are the words of several bytes, ordered by the lower five bits of their first two
	// bytes. Those with the index i begin at begins[i] and end before begins[i+1].
	words  []word
	begins [1<<(2*byteBits) + 1]uint16
	// single holds the groups with a word of one byte. hasSingle is true if there is one.
	single    [256]uint32
	hasSingle bool
	// starts holds a bit for the first three bytes of each longer word, by their lower five
	// bits. The third byte of a word of two bytes may be any.
	starts [1 << startBits / 64]uint64
	all    uint32
}

const (
	byteBits  = 5
	startBits = 3 * byteBits
)

// word is a word of several bytes. If the case does not count, it is in lower case.
type word struct {
	text    string
	anyCase bool
	group   uint32
}

// pair returns the index of the word's first two bytes.
func (w word) pair() uint { return next(next(0, w.text[0]), w.text[1]) }

// MaxGroups is the largest number of groups in a set.
const MaxGroups = 32

// New returns the set of up to MaxGroups groups.
func New(groups ...Group) *Set {
	set := &Set{}
	for i, group := range groups {
		bit := uint32(1) << i
		set.all |= bit
		for _, text := range group.Words {
			set.add(word{text, group.AnyCase, bit})
		}
	}
	slices.SortStableFunc(set.words, func(a, b word) int { return cmp.Compare(a.pair(), b.pair()) })
	for _, one := range set.words {
		set.begins[one.pair()+1]++
	}
	for i := range len(set.begins) - 1 {
		set.begins[i+1] += set.begins[i]
	}
	return set
}

// add adds a word.
func (s *Set) add(one word) {
	text := one.text
	if len(text) == 1 {
		s.hasSingle = true
		s.single[text[0]] |= one.group
		if first := text[0]; one.anyCase && 'a' <= first && first <= 'z' {
			s.single[first-'a'+'A'] |= one.group
		}
		return
	}
	s.words = append(s.words, one)
	start := next(next(0, text[0]), text[1])
	if len(text) > 2 {
		start = next(start, text[2])
		s.starts[start/64] |= 1 << (start % 64)
		return
	}
	for third := range 1 << byteBits {
		start := next(start, byte(third))
		s.starts[start/64] |= 1 << (start % 64)
	}
}

// next returns the index in starts of the last two bytes of one index and a third byte. Letters
// that differ in case alone have the same lower bits.
func next(start uint, third byte) uint {
	return (start<<byteBits | uint(third)&(1<<byteBits-1)) & (1<<startBits - 1)
}

// Find returns the groups of which the text contains a word: bit i for group i.
func (s *Set) Find(text string) (found uint32) {
	if s.hasSingle {
		for i := range len(text) {
			found |= s.single[text[i]]
		}
	}
	start := uint(0)
	for i := range len(text) {
		start = next(start, text[i])
		if s.starts[start/64]&(1<<(start%64)) != 0 && i >= 2 {
			if found |= s.at(text, i-2, found); found == s.all {
				return found
			}
		}
	}
	if len(text) >= 2 { // a word of two bytes
		found |= s.at(text, len(text)-2, found)
	}
	return found
}

// Next returns the first offset from which on one of the words of several bytes may begin, or -1.
func (s *Set) Next(text string, from int) int {
	if from+2 > len(text) {
		return -1
	}
	start := next(next(0, text[from]), text[from+1])
	for i := from + 2; i < len(text); i++ {
		if start = next(start, text[i]); s.starts[start/64]&(1<<(start%64)) != 0 {
			return i - 2
		}
	}
	return len(text) - 2 // there may be a word of two bytes
}

// At returns the groups with a word that begins at an offset in the text.
func (s *Set) At(text string, offset int) uint32 {
	if offset+2 < len(text) {
		start := next(next(next(0, text[offset]), text[offset+1]), text[offset+2])
		if s.starts[start/64]&(1<<(start%64)) == 0 {
			return s.single[text[offset]]
		}
	}
	return s.single[text[offset]] | s.at(text, offset, 0)
}

// at returns the groups with a word of several bytes at an offset, except for those in known.
func (s *Set) at(text string, offset int, known uint32) (found uint32) {
	behind := text[offset:]
	if len(behind) < 2 {
		return 0
	}
	pair := next(next(0, behind[0]), behind[1])
	words := s.words[s.begins[pair]:s.begins[pair+1]]
	for i := range words {
		if one := &words[i]; (known|found)&one.group == 0 && len(one.text) <= len(behind) && one.is(behind[:len(one.text)]) {
			found |= one.group
		}
	}
	return found
}

// is reports whether a text of its length is the word.
func (w *word) is(text string) bool {
	return text == w.text || w.anyCase && equalFold(text, w.text)
}

// equalFold reports whether two texts of the same length are equal but for the case of ASCII
// letters. The second one is in lower case.
func equalFold(text, lower string) bool {
	for i := range len(lower) {
		char := text[i]
		if 'A' <= char && char <= 'Z' {
			char += 'a' - 'A'
		}
		if char != lower[i] {
			return false
		}
	}
	return true
}
