// Package sharded provides a map for several goroutines that takes little memory. An entry of
// sync.Map takes a hundred bytes more than its key and value, which is much for a map with
// entries for each definition of a tree.
package sharded

import (
	"hash/maphash"
	"maps"
	"sync"
)

// shardCount is the number of parts of a map. Goroutines wait for each other only in the same part.
const shardCount = 16

// Map is a map for several goroutines. The zero value is empty and ready to use.
type Map[K comparable, V any] struct {
	made   sync.Once
	seed   maphash.Seed
	shards *[shardCount]shard[K, V]
}

type shard[K comparable, V any] struct {
	mutex   sync.RWMutex
	entries map[K]V
}

// of returns the part of the map for a key.
func (m *Map[K, V]) of(key K) *shard[K, V] {
	m.made.Do(m.make)
	return &m.shards[maphash.Comparable(m.seed, key)%shardCount]
}

func (m *Map[K, V]) make() { m.seed, m.shards = maphash.MakeSeed(), new([shardCount]shard[K, V]) }

// Load returns the value of a key, if there is one.
func (m *Map[K, V]) Load(key K) (value V, ok bool) {
	s := m.of(key)
	s.mutex.RLock()
	value, ok = s.entries[key]
	s.mutex.RUnlock()
	return value, ok
}

// LoadOrStore returns the value of a key. If there is none, it stores the given one.
func (m *Map[K, V]) LoadOrStore(key K, value V) V {
	s := m.of(key)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.entries[key]; ok {
		return known
	}
	s.set(key, value)
	return value
}

// Store sets the value of a key.
func (m *Map[K, V]) Store(key K, value V) {
	s := m.of(key)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.set(key, value)
}

func (s *shard[K, V]) set(key K, value V) {
	if s.entries == nil {
		s.entries = map[K]V{}
	}
	s.entries[key] = value
}

// Delete deletes the value of a key.
func (m *Map[K, V]) Delete(key K) {
	s := m.of(key)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.entries, key)
}

// Range calls visit with all entries, in no order, until it returns false. visit may use the map.
// It may or may not be called with entries that are stored or deleted meanwhile.
func (m *Map[K, V]) Range(visit func(key K, value V) bool) {
	m.made.Do(m.make)
	for i := range m.shards {
		s := &m.shards[i]
		s.mutex.RLock()
		entries := maps.Clone(s.entries)
		s.mutex.RUnlock()
		for key, value := range entries {
			if !visit(key, value) {
				return
			}
		}
	}
}
