package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestExtendedAttributes checks that the attributes of the file are kept, and that the attributes
// that the folder gives to new files are not added.
func TestExtendedAttributes(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	write(t, path, "old")
	// An access control list that lets user 4711 read, in the system's own form.
	entry := func(tag, permissions uint16, id uint32) string {
		return string([]byte{byte(tag), 0, byte(permissions), 0, byte(id), byte(id >> 8), byte(id >> 16), byte(id >> 24)})
	}
	const none = 0xffffffff
	list := "\x02\x00\x00\x00" + entry(1, 6, none) + entry(2, 4, 4711) + entry(4, 4, none) + entry(16, 4, none) + entry(32, 0, none)
	kept := map[string]string{"user.comment": "mine", "system.posix_acl_access": list}
	for name, value := range kept {
		if err := unix.Setxattr(path, name, []byte(value), 0); errors.Is(err, unix.ENOTSUP) {
			delete(kept, name) // the file system has no such attributes
			t.Logf("%s: %v", name, err)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Setxattr(folder, "system.posix_acl_default", []byte(strings.ReplaceAll(list, entry(2, 4, 4711), entry(2, 6, 4999))), 0); err != nil && !errors.Is(err, unix.ENOTSUP) {
		t.Fatal(err)
	}
	var writer Writer
	if err := writer.Replace(path, "old", "new"); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found, err := attributes(file)
	if err != nil && len(kept) > 0 {
		t.Fatal(err)
	}
	for name, value := range found {
		if want, known := kept[name]; strings.HasPrefix(name, "system.") || strings.HasPrefix(name, "user.") {
			if !known || string(value) != want {
				t.Errorf("%s is %q, want %q", name, value, want)
			}
			delete(kept, name)
		}
	}
	if len(kept) > 0 {
		t.Errorf("%v are gone", kept)
	}
}

// TestFilesOfOthers checks that a file of the superuser in a folder of a user is not changed. Only
// the superuser can run this test, as another user.
func TestFilesOfOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("TestOwner shows it for this user")
		return
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	write(t, path, "old")
	if err := errors.Join(os.Chown(folder, 4711, 4711), os.Chmod(filepath.Dir(folder), 0o755)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with this goroutine
		if err := errors.Join(syscall.Setfsgid(4711), syscall.Setfsuid(4711)); err != nil {
			done <- err
			return
		}
		var writer Writer
		done <- writer.Replace(path, "old", "new")
	}()
	var refusal *Refusal
	if err := <-done; !errors.As(err, &refusal) || !strings.Contains(refusal.Why, "belongs to another user") {
		t.Error(err)
	}
	if got := read(t, path); got != "old" {
		t.Errorf("content %q", got)
	}
	only(t, folder, "a.pp")
}

// TestSavedMeanwhile checks that a file that another program saves at any moment is there in the
// end, on systems where two files can exchange names at once.
func TestSavedMeanwhile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	var writer Writer
	replaced := 0
	for round := range 300 {
		write(t, path, "old")
		saved := fmt.Sprintf("saved %d", round)
		var both sync.WaitGroup
		both.Go(func() {
			if err := writer.Replace(path, "old", "fixed"); err == nil {
				replaced++
			}
		})
		both.Go(func() {
			time.Sleep(time.Duration(round%60) * 20 * time.Microsecond)
			write(t, path+"~", saved)
			if err := os.Rename(path+"~", path); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if got := read(t, path); got != saved {
			t.Fatalf("round %d: %q is lost, the file holds %q", round, saved, got)
		}
	}
	t.Logf("%d of 300 were replaced before they were saved", replaced)
	only(t, folder, "a.pp")
}
