// Package spell suggests corrections for misspelt words.
//
// Suggest follows Ruby's did_you_mean (a Jaro-Winkler filter, then the Levenshtein distance),
// so that in the puppet-lint profile a mistyped flag gets the same suggestion as in puppet-lint
// (Ruby). Best, which everything else uses, is stricter.
package spell

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxLength is the length in bytes of the longest words that are compared, since the time for a
// comparison grows with the product of the lengths. People write no longer ones.
const maxLength = 1024

// Suggest returns the words of dictionary that are most similar to word, best first, or nil if
// none is similar enough. It ignores case.
func Suggest(word string, dictionary []string) []string {
	if len(word) > maxLength {
		return nil
	}
	input := strings.ToLower(word)
	length := utf8.RuneCountInString(input)
	threshold := 0.77
	if length > 3 {
		threshold = 0.834
	}
	type candidate struct {
		word     string
		likeness float64
	}
	var near []candidate
	for _, entry := range dictionary {
		if entry != word && len(entry) <= maxLength && jaroWinkler(strings.ToLower(entry), input) >= threshold {
			near = append(near, candidate{entry, jaroWinkler(entry, input)})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		switch {
		case a.likeness > b.likeness:
			return -1
		case a.likeness < b.likeness:
			return 1
		}
		return strings.Compare(a.word, b.word)
	})
	var mistyped []string
	for _, candidate := range near {
		if Distance(strings.ToLower(candidate.word), input) <= (length+3)/4 {
			mistyped = append(mistyped, candidate.word)
		}
	}
	if mistyped != nil {
		return mistyped
	}
	for _, candidate := range near {
		lower := strings.ToLower(candidate.word)
		if Distance(lower, input) < min(length, utf8.RuneCountInString(lower)) {
			return []string{candidate.word}
		}
	}
	return nil
}

// Best returns the word of dictionary that word is most likely a typo of, or "" if none is
// similar enough, since no suggestion is better than a wrong one. Names are compared segment by
// segment, so that the common "a::b::" does not make "a::b::client" similar to
// "a::b::ceilometer". Names with the same words in a different order are similar. Best ignores
// case.
func Best(word string, dictionary []string) string {
	if len(word) > maxLength {
		return ""
	}
	best, least, lower := "", 0, strings.ToLower(word)
	for _, entry := range dictionary {
		if len(entry) > maxLength {
			continue
		}
		distance, near := typo(lower, strings.ToLower(entry))
		if near && entry != word && (best == "" || distance < least || distance == least && jaroWinkler(entry, word) > jaroWinkler(best, word)) {
			best, least = entry, distance
		}
	}
	return best
}

// BestOfFew is like Best, but returns "" if dictionary has very many words. It serves lists that the
// caller makes for a single search.
func BestOfFew(word string, dictionary []string) string {
	if len(dictionary) > MostWords {
		return ""
	}
	return Best(word, dictionary)
}

// typo returns the distance of two words, and whether one may be a typo of the other. At most
// one character in four may differ, or one word begins with the other.
func typo(a, b string) (distance int, near bool) {
	for {
		first, rest, more := strings.Cut(a, "::")
		other, otherRest, otherMore := strings.Cut(b, "::")
		if !more || !otherMore || first != other {
			break
		}
		a, b = rest, otherRest
	}
	if sameWords(a, b) {
		return 1, true
	}
	shorter, longer := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if shorter > longer {
		shorter, longer = longer, shorter
	}
	if shorter == 0 || longer == 1 {
		return 0, false
	}
	allowed := (shorter + 3) / 4
	begins := shorter >= 3 && longer <= 2*shorter && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) &&
		!strings.HasPrefix(a, b+"::") && !strings.HasPrefix(b, a+"::") // a part of a class is another class
	width := 1
	if len(a)+len(b) > shorter+longer {
		width = utf8.UTFMax
	}
	if !begins && (longer-shorter > allowed || bits.OnesCount64(bytesOf(a)^bytesOf(b)) > 2*width*allowed || unmatchedBytes(a, b) > 2*width*allowed) {
		return 0, false // most words differ so much that they need no comparison
	}
	distance = swapDistance(a, b)
	return distance, begins || distance <= allowed
}

