package program

import (
	"cmp"
	"context"
	"sync/atomic"

	"puppet-lint/internal/parallel"
)

// Parallel calls work for each number below count, with at most workers calls at the same time,
// until the check is cancelled.
func (i *interruption) Parallel(workers, count int, work func(i int)) {
	if parallel.Each(cmp.Or(i.ctx, context.Background()), workers, count, work) != nil {
		i.stopped.Store(true)
	}
}

// interruption ends the work on a program early. After that, all results are incomplete,
// including those in the program's caches, so the program must be thrown away.
type interruption struct {
	ctx     context.Context // of the running check
	stopped atomic.Bool
}

// ContinueIn makes another context the one that ends the work.
func (i *interruption) ContinueIn(ctx context.Context) { i.ctx = ctx }

// HasStopped reports whether IsInterrupted has returned true. It costs next to nothing.
func (i *interruption) HasStopped() bool { return i.stopped.Load() }

// IsInterrupted asks whether the check was cancelled.
func (i *interruption) IsInterrupted() bool {
	if i.stopped.Load() {
		return true
	}
	if i.ctx == nil || i.ctx.Err() == nil {
		return false
	}
	i.stopped.Store(true)
	return true
}

// CancelCause returns the error of the context if the work has ended early. It returns nil if
// all work was done, even if the context has been cancelled since.
func (i *interruption) CancelCause() error {
	if i.stopped.Load() {
		return context.Cause(i.ctx)
	}
	return nil
}
