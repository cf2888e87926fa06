//go:build solaris || aix || windows

package atomicfile

import (
	"os"
	"time"
)

// lock does nothing.
func lock(*os.File) bool { return true }

// longAgo is the age after which no program can still be writing a file.
const longAgo = time.Hour

// removeIfLeft removes a temporary file that has not been written to for a long time. A younger one
// may be in use even if no program has it open: on Windows, a file is closed before it is renamed.
func removeIfLeft(path string) {
	if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > longAgo {
		os.Remove(path)
	}
}
