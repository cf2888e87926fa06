package program

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

// IsAnagram reports whether two words have the same letters.
func IsAnagram(a, b string) bool {
	first, second := []byte(a), []byte(b)
	slices.Sort(first)
	slices.Sort(second)
	return slices.Equal(first, second)
}

// FactNames returns the names of all known facts, sorted: Puppet's and those that Ruby files of
// the tree define.
func (p *Program) FactNames() []string {
	return p.allFacts.Get("", func() []string {
		names := slices.Clone(p.Top().CustomFacts)
		for name := range builtin.FactNames() {
			if !strings.Contains(name, ".") {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return slices.Compact(names)
	})
}

// IsTypo reports whether a word differs from a known one by one typo: a letter too many, too
// few or wrong, or two swapped letters. A different ending is not a typo, since plurals and
// numbers are different names.
func IsTypo(word, known string) bool {
	if len(known) < 4 || word == known {
		return false
	}
	start := 0
	for start < min(len(word), len(known)) && word[start] == known[start] {
		start++
	}
	a, b := word[start:], known[start:]
	end := 0
	for end < min(len(a), len(b)) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	if end == 0 && !IsSwap(a, b) {
		return false
	}
	a, b = a[:len(a)-end], b[:len(b)-end]
	return len(a)+len(b) == 1 || len(a) == 1 && len(b) == 1 || IsSwap(a, b)
}

// IsSwap reports whether two words are the same two letters in a different order.
func IsSwap(a, b string) bool { return len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0] }

// TypoIndex finds the words of a list that a word may be a typo of, without comparing it with
// all of them.
type TypoIndex struct {
	words []string
	// variants holds the hash of each word, and those of the word without one of its bytes,
	// sorted. Words that differ by one byte too many, too few or wrong, or by two swapped bytes,
	// have one in common. A short list has none.
	variants []typoVariant
}

// typoVariant is a variant of a word, given by its index.
type typoVariant struct{ hash, word uint32 }

// manyWords is the number of words from which on a list gets variants.
const manyWords = 64

// NewTypoIndex returns an index of words.
func NewTypoIndex(words []string) *TypoIndex {
	index := &TypoIndex{words: words}
	if len(words) < manyWords {
		return index
	}
	for i, word := range words {
		eachVariant(word, func(hash uint32) { index.variants = append(index.variants, typoVariant{hash, uint32(i)}) })
	}
	slices.SortFunc(index.variants, func(a, b typoVariant) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.word, b.word))
	})
	return index
}

// First returns the first word of the list that accept accepts, or "". It only asks about words
// that differ from the given one by at most one typo, and perhaps about others.
func (t *TypoIndex) First(word string, accept func(known string) bool) string {
	if t.variants == nil {
		for _, known := range t.words {
			if accept(known) {
				return known
			}
		}
		return ""
	}
	first := len(t.words)
	eachVariant(word, func(hash uint32) {
		at, _ := slices.BinarySearchFunc(t.variants, hash, func(v typoVariant, hash uint32) int { return cmp.Compare(v.hash, hash) })
		for ; at < len(t.variants) && t.variants[at].hash == hash && int(t.variants[at].word) < first; at++ {
			if accept(t.words[t.variants[at].word]) {
				first = int(t.variants[at].word)
			}
		}
	})
	if first == len(t.words) {
		return ""
	}
	return t.words[first]
}

// eachVariant visits the hash of a word, and those of the word without one of its bytes. The hash
// is a polynomial, so that all take time in proportion to the length of the word.
func eachVariant(word string, visit func(hash uint32)) {
	const base, inverse = 1099511628211, 14886173955864302971 // their product is 1 modulo 2⁶⁴
	var whole, before uint64
	power := uint64(1)
	for i := range len(word) {
		whole += (uint64(word[i]) + 1) * power
		power *= base
	}
	fold := func(hash uint64) uint32 {
		hash *= 0x9e3779b97f4a7c15
		return uint32(hash >> 32)
	}
	visit(fold(whole))
	power = 1
	for i := range len(word) {
		through := before + (uint64(word[i])+1)*power
		if i == 0 || word[i] != word[i-1] {
			visit(fold(before + (whole-through)*inverse))
		}
		before = through
		power *= base
	}
}

// SuggestionOf returns the known word that a word is a typo of, or "".
func SuggestionOf(word string, known []string) string {
	for _, candidate := range known {
		if IsTypo(word, candidate) {
			return candidate
		}
	}
	return ""
}

// SuggestionOfAny is SuggestionOf, but also accepts a letter too many or too few at the end of
// the word, unless the ending is an inflection.
func SuggestionOfAny(word string, known []string) string {
	if meant := SuggestionOf(word, known); meant != "" {
		return meant
	}
	for _, candidate := range known {
		if len(candidate) >= 4 && (isAppended(word, candidate) || isCut(word, candidate)) {
			return candidate
		}
	}
	return ""
}

// inflections are the letters that make a different word when appended: plurals, participles,
// agents, adjectives and numbers.
const inflections = "sdrneyt_0123456789"

// isAppended reports whether a word is a known one with one letter too many at its end: a
// letter that is not an inflection, or the last letter repeated.
func isAppended(word, known string) bool {
	if len(word) != len(known)+1 || !strings.HasPrefix(word, known) {
		return false
	}
	last := word[len(word)-1]
	return strings.IndexByte(inflections, last) < 0 || last == known[len(known)-1] && last != 's' && (last < '0' || last > '9')
}

// isCut reports whether a word is a known one without its last letter, unless that letter is a
// plural s or a digit.
func isCut(word, known string) bool {
	return len(word) == len(known)-1 && strings.HasPrefix(known, word) && len(word) >= 3 &&
		(known[len(known)-1] != 's' || strings.HasSuffix(known, "ss")) && (known[len(known)-1] < '0' || known[len(known)-1] > '9')
}
