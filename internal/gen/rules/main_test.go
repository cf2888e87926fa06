package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the pages instead of comparing them")

func TestPagesAreCurrent(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "docs", "rules")
	if *update {
		if err := write(folder); err != nil {
			t.Fatal(err)
		}
	}
	wanted := pages()
	present, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(present) != len(wanted) {
		t.Errorf("%d pages, want %d; run go run ./internal/gen/rules", len(present), len(wanted))
	}
	for name, text := range wanted {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || string(got) != text {
			t.Errorf("docs/rules/%s is not current; run go run ./internal/gen/rules", name)
		}
	}
}

// TestWrite checks that the pages are written, that pages of rules that no longer exist are
// removed, and that other files stay.
func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "docs", "rules")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"old_rule.md", "picture.svg"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	wanted := pages()
	for _, entry := range entries {
		text, isPage := wanted[entry.Name()]
		if !isPage && entry.Name() != "picture.svg" {
			t.Errorf("%s is still there", entry.Name())
		}
		if got, err := os.ReadFile(filepath.Join(folder, entry.Name())); err != nil || string(got) != text {
			t.Errorf("%s holds %q, %v", entry.Name(), got, err)
		}
	}
	if len(entries) != len(wanted)+1 {
		t.Errorf("%d files, want %d", len(entries), len(wanted)+1)
	}
	if err := write(filepath.Join(folder, "picture.svg")); err == nil {
		t.Error("a file was taken for a folder")
	}
}
