package program

import (
	"slices"
	"strings"

	"puppet-lint/internal/spell"
	"puppet-lint/module/builtin"
)

// IsAnagram reports whether two words have the same letters.
func IsAnagram(a, b string) bool {
	first, second := []byte(a), []byte(b)
	slices.Sort(first)
	slices.Sort(second)
	return slices.Equal(first, second)
}

// Words returns an index of words, which it builds once for each key. list returns the words;
// they must not change while the program is used.
func (p *Program) Words(key any, list func() []string) *spell.Index {
	return p.words.Get(key, func() *spell.Index { return spell.NewIndex(list()) })
}

// wordsKey is the key of a list of words that exists once in a program.
type wordsKey string

// FactNames returns the names of all known facts, sorted: Puppet's and those that Ruby files of
// the tree define.
func (p *Program) FactNames() *spell.Index {
	return p.Words(wordsKey("facts"), func() []string {
		names := slices.Clone(p.CustomFacts().Names)
		for name := range builtin.FactNames() {
			if !strings.Contains(name, ".") {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return slices.Compact(names)
	})
}

// ParameterNames returns the names of the parameters of a class or defined type.
func (p *Program) ParameterNames(of *Definition) *spell.Index {
	return p.Words(of, func() (names []string) {
		for _, parameter := range of.Signature() {
			names = append(names, parameter.Name)
		}
		return names
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

// SuggestionOf returns the first known word that a word is a typo of, or "".
func SuggestionOf(word string, known spell.Words) string {
	return known.First(word, func(candidate string) bool { return IsTypo(word, candidate) })
}

// SuggestionOfAny is like SuggestionOf, but also accepts a letter too many or too few at the
// end of the word, unless the ending is an inflection.
func SuggestionOfAny(word string, known spell.Words) string {
	if meant := SuggestionOf(word, known); meant != "" {
		return meant
	}
	return known.First(word, func(candidate string) bool {
		return len(candidate) >= 4 && (isAppended(word, candidate) || isCut(word, candidate))
	})
}

// inflections are the letters that make a different word when appended: plurals, participles,
// agents, adjectives and numbers.
const inflections = "sdrneyt_0123456789"

// shortPlural is the length below which a known word that ends in s may be another word with one
// more s: proces and process.
const shortPlural = 9

// isAppended reports whether a word is a known one with one more letter at its end. The letter
// must not be an inflection, or it must repeat the last letter.
func isAppended(word, known string) bool {
	if len(word) != len(known)+1 || !strings.HasPrefix(word, known) {
		return false
	}
	last := word[len(word)-1]
	return strings.IndexByte(inflections, last) < 0 || last == known[len(known)-1] && (last != 's' || len(known) >= shortPlural) && (last < '0' || last > '9')
}

// isCut reports whether a word is a known one without its last letter, unless that letter is a
// plural s or a digit.
func isCut(word, known string) bool {
	return len(word) == len(known)-1 && strings.HasPrefix(known, word) && len(word) >= 3 &&
		(known[len(known)-1] != 's' || strings.HasSuffix(known, "ss")) && (known[len(known)-1] < '0' || known[len(known)-1] > '9')
}
