package lint

import (
	"io/fs"
	"path/filepath"
	"sync"

	"puppet-lint/internal/source"
)

// filesBefore is a file system that shows an earlier state of a work tree: changed files have
// their old texts, and new files are absent.
type filesBefore struct {
	overlay *source.Overlay
	// folder is the folder to which paths are relative.
	folder string
	// added holds the absolute paths of files that did not exist.
	added map[string]bool
}

func newFilesBefore(base source.FileSystem, folder string, texts map[string]string, added map[string]bool) *filesBefore {
	return &filesBefore{overlay: source.NewOverlay(base, texts), folder: folder, added: added}
}

func (f *filesBefore) absolute(path string) string { return source.Absolute(f.folder, path) }

func absent(op, path string) error { return &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist} }

// Read reads a file in its earlier state.
func (f *filesBefore) Read(path string) (*source.File, error) {
	absolute := f.absolute(path)
	if f.added[absolute] {
		return nil, absent("open", path)
	}
	file, err := f.overlay.Read(absolute)
	if err != nil || absolute == path {
		return file, err
	}
	return file.Renamed(path), nil
}

// Stat describes a file in its earlier state.
func (f *filesBefore) Stat(path string) (fs.FileInfo, error) {
	absolute := f.absolute(path)
	if f.added[absolute] {
		return nil, absent("stat", path)
	}
	return f.overlay.Stat(absolute)
}

// ReadDir lists a folder in its earlier state.
func (f *filesBefore) ReadDir(path string) ([]fs.DirEntry, error) {
	absolute := f.absolute(path)
	entries, err := f.overlay.ReadDir(absolute)
	if err != nil || len(f.added) == 0 {
		return entries, err
	}
	kept := entries[:0:0]
	for _, entry := range entries {
		if !f.added[filepath.Join(absolute, entry.Name())] {
			kept = append(kept, entry)
		}
	}
	return kept, nil
}

// readOnce is a file system that reads each file once.
type readOnce struct {
	source.FileSystem
	folder string
	files  sync.Map // by absolute path
}

func newReadOnce(base source.FileSystem, folder string) *readOnce {
	return &readOnce{FileSystem: base, folder: folder}
}

// Base returns the file system below.
func (r *readOnce) Base() source.FileSystem { return r.FileSystem }

// Read returns the file as it was when it was first read.
func (r *readOnce) Read(path string) (*source.File, error) {
	key := source.Absolute(r.folder, path)
	if known, found := r.files.Load(key); found {
		return known.(*source.File).Renamed(path), nil
	}
	file, err := r.FileSystem.Read(path)
	if err == nil {
		r.files.Store(key, file)
	}
	return file, err
}
