package program

import (
	"math/rand/v2"
	"testing"
)

// An index finds what a comparison with all words finds.
func TestTypoIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, 3+random.IntN(5))
		for i := range letters {
			letters[i] = "abc"[random.IntN(3)]
		}
		return string(letters)
	}
	found := 0
	for _, count := range []int{manyWords - 1, 4 * manyWords} {
		words := make([]string, count)
		for i := range words {
			words[i] = word()
		}
		index := NewTypoIndex(words)
		for range 3000 {
			one := word()
			want := SuggestionOf(one, words)
			if got := index.First(one, func(known string) bool { return IsTypo(one, known) }); got != want {
				t.Fatalf("%q among %d words: %q, want %q", one, count, got, want)
			}
			if want != "" {
				found++
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d words were found", found)
	}
}
