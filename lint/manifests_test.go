package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/source"
)

// TestPoliciesAreNoManifests checks that no subcommand reads the package of an SELinux policy in a
// module as a manifest, although its name ends in .pp.
func TestPoliciesAreNoManifests(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"manifests", "files"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(folder, "manifests", "init.pp"), "class  a { }\n", 0o644)
	writeFile(t, filepath.Join(folder, "files", "policy.pp"), "\x8f\xff\x7c\xf9\x01\x00\x00\x00", 0o644)
	options := Options{
		Files: source.Disk{}, Folder: folder, Paths: []string{"."},
		Resolver: config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true}),
	}
	found, failures := ManifestsIn(options)
	if want := []string{filepath.Join("manifests", "init.pp")}; !slices.Equal(found, want) || failures != nil {
		t.Errorf("got the manifests %q and the failures %v, want %q", found, failures, want)
	}
	if result := Format(options, nil); len(result.Failures) > 0 || len(result.Changes) != 1 {
		t.Errorf("got %d changes and the failures %v, want the change of the manifest", len(result.Changes), result.Failures)
	}
}
