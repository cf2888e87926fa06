//go:build !unix

package main

import "os"

// endBy ends the program.
func endBy(os.Signal) { os.Exit(exitFailure) }
