//go:build develop

// Package apart shows a module as if it were checked alone: in a separate folder, away from its
// dependencies.
package apart

import (
	"io/fs"
	"path/filepath"
	"strings"

	"puppet-lint/internal/source"
)

// Files is a file system that shows one folder at a different path and nothing else.
type Files struct {
	base source.FileSystem
	// from is the folder of base that is shown at to.
	from, to string
}

// New returns a file system that shows the module in a folder of base, and the path at which
// the module appears.
func New(base source.FileSystem, folder string) (*Files, string) {
	to := filepath.Join(string(filepath.Separator)+"apart", "of", filepath.Base(folder))
	return &Files{base, folder, to}, to
}

// Path returns the path at which a path below the module's folder appears.
func (f *Files) Path(path string) string { return f.to + strings.TrimPrefix(path, f.from) }

// Original returns the path in the base for a path that Path returned.
func (f *Files) Original(path string) string { return f.from + strings.TrimPrefix(path, f.to) }

func (f *Files) inside(path string) (string, bool) {
	clean := filepath.Clean(path)
	if clean != f.to && !strings.HasPrefix(clean, f.to+string(filepath.Separator)) {
		return "", false
	}
	return f.Original(clean), true
}

// Read returns the file at path.
func (f *Files) Read(path string) (*source.File, error) {
	original, ok := f.inside(path)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	file, err := f.base.Read(original)
	if err != nil {
		return nil, err
	}
	return source.NewFile(path, file.Text), nil
}

// Stat describes the file or folder at path.
func (f *Files) Stat(path string) (fs.FileInfo, error) {
	original, ok := f.inside(path)
	if !ok {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return f.base.Stat(original)
}

// ReadDir lists the folder at path.
func (f *Files) ReadDir(path string) ([]fs.DirEntry, error) {
	original, ok := f.inside(path)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return f.base.ReadDir(original)
}
