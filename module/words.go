package module

import (
	"math/bits"
	"slices"
)

// wordFilter is a Bloom filter of the words of a text and of the neighbours in its qualified
// names, with two bits for each. A filter of 4,096 bits recognizes most texts that lack a word:
// with 500 words in it, nine in ten. A long text has a longer filter, which recognizes nearly
// all. The length is a power of two.
type wordFilter []uint64

// longText is the length of the texts that get a longer filter, in bytes.
const longText = 32 << 10

// newWordFilter returns a filter for a text.
func newWordFilter(text string) wordFilter {
	const bitsPerByte = 4
	if len(text) < longText {
		return make(wordFilter, 4096/64)
	}
	return make(wordFilter, 1<<bits.Len(uint(len(text)*bitsPerByte/64)))
}

// isOfLong reports whether the filter is that of a long text.
func (f wordFilter) isOfLong() bool { return len(f) > 4096/64 }

// moduleFilter is a Bloom filter of the words of all manifests of a module.
type moduleFilter [moduleFilterBits / 64]uint64

const moduleFilterBits = 65536

// moduleWords holds the words of a module's manifests.
type moduleWords struct {
	// all is the filter of all manifests. It is nil if there are none, and after treeWords has
	// taken it.
	all *moduleFilter
	// paths are those of the manifests; filters are their filters.
	paths   []string
	filters []wordFilter
}

// equal reports whether the same words may be in the same manifests.
func (m *moduleWords) equal(other *moduleWords) bool {
	return slices.Equal(m.paths, other.paths) && slices.EqualFunc(m.filters, other.filters, func(a, b wordFilter) bool { return slices.Equal(a, b) })
}

// add adds a text.
func (m *moduleWords) add(path, text string) {
	if m.all == nil {
		m.all = new(moduleFilter)
	}
	filter := newWordFilter(text)
	eachWordBits(text, func(bits wordBits) {
		for _, bit := range bits {
			filter[bit/64%len(filter)] |= 1 << (bit % 64)
			m.all[bit/64%len(m.all)] |= 1 << (bit % 64)
		}
	})
	m.paths = append(m.paths, path)
	m.filters = append(m.filters, filter)
}

// eachWordBits visits the words of a text, and each pair of words that "::" connects. Words are
// runs of letters, digits and underscores.
func eachWordBits(text string, visit func(wordBits)) {
	var before uint64 // the hash of the word before "::"
	for at := 0; at < len(text); at++ {
		if !isWordByte[text[at]] {
			continue
		}
		hash := uint64(firstHash)
		for ; at < len(text) && isWordByte[text[at]]; at++ {
			hash = nextHash(hash, text[at])
		}
		visit(bitsOf(hash))
		if before != 0 {
			visit(bitsOf((before*31 ^ hash) * hashPrime))
		}
		if before = 0; at+2 < len(text) && text[at] == ':' && text[at+1] == ':' && isWordByte[text[at+2]] {
			before = hash
			at++
		}
	}
}

// eachWith calls visit with the paths of the manifests that may contain all words. bits are the
// words' bits (wordBits). isLong is set for a long text, which almost certainly contains them.
func (m *moduleWords) eachWith(bits []wordBits, visit func(path string, isLong bool)) {
	for i, filter := range m.filters {
		if hold(filter, bits) {
			visit(m.paths[i], filter.isOfLong())
		}
	}
}

// hold reports whether a filter may contain all words.
func hold(filter []uint64, words []wordBits) bool {
	for _, bits := range words {
		for _, bit := range bits {
			if filter[bit/64%len(filter)]&(1<<(bit%64)) == 0 {
				return false
			}
		}
	}
	return true
}

// wordBits are the bits of a word in a filter, before they are reduced modulo the filter's
// length.
type wordBits [2]int

// bitsOfName returns the bits of the words of a qualified name, and of their pairs. A segment
// of a name that Puppet refuses, such as my-class, may have several words.
func bitsOfName(name string) (words []wordBits) {
	eachWordBits(name, func(bits wordBits) { words = append(words, bits) })
	return words
}

// The hash is FNV-1a.
const (
	firstHash = 14695981039346656037
	hashPrime = 1099511628211
)

func nextHash(hash uint64, next byte) uint64 { return (hash ^ uint64(next)) * hashPrime }

func bitsOf(hash uint64) wordBits {
	return wordBits{int(hash >> 32 & 0x7fffffff), int(hash>>48 | hash&0x7fff<<16)}
}

var isWordByte = func() (is [256]bool) {
	for _, span := range []string{"az", "AZ", "09", "__"} {
		for c := int(span[0]); c <= int(span[1]); c++ {
			is[c] = true
		}
	}
	return is
}()
