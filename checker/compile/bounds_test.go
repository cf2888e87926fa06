package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"puppet-lint/module"
	"puppet-lint/source"
)

// TestManyRelationships leaves out relationships of very many resources with each other,
// and says so.
func TestManyRelationships(t *testing.T) {
	var text strings.Builder
	text.WriteString("class a {\n")
	for i := range 400 {
		fmt.Fprintf(&text, "  notify { 'n%d': }\n", i)
	}
	text.WriteString("  Notify <| |> -> Notify <| |>\n}\n")
	folder := t.TempDir()
	manifests := filepath.Join(folder, "a", "manifests")
	if err := errors.Join(os.MkdirAll(manifests, 0o755), os.WriteFile(filepath.Join(manifests, "init.pp"), []byte(text.String()), 0o644)); err != nil {
		t.Fatal(err)
	}
	made := New(module.NewTree(source.Disk{}, []string{folder}, true), 0, nil).Class("a")
	if made == nil || len(made.Edges) > maxEdges || len(made.Gaps) != 1 {
		t.Fatalf("%v", made)
	}
}
