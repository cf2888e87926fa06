package parallel

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Group runs functions in goroutines, like errgroup.Group. The zero value is ready to use.
type Group struct {
	group   errgroup.Group
	failure atomic.Pointer[Panic]
}

// Panic is the value of a panic that continues in another goroutine.
type Panic struct {
	// Cause is the value of the first panic.
	Cause any
	// Stack is the stack trace of the goroutine that panicked.
	Stack []byte
}

// String returns the cause, as messages show it.
func (p *Panic) String() string { return fmt.Sprint(p.Cause) }

// Stack returns the stack trace of the panic with a value that recover has just returned.
func Stack(cause any) []byte {
	if passed, ok := cause.(*Panic); ok {
		return passed.Stack
	}
	return debug.Stack()
}

// SetLimit is errgroup.Group.SetLimit.
func (g *Group) SetLimit(n int) { g.group.SetLimit(n) }

// Go runs work in a goroutine, as errgroup.Group.Go does.
func (g *Group) Go(work func() error) {
	g.group.Go(func() error { return g.guard(work) })
}

// TryGo is like Go, and reports whether the limit allowed to run work.
func (g *Group) TryGo(work func() error) bool {
	return g.group.TryGo(func() error { return g.guard(work) })
}

// guard calls work and keeps the value of the first panic.
func (g *Group) guard(work func() error) error {
	defer func() {
		if cause := recover(); cause != nil {
			g.failure.CompareAndSwap(nil, &Panic{cause, Stack(cause)})
		}
	}()
	return work()
}

// Wait waits for all functions and returns the first error. If one has panicked, Wait panics with a
// *Panic instead.
func (g *Group) Wait() error {
	err := g.group.Wait()
	if failure := g.failure.Load(); failure != nil {
		panic(failure)
	}
	return err
}
