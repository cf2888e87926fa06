package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/source"
)

// TestNoPathIsTheCurrentFolder checks that without a path, the current folder is checked, as one
// tree of modules.
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
		return findingLines(freshRun(t, Options{Files: source.Disk{}, Folder: folder, Paths: paths, Resolver: resolver}))
	}
	named, unnamed := run("."), run()
	if !slices.Equal(named, unnamed) {
		t.Errorf("'.' finds\n%q\nno path finds\n%q", named, unnamed)
	}
	if len(named) == 0 {
		t.Error("the wrong port is not reported")
	}
}

// TestRelatedPlacesAreRelative checks that related locations have paths relative to the current
// folder, like the finding itself. If the given path is absolute, they are absolute.
func TestRelatedPlacesAreRelative(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(top, "environment.conf"), "modulepath = modules\n", 0o644)
	for _, name := range []string{"web", "log"} {
		if err := os.MkdirAll(filepath.Join(top, "modules", name, "manifests"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(top, "modules/web/manifests/init.pp"), "class web {\n  file { '/x': }\n  include log\n}\n", 0o644)
	writeFile(t, filepath.Join(top, "modules/log/manifests/init.pp"), "class log {\n  file { '/x': }\n}\n", 0o644)
	for _, test := range []struct{ folder, path, want string }{
		{"", "modules/web", "modules/log/manifests/init.pp"},
		{"modules", "web", "log/manifests/init.pp"},
		{"modules/web", "", "../log/manifests/init.pp"},
		{"modules/web/manifests", "init.pp", "../../log/manifests/init.pp"},
		{"modules/log", "../web", "manifests/init.pp"},
		{"modules", filepath.Join(top, "modules/web"), filepath.Join(top, "modules/log/manifests/init.pp")},
	} {
		folder := filepath.Join(top, test.folder)
		t.Chdir(folder)
		var paths []string
		if test.path != "" {
			paths = []string{test.path}
		}
		resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
		var got []string
		for _, finding := range freshRun(t, Options{Files: source.Disk{}, Folder: folder, Paths: paths, Resolver: resolver}).Findings {
			for _, related := range finding.Related {
				got = append(got, filepath.ToSlash(related.File.Name))
			}
		}
		if !slices.Equal(got, []string{filepath.ToSlash(test.want)}) {
			t.Errorf("in %q, %q: %q, not %q", test.folder, test.path, got, test.want)
		}
	}
}
