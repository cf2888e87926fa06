package incremental

// Input holds values from outside by their keys.
type Input[K comparable, V any] struct {
	query *Query[K, V]
}

// NewInput returns an input of a database. load returns the value for a key when it is read first,
// and for Refresh; it may be nil: the values are then those of Set, and the zero value without
// one. equal is that of Options.
func NewInput[K comparable, V any](database *Database, name string, load func(key K) V, equal func(a, b V) bool) *Input[K, V] {
	query := &Query[K, V]{database: database, name: name, options: Options[K, V]{Equal: equal}, isInput: true}
	if load != nil {
		query.compute = func(_ *Task, key K) V { return load(key) }
	}
	database.add(query)
	return &Input[K, V]{query}
}

// Get returns the value for a key, like that of a Query.
func (i *Input[K, V]) Get(task *Task, key K) V {
	if e := i.query.entry(key); i.query.compute == nil && !e.isReady() {
		return i.absent(task, e)
	}
	return i.query.Get(task, key)
}

// absent returns the zero value for a key that was given none, and makes task depend on that.
func (i *Input[K, V]) absent(task *Task, e *entry[K, V]) (zero V) {
	if e.record == nil {
		return zero
	}
	d := i.query.database
	d.claims.Lock()
	if e.record.verified == 0 {
		e.record.verified, e.record.changed = 1, 1
	}
	e.state.Store(valid | present)
	d.claims.Unlock()
	d.read(task, &e.node)
	return zero
}

// Known returns the value for a key if it has been read or set.
func (i *Input[K, V]) Known(key K) (value V, ok bool) { return i.query.Known(key) }

// Each visits the values that have been read or set, in no order, until visit returns false.
func (i *Input[K, V]) Each(visit func(key K, value V) bool) { i.query.Each(visit) }

// Set gives the input a value.
func (i *Input[K, V]) Set(change *Change, key K, value V) {
	e := i.query.entry(key)
	isNew := !e.isReady()
	isSame := e.store(value)
	e.state.Store(valid | present)
	if isNew || !isSame {
		change.changed(&e.node)
	}
}

// Refresh loads the value for a key again, if anybody has read it. It reports whether it has
// changed.
func (i *Input[K, V]) Refresh(change *Change, key K) bool {
	if _, isRead := i.query.Known(key); !isRead {
		return false
	}
	e := i.query.entry(key)
	if e.store(i.query.compute(nil, key)) {
		return false
	}
	change.changed(&e.node)
	return true
}

// Touch makes the value for a key count as changed, if anybody has read it. Such an input may
// stand for something that is too large to be remembered.
func (i *Input[K, V]) Touch(change *Change, key K) {
	if _, isRead := i.query.Known(key); isRead {
		change.changed(&i.query.entry(key).node)
	}
}
