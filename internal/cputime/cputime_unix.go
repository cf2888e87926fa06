//go:build unix

package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Used returns the processor time that the program has used so far, on all processors. It
// returns 0 if the system does not tell.
func Used() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
