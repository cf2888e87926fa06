package parallel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestEachIsCalledOnce checks that work is called once for each number, by no more goroutines at a
// time than wanted.
func TestEachIsCalledOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 100} {
		for _, count := range []int{0, 1, 2, 50} {
			calls := make([]atomic.Int32, count)
			var running, most atomic.Int32
			err := Each(context.Background(), workers, count, func(i int) {
				if now := running.Add(1); now > most.Load() {
					most.Store(now)
				}
				calls[i].Add(1)
				running.Add(-1)
			})
			if err != nil {
				t.Fatalf("%d workers: %v", workers, err)
			}
			for i := range calls {
				if got := calls[i].Load(); got != 1 {
					t.Errorf("%d workers, %d items: item %d was worked on %d times", workers, count, i, got)
				}
			}
			if limit := int32(max(workers, 1)); most.Load() > limit {
				t.Errorf("%d workers: %d calls at a time", workers, most.Load())
			}
		}
	}
}

// TestEachEndsEarly checks that no call begins after the context is cancelled, and that this is
// reported, unless nothing is left out.
func TestEachEndsEarly(t *testing.T) {
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithCancel(context.Background())
		var calls atomic.Int32
		err := Each(ctx, workers, 1000, func(i int) {
			if calls.Add(1); i == 10 {
				cancel()
			}
		})
		// Each other worker may have taken an earlier item that it now leaves out.
		if got := int(calls.Load()); !errors.Is(err, context.Canceled) || got < 12-workers || got >= 1000 {
			t.Errorf("%d workers: %d calls, error %v", workers, got, err)
		}
		ctx, cancel = context.WithCancel(context.Background())
		if err := Each(ctx, workers, 1, func(int) { cancel() }); err != nil {
			t.Errorf("%d workers: the last call cancels: %v", workers, err)
		}
	}
}

// TestPanicsContinue checks that a panic in a goroutine continues where it is waited for, with its
// stack, and that the other work ends.
func TestPanicsContinue(t *testing.T) {
	caught := func(work func()) (cause any, stack string) {
		defer func() {
			if cause = recover(); cause != nil {
				stack = string(Stack(cause))
			}
		}()
		work()
		return nil, ""
	}
	for _, workers := range []int{1, 4} {
		var calls atomic.Int32
		cause, stack := caught(func() {
			_ = Each(context.Background(), workers, 1000, func(i int) {
				if calls.Add(1); i == 3 {
					failingWork()
				}
				time.Sleep(time.Millisecond)
			})
		})
		if fmt.Sprint(cause) != "this fails" || !strings.Contains(stack, "failingWork") {
			t.Errorf("%d workers: the cause is %v, the stack\n%s", workers, cause, stack)
		}
		if calls.Load() == 1000 {
			t.Errorf("%d workers: all work was done after a panic", workers)
		}
	}
	cause, _ := caught(func() {
		var outer Group
		outer.Go(func() error {
			var inner Group
			inner.Go(func() error { panic("deep") })
			return inner.Wait()
		})
		_ = outer.Wait()
	})
	if fmt.Sprint(cause) != "deep" {
		t.Errorf("the cause of a nested group is %v", cause)
	}
}

func failingWork() { panic("this fails") }
