package module

import "strings"

// wordFilter is a Bloom filter of the words of a text, with two bits for each word. It
// recognizes most texts that lack a word: with 500 words in it, nine in ten.
type wordFilter [4096 / 64]uint64

// moduleWords holds the words of a module's manifests.
type moduleWords struct {
	// all is the filter of all manifests.
	all [65536 / 64]uint64
	// paths are those of the manifests; filters are their filters.
	paths   []string
	filters []wordFilter
}

// add adds a text. Words are runs of letters, digits and underscores.
func (m *moduleWords) add(path, text string) {
	var filter wordFilter
	for at := 0; at < len(text); at++ {
		if !isWordByte[text[at]] {
			continue
		}
		hash := uint64(firstHash)
		for ; at < len(text) && isWordByte[text[at]]; at++ {
			hash = nextHash(hash, text[at])
		}
		for _, bit := range bitsOf(hash) {
			filter[bit/64%len(filter)] |= 1 << (bit % 64)
			m.all[bit/64] |= 1 << (bit % 64)
		}
	}
	m.paths = append(m.paths, path)
	m.filters = append(m.filters, filter)
}

// eachWith calls visit with the paths of the manifests that may contain all words. The bits of
// a word are those of wordBits.
func (m *moduleWords) eachWith(bits []wordBits, visit func(path string)) {
	if !hold(m.all[:], bits) {
		return
	}
	for i := range m.filters {
		if hold(m.filters[i][:], bits) {
			visit(m.paths[i])
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

// wordBits are the bits of a word in a filter. A filter that is shorter than 65,536 bits takes
// them modulo its length.
type wordBits [2]int

// bitsOfName returns the bits of the words of a qualified name. A name that Puppet refuses may
// have several words in a part of it, such as my-class.
func bitsOfName(name string) (words []wordBits) {
	for word := range strings.FieldsFuncSeq(name, func(char rune) bool { return char >= 0x80 || !isWordByte[char] }) {
		hash := uint64(firstHash)
		for at := range len(word) {
			hash = nextHash(hash, word[at])
		}
		words = append(words, bitsOf(hash))
	}
	return words
}

// The hash is FNV-1a.
const firstHash = 14695981039346656037

func nextHash(hash uint64, next byte) uint64 { return (hash ^ uint64(next)) * 1099511628211 }

func bitsOf(hash uint64) wordBits {
	return wordBits{int(hash >> 32 & 0xffff), int(hash >> 48)}
}

var isWordByte = func() (is [256]bool) {
	for _, span := range []string{"az", "AZ", "09", "__"} {
		for c := int(span[0]); c <= int(span[1]); c++ {
			is[c] = true
		}
	}
	return is
}()
