//go:build !windows

package main

import (
	"errors"
	"os"
	"syscall"
)

// takesEscapes reports whether a terminal understands escape sequences: all but dumb ones do.
func takesEscapes(*os.File) bool { return os.Getenv("TERM") != "dumb" }

// isClosedPipe reports whether the reader of the output has gone.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
