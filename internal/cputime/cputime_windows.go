package cputime

import (
	"time"

	"golang.org/x/sys/windows"
)

// Used returns the processor time that the program has used so far, on all processors. It
// returns 0 if the system cannot report the time.
func Used() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		return 0
	}
	ticks := func(one windows.Filetime) int64 { return int64(one.HighDateTime)<<32 | int64(one.LowDateTime) }
	return time.Duration(100 * (ticks(kernel) + ticks(user)))
}
