package infer

import (
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/treetest"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TestWithoutFindings checks that an evaluation without findings infers the same types, in the trees of
// the checker's tests. A call whose arguments are refused may have a type only without findings.
func TestWithoutFindings(t *testing.T) {
	compared := 0
	for _, pattern := range []string{"testdata/*/*.txtar", "../*/testdata/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d trees, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tree := treetest.New(archive)
			for _, path := range tree.Paths {
				compared += compareTypes(t, tree.Tree, tree.Manifests.At(path))
			}
		}
	}
	if compared < 20_000 {
		t.Errorf("only %d types were compared", compared)
	}
}

// compareTypes compares the types with those of an evaluation with findings. It returns their number.
func compareTypes(t *testing.T, tree *module.Tree, manifest *module.Manifest) (compared int) {
	t.Helper()
	want, got := Manifest(tree, manifest, checker.Options{}), WithoutFindings(tree, manifest, checker.Options{})
	text := func(one types.Type) string {
		if one == nil {
			return "never evaluated"
		}
		return lattice.FormatType(one)
	}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		compared++
		want, got := want, text(got.TypeOf(node))
		isRefused := slices.ContainsFunc(want.Diagnostics, func(d *diag.Diagnostic) bool { return node.Span().Covers(d.Span) })
		if known := text(want.TypeOf(node)); known != got && !(isRefused && known == "Any") {
			t.Errorf("%s: without findings, %s is %s, with them %s", manifest.Path, manifest.Source.Slice(node.Span()), got, known)
		}
		return true
	})
	if text(want.Value) != text(got.Value) {
		t.Errorf("%s: without findings %s, with them %s", manifest.Path, text(got.Value), text(want.Value))
	}
	if len(got.Diagnostics) > 0 {
		t.Errorf("%s: %d findings", manifest.Path, len(got.Diagnostics))
	}
	return compared
}
