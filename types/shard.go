package types

import "sync"

// shard holds a part of the types. Most keys are short, and take less memory as arrays.
type shard struct {
	mu    sync.RWMutex
	short map[shortKey]*typeNode
	long  map[string]*typeNode
}

// shortKey is a key with its length, filled up with zeros.
type shortKey [16]byte

// shorten returns a key as a shortKey, if it is short enough.
func shorten(k []byte) (short shortKey, ok bool) {
	if len(k) >= len(short) {
		return short, false
	}
	copy(short[1:], k)
	short[0] = byte(len(k))
	return short, true
}

// find returns the type with a key, or nil. The mutex is held.
func (s *shard) find(k []byte) *typeNode {
	if short, ok := shorten(k); ok {
		return s.short[short]
	}
	return s.long[string(k)]
}

// add adds a type. The mutex is held.
func (s *shard) add(k []byte, n *typeNode) {
	if short, ok := shorten(k); ok {
		s.short[short] = n
	} else {
		s.long[string(k)] = n
	}
}
