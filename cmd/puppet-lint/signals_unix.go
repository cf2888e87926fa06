//go:build unix

package main

import (
	"os"
	"syscall"
)

// endBy ends the program by a signal, so that whoever waits for it sees which.
func endBy(received os.Signal) {
	if number, ok := received.(syscall.Signal); ok {
		_ = syscall.Kill(os.Getpid(), number)
	}
}
