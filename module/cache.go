package module

import "sync"

// cache makes each of its values once, whoever asks first. Making a value must
// not ask the same cache for another one.
type cache[T any] struct {
	entries sync.Map // string → *cacheEntry[T]
}

type cacheEntry[T any] struct {
	once  sync.Once
	value T
}

// get is the value for key, made by make if it is not there yet.
func (c *cache[T]) get(key string, make func() T) T {
	entry, ok := c.entries.Load(key)
	if !ok {
		entry, _ = c.entries.LoadOrStore(key, new(cacheEntry[T]))
	}
	once := entry.(*cacheEntry[T])
	once.once.Do(func() { once.value = make() })
	return once.value
}
