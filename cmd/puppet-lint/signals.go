package main

import (
	"os"
	"os/signal"
	"syscall"

	"puppet-lint/internal/atomicfile"
)

// stopOnSignals has the program leave nothing unfinished behind when it is told to end,
// and then end as it would have. A signal that is ignored stays so.
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
