package git

import "golang.org/x/sys/unix"

// maxMemory is the number of bytes that a git process may allocate. Files that it maps do not
// count.
const maxMemory = 4 << 30

// limitMemory limits the memory of a git process. An object may be a thousand times longer than
// its file.
func limitMemory(pid int) {
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: maxMemory, Max: maxMemory}, nil) // a lower limit may hold already
}
