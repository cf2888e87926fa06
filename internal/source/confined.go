package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
)

// ErrOutside is wrapped by the errors of a Confined for files that must not be read. It also matches
// fs.ErrNotExist, since such a file does not exist for users of the Confined.
var ErrOutside error = outsideError{}

type outsideError struct{}

// Error returns the text that follows the path.
func (outsideError) Error() string {
	return "lies outside of the working tree and the module path"
}

// Is makes the error match fs.ErrNotExist.
func (outsideError) Is(target error) bool { return target == fs.ErrNotExist }

// Confined restricts the disk to what may be read for a tree whose author may not be the user:
// the tree itself, and the folders that the user has named. Symbolic links and paths are
// resolved first, so that neither leads outside. Above the trees, only files with certain names
// can be read. Methods that add paths must not run concurrently with others.
type Confined struct {
	disk   Disk
	folder string
	// trees are the folders and files that others may have written, trusted those of the user.
	// Both are resolved paths.
	trees, trusted []string
	// above are the names of files that may be read in the folders above starts.
	above  []string
	starts []string
	// named are files outside all trees that the user has named. They may be pipes.
	named map[string]bool

	mutex sync.RWMutex
	real  map[string]string // of folders, by absolute path
	// listings caches the entries of folders by resolved path, which saves looking up single
	// names.
	listings map[string][]fs.DirEntry
	refused  map[string]string // links that lead out of the tree, with their targets
}

// ConfinedBy returns the Confined below a file system and its overlays, or nil if there is
// none.
func ConfinedBy(files FileSystem) *Confined {
	for {
		switch layer := files.(type) {
		case *Confined:
			return layer
		case interface{ Base() FileSystem }:
			files = layer.Base()
		default:
			return nil
		}
	}
}

// Confine returns a Confined without trees. folder is the absolute folder that relative paths
// refer to. Files with the names above can be read in it and in the folders above it.
func Confine(folder string, above ...string) *Confined {
	c := &Confined{
		folder: folder, above: above, named: map[string]bool{}, real: map[string]string{}, refused: map[string]string{},
		listings: map[string][]fs.DirEntry{},
	}
	c.starts = []string{folder, c.realFolder(folder)}
	return c
}

// AddTree adds a folder or file that someone other than the user may have written.
func (c *Confined) AddTree(path string) {
	path = Absolute(c.folder, path)
	real := c.realFolder(path)
	if !slices.Contains(c.trees, real) {
		c.trees = append(c.trees, real)
		c.starts = append(c.starts, path, real)
	}
}

// AddLoose adds a file that the user has named. It may be of any kind and a link to anywhere.
// Files in a tree are ignored.
func (c *Confined) AddLoose(path string) {
	if path = Absolute(c.folder, path); !c.isIn(path, c.trees) {
		c.named[path] = true
	}
}

// ReadLoose reads a file that the user has named, as AddLoose says. It must not run concurrently with
// other methods.
func (c *Confined) ReadLoose(path string) (*File, error) {
	c.AddLoose(path)
	return c.Read(path)
}

