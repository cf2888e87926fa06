//go:build unix

package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Used returns the processor time that the program has used so far, on all processors. It
// returns 0 if the system cannot report the time.
func Used() time.Duration {
	var usage unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &usage) // usage stays zero if it fails
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
