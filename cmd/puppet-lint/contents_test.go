package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// contents is what a folder contains: files, folders and links by their paths in it.
type contents map[string]entry

type entry struct {
	mode fs.FileMode
	// text is the content of a file or the target of a link.
	text string
}

// contentsOf reads a folder.
func contentsOf(t testing.TB, folder string) contents {
	t.Helper()
	all := contents{}
	err := filepath.WalkDir(folder, func(at string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, at)
		if err != nil || name == "." {
			return err
		}
		all[name], err = entryAt(at)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// contentsOfFiles returns files by their paths, which have slashes, with the folders around them.
func contentsOfFiles(files map[string]string) contents {
	all := contents{}
	for name, text := range files {
		all[filepath.FromSlash(name)] = entry{0o644, text}
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			all[filepath.FromSlash(folder)] = entry{mode: 0o755 | fs.ModeDir}
		}
	}
	return all
}

// entryAt reads a file, folder or link.
func entryAt(at string) (entry, error) {
	info, err := os.Lstat(at)
	if err != nil {
		return entry{}, err
	}
	switch info.Mode().Type() {
	case 0:
		text, err := os.ReadFile(at)
		return entry{info.Mode(), string(text)}, err
	case fs.ModeSymlink:
		target, err := os.Readlink(at)
		return entry{info.Mode(), target}, err
	}
	return entry{mode: info.Mode()}, nil
}

// restore makes a folder contain exactly this. What is already there stays: a new folder for each
// test would be simpler, but some file systems need more time to create its files than the test
// takes.
func (c contents) restore(t testing.TB, folder string) {
	t.Helper()
	if err := c.removeOthers(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if err := c[name].create(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// removeOthers removes from a folder what differs.
func (c contents) removeOthers(folder string) error {
	return filepath.WalkDir(folder, func(at string, file fs.DirEntry, err error) error {
		if err != nil || at == folder {
			return err
		}
		name, err := filepath.Rel(folder, at)
		if err != nil {
			return err
		}
		wanted, found := c[name]
		if found && file.IsDir() && wanted.mode.IsDir() {
			return nil
		}
		if found && wanted.mode.Type() == file.Type() {
			if current, err := entryAt(at); err != nil || current == wanted {
				return err
			}
		}
		if err = os.RemoveAll(at); err == nil && file.IsDir() {
			err = fs.SkipDir
		}
		return err
	})
}

// create writes an entry if nothing is there.
func (e entry) create(at string) error {
	if _, err := os.Lstat(at); err == nil {
		return nil
	}
	switch e.mode.Type() {
	case 0:
		return os.WriteFile(at, []byte(e.text), e.mode.Perm())
	case fs.ModeSymlink:
		return os.Symlink(e.text, at)
	}
	return os.Mkdir(at, e.mode.Perm())
}
