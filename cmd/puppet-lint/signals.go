package main

import (
	"os"
	"os/signal"
	"syscall"

	"puppet-lint/internal/atomicfile"
)

// stopOnSignals makes the program clean up unfinished files when a signal ends it. Ignored
// signals remain ignored.
func stopOnSignals(writer *atomicfile.Writer) {
	signals := make(chan os.Signal, 1)
	for _, one := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(one) {
			signal.Notify(signals, one)
		}
	}
	go func() {
		received := <-signals
		writer.Stop()
		signal.Reset(received)
		endBy(received)
	}()
}
