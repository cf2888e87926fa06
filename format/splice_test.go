package format_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/format"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestSplicedTexts checks the guarantees of the formatter for texts that are put together from
// pieces of the files in testdata.
func TestSplicedTexts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	var texts []string
	var templates int // the first texts are templates
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			texts = append(texts, string(file.Data))
			if strings.HasSuffix(file.Name, ".epp") {
				last := len(texts) - 1
				texts[templates], texts[last] = texts[last], texts[templates]
				templates++
			}
		}
	}
	splicer, count := dirty.NewSplicer(texts, 1), 0
	rounds := effort.Rounds(60, 8_000)
	for round := range rounds {
		for i, text := range texts {
			if round%4 == 0 {
				text = strings.ReplaceAll(text, "\n", "\r\n")
			}
			options := syntax.Options{EPP: i < templates}
			before := syntax.Parse(source.NewFile("x.pp", splicer.Text(text)), options)
			edits, err := format.File(before, format.DefaultOptions())
			if err != nil {
				continue
			}
			count++
			after := syntax.Parse(source.NewFile("x.pp", diag.Apply(before.Source, edits)), options)
			if problem := broken(before, after); problem != "" {
				t.Fatalf("%s; before\n%q\nafter\n%q", problem, before.Source.Text, after.Source.Text)
			}
		}
	}
	if count < rounds*len(texts)/20 {
		t.Errorf("only %d of %d texts were formatted", count, rounds*len(texts))
	}
	t.Logf("%d of %d texts were formatted", count, rounds*len(texts))
}
