package checker

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
)

// TestExamples checks the examples of every rule: the bad ones raise it, the
// good ones raise nothing.
func TestExamples(t *testing.T) {
	for _, rule := range code.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for _, example := range rule.Bad {
				findings := checkExample(t, example, rule.Group == diag.Strict)
				if !slices.ContainsFunc(findings, func(d *diag.Diagnostic) bool { return d.Rule == rule }) {
					t.Errorf("no expected finding in\n%s\nfound\n%s", example.Code, treetest.Render(findings))
				}
			}
			for _, example := range rule.Good {
				findings := slices.DeleteFunc(checkExample(t, example, rule.Group == diag.Strict), func(d *diag.Diagnostic) bool { return d.Rule != rule && !d.Rule.OnByDefault() })
				if len(findings) > 0 {
					t.Errorf("found in\n%s\n%s", example.Code, treetest.Render(findings))
				}
			}
		})
	}
}

// exampleMetadata is the metadata.json of examples.
const exampleMetadata = `{"name": "example-example", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "s", "source": "s", "dependencies": []}`

func checkExample(t *testing.T, example diag.Example, strict bool) []*diag.Diagnostic {
	path := example.Path
	if path == "" {
		path = "manifests/init.pp"
	}
	archive := txtar.Parse([]byte(example.Tree))
	switch {
	case treetest.IsEnvironment(archive):
		archive.Files = append(archive.Files, txtar.File{Name: path, Data: []byte(example.Code)})
	case path == "metadata.json":
		archive.Comment = []byte("metadata")
		archive.Files = append(archive.Files, txtar.File{Name: "example/" + path, Data: []byte(example.Code)})
	default:
		archive.Files = append(archive.Files,
			txtar.File{Name: "example/metadata.json", Data: []byte(exampleMetadata)},
			txtar.File{Name: "example/" + path, Data: []byte(example.Code)})
	}
	tree := treetest.New(archive)
	findings, err := Check(t.Context(), tree.Tree, Options{Paths: tree.Paths, Documents: tree.Documents, Strict: strict})
	if err != nil {
		t.Fatal(err)
	}
	return findings
}
