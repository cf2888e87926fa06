package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"puppet-lint/source"
)

// Replace puts a text in the place of that of a file as it was read, as a whole or not
// at all. Where files are confined, the file must be one that may be written.
func Replace(files source.FileSystem, file *source.File, text string) error {
	if confined, ok := files.(*source.Confined); ok {
		if err := confined.MayWrite(file.Name); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return replaceFile(file.Name, file.Text, text)
}

// replaceFile puts text in the place of the content of the file at path, which
// must still be before. The file is replaced as a whole or not at all, even if
// the program is killed or the disk is full: the text goes into a new file
// beside it, which then takes its name. Mode and owner are kept, and a
// symbolic link keeps pointing to the file, which changes.
func replaceFile(path, before, text string) error {
	target, err := linkTarget(path)
	if err != nil {
		return explainWrite(path, path, err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return explainWrite(path, path, err)
	}
	content, err := os.ReadFile(target)
	if err != nil {
		return explainWrite(path, path, err)
	}
	if string(content) != before {
		return fmt.Errorf("%s: changed while it was being fixed; it was left alone, run again", path)
	}
	if info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s: is read-only; it was left alone", path)
	}
	temporary, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".puppet-lint-*")
	if err != nil {
		return explainWrite(path, path, err)
	}
	err = fill(temporary, text, info)
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = rename(temporary.Name(), target)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return explainWrite(path, path, err)
	}
	return nil
}

// linkTarget is the file that path names: itself, if it is no symbolic link.
// The folders that lead to it stay as they are, since on Windows some cannot be
// resolved.
func linkTarget(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return path, err
	}
	return filepath.EvalSymlinks(path)
}

// fill writes text and gives the file the mode and owner that info tells.
func fill(file *os.File, text string, info fs.FileInfo) error {
	if _, err := file.WriteString(text); err != nil {
		return err
	}
	if err := file.Chmod(info.Mode().Perm() | info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)); err != nil {
		return err
	}
	keepOwner(file, info)
	return file.Sync()
}

// writeWhole writes a file of our own, new or not, as a whole or not at all; errors
// call it shown.
func writeWhole(path, shown, text string) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return explainWrite(path, shown, err)
	}
	_, err = temporary.WriteString(text)
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = rename(temporary.Name(), path)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return explainWrite(path, shown, err)
	}
	return nil
}

// explainWrite says why path was not written, and that it is as it was, if it is.
func explainWrite(path, shown string, err error) error {
	reason := err
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.As(err, &pathError):
		reason = pathError.Err
	case errors.As(err, &linkError):
		reason = linkError.Err
	}
	why := fmt.Sprintf("cannot be written: %v", reason)
	switch {
	case errors.Is(err, syscall.ENOSPC):
		why = "the disk is full"
	case errors.Is(err, syscall.EROFS):
		why = "the file system is read-only"
	case errors.Is(err, fs.ErrPermission):
		why = "permission denied in " + filepath.Dir(shown)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %s", shown, why)
	}
	return fmt.Errorf("%s: %s; the file was left as it was", shown, why)
}
