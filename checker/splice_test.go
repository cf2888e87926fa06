package checker

import (
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/internal/treetest"
)

// TestSplicedTrees checks trees whose manifests, templates, data and Ruby files are put together
// from pieces of the files of all trees. Whatever they hold, the check ends, meets no bug of its
// own, and places its findings within the files.
func TestSplicedTrees(t *testing.T) {
	paths, err := filepath.Glob("*/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d trees, %v", len(paths), err)
	}
	var archives []*txtar.Archive
	var texts []string
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) > 40 {
			continue // a single check takes long
		}
		archives = append(archives, archive)
		for _, file := range archive.Files {
			texts = append(texts, string(file.Data))
		}
	}
	splicer, found := dirty.NewSplicer(texts, 1), 0
	for round := range effort.Rounds(2, 80) {
		for _, archive := range archives {
			spliced := &txtar.Archive{Comment: archive.Comment, Files: slices.Clone(archive.Files)}
			for i := range 3 {
				file := &spliced.Files[(round*7+i*13)%len(spliced.Files)]
				file.Data = []byte(splicer.Text(string(file.Data)))
			}
			tree := treetest.New(spliced)
			checked, err := Check(t.Context(), tree.Tree, Options{Paths: tree.Paths, Documents: tree.Documents, Strict: round%2 == 0})
			if err != nil {
				t.Fatal(err)
			}
			found += len(checked)
			for _, finding := range checked {
				if span := finding.Span; finding.Rule == &code.CheckerInternalError || span.Start < 0 || span.Start > span.End || int(span.End) > len(finding.File.Text) {
					t.Fatalf("%s:%v: %s: %s\n%s", finding.File.Name, span, finding.Rule.Name, finding.Message, txtar.Format(spliced))
				}
			}
		}
	}
	if found == 0 {
		t.Error("nothing was found in any tree")
	}
}
