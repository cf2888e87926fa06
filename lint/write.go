package lint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/source"
)

// Replace replaces the text of a file, as it was read, as a whole or not at all. If files are
// confined, writing the file must be permitted.
func Replace(writer *atomicfile.Writer, files source.FileSystem, file *source.File, text string) error {
	if confined := source.ConfinedBy(files); confined != nil {
		if err := confined.MayWrite(file.Name); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return replaceFile(writer, file.Name, file.Text, text)
}

// replaceFile replaces the content of the file at path with text. The content must still be
// before.
func replaceFile(writer *atomicfile.Writer, path, before, text string) error {
	if err := writer.Replace(path, before, text); err != nil {
		return explainWrite(path, path, err)
	}
	return nil
}

// writeWhole writes a file of our own. Errors name it shown.
func writeWhole(writer *atomicfile.Writer, path, shown, text string) error {
	err := writer.Write(path, func(file io.Writer) error {
		_, err := io.WriteString(file, text)
		return err
	})
	if err != nil {
		return explainWrite(path, shown, err)
	}
	return nil
}

// sweep removes temporary files that killed runs have left beside the files that this run may
// write.
func (r *run) sweep() {
	if r.options.Fix != FixFiles && !r.options.AddIgnore || r.result.stdin != nil {
		return
	}
	swept := map[string]bool{}
	for _, path := range r.files {
		folder := filepath.Dir(path)
		if swept[folder] {
			continue
		}
		swept[folder] = true
		if r.confined == nil || r.confined.MayWrite(path) == nil {
			atomicfile.Sweep(folder)
		}
	}
}

// explainWrite explains why path was not written, and says whether the file is unchanged.
func explainWrite(path, shown string, err error) error {
	var refusal *atomicfile.Refusal
	if errors.As(err, &refusal) {
		return fmt.Errorf("%s: %s", shown, refusal.Why)
	}
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
	case errors.Is(err, syscall.EFBIG):
		why = "the file would be larger than the system allows (ulimit -f)"
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
