// Package atomicfile replaces the content of a file completely or not at all, even if the
// program is killed, the disk is full, or another program saves the file at the same moment.
// Every file that the program changes or creates is written by this package.
//
// The content is written to a temporary file next to the old one. The temporary file gets the
// mode, the owner and the extended attributes (with access control lists) of the old file, and
// is then renamed to it. If something cannot be preserved, the file is not written: another
// owner, further names of the file (hard links), attributes that only the system may set. A
// symbolic link remains one; its target is replaced.
//
// Temporary files are named ".puppet-lint-NUMBER.tmp" and are locked while their program runs.
// Sweep removes those that a killed program has left.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// ErrStopped is the error of writing after Stop.
var ErrStopped = errors.New("interrupted")

// A Writer writes files. Once it is stopped, no unfinished files remain. The zero value and nil
// can be used. The methods are safe for concurrent use.
type Writer struct {
	mutex     sync.Mutex
	temporary map[string]*os.File
	swept     map[string]bool // the folders that Sweep was called for
	stopped   bool
}

// Refusal is the error for a file that must not be written although it could be.
type Refusal struct{ Why string }

// Error returns the reason.
func (r *Refusal) Error() string { return r.Why }

// errChanged returns the refusal to replace what another program has written.
func errChanged() error {
	return &Refusal{"changed while it was being fixed; it was left alone, run again"}
}

// Stop removes all temporary files and prevents further writing. It is called before the
// program ends.
func (w *Writer) Stop() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.stopped = true
	for path, file := range w.temporary {
		if !keepsOpen {
			file.Close() // some systems cannot remove an open file
		}
		os.Remove(path)
	}
	clear(w.temporary)
}

// Replace replaces the content of the file at path, which must still be before at the moment of
// replacement. It preserves everything else about the file.
func (w *Writer) Replace(path, before, after string) error {
	target, err := linkTarget(path)
	if err != nil {
		return err
	}
	old, err := os.Open(target)
	if err != nil {
		return err
	}
	defer old.Close()
	// The lock has two purposes. Sweep keeps the file while it has a temporary name for a moment.
	// And no other run replaces the file now: if three runs exchanged names at once, the version
	// of one could be lost.
	if !lock(old) {
		return errChanged()
	}
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if err := isUnchanged(old, before); err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return &Refusal{"is read-only; it was left alone"}
	}
	if err := hasOneName(info); err != nil {
		return err
	}
	return w.write(target, info, func(file *os.File) error {
		if _, err := io.WriteString(file, after); err != nil {
			return err
		}
		return keep(file, old, info)
	}, func(temporary string) error {
		if !keepsOpen {
			old.Close() // some systems cannot replace an open file
		}
		return exchange(temporary, target, info, before, after)
	})
}

// Write creates the file at path, or replaces the content of a file that the program itself has
// written. Only the mode of the old file is certain to be preserved. A file that is not regular
// (a pipe, a terminal) is written directly.
func (w *Writer) Write(path string, content func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(content(file), file.Close())
	}
	target, err := linkTarget(path)
	if errors.Is(err, fs.ErrNotExist) {
		target, err = path, nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = nil, nil
	}
	if err != nil {
		return err
	}
	if info != nil {
		if err := hasOneName(info); err != nil {
			return err
		}
	}
	return w.write(target, info, func(file *os.File) error {
		if err := content(file); err != nil || info == nil {
			return err
		}
		old, err := os.Open(target)
		if err != nil {
			return file.Chmod(info.Mode().Perm())
		}
		defer old.Close()
		var refusal *Refusal
		if err := keep(file, old, info); err != nil && !errors.As(err, &refusal) {
			return err
		}
		return nil
	}, func(temporary string) error { return rename(temporary, target) })
}

// write calls fill with a temporary file next to target, and then finish, which renames it.
func (w *Writer) write(target string, info fs.FileInfo, fill func(*os.File) error, finish func(temporary string) error) error {
	if w == nil {
		w = &Writer{}
	}
	mode := fs.FileMode(0o666)
	if info != nil {
		mode = 0o600 // private content must not be readable even briefly
	}
	w.sweep(filepath.Dir(target))
	file, err := w.create(filepath.Dir(target), mode)
	if err != nil {
		return err
	}
	name := file.Name()
	err = fill(file)
	if err == nil {
		err = file.Sync()
	}
	// If an open file cannot be renamed, close it now, which ends its lock early.
	if !keepsOpen {
		err = errors.Join(err, file.Close())
	} else {
		defer file.Close()
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.temporary, name)
	if w.stopped {
		os.Remove(name)
		return ErrStopped
	}
	if err == nil {
		err = finish(name)
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// sweep calls Sweep for a folder, once.
func (w *Writer) sweep(folder string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.swept[folder] {
		return
	}
	if w.swept == nil {
		w.swept = map[string]bool{}
	}
	w.swept[folder] = true
	Sweep(folder)
}

const prefix, suffix = ".puppet-lint-", ".tmp"

// create creates a locked temporary file.
func (w *Writer) create(folder string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(folder, fmt.Sprintf("%s%d%s", prefix, rand.Uint64(), suffix))
		w.mutex.Lock()
		if w.stopped {
			w.mutex.Unlock()
			return nil, ErrStopped
		}
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			if w.temporary == nil {
				w.temporary = map[string]*os.File{}
			}
			w.temporary[name] = file
		}
		w.mutex.Unlock()
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, err
		}
		// Sweep in another program may have removed it already.
		if lock(file) && isThere(file, name) {
			return file, nil
		}
		file.Close()
		w.mutex.Lock()
		delete(w.temporary, name)
		w.mutex.Unlock()
		os.Remove(name)
	}
}

func isThere(file *os.File, name string) bool {
	mine, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(name)
	return err == nil && os.SameFile(mine, there)
}

// Sweep removes the temporary files in a folder whose programs have been killed.
func Sweep(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if IsTemporary(entry.Name()) && entry.Type().IsRegular() {
			removeIfLeft(filepath.Join(folder, entry.Name()))
		}
	}
}

// IsTemporary reports whether a file with that name is a temporary file.
func IsTemporary(name string) bool {
	number, isOwn := strings.CutPrefix(name, prefix)
	number, ends := strings.CutSuffix(number, suffix)
	return isOwn && ends && number != "" && strings.Trim(number, "0123456789") == ""
}

// linkTarget returns the target of path, or path itself if it is not a symbolic link. The
// folders in it are not resolved, since some cannot be on Windows.
func linkTarget(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, err
	}
	return filepath.EvalSymlinks(path)
}

// isUnchanged returns an error if the content of a file differs from before.
func isUnchanged(file *os.File, before string) error {
	// One more byte than expected shows whether there is more.
	text := make([]byte, len(before)+1)
	count, err := file.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(text[:count], []byte(before)) {
		return errChanged()
	}
	return nil
}

// Rename renames a file. On Windows it waits for programs that have the file open.
func Rename(from, to string) error { return rename(from, to) }

// comparedRename renames the temporary file to target, if the file there is still the one
// described by info with the content before.
func comparedRename(temporary, target string, info fs.FileInfo, before string) error {
	if err := isSame(target, info, before); err != nil {
		return err
	}
	return rename(temporary, target)
}

// isSame returns an error if the file at path is a different one, or has different content.
func isSame(path string, info fs.FileInfo, before string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	now, err := file.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(now, info) || now.Mode() != info.Mode() {
		return errChanged()
	}
	return isUnchanged(file, before)
}
