package spell

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// Index finds the words of a list that are like a word, without comparing it with all of them.
// It is safe for concurrent use.
type Index struct {
	words []string
	// lookups counts the calls of First, up to fewLookups.
	lookups atomic.Int32
	// variants holds the hash of each word, and those of the word without one of its bytes,
	// sorted. Words that differ by one byte too many, too few or wrong, or by two swapped bytes,
	// have one in common.
	variants func() []variant
	// order holds the indices of the words in alphabetical order.
	order func() []uint32
}

// variant is a variant of a word, given by its index.
type variant struct{ hash, word uint32 }

// manyWords is the number of words from which an index uses variants.
const manyWords = 64

// fewLookups is the number of lookups that compare all words of about the same length. Only then do
// variants of all words pay.
const fewLookups = 8

// MostWords is the largest number of words with each of which Index and BestOfFew compare a word to
// find its correction.
const MostWords = 512

// neighbours is the number of words with which an index of more words compares a word: so many before
// it and after it in the alphabet.
const neighbours = 32

// NewIndex returns an index of words, which the caller must not change any more.
func NewIndex(words []string) *Index {
	x := &Index{words: words}
	x.variants = sync.OnceValue(x.listVariants)
	x.order = sync.OnceValue(x.listOrder)
	return x
}

func (x *Index) listVariants() (variants []variant) {
	length := 0
	for _, word := range x.words {
		length += len(word) + 1
	}
	variants = make([]variant, 0, length)
	for i, word := range x.words {
		eachVariant(word, func(hash uint32) { variants = append(variants, variant{hash, uint32(i)}) })
	}
	slices.SortFunc(variants, func(a, b variant) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.word, b.word))
	})
	return variants
}

func (x *Index) listOrder() []uint32 {
	order := make([]uint32, len(x.words))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return compareFolded(x.words[a], x.words[b]) })
	return order
}

// compareFolded compares two words without regard to the case of ASCII letters.
func compareFolded(a, b string) int {
	for i := range min(len(a), len(b)) {
		if one, other := fold(a[i]), fold(b[i]); one != other {
			return cmp.Compare(one, other)
		}
	}
	return cmp.Compare(len(a), len(b))
}

func fold(char byte) byte {
	if 'A' <= char && char <= 'Z' {
		return char + 'a' - 'A'
	}
	return char
}

// Words returns the words of the index, in their order. The caller must not change them.
func (x *Index) Words() []string { return x.words }

// Words is a List or an Index: words of which a function accepts some.
type Words interface {
	First(word string, accept func(known string) bool) string
}

// List is a short list of words.
type List []string

// First returns the first word of the list for which accept returns true, or "". It tries all
// words.
func (l List) First(_ string, accept func(known string) bool) string {
	for _, known := range l {
		if accept(known) {
			return known
		}
	}
	return ""
}

// First returns the first word of the index for which accept returns true, or "". It tries all words
// that differ from the given one by at most one typo, and may try others.
func (x *Index) First(word string, accept func(known string) bool) string {
	if len(x.words) < manyWords {
		return List(x.words).First(word, accept)
	}
	if x.lookups.Load() < fewLookups {
		x.lookups.Add(1)
		return x.firstNear(word, accept)
	}
	first := len(x.words)
	x.eachNear(word, func(index int) bool {
		if index < first && accept(x.words[index]) {
			first = index
		}
		return index < first
	})
	if first == len(x.words) {
		return ""
	}
	return x.words[first]
}

// firstNear is First without an index: it tries the words that share a variant with the word.
func (x *Index) firstNear(word string, accept func(known string) bool) string {
	variants := make([]uint32, 0, len(word)+1)
	eachVariant(word, func(hash uint32) { variants = append(variants, hash) })
	for _, known := range x.words {
		if difference := len(known) - len(word); difference < -1 || difference > 1 {
			continue
		}
		isNear := false
		eachVariant(known, func(hash uint32) { isNear = isNear || slices.Contains(variants, hash) })
		if isNear && accept(known) {
			return known
		}
	}
	return ""
}

// eachNear visits the indices of the words that share a variant with the word, in ascending order for
// each variant. If visit returns false, it continues with the next variant.
func (x *Index) eachNear(word string, visit func(index int) bool) {
	variants := x.variants()
	eachVariant(word, func(hash uint32) {
		at, _ := slices.BinarySearchFunc(variants, hash, func(v variant, hash uint32) int { return cmp.Compare(v.hash, hash) })
		for ; at < len(variants) && variants[at].hash == hash && visit(int(variants[at].word)); at++ {
		}
	})
}

// Near returns the words among which Best searches the correction of a word, in their order. These
// are all words of an index of usual length. Otherwise, they are the words with one typo and the
// words that begin alike.
func (x *Index) Near(word string) []string {
	if len(x.words) <= MostWords {
		return x.words
	}
	if len(word) > maxLength {
		return nil
	}
	var near []int
	x.eachNear(word, func(index int) bool {
		near = append(near, index)
		return len(near) < MostWords
	})
	order := x.order()
	at, _ := slices.BinarySearchFunc(order, word, func(index uint32, word string) int { return compareFolded(x.words[index], word) })
	for _, index := range order[max(0, at-neighbours):min(len(order), at+neighbours)] {
		near = append(near, int(index))
	}
	slices.Sort(near)
	near = slices.Compact(near)
	words := make([]string, len(near))
	for i, index := range near {
		words[i] = x.words[index]
	}
	return words
}

// Best returns the word of the index that word is most likely a typo of, as the function Best
// does, or "". Among very many words it only finds those that Near returns.
func (x *Index) Best(word string) string { return Best(word, x.Near(word)) }

// eachVariant visits the hash of a word in lower case, and those of the word without one of its
// bytes. The hash is a polynomial, so that all take time in proportion to the length of the word.
func eachVariant(word string, visit func(hash uint32)) {
	const base, inverse = 1099511628211, 14886173955864302971 // their product is 1 modulo 2⁶⁴
	var whole, before uint64
	power := uint64(1)
	for i := range len(word) {
		whole += (uint64(fold(word[i])) + 1) * power
		power *= base
	}
	short := func(hash uint64) uint32 {
		hash *= 0x9e3779b97f4a7c15
		return uint32(hash >> 32)
	}
	visit(short(whole))
	power = 1
	for i := range len(word) {
		through := before + (uint64(fold(word[i]))+1)*power
		if i == 0 || word[i] != word[i-1] {
			visit(short(before + (whole-through)*inverse))
		}
		before = through
		power *= base
	}
}
