package lookups

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/graph"
	documentjson "puppet-lint/internal/document/json"
	"puppet-lint/internal/source"
	"puppet-lint/internal/treetest"
)

var update = flag.Bool("update", false, "write the golden parts of the archives anew")

// TestCollect compares the values of the keys in each archive with its file keys.golden, the
// values for a node with the facts in facts.json with facts.golden, and the values of named keys
// with named.golden.
func TestCollect(t *testing.T) {
	treetest.Golden(t, "testdata/*.txtar", *update, func(t *testing.T, archive *txtar.Archive) map[string]string {
		var facts *Facts
		if text := treetest.Part(archive, "facts.json"); text != "" {
			facts = NewFacts(documentjson.Read(source.NewFile("facts.json", text)))
		}
		return map[string]string{
			"keys.golden":  collected(t, archive, Options{}),
			"facts.golden": collected(t, archive, Options{Facts: facts}),
			"named.golden": collected(t, archive, Options{Keys: []string{"web::*", "alone", "none such"}}),
		}
	})
}

// collected returns the keys of an archive as text, and checks that the other formats contain all
// of them.
func collected(t *testing.T, archive *txtar.Archive, options Options) string {
	t.Helper()
	tree := treetest.New(archive)
	built, err := graph.Build(t.Context(), tree.Tree, graph.Options{Folder: strings.TrimSuffix(treetest.Root, "/"), Paths: tree.Documents})
	if err != nil {
		t.Fatal(err)
	}
	options.Shown = func(path string) string { return strings.TrimPrefix(path, treetest.Root) }
	report := Report{Keys: Collect(built, options), Shown: options.Shown}
	var text, structured, page, table strings.Builder
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteJSON(&structured); err != nil {
		t.Fatal(err)
	}
	if err := report.WritePage(&page); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteMarkdown(&table); err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(structured.String())) {
		t.Errorf("no JSON: %s", structured.String())
	}
	for _, key := range report.Keys {
		if !strings.Contains(structured.String(), `"`+key.Name+`"`) || !strings.Contains(page.String(), key.Name) || !strings.Contains(table.String(), key.Name) {
			t.Errorf("%s is missing in JSON, on the page or in the table", key.Name)
		}
		if key.HasShadowed() && !strings.Contains(text.String(), "shadowed") {
			t.Errorf("a shadowed value of %s is not reported", key.Name)
		}
	}
	return text.String()
}
