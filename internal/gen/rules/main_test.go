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
