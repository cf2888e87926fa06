package workspace

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"puppet-lint/internal/source"
)

// text is an unsaved text with the editor's version number of it.
type text struct {
	file    *source.File
	version int32
}

// texts holds the unsaved texts of an editor by path.
type texts struct {
	mutex  sync.RWMutex
	byPath map[string]text // absolute
}

func newTexts() *texts { return &texts{byPath: map[string]text{}} }

// layers is a file system that overlays the disk with the texts of an editor. The folders that
// contain such a text exist, even if they are not on disk.
type layers struct {
	*texts
	base source.FileSystem
}

// Base returns the file system of the disk.
func (l *layers) Base() source.FileSystem { return l.base }

// set sets the text at a path; a text whose file is nil removes it.
func (t *texts) set(path string, one text) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if one.file == nil {
		delete(t.byPath, path)
	} else {
		t.byPath[path] = one
	}
}

func (t *texts) get(path string) (text, bool) {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	one, found := t.byPath[filepath.Clean(path)]
	return one, found
}

// paths returns the sorted paths of all texts.
func (t *texts) paths() []string {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	return slices.Sorted(maps.Keys(t.byPath))
}

// clone returns a copy that can be changed independently.
func (t *texts) clone() *texts {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	return &texts{byPath: maps.Clone(t.byPath)}
}

// within returns the names that the texts add to a folder. The value is true for a folder.
func (t *texts) within(folder string) map[string]bool {
	t.mutex.RLock()
	defer t.mutex.RUnlock()
	var names map[string]bool
	prefix := strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
	for path := range t.byPath {
		rest, inside := strings.CutPrefix(path, prefix)
		if !inside {
			continue
		}
		if names == nil {
			names = map[string]bool{}
		}
		name, _, deeper := strings.Cut(rest, string(filepath.Separator))
		names[name] = deeper
	}
	return names
}

// Read implements source.FileSystem.
func (l *layers) Read(path string) (*source.File, error) {
	one, found := l.get(path)
	switch {
	case !found:
		return l.base.Read(path)
	case len(one.file.Text) > source.MaxFileSize:
		return nil, &fs.PathError{Op: "read", Path: path, Err: source.ErrTooLarge}
	case one.file.Name != path:
		return source.NewFile(path, one.file.Text), nil
	}
	return one.file, nil
}

// Stat implements source.FileSystem.
func (l *layers) Stat(path string) (fs.FileInfo, error) {
	if one, found := l.get(path); found {
		return textInfo{filepath.Base(path), int64(len(one.file.Text)), false}, nil
	}
	info, err := l.base.Stat(path)
	if err != nil && errors.Is(err, fs.ErrNotExist) && len(l.within(filepath.Clean(path))) > 0 {
		return textInfo{filepath.Base(path), 0, true}, nil
	}
	return info, err
}

// ReadDir implements source.FileSystem.
func (l *layers) ReadDir(path string) ([]fs.DirEntry, error) {
	entries, err := l.base.ReadDir(path)
	added := l.within(filepath.Clean(path))
	if err != nil && (len(added) == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	if len(added) == 0 {
		return entries, nil
	}
	entries = slices.Clone(entries)
	for _, entry := range entries {
		delete(added, entry.Name())
	}
	for name, isFolder := range added {
		entries = append(entries, fs.FileInfoToDirEntry(textInfo{name, 0, isFolder}))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// textInfo describes a text, or a folder that exists because of one.
type textInfo struct {
	name     string
	size     int64
	isFolder bool
}

// Name implements fs.FileInfo.
func (i textInfo) Name() string { return i.name }

// Size implements fs.FileInfo.
func (i textInfo) Size() int64 { return i.size }

// Mode implements fs.FileInfo.
func (i textInfo) Mode() fs.FileMode {
	if i.isFolder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// ModTime implements fs.FileInfo. It returns the zero time, since the time is unknown.
func (i textInfo) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (i textInfo) IsDir() bool { return i.isFolder }

// Sys implements fs.FileInfo.
func (i textInfo) Sys() any { return nil }
