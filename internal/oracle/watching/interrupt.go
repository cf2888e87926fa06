//go:build develop

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"puppet-lint/lint"
)

// One in interruptOneOf changes has its first run cancelled, at the latest after latestInterrupt.
const (
	interruptOneOf  = 3
	latestInterrupt = 60 * time.Millisecond
)

// interrupt starts a run for the changes and cancels it after a while. It returns how long the run
// continues after that. ok is false if the run ends before it is cancelled.
func interrupt(session *lint.Session, paths []string, after time.Duration) (late time.Duration, ok bool) {
	ctx, cancel := context.WithCancel(context.Background())
	var at time.Time
	timer := time.AfterFunc(after, func() {
		at = time.Now()
		cancel()
	})
	_, _, err := session.Rerun(ctx, paths)
	if timer.Stop() || err == nil {
		return 0, false
	}
	return time.Since(at), true
}

func reportInterrupts(delays []time.Duration) {
	if len(delays) == 0 {
		return
	}
	slices.Sort(delays)
	at := func(share float64) string {
		return delays[min(len(delays)-1, int(share*float64(len(delays))))].Round(100 * time.Microsecond).String()
	}
	fmt.Printf("%d runs were cancelled, and ended after %s (95%% within %s, all within %s)\n", len(delays), at(0.5), at(0.95), at(1))
}
