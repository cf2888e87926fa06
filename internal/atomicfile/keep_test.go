//go:build unix

package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestHardLinks(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "a.pp"), filepath.Join(folder, "b.pp")
	write(t, path, "old")
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	var writer Writer
	if err := writer.Replace(path, "old", "new"); err == nil || !strings.Contains(err.Error(), "2 names") {
		t.Errorf("replaced: %v", err)
	}
	if err := writer.Write(path, func(file io.Writer) error { return nil }); err == nil {
		t.Error("written")
	}
	if read(t, path) != "old" || read(t, other) != "old" {
		t.Error("the file was changed")
	}
	only(t, folder, "a.pp", "b.pp")
}

func TestKeepsLinksAndMode(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a.pp"), filepath.Join(folder, "b.pp")
	write(t, path, "old")
	if err := errors.Join(os.Symlink("a.pp", link), os.Chmod(path, 0o750|fs.ModeSetuid|fs.ModeSetgid)); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(path)
	var writer Writer
	if err := writer.Replace(link, "old", "new"); err != nil {
		t.Fatal(err)
	}
	if err := writer.Write(link, func(file io.Writer) error { _, err := io.WriteString(file, "newer"); return err }); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(path); after.Mode() != before.Mode() || read(t, path) != "newer" {
		t.Errorf("mode %v, want %v", after.Mode(), before.Mode())
	}
	if target, err := os.Readlink(link); target != "a.pp" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}

// strangers describes a file as that of another user.
type strangers struct{ fs.FileInfo }

// Sys returns the other user.
func (s strangers) Sys() any {
	stat := *s.FileInfo.Sys().(*syscall.Stat_t)
	stat.Uid, stat.Gid = 4711, 4712
	return &stat
}

// TestOwner checks that the superuser keeps the owner of a file, and that nobody else can.
func TestOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pp")
	write(t, path, "old")
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, _ := file.Stat()
	err = keep(file, file, strangers{info})
	if os.Geteuid() != 0 {
		var refusal *Refusal
		if !errors.As(err, &refusal) || !strings.Contains(refusal.Why, "another user") {
			t.Error(err)
		}
		return
	}
	after, _ := file.Stat()
	if stat := after.Sys().(*syscall.Stat_t); err != nil || stat.Uid != 4711 || stat.Gid != 4712 {
		t.Errorf("owner %d:%d, %v", stat.Uid, stat.Gid, err)
	}
}
