package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"puppet-lint/internal/source"
)

// TestSpelled checks that a path is written as its folders list it. On Linux, the test uses a file
// system that ignores case.
func TestSpelled(t *testing.T) {
	files := anyCase{source.NewOverlay(nil, map[string]string{
		filepath.FromSlash("modules/web/manifests/init.pp"): "", filepath.FromSlash("modules/web/manifests/Site.pp"): "", filepath.FromSlash("modules/web/manifests/site.pp"): "",
	})}
	for given, want := range map[string]string{
		"modules/web/manifests/init.pp":     "modules/web/manifests/init.pp",
		"Modules/WEB/manifests/INIT.pp":     "modules/web/manifests/init.pp",
		"./MODULES//web/":                   "./modules//web/",
		"modules/Web/../WEB/manifests":      "modules/web/../web/manifests",
		"modules/web/manifests/Site.pp":     "modules/web/manifests/Site.pp",
		"MODULES/web/manifests/new.pp":      "modules/web/manifests/new.pp",
		"modules/web/Manifests/../Nowhere/": "modules/web/manifests/../Nowhere/",
		"":                                  "",
	} {
		if got := filepath.ToSlash(spelled(files, filepath.FromSlash(given))); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}

// TestSpelledOutsideOfTrees checks that the path to a module is written as on disk, even in
// folders from which nothing may be read.
func TestSpelledOutsideOfTrees(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	init := filepath.FromSlash("Sub/modules/web/manifests/init.pp")
	if err := os.MkdirAll(filepath.Dir(init), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, init, "", 0o644)
	writeFile(t, filepath.FromSlash("Sub/modules/web/metadata.json"), "{}", 0o644)
	files := namesOf(Confine(folder, []string{filepath.FromSlash("Sub/modules/web")}))
	for given, want := range map[string]string{
		filepath.FromSlash("SUB/Modules/WEB"):                       filepath.FromSlash("Sub/modules/web"),
		filepath.FromSlash("sub/modules/web/MANIFESTS/INIT.pp"):     init,
		filepath.Join(folder, "sub", "MODULES", "web", "manifests"): filepath.Join(folder, filepath.Dir(init)),
	} {
		if got := spelled(files, given); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}

// anyCase is an overlay whose folders are cleaned before they are listed.
type anyCase struct{ *source.Overlay }

// ReadDir lists the folder at path.
func (f anyCase) ReadDir(path string) ([]fs.DirEntry, error) {
	return f.Overlay.ReadDir(filepath.Clean(path))
}
