package module

import "strings"

// wordFilter is a Bloom filter of the words of a text, with two bits for each word. It
// recognizes most texts that lack a word.
type wordFilter [filterBits / 64]uint64

// filterBits is enough for a long manifest: with 500 words in it, the filter recognizes nine in
// ten words that the text lacks.
const filterBits = 4096

// wordsOf returns the filter of a text. Words are runs of letters, digits and underscores.
func wordsOf(text string) *wordFilter {
	filter := new(wordFilter)
	for at := 0; at < len(text); at++ {
		if !isWordByte[text[at]] {
			continue
		}
		hash := uint64(firstHash)
		for ; at < len(text) && isWordByte[text[at]]; at++ {
			hash = nextHash(hash, text[at])
		}
		first, second := bitsOf(hash)
		filter[first/64] |= 1 << (first % 64)
		filter[second/64] |= 1 << (second % 64)
	}
	return filter
}

// mayHold reports whether the text may contain all words of a qualified name.
func (f *wordFilter) mayHold(name string) bool {
	for word := range strings.SplitSeq(name, "::") {
		hash := uint64(firstHash)
		for at := range len(word) {
			hash = nextHash(hash, word[at])
		}
		first, second := bitsOf(hash)
		if word != "" && (f[first/64]&(1<<(first%64)) == 0 || f[second/64]&(1<<(second%64)) == 0) {
			return false
		}
	}
	return true
}

// The hash is FNV-1a.
const firstHash = 14695981039346656037

func nextHash(hash uint64, next byte) uint64 { return (hash ^ uint64(next)) * 1099511628211 }

func bitsOf(hash uint64) (first, second uint64) {
	return hash >> 32 % filterBits, hash >> 48 % filterBits
}

var isWordByte = func() (is [256]bool) {
	for _, span := range []string{"az", "AZ", "09", "__"} {
		for c := int(span[0]); c <= int(span[1]); c++ {
			is[c] = true
		}
	}
	return is
}()
