package syntax_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/syntax"
)

// TestSplicedTexts checks the package's invariants for texts that are put together from pieces of
// the formatter's test files, which contain every construct of the language.
func TestSplicedTexts(t *testing.T) {
	texts := []string{everyKind}
	for _, name := range []string{"comments", "definitions", "expressions", "heredocs", "resources", "templates"} {
		archive, err := txtar.ParseFile("../format/testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			texts = append(texts, string(file.Data))
		}
	}
	splicer, damaged := dirty.NewSplicer(texts, 1), 0
	rounds := effort.Rounds(100, 3_000)
	for range rounds {
		for _, text := range texts {
			text = splicer.Text(text)
			for _, options := range []syntax.Options{{}, {EPP: true, Tasks: true}} {
				file := parse(text, options)
				if check(t, file); file.Broken() {
					damaged++
				}
			}
		}
	}
	if all := 2 * rounds * len(texts); damaged == 0 || damaged == all {
		t.Errorf("%d of %d texts have a syntax error: this tries little", damaged, all)
	}
}
