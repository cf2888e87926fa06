package main

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// errorNoData is what Windows says of a pipe that is being closed.
const errorNoData = syscall.Errno(232)

// takesEscapes has a console obey escape sequences, which it prints otherwise. One
// from before Windows 10 cannot.
func takesEscapes(console *os.File) bool {
	var mode uint32
	handle := windows.Handle(console.Fd())
	if err := windows.GetConsoleMode(handle, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// isClosedPipe reports whether nobody reads any more what is written.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData)
}
