package lookups

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/graph"
	documentjson "puppet-lint/internal/document/json"
	"puppet-lint/internal/treetest"
	"puppet-lint/source"
)

var update = flag.Bool("update", false, "write the golden parts of the archives anew")

// TestCollect compares the values of the keys in each archive with its part keys.golden, those
// for a node with the facts in facts.json with facts.golden, and those of named keys with
// named.golden.
func TestCollect(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var facts *Facts
			golden := map[string]string{}
			for _, file := range archive.Files {
				switch {
				case file.Name == "facts.json":
					facts = NewFacts(documentjson.Read(source.NewFile(file.Name, string(file.Data))))
				case strings.HasSuffix(file.Name, ".golden"):
					golden[file.Name] = string(file.Data)
				}
			}
			for name, options := range map[string]Options{
				"keys.golden": {}, "facts.golden": {Facts: facts}, "named.golden": {Keys: []string{"web::*", "alone", "none such"}},
			} {
				got := collected(t, archive, options)
				if *update {
					archive.Files = slices.DeleteFunc(archive.Files, func(file txtar.File) bool { return file.Name == name })
					archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got)})
				} else if got != golden[name] {
					t.Errorf("%s is\n%s\nnot\n%s", name, got, golden[name])
				}
			}
			if *update {
				slices.SortStableFunc(archive.Files, func(a, b txtar.File) int {
					if !strings.HasSuffix(a.Name, ".golden") || !strings.HasSuffix(b.Name, ".golden") {
						return 0
					}
					return strings.Compare(a.Name, b.Name)
				})
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// collected returns the keys of an archive as text, and holds that the other formats contain
// all of them.
func collected(t *testing.T, archive *txtar.Archive, options Options) string {
	t.Helper()
	built, err := graph.Build(t.Context(), treetest.New(archive).Tree, graph.Options{Folder: strings.TrimSuffix(treetest.Root, "/")})
	if err != nil {
		t.Fatal(err)
	}
	options.Shown = func(path string) string { return strings.TrimPrefix(path, treetest.Root) }
	report := Report{Keys: Collect(built, options), Shown: options.Shown}
	var text, structured, page strings.Builder
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteJSON(&structured); err != nil {
		t.Fatal(err)
	}
	if err := report.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(structured.String())) {
		t.Errorf("no JSON: %s", structured.String())
	}
	for _, key := range report.Keys {
		if !strings.Contains(structured.String(), `"`+key.Name+`"`) || !strings.Contains(page.String(), key.Name) {
			t.Errorf("%s is missing in JSON or on the page", key.Name)
		}
		if key.HasShadowed() && !strings.Contains(text.String(), "shadowed") {
			t.Errorf("that a value of %s is shadowed is not said", key.Name)
		}
	}
	return text.String()
}
