package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

// ErrOutside is wrapped by the errors of a Confined for what it does not show. For
// whoever asks whether something is there, it is not: it is an fs.ErrNotExist.
var ErrOutside error = outsideError{}

type outsideError struct{}

// Error says what is wrong with the path before it.
func (outsideError) Error() string {
	return "lies outside of the working tree and the module path"
}

// Is makes it stand for something that is not there.
func (outsideError) Is(target error) bool { return target == fs.ErrNotExist }

// Confined shows of a disk what may be looked at for the sake of a tree that a
// stranger may have written: the tree itself, and the folders that the user has named
// besides. A symbolic link counts as what it leads to, and a path as the place that it
// really means, so that neither leads out. Above the trees, only the files named there
// can be seen. Methods that add something must not run beside others.
type Confined struct {
	disk   Disk
	folder string
	// trees are the folders and files of strangers, and trusted those of the user, as
	// they really are.
	trees, trusted []string
	// above are the names of files that are looked for in the folders above starts.
	above  []string
	starts []string
	// named are files that the user has named, outside of every tree: they may be pipes.
	named map[string]bool

	mutex sync.RWMutex
	real  map[string]string // of folders, by absolute path
	// listings are the folders that were listed, by where they really are: what they
	// say of a name need not be asked again.
	listings map[string][]fs.DirEntry
	refused  map[string]string // links that lead out, and where to
}

// ConfinedBy is the Confined that a file system reads through, whatever it lays over
// it; nil if nothing confines it.
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

// Confine begins to confine the disk, as seen from folder, which is absolute. Files
// with the names above can be seen in it and in the folders above it.
func Confine(folder string, above ...string) *Confined {
	c := &Confined{
		folder: folder, above: above, named: map[string]bool{}, real: map[string]string{}, refused: map[string]string{},
		listings: map[string][]fs.DirEntry{},
	}
	c.starts = []string{folder, c.realFolder(folder)}
	return c
}

// AddTree shows a folder that may be a stranger's, or a file of one.
func (c *Confined) AddTree(path string) {
	path = Absolute(c.folder, path)
	real := c.realFolder(path)
	if !slices.Contains(c.trees, real) {
		c.trees = append(c.trees, real)
		c.starts = append(c.starts, path, real)
	}
}

// AddLoose shows a file that lies in no tree, whatever kind of file it is and
// wherever it leads.
func (c *Confined) AddLoose(path string) {
	if path = Absolute(c.folder, path); !c.isIn(path, c.trees) {
		c.named[path] = true
	}
}

// Trust shows a folder or file that the user has named as a place to read from. The
// links in such a folder are the user's own, unless it lies in a tree.
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

// whereIs is where an absolute path really lies, whether it is there or not.
func (c *Confined) whereIs(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Join(c.realFolder(filepath.Dir(path)), filepath.Base(path))
}

// IsStranger reports whether the file at path may have been written by a stranger: it
// lies in a tree, or a link in a tree leads to it.
func (c *Confined) IsStranger(path string) bool {
	path = Absolute(c.folder, path)
	if c.named[path] {
		return false
	}
	real := filepath.Join(c.realFolder(filepath.Dir(path)), filepath.Base(path))
	return c.isIn(path, c.trees) || c.isIn(real, c.trees)
}

// Refused are the symbolic links that were not followed, and where they lead.
func (c *Confined) Refused() map[string]string {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	refused := make(map[string]string, len(c.refused))
	for link, target := range c.refused {
		refused[link] = target
	}
	return refused
}

// Place is where the file or folder at path really lies, whether it is there or not,
// and an error if that cannot be seen.
func (c *Confined) Place(path string) (string, error) {
	place, _, err := c.place("open", path)
	return place, err
}

// MayWrite says what forbids to write the file at path, for the sake of a tree: it must
// lie in a tree, or be one that the user has named, and be none of git's own files,
// which may have git execute something.
func (c *Confined) MayWrite(path string) error {
	place, _, err := c.place("write", path)
	if err != nil {
		return err
	}
	if !c.isIn(place, c.trees) && !c.named[Absolute(c.folder, path)] {
		return &fs.PathError{Op: "write", Path: path, Err: ErrOutside}
	}
	for part := range strings.SplitSeq(filepath.ToSlash(place), "/") {
		if strings.EqualFold(strings.TrimRight(part, " ."), ".git") {
			return &fs.PathError{Op: "write", Path: path, Err: errors.New("is one of git's own files")}
		}
	}
	return nil
}

