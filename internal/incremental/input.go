package incremental

// Input holds values from outside by their keys.
type Input[K comparable, V any] struct {
	query Query[K, V]
}

// NewInput returns an input of a database. load returns the value for a key; it is called when the
// key is first read, and by Refresh. If load is nil, all values come from Set, and a key without
// one has the zero value. equal is like Options.Equal.
func NewInput[K comparable, V any](database *Database, name string, load func(key K) V, equal func(a, b V) bool) *Input[K, V] {
	t := &table{database: database, name: name, equal: untypedEqual(equal), isInput: true}
	if load != nil {
		t.compute = func(_ *Task, key any) any { return load(key.(K)) }
	}
	database.add(t)
	return &Input[K, V]{Query[K, V]{t}}
}

// Get returns the value for a key, like that of a Query.
func (i *Input[K, V]) Get(task *Task, key K) V { return as[V](i.query.table.input(task, key)) }

// input implements Input.Get. For a key without a value, it returns nil, which represents the zero
// value. The task depends on that value, too.
func (t *table) input(task *Task, key any) any {
	n := t.node(key)
	if t.compute != nil || n.isValid() {
		return t.get(task, key)
	}
	if n.record == nil {
		return nil
	}
	d := t.database
	d.claims.Lock()
	if n.record.verified == 0 {
		n.record.verified, n.record.changed = 1, 1
	}
	n.state.Store(valid)
	d.claims.Unlock()
	d.read(task, n)
	return nil
}

// Known returns the value for a key if it has been read or set.
func (i *Input[K, V]) Known(key K) (value V, ok bool) { return i.query.Known(key) }

// EachInput visits the values that have been read or set, in no order, until visit returns false.
func EachInput[K comparable, V any](input *Input[K, V], visit func(key K, value V) bool) {
	Each(&input.query, visit)
}

// Set gives the input a value.
func (i *Input[K, V]) Set(change *Change, key K, value V) {
	n := i.query.table.node(key)
	isNew := !n.isValid()
	isSame := n.store(value)
	n.state.Store(valid)
	if isNew || !isSame {
		change.changed(n)
	}
}

// Refresh loads the value for a key again if it has been read, and reports whether it has changed.
func (i *Input[K, V]) Refresh(change *Change, key K) bool {
	n := i.query.table.known(key)
	if n == nil || !n.isValid() || n.store(n.table.compute(nil, key)) {
		return false
	}
	change.changed(n)
	return true
}

// Touch marks the value for a key as changed if it has been read. It serves inputs that represent
// something too large to be remembered.
func (i *Input[K, V]) Touch(change *Change, key K) {
	if n := i.query.table.known(key); n != nil && n.isValid() {
		change.changed(n)
	}
}
