package workspace

import (
	"errors"
	"io/fs"

	"puppet-lint/internal/source"
)

// combinedFiles is the file system that all projects of a workspace see together. A file of a project is
// read through that project. Any other file, such as one of a module elsewhere, is read through
// the first project that may read it.
type combinedFiles struct{ workspace *Workspace }

// each calls ask with the file system of the project that holds the path. If none does, it
// tries all projects until one knows the path.
func (s combinedFiles) each(operation, path string, ask func(files source.FileSystem) error) error {
	if own := s.workspace.findProject(path); own != nil {
		return ask(own.files)
	}
	for _, p := range s.workspace.projects {
		if err := ask(p.files); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return &fs.PathError{Op: operation, Path: path, Err: fs.ErrNotExist}
}

// Read implements source.FileSystem.
func (s combinedFiles) Read(path string) (file *source.File, err error) {
	err = s.each("open", path, func(files source.FileSystem) (err error) {
		file, err = files.Read(path)
		return err
	})
	return file, err
}

// Stat implements source.FileSystem.
func (s combinedFiles) Stat(path string) (info fs.FileInfo, err error) {
	err = s.each("stat", path, func(files source.FileSystem) (err error) {
		info, err = files.Stat(path)
		return err
	})
	return info, err
}

// ReadDir implements source.FileSystem.
func (s combinedFiles) ReadDir(path string) (entries []fs.DirEntry, err error) {
	err = s.each("open", path, func(files source.FileSystem) (err error) {
		entries, err = files.ReadDir(path)
		return err
	})
	return entries, err
}
