package types

import "math"

// Value is a value of the Puppet language: the value of a literal or constant expression.
// Values are immutable, and own their slices.
type Value interface{ isValue() }

type (
	// Undef is undef.
	Undef struct{}
	// Default is default.
	Default struct{}
	// Boolean is true or false.
	Boolean bool
	// Integer is an integer.
	Integer int64
	// Float is a floating point number.
	Float float64
	// String is a string of UTF-8.
	String string
	// Regexp is a regular expression.
	Regexp struct {
		// Source is Ruby's, without delimiters.
		Source string
	}
	// Array is an array.
	Array []Value
	// TypeValue is a type used as a value.
	TypeValue struct{ Type Type }
	// Timespan is a duration in nanoseconds.
	Timespan int64
	// Timestamp is an instant in nanoseconds since 1970 UTC.
	Timestamp int64
	// Binary is a string of bytes.
	Binary string
	// Sensitive hides a value.
	Sensitive struct{ Value Value }
	// Iterator is a lazy sequence. Element is the type of its elements. Values are the elements
	// if they are known.
	Iterator struct {
		Element Type
		Values  []Value
	}
	// Lambda is a callable value. Type is its Callable.
	Lambda struct{ Type Type }
	// Object is an instance of an object type (Error, Deferred and types that
	// modules define).
	Object struct {
		// Type is an ObjectType or an ObjectExtensionType.
		Type Type
		// Attributes are the given ones, in the order of their definition.
		Attributes *Hash
	}
	// HashEntry is one entry of a Hash.
	HashEntry struct{ Key, Value Value }
)

// Hash is a hash. It keeps the order of insertion.
type Hash struct {
	entries []HashEntry
	index   map[any]int
}

func (Undef) isValue()         {}
func (Default) isValue()       {}
func (Boolean) isValue()       {}
func (Integer) isValue()       {}
func (Float) isValue()         {}
func (String) isValue()        {}
func (Regexp) isValue()        {}
func (Array) isValue()         {}
func (*Hash) isValue()         {}
func (TypeValue) isValue()     {}
func (Timespan) isValue()      {}
func (Timestamp) isValue()     {}
func (Binary) isValue()        {}
func (*Sensitive) isValue()    {}
func (*Iterator) isValue()     {}
func (*Lambda) isValue()       {}
func (*Object) isValue()       {}
func (*Version) isValue()      {}
func (*VersionRange) isValue() {}
func (*URI) isValue()          {}

// NewHash returns a hash of entries. A repeated key replaces the value and keeps its position,
// as in Ruby. Timespans and Timestamps, which Ruby hashes by identity, are always distinct keys
// and never found again.
func NewHash(entries ...HashEntry) *Hash {
	h := &Hash{entries: make([]HashEntry, 0, len(entries)), index: make(map[any]int, len(entries))}
	for _, e := range entries {
		if hasInstants(e.Key) {
			h.entries = append(h.entries, e)
			continue
		}
		if at, ok := h.find(e.Key); ok {
			h.entries[at].Value = e.Value
			continue
		}
		h.index[hashKey(e.Key)] = len(h.entries)
		h.entries = append(h.entries, e)
	}
	return h
}

func hasInstants(v Value) bool {
	switch v := v.(type) {
	case Timespan, Timestamp:
		return true
	case Array:
		for _, e := range v {
			if hasInstants(e) {
				return true
			}
		}
	case *Hash:
		for _, e := range v.entries {
			if hasInstants(e.Key) || hasInstants(e.Value) {
				return true
			}
		}
	case TypeValue:
		return v.Type.node().flags&hasInstant != 0
	}
	return false
}

// Entries returns the hash's entries in order. The slice must not be changed.
func (h *Hash) Entries() []HashEntry { return h.entries }

// Len returns the number of entries.
func (h *Hash) Len() int { return len(h.entries) }

// Get returns the value of a key, if there is one.
func (h *Hash) Get(key Value) (Value, bool) {
	if at, ok := h.find(key); ok {
		return h.entries[at].Value, true
	}
	return nil, false
}

// find returns the index of a key's entry.
func (h *Hash) find(key Value) (at int, ok bool) {
	if at, ok = h.index[hashKey(key)]; ok {
		return at, true
	}
	if t, isType := key.(TypeValue); isType && t.Type.node().flags&hasVersions != 0 {
		for i, e := range h.entries {
			if o, isType := e.Key.(TypeValue); isType && sameKey(o.Type, t.Type) {
				return i, true
			}
		}
	}
	return 0, false
}

// GetString returns the value of a string key, if there is one.
func (h *Hash) GetString(key string) (Value, bool) { return h.Get(String(key)) }

// hashKey returns a comparable value that is equal for values that are the same hash key in
// Ruby (1 and 1.0 are two keys).
func hashKey(v Value) any {
	switch v := v.(type) {
	case Undef, Default, Boolean, Integer, String, Regexp, Timespan, Timestamp, Binary, TypeValue:
		return v
	case Float:
		return math.Float64bits(float64(v))
	}
	return composedKey{string(appendValueKey(nil, v))}
}

type composedKey struct{ text string }

// Same reports whether two values are the same by Ruby's eql?: of the same type (1 is not 1.0),
// strings with the same case, hashes in any order.
func Same(a, b Value) bool {
	switch a := a.(type) {
	case *Hash:
		o, ok := b.(*Hash)
		if !ok || a.Len() != o.Len() {
			return false
		}
		for _, e := range a.entries {
			v, ok := o.Get(e.Key)
			if !ok || !Same(e.Value, v) {
				return false
			}
		}
		return true
	case Array:
		o, ok := b.(Array)
		if !ok || len(a) != len(o) {
			return false
		}
		for i := range a {
			if !Same(a[i], o[i]) {
				return false
			}
		}
		return true
	}
	return hashKey(a) == hashKey(b)
}
