//go:build !unix && !windows

package cputime

import "time"

// Used returns 0: the system does not tell the processor time.
func Used() time.Duration { return 0 }
