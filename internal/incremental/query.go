package incremental

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Query is a function of a key whose values are remembered.
type Query[K comparable, V any] struct {
	database *Database
	name     string
	compute  func(task *Task, key K) V
	options  Options[K, V]
	entries  sync.Map // K → *entry[K, V]
	// isInput is set if the values come from outside.
	isInput bool
}

// Options are properties of a Query.
type Options[K comparable, V any] struct {
	// Equal reports whether two values are the same for everything that reads them. Without it, a
	// value that was computed again counts as changed.
	Equal func(a, b V) bool
	// Cycle makes values possible that depend on themselves.
	Cycle *Cycle[K, V]
	// Computed, unless it is nil, is called with each value once it can be read. It must not read
	// other values.
	Computed func(key K, value V)
}

// Cycle says what values that depend on themselves are. Such a query needs Equal.
type Cycle[K comparable, V any] struct {
	// Initial is the value to start from.
	Initial func(key K) V
	// Beyond is the value if it still changes after MaxRounds computations.
	Beyond func(key K) V
}

// MaxRounds is how often a value that depends on itself is computed at most.
const MaxRounds = 64

// NewQuery returns a query of a database. The name is for messages. compute must depend on
// nothing but the key and what it reads with its task.
func NewQuery[K comparable, V any](database *Database, name string, compute func(task *Task, key K) V, options Options[K, V]) *Query[K, V] {
	query := &Query[K, V]{database: database, name: name, compute: compute, options: options}
	database.add(query)
	return query
}

func (d *Database) add(one table) {
	d.claims.Lock()
	defer d.claims.Unlock()
	d.tables = append(d.tables, one)
}

// node is what the values of all queries have in common.
type node struct {
	state atomic.Uint32 // valid, present
	claim *claim        // of the task that computes it; guarded by Database.claims
	// cell is the entry that the node is part of; record what is known of its dependencies. Both
	// are nil in a database that does not record.
	cell   cell
	record *record
}

// The states of a node. A value is valid if it is what its query would compute now, and present if
// it has not been evicted.
const (
	valid uint32 = 1 << iota
	present
)

func (n *node) isValid() bool { return n.state.Load()&valid != 0 }
func (n *node) isReady() bool { return n.state.Load() == valid|present }
func (n *node) clear(bits uint32) {
	n.state.Store(n.state.Load() &^ bits)
}

// record is what a node depends on, and what depends on it.
type record struct {
	// changed is the revision in which the value changed last, verified the last one in which it
	// was compared with its dependencies; 0 if there is no value yet. Who has the claim, or changes
	// the database, may write them.
	changed, verified uint64
	read              atomic.Uint64 // the last revision in which somebody read it
	dependencies      []*node       // in the order in which they were read first
	mutex             sync.Mutex
	dependents        []*node // guarded by mutex
}

// cell is an entry without its types.
type cell interface {
	compute(task *Task) any
	// store replaces the value and reports whether it was present and is the same.
	store(value any) (isSame bool)
	isEqual(a, b any) bool
	// initial and beyond are those of the query's Cycle; hasCycle reports whether it has one.
	initial() any
	beyond() any
	hasCycle() bool
	table() table
	remove()
	computed()
	String() string
}

// entry is the value for a key.
type entry[K comparable, V any] struct {
	node
	key   K
	query *Query[K, V]
	value V
}

func (e *entry[K, V]) compute(task *Task) any { return e.query.compute(task, e.key) }
func (e *entry[K, V]) initial() any           { return e.query.options.Cycle.Initial(e.key) }
func (e *entry[K, V]) beyond() any            { return e.query.options.Cycle.Beyond(e.key) }
func (e *entry[K, V]) hasCycle() bool         { return e.query.options.Cycle != nil }
func (e *entry[K, V]) table() table           { return e.query }
func (e *entry[K, V]) remove()                { e.query.entries.Delete(e.key) }

// String returns the name of the query and the key, as messages show them.
func (e *entry[K, V]) String() string { return fmt.Sprintf("%s(%v)", e.query.name, e.key) }

