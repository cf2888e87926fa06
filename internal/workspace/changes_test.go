package workspace_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"puppet-lint/checker/symbols"
	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/lint"
)

// disk is a file system whose texts a test changes.
type disk struct {
	mutex sync.Mutex
	texts map[string]string
	now   *source.Overlay
}

func newDisk(texts map[string]string) *disk {
	d := &disk{texts: maps.Clone(texts)}
	d.now = source.NewOverlay(nil, d.texts)
	return d
}

// write replaces a text, or removes it if it is empty.
func (d *disk) write(path, text string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	texts := maps.Clone(d.texts)
	if texts[path] = text; text == "" {
		delete(texts, path)
	}
	d.texts, d.now = texts, source.NewOverlay(nil, texts)
}

func (d *disk) current() *source.Overlay {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.now
}

func (d *disk) Read(path string) (*source.File, error)     { return d.current().Read(path) }
func (d *disk) Stat(path string) (fs.FileInfo, error)      { return d.current().Stat(path) }
func (d *disk) ReadDir(path string) ([]fs.DirEntry, error) { return d.current().ReadDir(path) }

func openDisk(t *testing.T, d *disk, folders ...string) *workspace.Workspace {
	t.Helper()
	w := workspace.New(workspace.Options{Files: func(string) source.FileSystem { return d }, Resolver: func(files source.FileSystem, folder string) *config.Resolver {
		return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
	}})
	t.Cleanup(w.Stop)
	w.SetFolders(folders)
	return w
}

// findingsAt waits for the findings in a file and returns their rules.
func findingsAt(t *testing.T, w *workspace.Workspace, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	found, err := w.Findings(ctx, filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names(found), " ")
}

