package lint

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/internal/source"
)

// memo is a file system that caches the listings of folders for the duration of a run. The walk
// lists all folders, so whether a file exists can often be answered without asking the disk.
type memo struct {
	source.FileSystem
	folder string

	mutex    sync.RWMutex
	listings map[string][]fs.DirEntry // by absolute path
	stats    map[string]statResult
}

type statResult struct {
	info fs.FileInfo
	err  error
}

func newMemo(base source.FileSystem, folder string) *memo {
	return &memo{FileSystem: base, folder: folder, listings: map[string][]fs.DirEntry{}, stats: map[string]statResult{}}
}

func (m *memo) absolute(path string) string {
	return source.Absolute(m.folder, path)
}

// ReadDir lists a folder once.
func (m *memo) ReadDir(path string) ([]fs.DirEntry, error) {
	key := m.absolute(path)
	m.mutex.RLock()
	entries, known := m.listings[key]
	m.mutex.RUnlock()
	if known {
		return entries, nil
	}
	if m.isMissing(key) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	entries, err := m.FileSystem.ReadDir(path)
	if err == nil {
		m.mutex.Lock()
		m.listings[key] = entries
		m.mutex.Unlock()
	}
	return entries, err
}

// Stat describes a file or folder. It uses the listing of the enclosing folder if that is
// known.
func (m *memo) Stat(path string) (fs.FileInfo, error) {
	key := m.absolute(path)
	m.mutex.RLock()
	known, found := m.stats[key]
	entries, listed := m.listings[filepath.Dir(key)]
	m.mutex.RUnlock()
	if found {
		return known.info, known.err
	}
	if listed {
		if entry := findEntry(entries, filepath.Base(key)); entry != nil && entry.Type()&fs.ModeSymlink == 0 {
			return entryInfo{entry}, nil
		}
	}
	if m.isMissing(key) {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	info, err := m.FileSystem.Stat(path)
	m.mutex.Lock()
	m.stats[key] = statResult{info, err}
	m.mutex.Unlock()
	return info, err
}

// realPath resolves the symbolic links in an absolute path. folders caches the result for folders.
func (m *memo) realPath(path string, folders map[string]string) (string, error) {
	folder, name := filepath.Dir(path), filepath.Base(path)
	entries, err := m.ReadDir(folder)
	entry := findEntry(entries, name)
	if err != nil || entry == nil || entry.Type()&(fs.ModeSymlink|fs.ModeIrregular) != 0 {
		return filepath.EvalSymlinks(path)
	}
	real, known := folders[folder]
	if !known {
		if real, err = filepath.EvalSymlinks(folder); err != nil {
			return "", err
		}
		folders[folder] = real
	}
	return filepath.Join(real, name), nil
}

// isMissing reports whether the listings show that nothing exists at an absolute path: the
// folder does not list the name, or the folder above does not list the folder.
func (m *memo) isMissing(path string) bool {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	for range 2 {
		folder := filepath.Dir(path)
		if entries, listed := m.listings[folder]; listed {
			return !hasName(entries, filepath.Base(path))
		}
		path = folder
	}
	return false
}

// hasName reports whether a listing has a name, ignoring case on systems that do.
func hasName(entries []fs.DirEntry, name string) bool {
	if findEntry(entries, name) != nil {
		return true
	}
	return foldsCase && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		return strings.EqualFold(entry.Name(), name)
	})
}

// forget drops what is cached for a path and everything below it. It also drops enclosing
// folders that have come or gone with it.
func (m *memo) forget(path string) {
	if confined := source.ConfinedBy(m.FileSystem); confined != nil {
		confined.Forget()
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if within := m.absolute(path) + string(filepath.Separator); m.listings[filepath.Clean(within)] != nil {
		maps.DeleteFunc(m.listings, func(folder string, _ []fs.DirEntry) bool { return strings.HasPrefix(folder, within) })
		maps.DeleteFunc(m.stats, func(path string, _ statResult) bool { return strings.HasPrefix(path, within) })
	}
	for key := m.absolute(path); ; {
		folder := filepath.Dir(key)
		delete(m.stats, key)
		delete(m.listings, key)
		delete(m.listings, folder)
		around, listed := m.listings[filepath.Dir(folder)]
		_, err := m.FileSystem.Stat(folder)
		if wasThere := findEntry(around, filepath.Base(folder)) != nil; folder == key || listed && wasThere == (err == nil) {
			return
		}
		key = folder
	}
}

// entryInfo describes a file by its directory entry. It reads the rest when it is needed.
type entryInfo struct{ fs.DirEntry }

// Mode returns the mode of the file, or only its type if the file is gone.
func (e entryInfo) Mode() fs.FileMode {
	if info, err := e.Info(); err == nil {
		return info.Mode()
	}
	return e.Type()
}

// Size returns the size in bytes, or 0 if the file is gone.
func (e entryInfo) Size() int64 {
	if info, err := e.Info(); err == nil {
		return info.Size()
	}
	return 0
}

// ModTime returns the time of the last change, or the zero time if the file is gone.
func (e entryInfo) ModTime() time.Time {
	if info, err := e.Info(); err == nil {
		return info.ModTime()
	}
	return time.Time{}
}

// Sys returns nil.
func (e entryInfo) Sys() any { return nil }
