package unused_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
)

var update = flag.Bool("update", false, "write the golden parts of the archives anew")

// TestFind compares the unused definitions in the tree of each archive with its file
// answers.golden, and the tree after their removal with after.golden. A file roots.txt lists the
// classes of the nodes.
func TestFind(t *testing.T) {
	treetest.Golden(t, "testdata/*.txtar", *update, func(t *testing.T, archive *txtar.Archive) map[string]string {
		return findIn(t, archive, t.TempDir())
	})
}

// findIn writes the tree of an archive into a folder and returns the golden parts by name.
func findIn(t *testing.T, archive *txtar.Archive, folder string) map[string]string {
	t.Helper()
	for _, file := range archive.Files {
		if strings.HasSuffix(file.Name, ".golden") || file.Name == "roots.txt" {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tree := module.NewWorkspace(source.Disk{}, []string{folder}, nil).TreeOf(folder)
	built, err := graph.Build(context.Background(), tree, graph.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	shown := func(path string) string {
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(relative)
	}
	options := unused.Options{Shown: shown}
	if text := treetest.Part(archive, "roots.txt"); text != "" {
		if options.Roots, err = unused.ReadRoots(text); err != nil {
			t.Fatal(err)
		}
	}
	answers := unused.Find(built, options)
	var text strings.Builder
	report := unused.Report{Answers: answers, Shown: shown}
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"answers.golden": text.String(), "after.golden": without(answers, shown)}
}

// without returns the effect of the removals of certain answers: the deleted files, and the text
// of the changed ones.
func without(answers []unused.Answer, shown func(string) string) string {
	var fixes []diag.Fix
	var lines []string
	for i := range answers {
		if removal := answers[i].Removal; answers[i].IsCertain() && removal != nil {
			fixes = append(fixes, diag.Fix{Edits: removal.Edits})
			for _, path := range removal.Delete {
				lines = append(lines, "delete "+shown(path))
			}
		}
	}
	edits, _ := diag.Merge(fixes)
	for file, list := range edits {
		text := "change " + shown(file.Name) + " to"
		for line := range strings.Lines(diag.Apply(file, list)) {
			text += "\n  | " + strings.TrimSuffix(line, "\n")
		}
		lines = append(lines, text)
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n") + "\n"
}
