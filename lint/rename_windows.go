package lint

import (
	"errors"
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
