package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// errorSharingViolation is the error of Windows for a file that another program has opened
// without sharing it.
const errorSharingViolation = syscall.Errno(32)

// rename retries for a second, since virus scanners, indexers and editors open files that have
// just been written.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if isBusy := errors.Is(err, errorSharingViolation) || errors.Is(err, syscall.ERROR_ACCESS_DENIED); !isBusy || wait > time.Second/2 {
			return err
		}
		time.Sleep(wait)
	}
}

// keepsOpen is false because an open file cannot be renamed.
const keepsOpen = false

// hasOneName accepts every file: hard links are rare here, and os.Stat does not count them.
func hasOneName(fs.FileInfo) error { return nil }

// keep copies the mode of the old file. Access control lists come from the folder.
func keep(file, _ *os.File, info fs.FileInfo) error { return file.Chmod(info.Mode().Perm()) }
