package known

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// Files overlays a file system with modules as folders. It must not be changed once in use.
type Files struct {
	base  source.FileSystem
	views map[string]*View // by folder
}

// root is the folder in which known modules appear. No disk has it.
const root = "<known modules>"

// NewFiles returns a Files over base without modules.
func NewFiles(base source.FileSystem) *Files { return &Files{base: base, views: map[string]*View{}} }

// Add adds a module and returns the folder in which it appears.
func (f *Files) Add(view *View) (folder string) {
	folder = filepath.Join(rootFolder(), view.FullName())
	f.views[folder] = view
	return folder
}

// rootFolder is root as an absolute path.
func rootFolder() string {
	folder := string(filepath.Separator) + root
	if absolute, err := filepath.Abs(folder); err == nil {
		return absolute
	}
	return folder
}

// IsKnown reports whether a path is that of a file of a known module. Such a file is not on
// disk.
func IsKnown(path string) bool {
	return strings.Contains(path, string(filepath.Separator)+root+string(filepath.Separator))
}

// find returns the module that a path belongs to, and the path relative to its folder, with
// slashes. The module is nil for a file of the base.
func (f *Files) find(path string) (*View, string) {
	if !IsKnown(path) {
		return nil, ""
	}
	clean := filepath.Clean(path)
	for folder, view := range f.views {
		if clean == folder {
			return view, ""
		}
		if rest, inside := strings.CutPrefix(clean, folder+string(filepath.Separator)); inside {
			return view, filepath.ToSlash(rest)
		}
	}
	return nil, ""
}

// View returns the module that a path belongs to, and the path relative to its folder, with
// slashes. The module is nil for a file on disk.
func (f *Files) View(path string) (view *View, relative string) { return f.find(path) }

// Read returns the file at path.
func (f *Files) Read(path string) (*source.File, error) {
	view, relative := f.find(path)
	if view == nil {
		return f.base.Read(path)
	}
	text, found := view.read(relative)
	if !found {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return source.NewFile(path, text), nil
}

// Stat describes the file or folder at path.
func (f *Files) Stat(path string) (fs.FileInfo, error) {
	view, relative := f.find(path)
	if view == nil {
		return f.base.Stat(path)
	}
	folders := view.listing().folders
	if folders[relative] != nil {
		return source.MemoryInfo(filepath.Base(path), 0, true), nil
	}
	folder, name := filepath.Split(filepath.FromSlash(relative))
	folder = filepath.ToSlash(strings.TrimSuffix(folder, string(filepath.Separator)))
	if _, found := folders[folder][name]; !found {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return source.MemoryInfo(name, 0, false), nil
}

// ReadDir lists the folder at path.
func (f *Files) ReadDir(path string) ([]fs.DirEntry, error) {
	view, relative := f.find(path)
	if view == nil {
		return f.base.ReadDir(path)
	}
	names := view.listing().folders[relative]
	if names == nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	entries := make([]fs.DirEntry, 0, len(names))
	for name, isFolder := range names {
		entries = append(entries, fs.FileInfoToDirEntry(source.MemoryInfo(name, 0, isFolder)))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}
