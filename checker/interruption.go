package checker

import (
	"context"
	"sync/atomic"
)

// interruption tells those who work on a program to end early. From then on they leave
// things out, and what they have found, the caches of the program included, is of no
// use: who interrupts a program throws it away.
type interruption struct {
	ctx     context.Context // of the check that is under way
	stopped atomic.Bool
}

// continueIn makes another context the one that ends the work.
func (i *interruption) continueIn(ctx context.Context) { i.ctx = ctx }

// hasStopped reports whether isInterrupted has returned true. It costs next to nothing.
func (i *interruption) hasStopped() bool { return i.stopped.Load() }

// isInterrupted asks whether the check was cancelled.
func (i *interruption) isInterrupted() bool {
	if i.stopped.Load() {
		return true
	}
	if i.ctx == nil || i.ctx.Err() == nil {
		return false
	}
	i.stopped.Store(true)
	return true
}

// interrupted is the context's error where the work was ended early; nil where all of
// it was done, whether the context was cancelled meanwhile or not.
func (i *interruption) interrupted() error {
	if i.stopped.Load() {
		return context.Cause(i.ctx)
	}
	return nil
}