func (e *entry[K, V]) computed() {
	if e.query.options.Computed != nil {
		e.query.options.Computed(e.key, e.value)
	}
}

func (e *entry[K, V]) isEqual(a, b any) bool {
	return e.query.options.Equal != nil && e.query.options.Equal(as[V](a), as[V](b))
}

func (e *entry[K, V]) store(value any) bool {
	if e.state.Load()&present != 0 && e.isEqual(e.value, value) {
		return true
	}
	e.value = as[V](value)
	return false
}

// as converts a value back to its type. The nil of an interface type has no type of its own.
func as[V any](value any) V {
	typed, _ := value.(V)
	return typed
}

// entry returns the entry for a key, which may have no value yet.
func (q *Query[K, V]) entry(key K) *entry[K, V] {
	if found, ok := q.entries.Load(key); ok {
		return found.(*entry[K, V])
	}
	made := &entry[K, V]{key: key, query: q}
	if q.database.isRecording {
		made.cell, made.record = made, &record{}
	}
	found, _ := q.entries.LoadOrStore(key, made)
	return found.(*entry[K, V])
}

// Get returns the value for a key. The computation that task belongs to depends on it from now on.
// A nil task belongs to no computation; its caller must not read while the database is changed.
func (q *Query[K, V]) Get(task *Task, key K) V {
	e := q.entry(key)
	if e.isReady() {
		q.database.read(task, &e.node)
		return e.value
	}
	if !q.database.isRecording {
		q.once(e)
		return e.value
	}
	if task == nil {
		q.database.running.RLock()
		defer q.database.running.RUnlock()
		task = &Task{database: q.database}
	}
	if provisional, isFinal := task.fetch(&e.node, true); !isFinal {
		return as[V](provisional)
	}
	q.database.read(task, &e.node)
	return e.value
}

// read notes that a value is read.
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
func (q *Query[K, V]) once(e *entry[K, V]) {
	d := q.database
	d.claims.Lock()
	for e.claim != nil {
		done := e.claim.wait()
		d.claims.Unlock()
		<-done
		d.claims.Lock()
	}
	if e.isReady() {
		d.claims.Unlock()
		return
	}
	e.claim = &claim{}
	d.claims.Unlock()
	defer d.release(&e.node)
	e.value = q.compute(nil, e.key)
	e.state.Store(valid | present)
	e.computed()
}

// Known returns the value for a key if it has been computed and is valid. It records nothing, so
// a computation must not depend on it.
func (q *Query[K, V]) Known(key K) (value V, ok bool) {
	if found, isThere := q.entries.Load(key); isThere {
		if e := found.(*entry[K, V]); e.isReady() {
			return e.value, true
		}
	}
	return value, false
}

// Last returns the value for a key that was computed last, even if it is not valid any more. It
// records nothing.
func (q *Query[K, V]) Last(key K) (value V, ok bool) {
	if found, isThere := q.entries.Load(key); isThere {
		if e := found.(*entry[K, V]); e.state.Load()&present != 0 {
			return e.value, true
		}
	}
	return value, false
}

// Each visits the valid values in no order, until visit returns false. It records nothing.
func (q *Query[K, V]) Each(visit func(key K, value V) bool) {
	q.entries.Range(func(_, found any) bool {
		e := found.(*entry[K, V])
		return !e.isReady() || visit(e.key, e.value)
	})
}

// Evict drops the value for a key. What was computed with it stays valid, and it is computed again
// when it is read; the result must then be the same.
func (q *Query[K, V]) Evict(key K) {
	q.database.running.Lock()
	defer q.database.running.Unlock()
	if found, isThere := q.entries.Load(key); isThere {
		e := found.(*entry[K, V])
		e.value = *new(V)
		e.clear(present)
	}
}

func (q *Query[K, V]) each(visit func(n *node)) {
	q.entries.Range(func(_, found any) bool {
		visit(&found.(*entry[K, V]).node)
		return true
	})
}

func (q *Query[K, V]) isDurable() bool { return q.isInput && q.compute == nil }
