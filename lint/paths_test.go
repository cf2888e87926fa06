package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/config"
	"puppet-lint/source"
)

// TestNoPathIsTheCurrentFolder: whoever names no path means the folder that he is in,
// whose modules know each other.
func TestNoPathIsTheCurrentFolder(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, name := range []string{"web", "proxy"} {
		if err := os.MkdirAll(filepath.Join(folder, name, "manifests"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(folder, "web", "manifests", "init.pp"), "class web (Integer $port) {\n  notice($port)\n}\n", 0o644)
	writeFile(t, filepath.Join(folder, "proxy", "manifests", "init.pp"), "class proxy {\n  class { 'web': port => 'http' }\n}\n", 0o644)
	run := func(paths ...string) []string {
		resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
		return findingLines(Run(Options{Files: source.Disk{}, Folder: folder, Paths: paths, Resolver: resolver}))
	}
	named, unnamed := run("."), run()
	if !slices.Equal(named, unnamed) {
		t.Errorf("'.' finds\n%q\nno path finds\n%q", named, unnamed)
	}
	if len(named) == 0 {
		t.Error("nobody minds the port")
	}
}
