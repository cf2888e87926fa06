//go:build unix

package lint

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

func TestReplaceFileKeepsModeAndLink(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "real", "a.pp"), filepath.Join(folder, "link.pp")
	if err := os.Mkdir(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, target, "old", 0o640)
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(nil, link, "old", "new\r\nno newline"); err != nil {
		t.Fatal(err)
	}
	if got := content(t, target); got != "new\r\nno newline" {
		t.Errorf("content %q", got)
	}
	if info, _ := os.Stat(target); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is a file now")
	}
	if entries, _ := os.ReadDir(filepath.Dir(target)); len(entries) != 1 {
		t.Errorf("something was left behind: %v", entries)
	}
}

// TestPipesInFoldersAreNotRead: nobody may ever write to a pipe that lies in a
// folder.
func TestPipesInFoldersAreNotRead(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	writeFile(t, filepath.Join(folder, "a.pp"), "$x = 1\n", 0o644)
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.pp"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pipe.pp", filepath.Join(folder, "link.pp")); err != nil {
		t.Fatal(err)
	}
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
	if result := freshRun(t, Options{Files: source.Disk{}, Folder: folder, Resolver: resolver}); !slices.Equal(result.Files, []string{"a.pp"}) || result.Failed() {
		t.Errorf("%q were read, failures %v", result.Files, result.Failures)
	}
}

// TestLinksToNothing checks that data and templates behind broken links exist where Puppet reads
// them.
func TestLinksToNothing(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{
		"environment.conf": "", "manifests/site.pp": "lookup('a')\n", "hieradata/common.yaml": "a: 1\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    datadir: hieradata\n    paths: [private.yaml, common.yaml]\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(folder, name), text, 0o644)
	}
	for _, link := range []string{"hieradata/private.yaml", "hieradata/other.json", "x.erb"} {
		if err := os.Symlink("/nonexistent/private", filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
	result := freshRun(t, Options{Files: source.Disk{}, Folder: folder, Resolver: resolver})
	if result.Failed() || len(result.Files) == 0 {
		t.Errorf("%q were read, failures %v", result.Files, result.Failures)
	}
	for _, finding := range result.Findings {
		if finding.Severity == diag.Error {
			t.Errorf("unexpected: %s: %s", finding.File.Name, finding.Message)
		}
	}
}

// TestManifestsAmongTemplates checks that no file in the templates of a module counts as a
// manifest, whatever its name.
func TestManifestsAmongTemplates(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{
		"m/manifests/init.pp": "# m\nclass m { }\n", "m/templates/puppet/site.pp": "node default {\n<% @classes.each do |c| -%>\n}\n",
		"templates/manifests/init.pp": "# templates\nclass templates { }\n", "templates/templates/x.epp": "x\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(folder, name), text, 0o644)
	}
	resolver := config.NewResolver(source.Disk{}, folder, config.NewCatalogue(Rules()), nil, &config.Flags{NoConfig: true})
	result := freshRun(t, Options{Files: source.Disk{}, Folder: folder, Resolver: resolver})
	want := []string{"m/manifests/init.pp", "templates/manifests/init.pp", "templates/templates/x.epp"}
	if !slices.Equal(result.Files, want) || result.Failed() {
		t.Errorf("%q were read, want %q; failures %v", result.Files, want, result.Failures)
	}
}
