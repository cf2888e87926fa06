package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// only checks that the folder holds the names and nothing else.
func only(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	if fmt.Sprint(found) != fmt.Sprint(names) {
		t.Errorf("the folder holds %q, want %q", found, names)
	}
}

func TestReplace(t *testing.T) {
	folder := t.TempDir()
	// As long as a name may be.
	name := strings.Repeat("n", 252) + ".pp"
	path := filepath.Join(folder, name)
	write(t, path, "old")
	var writer Writer
	if err := writer.Replace(path, "old", "new"); err != nil {
		t.Fatal(err)
	}
	for _, before := range []string{"old", "ne", "new and more", ""} {
		var refusal *Refusal
		if err := writer.Replace(path, before, "lost"); !errors.As(err, &refusal) || !strings.Contains(refusal.Why, "changed while") {
			t.Errorf("in the place of %q: %v", before, err)
		}
	}
	if got := read(t, path); got != "new" {
		t.Errorf("content %q", got)
	}
	only(t, folder, name)
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path, text := filepath.Join(folder, "report"), "first"
	content := func(file io.Writer) error { _, err := io.WriteString(file, text); return err }
	var writer *Writer
	if err := writer.Write(path, content); err != nil || read(t, path) != "first" {
		t.Fatal(err, read(t, path))
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(path)
	text = "second"
	if err := writer.Write(path, content); err != nil || read(t, path) != "second" {
		t.Error(err, read(t, path))
	}
	if after, _ := os.Stat(path); after.Mode() != before.Mode() {
		t.Errorf("mode %v, want %v", after.Mode(), before.Mode())
	}
	if err := writer.Write(path, func(io.Writer) error { return errors.New("no") }); err == nil || read(t, path) != "second" {
		t.Errorf("a report that cannot be made: %v", err)
	}
	if err := writer.Write(filepath.Join(folder, "none", "x"), content); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	only(t, folder, "report")
}

// TestStop: once it is stopped, a writer leaves nothing behind, wherever it was.
func TestStop(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	write(t, path, "old")
	var writer Writer
	err := writer.Write(path, func(io.Writer) error {
		entries, _ := os.ReadDir(folder)
		if len(entries) != 2 {
			t.Errorf("%v: nothing temporary is there", entries)
		}
		writer.Stop()
		only(t, folder, "a.pp")
		return nil
	})
	if !errors.Is(err, ErrStopped) {
		t.Error(err)
	}
	if err := writer.Replace(path, "old", "new"); !errors.Is(err, ErrStopped) {
		t.Error(err)
	}
	if got := read(t, path); got != "old" {
		t.Errorf("content %q", got)
	}
	only(t, folder, "a.pp")
}

// TestSweep checks that Sweep removes the file of a killed program, and keeps the file of a
// running one and files with other names.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	others := []string{".puppet-lint-.tmp", ".puppet-lint-1.tmp.pp", ".puppet-lint-x1.tmp", "puppet-lint-1.tmp"}
	for _, name := range others {
		write(t, filepath.Join(folder, name), "")
	}
	left := filepath.Join(folder, ".puppet-lint-17.tmp")
	write(t, left, "left")
	// Without locks, only an old file is known to be left over.
	if err := os.Chtimes(left, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, ".puppet-lint-18.tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	var writer Writer
	path := filepath.Join(folder, "z.pp")
	if err := writer.Write(path, func(file io.Writer) error {
		Sweep(folder)
		_, err := io.WriteString(file, "whole")
		return err
	}); err != nil || read(t, path) != "whole" {
		t.Error(err)
	}
	only(t, folder, ".puppet-lint-.tmp", ".puppet-lint-1.tmp.pp", ".puppet-lint-18.tmp", ".puppet-lint-x1.tmp", "puppet-lint-1.tmp", "z.pp")
}

// TestWritingSweeps checks that whatever writes to a folder removes what killed programs have left.
func TestWritingSweeps(t *testing.T) {
	for _, way := range []string{"Write", "Replace"} {
		folder := t.TempDir()
		path, left := filepath.Join(folder, "a.pp"), filepath.Join(folder, ".puppet-lint-17.tmp")
		write(t, path, "before")
		write(t, left, "left")
		if err := os.Chtimes(left, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		var writer Writer
		var err error
		if way == "Replace" {
			err = writer.Replace(path, "before", "after")
		} else {
			err = writer.Write(path, func(file io.Writer) error { _, err := io.WriteString(file, "after"); return err })
		}
		if err != nil || read(t, path) != "after" {
			t.Error(way, err)
		}
		only(t, folder, "a.pp")
	}
}

// TestSideBySide: of several programs that fix the same file, one does.
func TestSideBySide(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	for range 50 {
		write(t, path, "old")
		var all sync.WaitGroup
		done := make([]bool, 4)
		for i := range done {
			all.Go(func() {
				var writer Writer
				Sweep(folder)
				done[i] = writer.Replace(path, "old", fmt.Sprintf("fixed by %d", i)) == nil
			})
		}
		all.Wait()
		got := read(t, path)
		last := -1
		if _, err := fmt.Sscanf(got, "fixed by %d", &last); err != nil || !done[last] {
			t.Fatalf("the file holds %q, done are %v", got, done)
		}
	}
	only(t, folder, "a.pp")
}
