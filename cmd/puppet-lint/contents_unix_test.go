//go:build unix

package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRestore checks that a restored folder is the one that was read.
func TestRestore(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string, mode fs.FileMode) {
		t.Helper()
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	write("a/b", "b", 0o644)
	write("a/c/d", "d", 0o755)
	write("file", "", 0o600)
	if err := os.Mkdir(filepath.Join(folder, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	link("a", "link")
	wanted := contentsOf(t, folder)
	for name, change := range map[string]func(){
		"nothing":           func() {},
		"changed text":      func() { write("a/b", "x", 0o644) },
		"new":               func() { write("new/folder/file", "x", 0o644) },
		"another target":    func() { os.Remove(filepath.Join(folder, "link")); link("file", "link") },
		"a file for a link": func() { os.Remove(filepath.Join(folder, "link")); write("link", "x", 0o644) },
		"a link for a folder": func() {
			os.RemoveAll(filepath.Join(folder, "a"))
			link("empty", "a")
		},
		"a folder for a file":  func() { os.Remove(filepath.Join(folder, "file")); write("file/x", "x", 0o644) },
		"a file for a folder":  func() { os.Remove(filepath.Join(folder, "empty")); write("empty", "x", 0o644) },
		"another mode":         func() { os.Chmod(filepath.Join(folder, "a/c/d"), 0o600) },
		"nothing is left":      func() { os.RemoveAll(filepath.Join(folder, "a")); os.RemoveAll(filepath.Join(folder, "link")) },
		"the folder is longer": func() { write(strings.Repeat("x/", 30)+"x", "x", 0o644) },
	} {
		change()
		wanted.restore(t, folder)
		if got := contentsOf(t, folder); !maps.Equal(got, wanted) {
			t.Errorf("%s: got %v, want %v", name, got, wanted)
		}
	}
}
