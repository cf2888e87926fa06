package incremental

import (
	"fmt"
	"sync"
	"sync/atomic"

	"puppet-lint/internal/sharded"
)

// table is the part of a Query or Input that does not depend on its type parameters. It keeps the
// program small: the compiler makes a copy of the methods of a generic type for each type argument,
// in each package that uses it. For the same reason, operations with few callers are functions
// instead of methods.
type table struct {
	database *Database
	name     string
	compute  func(task *Task, key any) any // nil for an input whose values are all given by Set
	equal    func(a, b any) bool           // nil if no two values are the same
	// initial and beyond are the functions of the query's Cycle, or nil without one.
	initial, beyond func(key any) any
	computed        func(key, value any)    // nil, or called with each value once it can be read
	suspected       func(key any)           // nil, or called with the key of each value that becomes suspect
	nodes           sharded.Map[any, *node] // by key
	// isInput is set if the values come from outside.
	isInput bool
}

func (d *Database) add(one *table) {
	d.claims.Lock()
	defer d.claims.Unlock()
	d.tables = append(d.tables, one)
}

// node holds the value for a key and its state.
type node struct {
	state atomic.Uint32 // absent, suspect or valid
	claim *claim        // of the task that computes it; guarded by Database.claims
	table *table
	key   any
	value any
	// record is nil in a database that does not record.
	record *record
}

// The states of a node: it has no value, one that may be out of date, or the one that its query
// would compute now.
const (
	absent uint32 = iota
	suspect
	valid
)

func (n *node) isValid() bool  { return n.state.Load() == valid }
func (n *node) hasValue() bool { return n.state.Load() != absent }

// record holds the dependencies and the dependents of a node.
type record struct {
	// changed is the revision in which the value changed last. verified is the last revision in
	// which its dependencies were examined. Both are 0 if there is no value yet. Only the task
	// with the claim and Change may write them.
	changed, verified uint64
	read              atomic.Uint64 // the last revision in which somebody read it
	dependencies      []*node       // in the order in which they were read first
	mutex             sync.Mutex
	dependents        []*node // guarded by mutex
}

// String returns the name of the query and the key, as messages show them.
func (n *node) String() string { return fmt.Sprintf("%s(%v)", n.table.name, n.key) }

func (n *node) isEqual(a, b any) bool { return n.table.equal != nil && n.table.equal(a, b) }

// store replaces the value, and reports whether it equals the previous one.
func (n *node) store(value any) bool {
	if n.hasValue() && n.isEqual(n.value, value) {
		return true
	}
	n.value = value
	return false
}

func (n *node) reportComputed() {
	if n.table.computed != nil {
		n.table.computed(n.key, n.value)
	}
}

func (n *node) reportSuspected() {
	if n.table.suspected != nil {
		n.table.suspected(n.key)
	}
}

// isDurable reports whether the values of the table come from Set and cannot be computed again.
func (t *table) isDurable() bool { return t.isInput && t.compute == nil }

// node returns the node for a key, which may have no value yet.
func (t *table) node(key any) *node {
	if found, ok := t.nodes.Load(key); ok {
		return found
	}
	made := &node{key: key, table: t}
	if t.database.isRecording {
		made.record = &record{}
	}
	return t.nodes.LoadOrStore(key, made)
}

// known returns the node for a key, or nil if there is none yet.
func (t *table) known(key any) *node {
	found, _ := t.nodes.Load(key)
	return found
}

// each visits the nodes in no order, until visit returns false.
func (t *table) each(visit func(n *node) bool) {
	t.nodes.Range(func(_ any, found *node) bool { return visit(found) })
}

// get implements Query.Get.
func (t *table) get(task *Task, key any) any {
	n := t.node(key)
	if n.isValid() {
		t.database.read(task, n)
		return n.value
	}
	if !t.database.isRecording {
		n.once()
		return n.value
	}
	if task == nil {
		t.database.running.RLock()
		defer t.database.running.RUnlock()
		task = &Task{database: t.database}
	}
	if provisional, isFinal := task.fetch(n); !isFinal {
		return provisional
	}
	t.database.read(task, n)
	return n.value
}

// read records that a task reads the value of a node.
func (d *Database) read(task *Task, n *node) {
	if n.record == nil {
		return
	}
	if now := d.revision.Load(); n.record.read.Load() != now {
		n.record.read.Store(now)
	}
	if task != nil {
		task.depend(n)
	}
}

// once computes a value in a database that does not record.
func (n *node) once() {
	d := n.table.database
	d.claims.Lock()
	for n.claim != nil {
		done := n.claim.wait()
		d.claims.Unlock()
		<-done
		d.claims.Lock()
	}
	if n.isValid() {
		d.claims.Unlock()
		return
	}
	n.claim = &claim{}
	d.claims.Unlock()
	defer d.release(n)
	n.value = n.table.compute(nil, n.key)
	n.state.Store(valid)
	n.reportComputed()
}
