package lint

import (
	"path/filepath"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// TestBaselineOfAnotherEditor checks that a baseline that a Windows editor has saved is read in
// the same way.
func TestBaselineOfAnotherEditor(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "baseline.json")
	writeFile(t, path, "\ufeff{\r\n  \"version\": 1,\r\n  \"files\": {\"manifests/a.pp\": {\"140chars\": [\"x\"]}}\r\n}\r\n", 0o644)
	read, err := readBaseline(source.Disk{}, path, path, func(string) []*diag.Rule { return nil })
	if err != nil {
		t.Fatal(err)
	}
	key := read.key(filepath.Join(folder, "manifests", "a.pp"))
	if marks := read.Files[key]["140chars"]; len(marks) != 1 || marks[0] != "x" {
		t.Errorf("%s has %v in %v", key, marks, read.Files)
	}
}
