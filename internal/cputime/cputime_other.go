//go:build !unix && !windows

package cputime

import "time"

// Used returns 0, since the system cannot report the processor time.
func Used() time.Duration { return 0 }
