package module

import (
	"fmt"
	"testing"
)

func TestModuleWords(t *testing.T) {
	text := ""
	for i := range 500 {
		text += fmt.Sprintf("$word_%d = $a%d::b%d\n", i, i, i)
	}
	words := new(moduleWords)
	words.add("first.pp", text+"last")
	words.add("second.pp", "class second { $word_7 = 1 }")
	mayHold := func(name string) (paths []string) {
		words.eachWith(bitsOfName(name), func(path string, _ bool) { paths = append(paths, path) })
		return paths
	}
	for i := range 500 {
		for _, name := range []string{fmt.Sprintf("word_%d", i), fmt.Sprintf("a%d::b%d", i, i), fmt.Sprintf("::b%d", i)} {
			if found := mayHold(name); len(found) == 0 || found[0] != "first.pp" {
				t.Errorf("%s is not found", name)
			}
		}
	}
	if len(mayHold("last")) == 0 {
		t.Error("the word at the end of the text is not found")
	}
	if len(mayHold("word_7")) != 2 {
		t.Error("the word in both texts is not found in both")
	}
	heldByFirst, heldBySecond := 0, 0
	for i := range 1000 {
		for _, path := range mayHold(fmt.Sprintf("other_%d", i)) {
			if path == "first.pp" {
				heldByFirst++
			} else {
				heldBySecond++
			}
		}
	}
	// The 1,500 words set one in twenty of the bits of the module's filter.
	if heldByFirst > 40 || heldBySecond > 5 {
		t.Errorf("of 1000 words that the texts lack, %d and %d may be in them", heldByFirst, heldBySecond)
	}
}
