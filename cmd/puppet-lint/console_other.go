//go:build !windows

package main

import (
	"errors"
	"os"
	"syscall"
)

// takesEscapes holds for every terminal but a dumb one.
func takesEscapes(*os.File) bool { return os.Getenv("TERM") != "dumb" }

// isClosedPipe reports whether nobody reads any more what is written.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
