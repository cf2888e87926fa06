// Package wordset determines, in one pass over a text, which of several groups of words it
// contains. Searches that cost more, such as regular expressions, ask first whether the words
// that each match needs are there. Words are found anywhere, also within others.
package wordset

import "slices"

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
	byByte [256][]word
	// single holds the groups with a word of one byte.
	single [256]uint32
	// starts holds a bit for the first three bytes of each longer word, by their lower five
	// bits. The third byte of a word of two bytes may be any.
	starts [1 << startBits / 64]uint64
	all    uint32
}

const (
	byteBits  = 5
	startBits = 3 * byteBits
)

// word is a word without its first byte.
type word struct {
	rest    string
	anyCase bool
	group   uint32
}

// MaxGroups is the largest number of groups in a set.
const MaxGroups = 32

// New returns the set of up to MaxGroups groups.
func New(groups ...Group) *Set {
	set := &Set{}
	for i, group := range groups {
		bit := uint32(1) << i
		set.all |= bit
		for _, text := range group.Words {
			set.add(text, text[0], group.AnyCase, bit)
			if first := text[0]; group.AnyCase && 'a' <= first && first <= 'z' {
				set.add(text, first-'a'+'A', group.AnyCase, bit)
			}
		}
	}
	return set
}

// add adds a word that begins with a byte.
func (s *Set) add(text string, first byte, anyCase bool, group uint32) {
	if len(text) == 1 {
		s.single[first] |= group
		return
	}
	s.byByte[first] = append(s.byByte[first], word{text[1:], anyCase, group})
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
	start := uint(0)
	for i := range len(text) {
		found |= s.single[text[i]]
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
	words, behind := s.byByte[text[offset]], text[offset+1:]
	for i := range words {
		one := &words[i]
		if len(one.rest) > len(behind) || (one.rest[0]^behind[0])&^0x20 != 0 || (known|found)&one.group != 0 {
			continue
		}
		if one.is(behind[:len(one.rest)]) {
			found |= one.group
		}
	}
	return found
}

// is reports whether a text of its length is the rest of the word.
func (w *word) is(text string) bool {
	return text == w.rest || w.anyCase && equalFold(text, w.rest)
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
