package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"
)

// FileSystem is the file system that the program uses: the disk, or one overlaid with texts
// (standard input, an editor's unsaved text, a test's files in memory). Paths are in the
// operating system's form. Implementations are safe for concurrent use. Errors wrap those of
// io/fs, so that errors.Is(err, fs.ErrNotExist) and similar tests work.
type FileSystem interface {
	// Read returns the file at path.
	Read(path string) (*File, error)
	// Stat describes the file at path, following symbolic links.
	Stat(path string) (fs.FileInfo, error)
	// ReadDir lists a folder, sorted by name.
	ReadDir(path string) ([]fs.DirEntry, error)
}

// Disk is the operating system's file system.
type Disk struct{}

// ErrTooLarge is wrapped by Read's error for a file longer than MaxFileSize.
var ErrTooLarge = fmt.Errorf("is longer than %d MiB; leave it out (see exclude)", MaxFileSize>>20)

// Read reads the regular file at path. It opens nothing else: reading a pipe might never end,
// and opening a device may have effects.
func (Disk) Read(path string) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is a directory")}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is not a regular file")}
	}
	content, err := readRegular(path)
	return fileOf(path, content, err)
}

// readListed reads a file that is regular according to the listing of its folder.
func readListed(path string) (*File, error) {
	content, err := readRegular(path)
	return fileOf(path, content, err)
}

// ReadAny reads a file that the user has named, which may also be a pipe or a terminal.
func ReadAny(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0 {
		return Disk{}.Read(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := ReadLimited(file, path)
	return fileOf(path, content, err)
}

// ReadLimited reads everything from a reader. It returns an error, with the given path, if that
// is longer than MaxFileSize.
func ReadLimited(from io.Reader, path string) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, MaxFileSize+1))
	if err == nil && len(content) > MaxFileSize {
		err = tooLarge(path)
	}
	return content, err
}

func fileOf(path string, content []byte, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	// The bytes are never changed again, so the string may share their memory.
	return NewFile(path, unsafe.String(unsafe.SliceData(content), len(content))), nil
}

func tooLarge(path string) error { return &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge} }

// Stat describes the file at path, following symbolic links.
func (Disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

// ReadDir lists the folder at path, sorted by name.
func (Disk) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

// Overlay overlays a file system with texts in memory. The folders that contain the texts exist
// too. It must not be changed once in use.
type Overlay struct {
	base  FileSystem
	files map[string]*File
	// folders maps each folder with overlaid texts to the names that they add to it. The value
	// is true for a folder.
	folders map[string]map[string]bool
}

// NewOverlay overlays base with texts by path. A nil base is an empty file system.
func NewOverlay(base FileSystem, texts map[string]string) *Overlay {
	overlay := &Overlay{base: base, files: map[string]*File{}, folders: map[string]map[string]bool{}}
	for path, text := range texts {
		clean := filepath.Clean(path)
		overlay.files[clean] = NewFile(path, text)
		isFolder := false
		for child := clean; ; {
			parent := filepath.Dir(child)
			if parent == child {
				break
			}
			if overlay.folders[parent] == nil {
				overlay.folders[parent] = map[string]bool{}
			}
			overlay.folders[parent][filepath.Base(child)] = isFolder
			child, isFolder = parent, true
		}
	}
	return overlay
}

// Read returns the overlaid text at path, else the file of the base.
func (o *Overlay) Read(path string) (*File, error) {
	if file := o.files[filepath.Clean(path)]; file != nil {
		named := *file
		named.Name = path
		return &named, nil
	}
	if o.base == nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return o.base.Read(path)
}

// Stat describes the overlaid text at path, else the file of the base.
func (o *Overlay) Stat(path string) (fs.FileInfo, error) {
	clean := filepath.Clean(path)
	if file := o.files[clean]; file != nil {
		return memoryInfo{filepath.Base(clean), int64(len(file.Text)), false}, nil
	}
	if o.base != nil {
		if info, err := o.base.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return info, err
		}
	}
	if o.folders[clean] != nil {
		return memoryInfo{filepath.Base(clean), 0, true}, nil
	}
	return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
}

// ReadDir lists the overlaid texts and the files of the base in a folder.
func (o *Overlay) ReadDir(path string) ([]fs.DirEntry, error) {
	added := o.folders[filepath.Clean(path)]
	var entries []fs.DirEntry
	if o.base != nil {
		var err error
		if entries, err = o.base.ReadDir(path); err != nil && (added == nil || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
	} else if added == nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	all := slices.Clip(entries) // the base may keep its listing
	for name, isFolder := range added {
		if _, isListed := slices.BinarySearchFunc(entries, name, func(entry fs.DirEntry, name string) int { return strings.Compare(entry.Name(), name) }); isListed {
			continue
		}
		size := int64(0)
		if file := o.files[filepath.Join(path, name)]; file != nil {
			size = int64(len(file.Text))
		}
		all = append(all, fs.FileInfoToDirEntry(memoryInfo{name, size, isFolder}))
	}
	if len(all) > len(entries) {
		slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return all, nil
}

// Base returns the file system below the texts, or nil if there is none.
func (o *Overlay) Base() FileSystem { return o.base }

// Explain returns an error of a FileSystem in words: which file, what is wrong, and what to do
// about it.
func Explain(err error) string {
	var pathError *fs.PathError
	if !errors.As(err, &pathError) {
		return err.Error()
	}
	switch {
	case errors.Is(err, ErrOutside):
		return fmt.Sprintf("%s: %v; name the folder on the command line, or in --modulepath, to have it read", pathError.Path, ErrOutside)
	case errors.Is(err, fs.ErrNotExist):
		if target, err := os.Readlink(pathError.Path); err == nil {
			return fmt.Sprintf("%s: links to %s, which does not exist", pathError.Path, target)
		}
		return fmt.Sprintf("%s: no such file or folder", pathError.Path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("%s: permission denied; make it readable, or leave it out", pathError.Path)
	}
	return fmt.Sprintf("%s: %v", pathError.Path, pathError.Err)
}
