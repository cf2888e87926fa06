//go:build unix

package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/source"
)

// TestOtherNames checks that each file is checked once: under the name that is not a link, or
// under its first name. A folder counts as a folder, whatever its name.
func TestOtherNames(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, name := range []string{"m/z.pp", "m/folder.pp/x.pp", "other/hidden.pp"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, "# A.\n$x = \"a\"\n", 0o644)
	}
	for link, target := range map[string]string{"m/a.pp": "z.pp", "m/b.pp": "../other/hidden.pp", "m/c.pp": "b.pp", "again": "m"} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	run := func(options Options) *Result {
		options.Files, options.Folder = source.Disk{}, folder
		options.Resolver = config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
		result := freshRun(t, options)
		if result.Failed() {
			t.Errorf("%q: %v", options.Paths, result.Failures)
		}
		return result
	}
	for _, c := range []struct{ paths, want []string }{
		{[]string{"m"}, []string{"m/b.pp", "m/folder.pp/x.pp", "m/z.pp"}},
		{[]string{"m/folder.pp"}, []string{"m/folder.pp/x.pp"}},
		{nil, []string{"m/folder.pp/x.pp", "m/z.pp", "other/hidden.pp"}},
		{[]string{"again", "m"}, []string{"again/b.pp", "again/folder.pp/x.pp", "again/z.pp"}},
		{[]string{"m/z.pp", "again/z.pp", "m/a.pp", filepath.Join(folder, "m", "z.pp")}, []string{"m/z.pp"}},
		{[]string{"m/a.pp"}, []string{"m/a.pp"}},
	} {
		if result := run(Options{Paths: c.paths}); !slices.Equal(result.Files, c.want) {
			t.Errorf("%q: %q, want %q", c.paths, result.Files, c.want)
		}
	}
	run(Options{AddIgnore: true})
	once := content(t, "m/z.pp")
	run(Options{AddIgnore: true})
	if twice := content(t, "m/z.pp"); twice != once {
		t.Errorf("--add-ignore twice: %s, then %s", once, twice)
	}
	if result := run(Options{Fix: FixFiles}); result.Failed() {
		t.Error(result.Failures)
	}
}
