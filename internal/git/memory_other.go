//go:build !linux

package git

// limitMemory does nothing: other systems limit no process from outside.
func limitMemory(int) {}
