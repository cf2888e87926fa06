//go:build !windows

package lint

import "os"

// rename is os.Rename, which replaces a file whoever has it open.
func rename(from, to string) error { return os.Rename(from, to) }