func isDefined(t *testing.T, w *workspace.Workspace, path, class string) bool {
	t.Helper()
	snapshot := w.Acquire()
	defer snapshot.Release()
	index, err := snapshot.Index(t.Context(), filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return index.IsDefined(symbols.Symbol{Kind: symbols.Class, Name: class})
}

// TestChangesOnDisk checks changes outside of the editor: a user saves, adds and removes files,
// and changes the configuration.
func TestChangesOnDisk(t *testing.T) {
	d := newDisk(module)
	w := openDisk(t, d, "/m")
	const init, other = "/m/manifests/init.pp", "/m/manifests/other.pp"
	if got := findingsAt(t, w, other); got != "" {
		t.Fatalf("at first: %s", got)
	}
	if !isDefined(t, w, init, "m::other") {
		t.Fatal("m::other is not known")
	}
	d.write(other, "# Other.\nclass m::other {\n  notice($m::nothing)\n}\n")
	w.Changed([]string{other})
	if got := findingsAt(t, w, other); got != "unknown_variable" {
		t.Errorf("after a change: %s", got)
	}
	d.write("/m/manifests/new.pp", "# New.\nclass m::new {\n}\n")
	w.Changed([]string{"/m/manifests/new.pp"})
	if !isDefined(t, w, init, "m::new") {
		t.Error("the added class is not known")
	}
	d.write("/m/manifests/new.pp", "")
	w.Changed([]string{"/m/manifests/new.pp"})
	if isDefined(t, w, init, "m::new") {
		t.Error("the removed class is still known")
	}
	d.write("/m/"+config.FileName, "ignore = [\"unknown_variable\"]\n")
	w.Changed([]string{"/m/" + config.FileName})
	if got := findingsAt(t, w, other); got != "" {
		t.Errorf("the rule is off: %s", got)
	}
	if got := findingsAt(t, w, "/m/"+config.FileName); got != "" {
		t.Errorf("the configuration has %s", got)
	}
	d.write("/m/"+config.FileName, "")
	w.Refresh()
	if got := findingsAt(t, w, other); got != "unknown_variable" {
		t.Errorf("the rule is on again: %s", got)
	}
	// When a folder is removed, only the folder itself is reported.
	d.write(init, "")
	d.write(other, "")
	w.Changed([]string{"/m/manifests"})
	if isDefined(t, w, "/m/metadata.json", "m::other") {
		t.Error("a class of a removed folder is still known")
	}
	if got := findingsAt(t, w, other); got != "" || len(names(w.LastFindings(filepath.FromSlash(other)))) > 0 {
		t.Errorf("a removed file has findings: %s", got)
	}
}

// TestOpenCountsMoreThanDisk opens a file, changes it on disk and closes it.
func TestOpenCountsMoreThanDisk(t *testing.T) {
	d := newDisk(module)
	w := openDisk(t, d, "/m")
	path := filepath.FromSlash("/m/manifests/other.pp")
	w.Open(path, "# Other.\nclass m::other {\n  notice($m::nothing)\n}\n", 1)
	w.Changed([]string{path}) // that is the editor's own
	if got := findingsAt(t, w, path); got != "unknown_variable" {
		t.Errorf("the open text has %s", got)
	}
	w.Close(path)
	w.Close(path)
	if got := findingsAt(t, w, path); got != "" {
		t.Errorf("the text on disk has %s", got)
	}
	snapshot := w.Acquire()
	if _, _, isOpen := snapshot.Text(path); isOpen {
		t.Error("the file is still open")
	}
	snapshot.Release()
	// A file of no folder is known only while it is open.
	loose := filepath.FromSlash("/elsewhere/b/beside.pp")
	w.Open(loose, "class {\n", 1)
	if got := findingsAt(t, w, loose); !strings.Contains(got, "syntax_error") {
		t.Errorf("the loose file has %q", got)
	}
	if last := w.LastFindings(loose); !last.Open || len(last.Findings) == 0 {
		t.Errorf("the last findings are %v", last)
	}
	snapshot = w.Acquire()
	if !snapshot.IsOwn(loose) || snapshot.IsOwn(filepath.FromSlash("/elsewhere/b/loose.pp")) || !snapshot.IsOwn(path) {
		t.Error("a file may be changed only if it is open, or in an open folder")
	}
	if got := snapshot.Root(loose); got != filepath.FromSlash("/elsewhere/b") {
		t.Errorf("the root of the loose file is %q", got)
	}
	snapshot.Release()
	w.Close(loose)
	snapshot = w.Acquire()
	defer snapshot.Release()
	if snapshot.Root(loose) != "" || snapshot.Tree(loose) != nil || snapshot.Manifest(loose) != nil || snapshot.Table(loose) != nil || snapshot.Target(loose) != config.DefaultTargetVersion {
		t.Error("the closed file still belongs to a project")
	}
	if index, err := snapshot.Index(t.Context(), loose); index != nil || err != nil {
		t.Errorf("the closed file has an index: %v", err)
	}
	if snapshot.LastWhole(t.Context(), loose) != nil || snapshot.Suggestions(t.Context(), loose, nil) != nil {
		t.Error("the closed file has names and types")
	}
	if _, _, ok := snapshot.Fixed(t.Context(), loose); ok {
		t.Error("the closed file is fixed")
	}
	if _, err := snapshot.Read(filepath.FromSlash("/nowhere/x.pp")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if last := w.LastFindings(loose); last.Open || len(last.Findings) > 0 {
		t.Errorf("the closed file has the findings %v", last)
	}
}

// TestFolders opens and closes folders.
func TestFolders(t *testing.T) {
	d := newDisk(module)
	d.write("/n/metadata.json", `{"name": "me-n", "version": "1.0.0", "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 8.0.0"}], "dependencies": []}`)
	d.write("/n/manifests/init.pp", "# N.\n# @param size How large\nclass n ($size) {\n  notice($size + 1)\n}\n")
	w := openDisk(t, d, "/m", "/n", "/m/")
	m, n := filepath.FromSlash("/m"), filepath.FromSlash("/n")
	if got := w.Folders(); !slices.Equal(got, []string{m, n}) {
		t.Errorf("the folders are %v", got)
	}
	path := filepath.FromSlash("/n/manifests/init.pp")
	snapshot := w.Acquire()
	if got := snapshot.Folders(); !slices.Equal(got, []string{m, n}) {
		t.Errorf("the snapshot's folders are %v", got)
	}
	if got := snapshot.Root(path); got != n {
		t.Errorf("the root is %q", got)
	}
	if got := snapshot.Target(path); got != 7 {
		t.Errorf("the module is for Puppet %d", got)
	}
	if settings, err := snapshot.Settings(path); err != nil || settings == nil {
		t.Errorf("no settings: %v", err)
	}
	if indexes, err := snapshot.Indexes(t.Context()); err != nil || len(indexes) != 2 {
		t.Errorf("%d indexes: %v", len(indexes), err)
	}
	if table := snapshot.Table(path); table == nil || table.Path != path {
		t.Errorf("the table is %v", table)
	}
	summaries := snapshot.Suggestions(t.Context(), path, snapshot.Manifest(path))
	if len(summaries) != 1 || summaries[0].Name != "n" {
		t.Errorf("the type summaries are %v", summaries)
	}
	snapshot.Release()
	w.SetFolders([]string{"/m"})
	snapshot = w.Acquire()
	defer snapshot.Release()
	if snapshot.Root(path) != "" {
		t.Error("a closed folder still has a project")
	}
}

// TestLastWhole breaks the syntax of a file that was whole before.
func TestLastWhole(t *testing.T) {
	w := openDisk(t, newDisk(module), "/m")
	path := filepath.FromSlash("/m/manifests/init.pp")
	whole := func() *symbols.Table {
		snapshot := w.Acquire()
		defer snapshot.Release()
		return snapshot.LastWhole(t.Context(), path)
	}
	if whole() != nil {
		t.Error("a whole file has an earlier table")
	}
	w.Open(path, "# M.\nclass m {\n  $x = \n", 1)
	if table := whole(); table == nil || table.Broken {
		t.Errorf("the earlier table is %v", table)
	}
	w.Open(path, "# M.\nclass m {\n}\n", 2)
	if whole() != nil {
		t.Error("the file is whole again")
	}
}

// TestMistakesInTheConfiguration checks that mistakes are reported in the configuration file
// itself until they are fixed.
func TestMistakesInTheConfiguration(t *testing.T) {
	d := newDisk(module)
	d.write("/m/"+config.FileName, "# Settings.\nnonsense = true\n")
	w := openDisk(t, d, "/m")
	path := filepath.FromSlash("/m/" + config.FileName)
	if got := findingsAt(t, w, path); got != "configuration" {
		t.Fatalf("the configuration has %q", got)
	}
	found := w.LastFindings(path).Findings[0]
	if position := found.Position(); position.Line != 2 || found.File.Slice(found.Span) != "nonsense" {
		t.Errorf("the finding is at line %d, %q", position.Line, found.File.Slice(found.Span))
	}
	d.write("/m/"+config.FileName, "# Settings.\n")
	w.Changed([]string{path})
	if got := findingsAt(t, w, path); got != "" {
		t.Errorf("the mistake is gone, but there is %q", got)
	}
}

// TestFoldersOfUnsavedTexts lists folders that exist only in the editor.
func TestFoldersOfUnsavedTexts(t *testing.T) {
	w := openDisk(t, newDisk(module), "/m")
	w.Open(filepath.FromSlash("/m/types/deep/new.pp"), "type M::Deep::New = String\n", 1)
	snapshot := w.Acquire()
	defer snapshot.Release()
	files := snapshot.Files()
	info, err := files.Stat(filepath.FromSlash("/m/types"))
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o755 || info.Name() != "types" {
		t.Errorf("the folder is %v, %v", info, err)
	}
	info, err = files.Stat(filepath.FromSlash("/m/types/deep/new.pp"))
	if err != nil || info.IsDir() || info.Size() != 27 || !info.ModTime().IsZero() || info.Sys() != nil {
		t.Errorf("the file is %v, %v", info, err)
	}
	entries, err := files.ReadDir(filepath.FromSlash("/m/types"))
	if err != nil || len(entries) != 1 || !entries[0].IsDir() || entries[0].Name() != "deep" {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	if _, err := files.ReadDir(filepath.FromSlash("/m/none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	w2 := openDisk(t, newDisk(module), "/m")
	large := filepath.FromSlash("/m/manifests/large.pp")
	w2.Open(large, strings.Repeat("#", source.MaxFileSize+1), 1)
	other := w2.Acquire()
	defer other.Release()
	if _, err := other.Read(large); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}
