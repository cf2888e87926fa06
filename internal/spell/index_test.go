package spell

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFirst compares an index with a comparison with all words.
func TestFirst(t *testing.T) {
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
		index := NewIndex(words)
		for range 3000 {
			one := word()
			accept := func(known string) bool { return known != one && swapDistance(one, known) == 1 }
			want := List(words).First(one, accept)
			if got := index.First(one, accept); got != want {
				t.Fatalf("%q among %d words: %q, want %q", one, count, got, want)
			}
			// The first lookups find the same as the later ones, whatever is accepted.
			if count >= manyWords {
				any := func(known string) bool { return known != one }
				if few, many := index.firstNear(one, any), index.First(one, any); few != many {
					t.Fatalf("%q among %d words: %q at first, then %q", one, count, few, many)
				}
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

// TestNear checks that words with one typo, and words with the same beginning, are found among
// many.
func TestNear(t *testing.T) {
	var words []string
	for i := range 4 * MostWords {
		words = append(words, fmt.Sprintf("profile::item%04d", i))
	}
	words = append(words, "profile::monitoring", "profile::backups", "Capital")
	index := NewIndex(words)
	for _, test := range []struct{ word, want string }{
		{"profile::montioring", "profile::monitoring"},
		{"prfile::backups", "profile::backups"},
		{"profile::monitorings_", "profile::monitoring"},
		{"captial", "Capital"},
		{"profile::other", ""},
	} {
		if got := index.Best(test.word); got != test.want {
			t.Errorf("Best(%q) = %q, want %q", test.word, got, test.want)
		}
		if near := len(index.Near(test.word)); near > MostWords+2*neighbours {
			t.Errorf("%q is compared with %d words", test.word, near)
		}
	}
	if few := NewIndex(words[:MostWords]); !slices.Equal(few.Near("x"), words[:MostWords]) {
		t.Error("a word is not compared with all of few words")
	}
}