// place is where path really lies, or an error if that is not to be seen. The kind is
// that of what lies there as its folder was listed; fs.ModeIrregular where that is not
// known.
func (c *Confined) place(operation, path string) (place string, kind fs.FileMode, err error) {
	absolute := Absolute(c.folder, path)
	if c.named[absolute] {
		return absolute, fs.ModeIrregular, nil
	}
	folder := c.realFolder(filepath.Dir(absolute))
	place = filepath.Join(folder, filepath.Base(absolute))
	isLink := false
	kind, missing := c.kindOf(place)
	if missing == nil && mayLead(kind) {
		real, err := filepath.EvalSymlinks(place)
		if err != nil {
			if _, plain := os.Stat(place); plain != nil {
				err = plain // in the system's words
			}
			return "", kind, named(err, place, path)
		}
		isLink, place, kind = real != place, real, fs.ModeIrregular
	}
	c.mutex.RLock()
	trusted := c.isIn(place, c.trusted)
	c.mutex.RUnlock()
	switch {
	case trusted, c.isIn(place, c.trees):
		return place, kind, nil
	case c.isAbove(absolute) && !c.isIn(folder, c.trees):
		return place, kind, nil
	case isLink:
		c.mutex.Lock()
		c.refused[absolute] = place
		c.mutex.Unlock()
	}
	if errors.Is(missing, fs.ErrNotExist) {
		return "", kind, named(missing, place, path)
	}
	return "", kind, &fs.PathError{Op: operation, Path: path, Err: ErrOutside}
}

// kindOf is the kind of the file at a place whose folder is free of links, as the listing
// of the folder says or the disk does.
func (c *Confined) kindOf(place string) (fs.FileMode, error) {
	c.mutex.RLock()
	entries, listed := c.listings[filepath.Dir(place)]
	c.mutex.RUnlock()
	if listed {
		name := filepath.Base(place)
		if at := sort.Search(len(entries), func(i int) bool { return entries[i].Name() >= name }); at < len(entries) && entries[at].Name() == name {
			return entries[at].Type(), nil
		}
	}
	// What is not listed may have come since, or be listed in another case.
	info, err := os.Lstat(place)
	if err != nil {
		return fs.ModeIrregular, err
	}
	return info.Mode().Type(), nil
}

// mayLead reports whether a file is a link to elsewhere; on Windows, a junction is an
// irregular one.
func mayLead(kind fs.FileMode) bool { return kind&(fs.ModeSymlink|fs.ModeIrregular) != 0 }

// isAbove reports whether an absolute path is one of the names that are looked for
// in the folders where the trees lie.
func (c *Confined) isAbove(path string) bool {
	folder := filepath.Dir(path)
	return slices.Contains(c.above, filepath.Base(path)) && slices.ContainsFunc(c.starts, func(start string) bool { return isWithin(start, folder) })
}

func (c *Confined) isIn(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return isWithin(path, folder) })
}

// isWithin reports whether path is folder or lies in it; where the case of names does
// not count, it does not here.
func isWithin(path, folder string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path, folder = strings.ToLower(path), strings.ToLower(folder)
	}
	rest, within := strings.CutPrefix(path, folder)
	return within && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(folder, string(filepath.Separator)))
}

// realFolder is the absolute folder without the links that lead to it. It is looked
// for once.
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
	if kind, err := c.kindOf(real); err == nil && mayLead(kind) {
		if target, err := filepath.EvalSymlinks(real); err == nil {
			real = target
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.real[folder] = real
	return real
}

// Forget has the links be looked at anew: files may have come or gone.
func (c *Confined) Forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	clear(c.real)
	clear(c.refused)
	clear(c.listings)
}

// Read reads the file at path.
func (c *Confined) Read(path string) (*File, error) {
	place, kind, err := c.place("open", path)
	if err != nil {
		return nil, err
	}
	read := c.disk.Read
	switch {
	case c.named[place]:
		read = ReadAny
	case kind.IsRegular():
		read = readListed
	}
	file, err := read(place)
	if err != nil {
		return nil, named(err, place, path)
	}
	file.Name = path
	return file, nil
}

// named has an error speak of the path that was asked for.
func named(err error, place, path string) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) && pathError.Path == place {
		return &fs.PathError{Op: pathError.Op, Path: path, Err: pathError.Err}
	}
	return err
}

// Stat describes the file or folder at path.
func (c *Confined) Stat(path string) (fs.FileInfo, error) {
	place, kind, err := c.place("stat", path)
	if err != nil {
		return nil, err
	}
	stat := os.Stat
	if !mayLead(kind) {
		stat = os.Lstat
	}
	info, err := stat(place)
	if err != nil {
		return nil, named(err, place, path)
	}
	return info, nil
}

// ReadDir lists the folder at path, sorted by name.
func (c *Confined) ReadDir(path string) ([]fs.DirEntry, error) {
	place, _, err := c.place("open", path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(place)
	if err != nil {
		return entries, named(err, place, path)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.listings[place] = entries
	return entries, nil
}
