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

	"puppet-lint/source"
)

// TestWatchLimits: what the system does not allow is said in words that help.
func TestWatchLimits(t *testing.T) {
	for err, want := range map[error]string{
		os.NewSyscallError("inotify_add_watch", syscall.ENOSPC):       "max_user_watches",
		&os.PathError{Op: "watch", Path: "x", Err: syscall.EMFILE}:    "max_user_instances",
		&os.PathError{Op: "watch", Path: "gone", Err: os.ErrNotExist}: "gone: no such file or folder",
	} {
		if got := explainWatch(err).Error(); !strings.HasPrefix(got, "--watch: ") || !strings.Contains(got, want) {
			t.Errorf("%v: %s", err, got)
		}
	}
}

// TestWatchOverflow: where more changed than the system can tell, all is looked at
// again, and folders that came meanwhile are watched.
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

// TestWatchPending: what changes while somebody is at work is told at once, and still
// there for who waits.
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