// Trust adds a folder or file that the user has named. Links in such a folder are followed,
// since they are the user's own. Paths in a tree are ignored.
func (c *Confined) Trust(path string) {
	path = Absolute(c.folder, path)
	if c.isIn(path, c.trees) {
		return
	}
	places := []string{c.whereIs(path)}
	if entries, err := os.ReadDir(path); err == nil {
		for _, entry := range entries {
			if entry.Type()&fs.ModeSymlink != 0 {
				places = append(places, c.whereIs(filepath.Join(path, entry.Name())))
			}
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, place := range places {
		if !slices.Contains(c.trusted, place) {
			c.trusted = append(c.trusted, place)
		}
	}
}

// whereIs returns the resolved path for an absolute path, which need not exist.
func (c *Confined) whereIs(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Join(c.realFolder(filepath.Dir(path)), filepath.Base(path))
}

// IsUntrusted reports whether someone other than the user may have written the file at path: it
// lies in a tree, or a link leads into one.
func (c *Confined) IsUntrusted(path string) bool {
	path = Absolute(c.folder, path)
	if c.named[path] {
		return false
	}
	real := filepath.Join(c.realFolder(filepath.Dir(path)), filepath.Base(path))
	return c.isIn(path, c.trees) || c.isIn(real, c.trees)
}

// Refused returns the symbolic links that were not followed, and their targets.
func (c *Confined) Refused() map[string]string {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	refused := make(map[string]string, len(c.refused))
	for link, target := range c.refused {
		refused[link] = target
	}
	return refused
}

// Resolve returns the resolved path of a file or folder, which need not exist, or an error if it
// may not be read.
func (c *Confined) Resolve(path string) (string, error) {
	resolved, _, err := c.resolve("open", path)
	return resolved, err
}

// MayWrite returns an error if the file at path may not be written on behalf of a tree. It must
// lie in a tree, or be named by the user, and must not be one of git's own files, which could
// make git execute something.
func (c *Confined) MayWrite(path string) error {
	resolved, _, err := c.resolve("write", path)
	if err != nil {
		return err
	}
	if !c.isIn(resolved, c.trees) && !c.named[Absolute(c.folder, path)] {
		return &fs.PathError{Op: "write", Path: path, Err: ErrOutside}
	}
	if isOfGit(resolved) {
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is one of git's own files")}
	}
	return nil
}

// isOfGit reports whether a path is the folder of a git repository or lies in it.
func isOfGit(path string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if strings.EqualFold(strings.TrimRight(part, " ."), ".git") {
			return true
		}
	}
	return false
}

// maxPath is the length in bytes above which no path names a file: Linux allows 4096 bytes. A name
// in code may be much longer.
const maxPath = 4096

// resolve returns the resolved path, or an error if it may not be read. kind is the type of the
// file as its folder's listing has it, or fs.ModeIrregular if that is not known.
func (c *Confined) resolve(operation, path string) (resolved string, kind fs.FileMode, err error) {
	absolute := Absolute(c.folder, path)
	if c.named[absolute] {
		return absolute, fs.ModeIrregular, nil
	}
	if len(absolute) > maxPath {
		return "", fs.ModeIrregular, &fs.PathError{Op: operation, Path: path[:min(len(path), 64)] + "…", Err: fs.ErrNotExist}
	}
	folder := c.realFolder(filepath.Dir(absolute))
	resolved = filepath.Join(folder, filepath.Base(absolute))
	isLink := false
	kind, missing := c.kindOf(resolved)
	if missing == nil && mayBeLink(kind) {
		real, err := filepath.EvalSymlinks(resolved)
		if err != nil {
			if _, plain := os.Stat(resolved); plain != nil {
				err = plain // in the words of the operating system
			}
			return "", kind, named(err, resolved, path)
		}
		isLink, resolved, kind = real != resolved, real, fs.ModeIrregular
	}
	c.mutex.RLock()
	trusted := c.isIn(resolved, c.trusted)
	c.mutex.RUnlock()
	switch {
	case trusted, c.isIn(resolved, c.trees):
		return resolved, kind, nil
	case c.isAbove(absolute) && !c.isIn(folder, c.trees):
		return resolved, kind, nil
	case isLink:
		c.mutex.Lock()
		c.refused[absolute] = resolved
		c.mutex.Unlock()
	}
	if errors.Is(missing, fs.ErrNotExist) {
		return "", kind, named(missing, resolved, path)
	}
	return "", kind, &fs.PathError{Op: operation, Path: path, Err: ErrOutside}
}

// kindOf returns the type of a file, from the listing of its folder or from the disk. The path
// of the folder must be resolved.
func (c *Confined) kindOf(resolved string) (fs.FileMode, error) {
	c.mutex.RLock()
	entries, listed := c.listings[filepath.Dir(resolved)]
	c.mutex.RUnlock()
	if listed {
		name := filepath.Base(resolved)
		if at := sort.Search(len(entries), func(i int) bool { return entries[i].Name() >= name }); at < len(entries) && entries[at].Name() == name {
			return entries[at].Type(), nil
		}
	}
	// A name that is not listed may be new, or listed in another case.
	info, err := os.Lstat(resolved)
	if err != nil {
		return fs.ModeIrregular, err
	}
	return info.Mode().Type(), nil
}

// mayBeLink reports whether a file may be a link. A junction on Windows is an irregular file.
func mayBeLink(kind fs.FileMode) bool { return kind&(fs.ModeSymlink|fs.ModeIrregular) != 0 }

// isAbove reports whether an absolute path has one of the names that may be read in the folders
// above the trees.
func (c *Confined) isAbove(path string) bool {
	folder := filepath.Dir(path)
	return slices.Contains(c.above, filepath.Base(path)) && slices.ContainsFunc(c.starts, func(start string) bool { return IsWithin(start, folder) })
}

func (c *Confined) isIn(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return IsWithin(path, folder) })
}

// realFolder returns an absolute folder with its links resolved. The result is cached.
func (c *Confined) realFolder(folder string) string {
	c.mutex.RLock()
	real, known := c.real[folder]
	c.mutex.RUnlock()
	if known {
		return real
	}
	parent := filepath.Dir(folder)
	if parent == folder {
		return folder
	}
	real = filepath.Join(c.realFolder(parent), filepath.Base(folder))
	if kind, err := c.kindOf(real); err == nil && mayBeLink(kind) {
		if target, err := filepath.EvalSymlinks(real); err == nil {
			real = target
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.real[folder] = real
	return real
}

// Forget drops all caches, because files may have been added or removed.
func (c *Confined) Forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	clear(c.real)
	clear(c.refused)
	clear(c.listings)
}

// Read reads the file at path.
func (c *Confined) Read(path string) (*File, error) {
	resolved, kind, err := c.resolve("open", path)
	if err != nil {
		return nil, err
	}
	read := c.disk.Read
	switch {
	case c.named[resolved]:
		read = ReadAny
	case kind.IsRegular():
		read = readListed
	}
	file, err := read(resolved)
	if err != nil {
		return nil, named(err, resolved, path)
	}
	file.Name = path
	return file, nil
}

// named replaces the resolved path in an error by the path that the caller used.
func named(err error, resolved, path string) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) && pathError.Path == resolved {
		return &fs.PathError{Op: pathError.Op, Path: path, Err: pathError.Err}
	}
	return err
}

// Stat describes the file or folder at path.
func (c *Confined) Stat(path string) (fs.FileInfo, error) {
	resolved, kind, err := c.resolve("stat", path)
	if err != nil {
		return nil, err
	}
	stat := os.Stat
	if !mayBeLink(kind) {
		stat = os.Lstat
	}
	info, err := stat(resolved)
	if err != nil {
		return nil, named(err, resolved, path)
	}
	return info, nil
}

// ReadDir lists the folder at path, sorted by name.
func (c *Confined) ReadDir(path string) ([]fs.DirEntry, error) {
	resolved, _, err := c.resolve("open", path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(resolved)
	if err != nil {
		return entries, named(err, resolved, path)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.listings[resolved] = entries
	return entries, nil
}
