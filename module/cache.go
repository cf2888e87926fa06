package module

import (
	"sync"
	"sync/atomic"
)

// cache makes each of its values once, for the first caller that needs it. Making a value must
// not use the same cache.
type cache[T any] struct {
	entries sync.Map // string → *cacheEntry[T]
}

type cacheEntry[T any] struct {
	once  sync.Once
	made  atomic.Bool
	value T
}

// get returns the value for key. It calls make if there is none yet.
func (c *cache[T]) get(key string, make func() T) T {
	entry, ok := c.entries.Load(key)
	if !ok {
		entry, _ = c.entries.LoadOrStore(key, new(cacheEntry[T]))
	}
	once := entry.(*cacheEntry[T])
	once.once.Do(func() {
		once.value = make()
		once.made.Store(true)
	})
	return once.value
}

// known returns the value for key if it has been made.
func (c *cache[T]) known(key string) (value T, ok bool) {
	entry, ok := c.entries.Load(key)
	if !ok || !entry.(*cacheEntry[T]).made.Load() {
		return value, false
	}
	return entry.(*cacheEntry[T]).value, true
}

// forget drops the value for key, so that the next get makes it again.
func (c *cache[T]) forget(key string) { c.entries.Delete(key) }

// clear drops all values.
func (c *cache[T]) clear() { c.entries.Clear() }
