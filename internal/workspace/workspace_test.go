package workspace_test

import (
	"context"
	"errors"
	"io/fs"
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

func open(t *testing.T, texts map[string]string, report func(workspace.Report)) *workspace.Workspace {
	t.Helper()
	w := workspace.New(workspace.Options{Files: func(string) source.FileSystem { return source.NewOverlay(nil, texts) }, Report: report, Resolver: func(files source.FileSystem, folder string) *config.Resolver {
		return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
	}})
	t.Cleanup(w.Stop)
	return w
}

var module = map[string]string{
	"/m/metadata.json":       `{"name": "me-m", "version": "1.0.0", "dependencies": []}`,
	"/m/manifests/init.pp":   "# M.\nclass m {\n  $x = 1\n  include m::other\n}\n",
	"/m/manifests/other.pp":  "# Other.\nclass m::other {\n  notice($m::x)\n}\n",
	"/elsewhere/b/loose.pp":  "include nothing\n",
	"/elsewhere/b/beside.pp": "class {\n",
}

func names(findings workspace.FileFindings) (rules []string) {
	for _, finding := range findings.Findings {
		rules = append(rules, finding.Rule.Name)
	}
	return rules
}

func TestSnapshotsAndChanges(t *testing.T) {
	w := open(t, module, nil)
	w.SetFolders([]string{"/m"})
	path, other := filepath.FromSlash("/m/manifests/init.pp"), filepath.FromSlash("/m/manifests/other.pp")
	snapshot := w.Acquire()
	before := snapshot.Revision()
	changed := make(chan struct{})
	go func() {
		w.Open(path, "# M.\nclass m {\n  $y = 1\n}\n", 7)
		close(changed)
	}()
	select {
	case <-changed:
		t.Error("a text changed while a snapshot was held")
	case <-time.After(20 * time.Millisecond):
	}
	if file, err := snapshot.Read(path); err != nil || !strings.Contains(file.Text, "$x") {
		t.Errorf("the snapshot has another text: %v", err)
	}
	snapshot.Release()
	<-changed
	snapshot = w.Acquire()
	defer snapshot.Release()
	if file, version, isOpen := snapshot.Text(path); !isOpen || version != 7 || !strings.Contains(file.Text, "$y") || snapshot.Revision() <= before {
		t.Errorf("the change is not there: %v %d", isOpen, version)
	}
	index, err := snapshot.Index(context.Background(), other)
	if err != nil {
		t.Fatal(err)
	}
	if index.IsDefined(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: "m", Name: "x"}) || !index.IsDefined(symbols.Symbol{Kind: symbols.Class, Name: "m::other"}) {
		t.Error("the names are not those of the snapshot")
	}
	if snapshot.Types(path) == nil || snapshot.Types("/m/metadata.json") != nil {
		t.Error("types are those of manifests")
	}
}

func TestCancelledIndex(t *testing.T) {
	w := open(t, module, nil)
	w.SetFolders([]string{"/m"})
	snapshot := w.Acquire()
	defer snapshot.Release()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := snapshot.Index(ctx, "/m/manifests/init.pp"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if index, err := snapshot.Index(context.Background(), "/m/manifests/init.pp"); err != nil || len(index.Tables()) != 2 {
				t.Errorf("got %v", err)
			}
		})
	}
	group.Wait()
}

func TestFindings(t *testing.T) {
	var mutex sync.Mutex
	reported := map[string]bool{}
	w := open(t, module, func(report workspace.Report) {
		mutex.Lock()
		defer mutex.Unlock()
		for path := range report.Files {
			reported[path] = true
		}
	})
	w.SetFolders([]string{"/m"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	w.Open("/m/manifests/other.pp", "# Other.\nclass m::other {\n  notice($m::nothing)\n}\n", 1)
	found, err := w.Findings(ctx, "/m/manifests/other.pp")
	if err != nil || !found.Open || found.Version != 1 || !slices.Contains(names(found), "unknown_variable") {
		t.Errorf("got %v %v", names(found), err)
	}
	w.Open("/m/manifests/other.pp", "# Other.\nclass m::other {\n  notice($m::x)\n}\n", 2)
	if found, err = w.Findings(ctx, "/m/manifests/other.pp"); err != nil || found.Version != 2 || len(found.Findings) > 0 {
		t.Errorf("got %v %v", names(found), err)
	}
	// A file outside of all folders is checked alone, without the files beside it.
	w.Open("/elsewhere/b/loose.pp", "class {\n", 1)
	if found, err = w.Findings(ctx, "/elsewhere/b/loose.pp"); err != nil || !slices.Contains(names(found), "syntax_error") {
		t.Errorf("got %v %v", names(found), err)
	}
	all, err := w.AllFindings(ctx)
	if err != nil || len(all["/elsewhere/b/beside.pp"].Findings) > 0 {
		t.Errorf("a file that is not open was read: %v", err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if !reported["/m/manifests/other.pp"] || reported["/elsewhere/b/beside.pp"] {
		t.Errorf("reported %v", reported)
	}
}

func TestFixed(t *testing.T) {
	w := open(t, module, nil)
	w.SetFolders([]string{"/m"})
	w.Open("/m/manifests/new.pp", "# N.\nclass m::new {\n  notice(\"x\")\n}\n", 1)
	snapshot := w.Acquire()
	defer snapshot.Release()
	if before, after, ok := snapshot.Fixed(t.Context(), "/m/manifests/new.pp"); !ok || !strings.Contains(before, `"x"`) || !strings.Contains(after, `'x'`) {
		t.Errorf("got %v %q", ok, after)
	}
	if _, err := snapshot.Files().Stat("/m/manifests/none.pp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	entries, err := snapshot.Files().ReadDir("/m/manifests")
	if err != nil || len(entries) != 3 {
		t.Errorf("the text that was never saved is not listed: %v %v", entries, err)
	}
}
