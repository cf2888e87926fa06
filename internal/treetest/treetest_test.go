package treetest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

const archive = `Checked at the strict level, with metadata.
-- web/metadata.json --
{"name": "o-web"}
-- web/manifests/init.pp --
class web {
  notice($missing) # want "told: .*missing.*\[look\]" "told: again"
  notice(1)
}
-- web/templates/t.epp --
<%= 1 %>
-- web/README.md --
Web.
`

// tell is a check that reports the first $missing of each manifest, twice.
func tell(tree *Tree, _ int) (found []*diag.Diagnostic) {
	rule := &diag.Rule{Name: "told"}
	for _, path := range tree.Paths {
		file := tree.Manifests.At(path).Source
		at := int32(strings.Index(file.Text, "$missing"))
		if at < 0 {
			continue
		}
		found = append(found,
			&diag.Diagnostic{Rule: rule, File: file, Span: source.Span{Start: at, End: at + 8}, At: at, Message: "$missing is missing", Help: "look"},
			&diag.Diagnostic{Rule: rule, File: file, Span: source.Span{Start: at, End: at + 8}, At: at, Message: "again"})
	}
	return found
}

// TestRun checks that an archive is written as a tree, that its comment selects the check, and
// that findings are compared with the expected ones.
func TestRun(t *testing.T) {
	tree := Parse(archive)
	if want := []string{Root + "web/manifests/init.pp", Root + "web/templates/t.epp"}; !tree.Strict || !slices.Equal(tree.Paths, want) || !slices.Equal(tree.Documents, []string{Root + "web/metadata.json"}) {
		t.Errorf("strict %t, paths %v, documents %v", tree.Strict, tree.Paths, tree.Documents)
	}
	if got, want := Render(tell(tree, 1)), Root+"web/manifests/init.pp:2:10: $missing is missing [told]\n"+Root+"web/manifests/init.pp:2:10: again [told]"; got != want {
		t.Errorf("the rendered text is\n%s\nwant\n%s", got, want)
	}
	path := filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	Run(t, path, tell)
}

// TestIsEnvironment checks that a file that only control repositories and Bolt projects have makes
// a folder an environment.
func TestIsEnvironment(t *testing.T) {
	for text, want := range map[string]bool{
		archive:                              false,
		"-- environment.conf --\n":           true,
		"-- bolt-project.yaml --\n":          true,
		"-- web/environment.conf --\n":       false,
		"known modules\n-- a.pp --\nx { }\n": false,
	} {
		if got := IsEnvironment(txtar.Parse([]byte(text))); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if tree := Parse(text); tree.Tree == nil {
			t.Errorf("%q: no tree", text)
		}
	}
}

// TestGolden: answers are written with update, and compared without.
func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txtar")
	if err := os.WriteFile(path, []byte("comment\n-- question --\none\n-- answer --\nold\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	upper := func(_ *testing.T, archive *txtar.Archive) map[string]string {
		return map[string]string{"answer": strings.ToUpper(Part(archive, "question")), "empty": Part(archive, "nothing")}
	}
	Golden(t, path, true, upper)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "comment\n-- question --\none\n-- answer --\nONE\n-- empty --\n"; string(text) != want {
		t.Errorf("the written text is\n%s\nwant\n%s", text, want)
	}
	Golden(t, path, false, upper)
}
