package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
)

// folders caches the contents of the folders of a tree.
type folders struct {
	tree  *Tree
	names *incremental.Query[string, map[string]bool] // in folders
	below *incremental.Query[string, []string]        // paths of the files below folders
	paths *incremental.Query[string, *filePaths]      // of the files below folders, for lookups
}

// filePaths are the paths of the files below a folder, relative to it, with slashes.
type filePaths struct {
	byName map[string][]string
	sorted []string
	// index returns an index of all paths.
	index func() *spell.Index
}

func newFolders(tree *Tree) *folders {
	return &folders{
		tree: tree,
		names: query(tree, "names", func(view *Tree, folder string) map[string]bool {
			entries, _ := view.Files.ReadDir(folder)
			names := make(map[string]bool, len(entries))
			for _, entry := range entries {
				names[entry.Name()] = true
			}
			return names
		}, maps.Equal),
		below: query(tree, "below", func(view *Tree, folder string) []string { return view.folders.listBelow(nil, folder) }, slices.Equal),
		paths: query(tree, "paths", func(view *Tree, folder string) *filePaths { return view.folders.readPaths(folder) }, nil),
	}
}

// exists reports whether a module has a file. It lists each folder once instead of asking the
// disk for each name.
func (f *folders) exists(module *Module, relative string) bool {
	folder, name := filepath.Split(module.Path(relative))
	return f.names.Get(f.tree.inputs.task, folder)[name]
}

// walk visits the files below folder in the order of their paths. It lists the folders only
// once.
func (f *folders) walk(folder string, visit func(path string)) {
	for _, path := range f.below.Get(f.tree.inputs.task, folder) {
		visit(path)
	}
}

// namesBelow returns the paths of the files below a folder.
func (f *folders) namesBelow(folder string) *filePaths {
	return f.paths.Get(f.tree.inputs.task, absolute(folder))
}

func (f *folders) readPaths(folder string) *filePaths {
	found := &filePaths{byName: map[string][]string{}}
	var all []string
	f.walk(folder, func(path string) {
		if relative, err := filepath.Rel(folder, absolute(path)); err == nil {
			relative = filepath.ToSlash(relative)
			all = append(all, relative)
			name := relative[strings.LastIndexByte(relative, '/')+1:]
			found.byName[name] = append(found.byName[name], relative)
		}
	})
	slices.Sort(all)
	found.sorted = all
	found.index = sync.OnceValue(func() *spell.Index { return spell.NewIndex(all) })
	return found
}

// listBelow appends the files below folder.
func (f *folders) listBelow(found []string, folder string) []string {
	entries, err := f.tree.Files.ReadDir(folder)
	if err != nil {
		return found
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			found = f.listBelow(found, path)
		case !IsAppleDouble(entry.Name()):
			found = append(found, path)
		}
	}
	return found
}

// IsAppleDouble reports whether a file, judging by its name, holds the attributes that macOS
// stores beside another file, such as ._init.pp. Such files are binary, and nothing reads them
// as code.
func IsAppleDouble(name string) bool { return strings.HasPrefix(name, "._") }

func isFolder(files source.FileSystem, path string) bool {
	info, err := files.Stat(path)
	return err == nil && info.IsDir()
}

// isEmptyFolder reports whether a folder is empty.
func isEmptyFolder(files source.FileSystem, path string) bool {
	entries, err := files.ReadDir(path)
	return err == nil && len(entries) == 0
}

// parentOfClean returns the same as filepath.Dir for a clean absolute path. The result is a
// slice of the path.
func parentOfClean(path string) string {
	last := strings.LastIndexByte(path, filepath.Separator)
	if last <= len(filepath.VolumeName(path)) {
		return filepath.Dir(path)
	}
	return path[:last]
}
