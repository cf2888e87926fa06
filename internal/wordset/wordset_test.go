package wordset

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	set := New(Group{Words: []string{"pass", "pw"}, AnyCase: true}, Group{Words: []string{"AKIA", "@"}}, Group{Words: []string{"ß"}})
	for text, want := range map[string]uint32{
		"": 0, "p": 0, "pas": 0, "a pass": 1, "PaSSword": 1, "pPw": 1, "akia": 0, "AKIA": 2, "x@y": 2, "pw@": 3, "große": 4, "ße@pass": 7, "PAS": 0,
	} {
		if got := set.Find(text); got != want {
			t.Errorf("%q: got %b, want %b", text, got, want)
		}
	}
}

func TestAt(t *testing.T) {
	set := New(Group{Words: []string{"fix", "xy"}, AnyCase: true}, Group{Words: []string{"fixed"}}, Group{Words: []string{"#"}})
	for text, want := range map[string]string{
		"Fixed #fixed xY": "0:1 6:4 7:3 13:1 ", "": "", "#": "0:4 ", "##": "0:4 1:4 ", "xy": "0:1 ", "xy#": "0:1 2:4 ", "#xy": "0:4 1:1 ", "fi": "",
	} {
		var got strings.Builder
		for offset := range len(text) {
			if groups := set.At(text, offset); groups != 0 {
				fmt.Fprintf(&got, "%d:%d ", offset, groups)
			}
		}
		if got.String() != want {
			t.Errorf("%q: got %s, want %s", text, got.String(), want)
		}
	}
}

func TestFindIsSearchForEachWord(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := func(least, most int) string {
		var b strings.Builder
		for range least + random.IntN(most-least+1) {
			b.WriteString([]string{"a", "A", "b", "B", "@", "\xc3", "\xa9", "`"}[random.IntN(8)])
		}
		return b.String()
	}
	for range 20_000 {
		text, words, anyCase := some(0, 12), []string{some(1, 4), some(1, 4), some(1, 4)}, random.IntN(2) == 0
		var groups []Group
		for i := range words {
			if anyCase {
				words[i] = lower(words[i])
			}
			groups = append(groups, Group{Words: words[i : i+1], AnyCase: anyCase})
		}
		got := New(groups...).Find(text)
		for bit, word := range words {
			searched := text
			if anyCase {
				searched = lower(text)
			}
			if want := strings.Contains(searched, word); want != (got&(1<<bit) != 0) {
				t.Fatalf("%q in %q (any case: %v): got %b", word, text, anyCase, got)
			}
		}
	}
}

// lower returns the text with ASCII letters in lower case.
func lower(text string) string {
	bytes := []byte(text)
	for i, char := range bytes {
		if 'A' <= char && char <= 'Z' {
			bytes[i] += 'a' - 'A'
		}
	}
	return string(bytes)
}
