//go:build unix && !linux && !darwin

package atomicfile

import "os"

// keepAttributes does nothing, since extended attributes are not supported on this system.
func keepAttributes(_, _ *os.File) error { return nil }
