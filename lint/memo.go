package lint

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/source"
)

// memo is a file system that remembers what it has seen of folders, for as
// long as a run lasts: the walk lists them all, and many a question whether
// some file exists is then answered without asking the disk.
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

// ReadDir lists a folder, once.
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

// Stat describes a file or folder, from its folder's listing if that is known.
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

// isMissing reports whether the listings know that there is nothing at an absolute path:
// its name is not in its folder, or the folder itself is not in the one above.
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

// hasName reports whether a listing has a name, in any case where case does not count.
func hasName(entries []fs.DirEntry, name string) bool {
	if findEntry(entries, name) != nil {
		return true
	}
	return foldsCase && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		return strings.EqualFold(entry.Name(), name)
	})
}

// forget drops what is remembered of a path, of what lies in it, and of the folders
// that it lies in as far as these have come or gone with it.
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

// entryInfo is what a listing describes a file; the rest is asked for when
// somebody wants it.
type entryInfo struct{ fs.DirEntry }

// Mode is that of the file; only its kind when it is gone.
func (e entryInfo) Mode() fs.FileMode {
	if info, err := e.Info(); err == nil {
		return info.Mode()
	}
	return e.Type()
}

// Size is in bytes; 0 when the file is gone.
func (e entryInfo) Size() int64 {
	if info, err := e.Info(); err == nil {
		return info.Size()
	}
	return 0
}

// ModTime is when the file was last changed; no time when it is gone.
func (e entryInfo) ModTime() time.Time {
	if info, err := e.Info(); err == nil {
		return info.ModTime()
	}
	return time.Time{}
}

// Sys has nothing to tell.
func (e entryInfo) Sys() any { return nil }
