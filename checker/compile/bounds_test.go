package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/checker/catalog"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// TestManyRelationships checks that relationships between very many resources are left out, and
// that the catalog says so.
func TestManyRelationships(t *testing.T) {
	var text strings.Builder
	text.WriteString("class a {\n")
	for i := range 400 {
		fmt.Fprintf(&text, "  notify { 'n%d': }\n", i)
	}
	text.WriteString("  Notify <| |> -> Notify <| |>\n}\n")
	made := catalogOf(t, text.String())
	if made == nil || len(made.Edges) > maxEdges || len(made.Gaps) != 1 {
		t.Fatalf("%v", made)
	}
}

// catalogOf returns the catalog of class a.
func catalogOf(t *testing.T, text string) *catalog.Catalog {
	t.Helper()
	folder := t.TempDir()
	manifests := filepath.Join(folder, "a", "manifests")
	if err := errors.Join(os.MkdirAll(manifests, 0o755), os.WriteFile(filepath.Join(manifests, "init.pp"), []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	return New(module.NewTree(source.Disk{}, []string{folder}, true), 0, nil).Class("a")
}

// TestManyCollectors checks that a collector examines only resources with its title, and that the
// catalog says so when it cuts the search for collected resources short.
func TestManyCollectors(t *testing.T) {
	for _, test := range []struct {
		query string
		isCut bool
	}{
		{"title == 'n%d'", false},
		{"noop == true and title == 'n%d'", false},
		{"message == 'n%d'", true},
	} {
		var text strings.Builder
		text.WriteString("class a {\n")
		for i := range 1100 {
			fmt.Fprintf(&text, "  @notify { 'n%d': noop => true, message => 'n%d' }\n", i, i)
			fmt.Fprintf(&text, "  Notify <| "+test.query+" |>\n", i)
		}
		text.WriteString("}\n")
		made := catalogOf(t, text.String())
		isCut := slices.ContainsFunc(made.Gaps, func(gap catalog.Gap) bool { return strings.Contains(gap.What, "cut short") })
		realized := 0
		for _, resource := range made.Resources {
			if resource.Type == "Notify" && !resource.Virtual {
				realized++
			}
		}
		if isCut != test.isCut || !isCut && (realized != 1100 || len(made.Gaps) > 0) {
			t.Errorf("%s: %d are realized, with the gaps %v", test.query, realized, made.Gaps)
		}
	}
}
