package module

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

// TestManifestsWith checks that With finds the manifests of many modules that contain a word, and
// those of a changed module.
func TestManifestsWith(t *testing.T) {
	top := t.TempDir()
	path := func(i int) string {
		return filepath.Join(top, "modules", fmt.Sprintf("m%03d", i), "manifests", "init.pp")
	}
	texts := map[string]string{filepath.Join(top, "environment.conf"): "modulepath = modules\n"}
	for i := range 200 {
		texts[path(i)] = fmt.Sprintf("class m%03d {\n  include shared::by_%d\n  include own::of_%d\n}\n", i, i%7, i)
	}
	texts[filepath.Join(top, "modules", "empty", "metadata.json")] = "{}"
	changing := &changingFiles{FileSystem: source.NewOverlay(nil, texts)}
	tree := NewWorkspace(changing, []string{top}, nil).Following().TreeOf(top)
	found := func(word string) (modules []string) {
		for _, manifest := range tree.Manifests.With(word) {
			modules = append(modules, manifest.Module.Name)
		}
		return modules
	}
	for i := range 200 {
		if got := found(fmt.Sprintf("own::of_%d", i)); !slices.Contains(got, fmt.Sprintf("m%03d", i)) || !slices.IsSorted(got) {
			t.Errorf("own::of_%d is found in %v", i, got)
		}
	}
	if got := found("shared::by_3"); len(got) != 29 || !slices.IsSorted(got) {
		t.Errorf("shared::by_3 is found in %v", got)
	}
	if got := found("shared::nowhere"); len(got) != 0 {
		t.Errorf("shared::nowhere is found in %v", got)
	}
	texts[path(150)] = strings.ReplaceAll(texts[path(150)], "own::of_150", "shared::nowhere")
	changing.FileSystem = source.NewOverlay(nil, texts)
	tree.Renew([]string{path(150)})
	if got := found("shared::nowhere"); !slices.Equal(got, []string{"m150"}) {
		t.Errorf("after a change, shared::nowhere is found in %v", got)
	}
	if got := found("own::of_150"); len(got) != 0 {
		t.Errorf("after a change, own::of_150 is found in %v", got)
	}
}

// changingFiles is a file system that a test replaces.
type changingFiles struct{ source.FileSystem }
