package lint_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"reflect"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// TestInferFiles checks that inferring many files at once gives the same types as inferring each
// file alone.
func TestInferFiles(t *testing.T) {
	var paths []string
	err := filepath.WalkDir("../testdata", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".pp" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d manifests: %v", len(paths), err)
	}
	for _, everything := range []bool{false, true} {
		options := lint.LineOptions{Files: source.Disk{}}
		files, err := lint.InferFiles(context.Background(), paths, everything, options)
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range files {
			parts, _, err := lint.InferFile(paths[i], 0, everything, options)
			if file.Path != paths[i] || (err == nil) != (file.Err == nil) || err != nil && err.Error() != file.Err.Error() {
				t.Errorf("%s: %v, alone %v", paths[i], file.Err, err)
			}
			if !reflect.DeepEqual(parts, file.Parts) {
				t.Errorf("%s: types %v, alone %v", paths[i], file.Parts, parts)
			}
		}
	}
}