// bytesOf returns a set of the bytes of a word by their lower bits. The sets of two words differ
// in at most as many bits as there are unmatched bytes.
func bytesOf(word string) (set uint64) {
	for i := range len(word) {
		set |= 1 << (word[i] % 64)
	}
	return set
}

// unmatchedBytes counts the bytes that occur more often in one word than in the other. Each changed
// character accounts for up to twice its width.
func unmatchedBytes(a, b string) (count int) {
	var more [256]int32
	for i := range len(a) {
		more[a[i]]++
	}
	for i := range len(b) {
		more[b[i]]--
	}
	for _, word := range []string{a, b} {
		for i := range len(word) {
			n := &more[word[i]]
			count += int(max(*n, -*n))
			*n = 0
		}
	}
	return count
}

func sameWords(a, b string) bool {
	if len(a) != len(b) || !strings.Contains(a, "_") || unmatchedBytes(a, b) > 0 {
		return false
	}
	one, two := strings.Split(a, "_"), strings.Split(b, "_")
	slices.Sort(one)
	slices.Sort(two)
	return slices.Equal(one, two)
}

// DidYouMean returns the suggestion for a message, `; did you mean "x"?`, or "" if there is
// none.
func DidYouMean(word string, dictionary []string) string {
	if best := Best(word, dictionary); best != "" {
		return `; did you mean "` + best + `"?`
	}
	return ""
}

// swapDistance is like Distance, but counts the swap of two neighbouring characters once.
func swapDistance(a, b string) int {
	left, right := []rune(a), []rune(b)
	before, last, row := make([]int, len(right)+1), make([]int, len(right)+1), make([]int, len(right)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(left); i++ {
		row[0] = i
		for j := 1; j <= len(right); j++ {
			cost := 1
			if left[i-1] == right[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && left[i-1] == right[j-2] && left[i-2] == right[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(right)]
}

// Distance returns the Levenshtein distance of two words, in characters.
func Distance(a, b string) int {
	left, right := []rune(a), []rune(b)
	row := make([]int, len(right)+1)
	for j := range row {
		row[j] = j
	}
	for i, char := range left {
		diagonal := row[0]
		row[0] = i + 1
		for j, other := range right {
			cost := 1
			if char == other {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(right)]
}

// jaroWinkler returns the similarity of two words, from 0 to 1. A common beginning increases
// it.
func jaroWinkler(a, b string) float64 {
	left, right := []rune(a), []rune(b)
	likeness := jaro(left, right)
	if likeness <= 0.7 {
		return likeness
	}
	prefix := 0
	for prefix < 4 && prefix < len(left) && prefix < len(right) && left[prefix] == right[prefix] {
		prefix++
	}
	return likeness + float64(prefix)*0.1*(1-likeness)
}

func jaro(left, right []rune) float64 {
	if len(left) > len(right) {
		left, right = right, left
	}
	reach := max(0, len(right)/2-1)
	matchedLeft, matchedRight := make([]bool, len(left)), make([]bool, len(right))
	matches := 0
	for i, char := range left {
		for j := max(0, i-reach); j <= i+reach && j < len(right); j++ {
			if !matchedRight[j] && right[j] == char {
				matchedLeft[i], matchedRight[j] = true, true
				matches++
				break
			}
		}
	}
	if matches == 0 {
		return 0
	}
	transposed, next := 0, 0
	for i, char := range left {
		if !matchedLeft[i] {
			continue
		}
		for !matchedRight[next] {
			next++
		}
		if right[next] != char {
			transposed++
		}
		next++
	}
	m := float64(matches)
	return (m/float64(len(left)) + m/float64(len(right)) + (m-float64(transposed/2))/m) / 3
}

// DifferByDigit reports whether two names are equal except for their digits, such as load1 and
// load5. Such names are not typos of each other.
func DifferByDigit(a, b string) bool { return withoutDigits(a) == withoutDigits(b) }

func withoutDigits(name string) string {
	return strings.Map(func(char rune) rune {
		if char >= '0' && char <= '9' {
			return -1
		}
		return char
	}, name)
}
