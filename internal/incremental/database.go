package incremental

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// Database holds the values of inputs and queries that may depend on each other. All its methods
// are safe for use by several goroutines.
type Database struct {
	isRecording bool
	// running is held for reading by tasks, and for writing by Change and Collect.
	running  sync.RWMutex
	revision atomic.Uint64
	claims   sync.Mutex // guards the claims of all nodes, and what tasks wait for
	tables   []*table
}

// New returns a database that follows changes of its inputs.
func New() *Database {
	database := &Database{isRecording: true}
	database.revision.Store(1)
	return database
}

// NewOnce returns a database whose inputs never change. It records no dependencies: computations
// get a nil Task. Queries must not depend on themselves.
func NewOnce() *Database { return &Database{} }

// IsRecording reports whether the database follows changes.
func (d *Database) IsRecording() bool { return d.isRecording }

// Revision returns how often inputs have been changed.
func (d *Database) Revision() uint64 { return d.revision.Load() }

// Read calls read with a task for reading values. If the context is cancelled, the task ends at
// the next value that it would have to compute or wait for, and Read returns the context's error.
// No input changes meanwhile.
func (d *Database) Read(ctx context.Context, read func(task *Task)) (err error) {
	if !d.isRecording {
		read(nil)
		return nil
	}
	d.running.RLock()
	defer d.running.RUnlock()
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case cancellation:
			err = cause.err
		default:
			panic(cause)
		}
	}()
	read(&Task{database: d, context: ctx})
	return nil
}

// cancellation ends a task whose context is cancelled.
type cancellation struct{ err error }

// Change is a new revision while its inputs are being set. It is valid until the function that
// received it returns.
type Change struct {
	database *Database
}

// Change begins a new revision. It waits for running tasks and then calls apply, which sets inputs.
// No values can be read before apply returns.
func (d *Database) Change(apply func(change *Change)) {
	if !d.isRecording {
		return
	}
	d.running.Lock()
	defer d.running.Unlock()
	d.revision.Add(1)
	apply(&Change{d})
}

// changed records that the value of a node has changed, and makes all values that depend on it
// suspect.
func (c *Change) changed(n *node) {
	n.record.changed, n.record.verified = c.database.revision.Load(), c.database.revision.Load()
	for open := []*node{n}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, dependent := range last.record.dependents {
			if dependent.isValid() {
				dependent.state.Store(suspect)
				dependent.reportSuspected()
				open = append(open, dependent)
			}
		}
	}
}

// Collect drops all values that no other value depends on and that have not been read in the given
// number of latest revisions. It keeps values of an Input that come from Set.
func (d *Database) Collect(revisions uint64) {
	if !d.isRecording {
		return
	}
	d.running.Lock()
	defer d.running.Unlock()
	now := d.revision.Load()
	var open []*node
	for _, one := range d.tables {
		if !one.isDurable() {
			one.each(func(n *node) bool {
				if n.isUnused(now, revisions) {
					open = append(open, n)
				}
				return true
			})
		}
	}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		n.table.nodes.Delete(n.key)
		for _, dependency := range n.record.dependencies {
			dependency.removeDependent(n)
			if dependency.isUnused(now, revisions) && !dependency.table.isDurable() {
				open = append(open, dependency)
			}
		}
		n.record.dependencies = nil
	}
}

// isUnused reports whether no node depends on n and n has not been read in the latest revisions.
func (n *node) isUnused(now, revisions uint64) bool {
	return len(n.record.dependents) == 0 && n.record.read.Load()+revisions < now
}

// removeDependent removes a node from the dependents of n.
func (n *node) removeDependent(dependent *node) {
	n.record.mutex.Lock()
	defer n.record.mutex.Unlock()
	if at := slices.Index(n.record.dependents, dependent); at >= 0 {
		last := len(n.record.dependents) - 1
		n.record.dependents[at], n.record.dependents[last] = n.record.dependents[last], nil
		n.record.dependents = n.record.dependents[:last]
	}
}

// addDependent adds a node to the dependents of n.
func (n *node) addDependent(dependent *node) {
	n.record.mutex.Lock()
	defer n.record.mutex.Unlock()
	n.record.dependents = append(n.record.dependents, dependent)
}
