package main

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// errorNoData is the error of Windows for a pipe that is being closed.
const errorNoData = syscall.Errno(232)

// takesEscapes enables escape sequences in a console and reports whether it supports them.
// Consoles before Windows 10 do not.
func takesEscapes(console *os.File) bool {
	var mode uint32
	handle := windows.Handle(console.Fd())
	if err := windows.GetConsoleMode(handle, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// isClosedPipe reports whether the reader of the output has gone.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData)
}
