package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/source"
)

// folders lists the folders of a tree, each only once.
type folders struct {
	tree     *Tree
	listings cache[map[string]bool] // names in folders
	below    cache[[]string]        // paths of the files below folders
	// belowNames holds the keys of below.
	belowNames keptNames
}

// exists reports whether a module has a file. It lists each folder only once instead of asking
// the disk for each name.
func (f *folders) exists(module *Module, relative string) bool {
	folder, name := filepath.Split(module.Path(relative))
	names := f.listings.get(folder, func() map[string]bool {
		entries, _ := f.tree.Files.ReadDir(folder)
		names := make(map[string]bool, len(entries))
		for _, entry := range entries {
			names[entry.Name()] = true
		}
		return names
	})
	return names[name]
}

// walk visits the files below folder in the order of their paths. It lists the folders only
// once.
func (f *folders) walk(folder string, visit func(path string)) {
	for _, path := range f.below.get(folder, func() []string {
		f.belowNames.add(folder)
		return f.listBelow(nil, folder)
	}) {
		visit(path)
	}
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

// IsAppleDouble reports whether the name of a file is that of the attributes that macOS stores
// beside another, such as ._init.pp. They are binary, and nothing reads them as code.
func IsAppleDouble(name string) bool { return strings.HasPrefix(name, "._") }

// invalidate drops the listings that contain the path, if the file was added or deleted.
func (f *folders) invalidate(path string) {
	_, err := f.tree.Files.Stat(path)
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		for _, name := range f.belowNames.of(folder) {
			known, _ := f.below.known(name)
			wasThere := slices.ContainsFunc(known, func(one string) bool { return absolute(one) == path })
			if wasThere != (err == nil) {
				f.below.forget(name)
				f.belowNames.take(folder)
			}
		}
		if folder == filepath.Dir(folder) {
			return
		}
	}
}

// drop drops the listings of a folder and of those in it.
func (f *folders) drop(path string) {
	f.listings.entries.Range(func(folder, _ any) bool {
		if source.IsWithin(filepath.Clean(folder.(string)), path) {
			f.listings.forget(folder.(string))
		}
		return true
	})
}

func isFolder(files source.FileSystem, path string) bool {
	info, err := files.Stat(path)
	return err == nil && info.IsDir()
}

// isEmptyFolder reports whether a folder is empty.
func isEmptyFolder(files source.FileSystem, path string) bool {
	entries, err := files.ReadDir(path)
	return err == nil && len(entries) == 0
}

// parentOfClean returns what filepath.Dir returns for an absolute path that is clean, as a
// part of it.
func parentOfClean(path string) string {
	last := strings.LastIndexByte(path, filepath.Separator)
	if last <= len(filepath.VolumeName(path)) {
		return filepath.Dir(path)
	}
	return path[:last]
}
