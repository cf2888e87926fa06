package lint

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/fsnotify/fsnotify"

	"puppet-lint/internal/source"
)

// TestWatchLimits checks the messages about limits of the system.
func TestWatchLimits(t *testing.T) {
	for err, want := range map[error]string{
		os.NewSyscallError("inotify_add_watch", syscall.ENOSPC):       "max_user_watches",
		&os.PathError{Op: "watch", Path: "x", Err: syscall.EMFILE}:    "max_user_instances",
		&os.PathError{Op: "watch", Path: "gone", Err: os.ErrNotExist}: "gone: no such file or folder",
	} {
		if got := explainWatch(err).Error(); !strings.Contains(got, want) {
			t.Errorf("%v: %s", err, got)
		}
	}
}

// TestWatchOverflow checks that everything is checked again after more changes than the system can
// report, and that new folders are watched.
func TestWatchOverflow(t *testing.T) {
	folder := t.TempDir()
	watcher, err := NewWatcher(Options{Files: source.Disk{}, Paths: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	fresh := filepath.Join(folder, "manifests")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		t.Fatal(err)
	}
	go func() { watcher.notify.Errors <- fsnotify.ErrEventOverflow }()
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	for changed := []string{}; !slices.Contains(changed, root); {
		if changed, err = watcher.Wait(); err != nil || changed == nil {
			t.Fatalf("changed %v, %v", changed, err)
		}
	}
	if !slices.Contains(watcher.notify.WatchList(), fresh) {
		t.Errorf("watched: %v", watcher.notify.WatchList())
	}
}

// TestWatchPending checks that a change during a run is pending at once, and that Wait returns it.
func TestWatchPending(t *testing.T) {
	folder := t.TempDir()
	watcher, err := NewWatcher(Options{Files: source.Disk{}, Paths: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if watcher.Pending() {
		t.Fatal("something has changed before anything was written")
	}
	path := filepath.Join(folder, "init.pp")
	writeFile(t, path, "notice(1)\n", 0o644)
	for !watcher.Pending() {
		runtime.Gosched()
	}
	if changed, err := watcher.Wait(); err != nil || !slices.Contains(changed, path) {
		t.Fatalf("changed %v, %v", changed, err)
	}
}

// TestWatchMovedFolders checks that moving a folder away counts as a change, whatever its content,
// and that it is watched again when it comes back.
func TestWatchMovedFolders(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	inner := filepath.Join(folder, "a", "manifests")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	watcher, err := NewWatcher(Options{Files: source.Disk{}, Paths: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	expect := func(path string) {
		t.Helper()
		for changed := []string{}; !slices.Contains(changed, path); {
			if changed, err = watcher.Wait(); err != nil || changed == nil {
				t.Fatalf("changed %v, %v", changed, err)
			}
		}
	}
	for range 2 {
		if err := os.Rename(filepath.Join(folder, "a"), filepath.Join(elsewhere, "a")); err != nil {
			t.Fatal(err)
		}
		expect(filepath.Join(folder, "a"))
		if err := os.Rename(filepath.Join(elsewhere, "a"), filepath.Join(folder, "a")); err != nil {
			t.Fatal(err)
		}
		expect(filepath.Join(folder, "a"))
		writeFile(t, filepath.Join(inner, "init.pp"), "notice(1)\n", 0o644)
		expect(filepath.Join(inner, "init.pp"))
	}
}

// TestWatchIgnores checks that files that the program itself writes into the tree do not cause
// another check.
func TestWatchIgnores(t *testing.T) {
	folder := t.TempDir()
	watcher, err := NewWatcher(Options{Files: source.Disk{}, Paths: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	report := filepath.Join(folder, "report.json")
	watcher.Ignore([]string{report})
	for range 3 {
		if err := writeWhole(nil, report, report, "{}\n"); err != nil {
			t.Fatal(err)
		}
	}
	last := filepath.Join(folder, "z.pp")
	writeFile(t, last, "notice(1)\n", 0o644)
	if changed, err := watcher.Wait(); err != nil || slices.ContainsFunc(changed, func(path string) bool { return path != last }) {
		t.Errorf("changed %v, %v", changed, err)
	}
}
