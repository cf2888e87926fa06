package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// errorSharingViolation is what Windows says of a file that another program has
// open and does not share.
const errorSharingViolation = syscall.Errno(32)

// rename tries again for a second: virus scanners, indexers and editors open files
// that have just been written.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if isBusy := errors.Is(err, errorSharingViolation) || errors.Is(err, syscall.ERROR_ACCESS_DENIED); !isBusy || wait > time.Second/2 {
			return err
		}
		time.Sleep(wait)
	}
}

// keepsOpen reports that a file cannot be renamed while it is open.
const keepsOpen = false

// lock does nothing: an open file cannot be removed.
func lock(*os.File) bool { return true }

// removeIfLeft removes a temporary file that no program has open.
func removeIfLeft(path string) { os.Remove(path) }

// hasOneName accepts every file: hard links are rare here, and a stat does not count them.
func hasOneName(fs.FileInfo) error { return nil }

// keep gives file the mode of the old one; access control lists come from the folder.
func keep(file, _ *os.File, info fs.FileInfo) error { return file.Chmod(info.Mode().Perm()) }
