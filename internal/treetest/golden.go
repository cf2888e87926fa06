package treetest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// Golden compares what answer returns for each archive that matches a pattern with the parts of
// the archive of those names. With update, it writes these parts.
func Golden(t *testing.T, pattern string, update bool, answer func(t *testing.T, archive *txtar.Archive) map[string]string) {
	t.Helper()
	// An answer may change the current folder.
	absolute, err := filepath.Abs(pattern)
	if err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(absolute)
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := answer(t, archive)
			names := slices.Sorted(maps.Keys(got))
			if !update {
				for _, name := range names {
					if want := Part(archive, name); got[name] != want {
						t.Errorf("%s is\n%s\nnot\n%s", name, got[name], want)
					}
				}
				return
			}
			archive.Files = slices.DeleteFunc(archive.Files, func(file txtar.File) bool { return slices.Contains(names, file.Name) })
			for _, name := range names {
				archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
			}
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// Part returns the text of a file of an archive, or "".
func Part(archive *txtar.Archive, name string) string {
	for _, file := range archive.Files {
		if file.Name == name {
			return string(file.Data)
		}
	}
	return ""
}
