package module

import (
	"fmt"
	"testing"
)

func TestWordFilter(t *testing.T) {
	text := ""
	for i := range 500 {
		text += fmt.Sprintf("$word_%d = $a%d::b%d\n", i, i, i)
	}
	filter := wordsOf(text + "last")
	for i := range 500 {
		for _, name := range []string{fmt.Sprintf("word_%d", i), fmt.Sprintf("a%d::b%d", i, i), fmt.Sprintf("::b%d", i)} {
			if !filter.mayHold(name) {
				t.Errorf("%s is not found", name)
			}
		}
	}
	if !filter.mayHold("last") {
		t.Error("the word at the end of the text is not found")
	}
	held := 0
	for i := range 1000 {
		if filter.mayHold(fmt.Sprintf("other_%d", i)) {
			held++
		}
	}
	// 1,500 words set about half of the bits.
	if held > 400 {
		t.Errorf("%d of 1000 words that the text lacks may be in it", held)
	}
}
