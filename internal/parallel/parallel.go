// Package parallel calls functions side by side: one for many items, several at a time, or several
// different ones. It serves all packages that work on the files, definitions or names of a tree.
//
// A panic in one of them continues in the goroutine that waits for them, where the caller can recover
// from it. Otherwise, it would end the program without a message.
//
// A few goroutines do all the work, instead of one for each item: the stack of a goroutine
// starts small, and is copied each time that an evaluation makes it grow.
package parallel

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Each calls work with the numbers below count, as many at a time as workers, and begins them in
// order. Between two calls, other goroutines get their turn: a server all of whose processors work
// answers a request at once, and not only after the 10 ms that the scheduler gives each goroutine.
//
// Each returns when all calls have. Once the context is cancelled, it begins no more of them, and
// returns the error of the context; a context that is cancelled after the last call has begun is
// no error. If work panics, Each begins no more of it, and panics, too: with several workers, as
// Group.Wait does.
func Each(ctx context.Context, workers, count int, work func(i int)) error {
	if workers = min(workers, count); workers <= 1 {
		for i := range count {
			if err := ctx.Err(); err != nil {
				return err
			}
			work(i)
			runtime.Gosched()
		}
		return nil
	}
	var next atomic.Int64
	var group Group
	for range workers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= count || group.failure.Load() != nil {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				work(i)
				runtime.Gosched()
			}
		})
	}
	return group.Wait()
}
