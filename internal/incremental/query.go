package incremental

// Query is a function of a key whose values are remembered.
type Query[K comparable, V any] struct {
	table *table
}

// Options are properties of a Query.
type Options[K comparable, V any] struct {
	// Equal reports whether two values are the same for everything that reads them. Without it, a
	// value that was computed again counts as changed.
	Equal func(a, b V) bool
	// Cycle allows values to depend on themselves. If it is nil, such a value makes Get panic.
	Cycle *Cycle[K, V]
	// Computed, unless it is nil, is called with each value once it can be read. It must not read
	// other values.
	Computed func(key K, value V)
	// Suspected, unless it is nil, is called by Change with the key of each value that it makes
	// suspect. Who has the values of all keys then knows which ones to read again. It must not read
	// values.
	Suspected func(key K)
}

// Cycle defines the values of keys that depend on themselves. A query with a Cycle needs Equal.
type Cycle[K comparable, V any] struct {
	// Initial is the value to start from.
	Initial func(key K) V
	// Beyond is the value if it still changes after MaxRounds computations.
	Beyond func(key K) V
}

// MaxRounds is the largest number of times that a value that depends on itself is computed.
const MaxRounds = 64

// NewQuery returns a query of a database. The name is for messages. compute must depend only on
// the key and on values that it reads with its task.
func NewQuery[K comparable, V any](database *Database, name string, compute func(task *Task, key K) V, options Options[K, V]) *Query[K, V] {
	t := &table{
		database: database,
		name:     name,
		compute:  func(task *Task, key any) any { return compute(task, key.(K)) },
		equal:    untypedEqual(options.Equal),
	}
	if cycle := options.Cycle; cycle != nil {
		t.initial = func(key any) any { return cycle.Initial(key.(K)) }
		t.beyond = func(key any) any { return cycle.Beyond(key.(K)) }
	}
	if options.Computed != nil {
		t.computed = func(key, value any) { options.Computed(key.(K), as[V](value)) }
	}
	if options.Suspected != nil {
		t.suspected = func(key any) { options.Suspected(key.(K)) }
	}
	database.add(t)
	return &Query[K, V]{t}
}

// untypedEqual returns equal for values without their type, nil for nil.
func untypedEqual[V any](equal func(a, b V) bool) func(a, b any) bool {
	if equal == nil {
		return nil
	}
	return func(a, b any) bool { return equal(as[V](a), as[V](b)) }
}

// as converts a value back to its type. The nil of an interface type has no type of its own.
func as[V any](value any) V {
	typed, _ := value.(V)
	return typed
}

// Get returns the value for a key, and records that the current computation of task depends on it.
// With a nil task it records nothing, and the caller must not read while the database is changed.
func (q *Query[K, V]) Get(task *Task, key K) V { return as[V](q.table.get(task, key)) }

// Known returns the value for a key if it has been computed and is valid. It records no dependency,
// so computations must not use it.
func (q *Query[K, V]) Known(key K) (value V, ok bool) {
	if n := q.table.known(key); n != nil && n.isValid() {
		return as[V](n.value), true
	}
	return value, false
}

// Last returns the latest value that a query has computed for a key, even if it is not valid any
// more. It records no dependency.
func Last[K comparable, V any](query *Query[K, V], key K) (value V, ok bool) {
	if n := query.table.known(key); n != nil && n.hasValue() {
		return as[V](n.value), true
	}
	return value, false
}

// Each visits the valid values of a query in no order, until visit returns false. It records
// nothing.
func Each[K comparable, V any](query *Query[K, V], visit func(key K, value V) bool) {
	query.table.each(func(n *node) bool {
		return !n.isValid() || visit(n.key.(K), as[V](n.value))
	})
}
