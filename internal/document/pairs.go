package document

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Resolve returns n itself, or the node that n refers to if it is an Alias. A nil Node, the root of
// a file without data, remains nil.
func (n *Node) Resolve() *Node {
	if n != nil && n.Kind == Alias {
		return n.Target
	}
	return n
}

// Pairs returns the pairs of the Hash that Ruby makes of a Mapping. Of duplicate keys it
// contains the last value at the position of the first. The pairs of merge keys are added,
// which in Ruby replace earlier pairs. The keys and values are nodes of the tree. An Alias is
// resolved first. Any node but a Mapping has no pairs, and nor has nil.
func (n *Node) Pairs() []Entry {
	n = n.Resolve()
	if n == nil || n.Kind != Mapping {
		return nil
	}
	if !n.merges() && n.firstDuplicate() < 0 {
		return n.Entries
	}
	collector := pairCollector{index: make(map[string]int, len(n.Entries)), pairs: make([]Entry, 0, len(n.Entries))}
	collector.addMapping(n)
	return collector.pairs
}

// merges reports whether a Mapping has merge keys.
func (n *Node) merges() bool {
	for i := range n.Entries {
		if n.Entries[i].Merge {
			return true
		}
	}
	return false
}

// fewKeys is the largest number of keys that are compared with each other, which is faster than
// a map.
const fewKeys = 12

// firstDuplicate returns the index of the first entry whose key occurs earlier, ignoring merge
// keys, or -1 if there is none.
func (n *Node) firstDuplicate() int {
	if len(n.Entries) > fewKeys {
		seen := make(map[string]bool, len(n.Entries))
		for i, entry := range n.Entries {
			if entry.Merge {
				continue
			}
			identity := entry.Key.identity()
			if seen[identity] {
				return i
			}
			seen[identity] = true
		}
		return -1
	}
	for i, entry := range n.Entries {
		for _, earlier := range n.Entries[:i] {
			if !entry.Merge && !earlier.Merge && sameKey(entry.Key, earlier.Key) {
				return i
			}
		}
	}
	return -1
}

// sameKey reports whether two nodes are the same key in Ruby.
func sameKey(a, b *Node) bool {
	a, b = a.Resolve(), b.Resolve()
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == String:
		return a.Text == b.Text
	}
	return a.identity() == b.identity()
}

// Get returns the value of a String key in the Hash that Ruby makes of a Mapping, or nil. A nil Node has no
// keys.
func (n *Node) Get(key string) *Node {
	for _, pair := range n.Pairs() {
		if resolved := pair.Key.Resolve(); resolved.Kind == String && resolved.Text == key {
			return pair.Value.Resolve()
		}
	}
	return nil
}

// Duplicate is a key that occurs twice in a Mapping.
type Duplicate struct {
	First, Again Entry
}

// Duplicates returns the keys of a Mapping that are equal to earlier ones in Ruby, in text
// order. It ignores merged pairs.
func (n *Node) Duplicates() []Duplicate {
	if n.Kind != Mapping || n.firstDuplicate() < 0 {
		return nil
	}
	var found []Duplicate
	first := make(map[string]int, len(n.Entries))
	for i, entry := range n.Entries {
		if entry.Merge {
			continue
		}
		identity := entry.Key.identity()
		if at, seen := first[identity]; seen {
			found = append(found, Duplicate{n.Entries[at], entry})
		} else {
			first[identity] = i
		}
	}
	return found
}

// pairCollector builds a Hash.
type pairCollector struct {
	index map[string]int
	pairs []Entry
}

func (c *pairCollector) add(entry Entry) {
	identity := entry.Key.identity()
	if at, exists := c.index[identity]; exists {
		c.pairs[at].Value = entry.Value
		return
	}
	c.index[identity] = len(c.pairs)
	c.pairs = append(c.pairs, entry)
}

func (c *pairCollector) addMapping(n *Node) {
	for _, entry := range n.Entries {
		if !entry.Merge {
			c.add(entry)
			continue
		}
		merged := entry.Value.Resolve()
		if merged.Kind == Mapping {
			for _, pair := range merged.Pairs() {
				c.add(pair)
			}
			continue
		}
		// If several mappings are merged, earlier ones take precedence.
		inner := pairCollector{index: map[string]int{}}
		for i := len(merged.Items) - 1; i >= 0; i-- {
			for _, pair := range merged.Items[i].Pairs() {
				inner.add(pair)
			}
		}
		for _, pair := range inner.pairs {
			c.add(pair)
		}
	}
}

// identity returns a text that is equal for two nodes exactly if they are the same key in Ruby
// (eql?: 1 and 1.0 differ, as do "a" and :a). Very large collections, which do not occur
// as keys, are identified by their address.
func (n *Node) identity() string {
	if resolved := n.Resolve(); resolved.Kind == String {
		return "s" + resolved.Text
	}
	text := n.appendIdentity(nil)
	if len(text) > maxIdentity {
		return fmt.Sprintf("?%p", n.Resolve())
	}
	return string(text)
}

const maxIdentity = 4096

func (n *Node) appendIdentity(text []byte) []byte {
	n = n.Resolve()
	if len(text) > maxIdentity {
		return text
	}
	switch n.Kind {
	case Null:
		return append(text, 'n')
	case Boolean:
		return strconv.AppendBool(text, n.Boolean)
	case Integer:
		if n.Big != nil {
			return n.Big.Append(append(text, 'i'), 10)
		}
		return strconv.AppendInt(append(text, 'i'), n.Integer, 10)
	case Float:
		return strconv.AppendUint(append(text, 'd'), math.Float64bits(n.Float), 16)
	case String, Symbol:
		text = strconv.AppendInt(append(text, "s:"[n.Kind-String]), int64(len(n.Text)), 10)
		return append(append(text, ' '), n.Text...)
	case Sequence:
		text = append(text, '[')
		for _, item := range n.Items {
			text = append(item.appendIdentity(text), ',')
		}
		return append(text, ']')
	case Mapping:
		// In Ruby, hashes in a different order are equal. Here they are not: such keys do not occur.
		text = append(text, '{')
		for _, pair := range n.Pairs() {
			text = append(pair.Key.appendIdentity(text), '=')
			text = append(pair.Value.appendIdentity(text), ',')
		}
		return append(text, '}')
	}
	return fmt.Appendf(text, "?%p", n)
}

// Equal reports whether two values, either of which may be nil, are equal in Ruby. Aliases are
// resolved. Hashes must have their keys in the same order.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	a, b = a.Resolve(), b.Resolve()
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Sequence:
		return slices.EqualFunc(a.Items, b.Items, Equal)
	case Mapping:
		return slices.EqualFunc(a.Pairs(), b.Pairs(), func(x, y Entry) bool { return Equal(x.Key, y.Key) && Equal(x.Value, y.Value) })
	case Opaque:
		return false
	}
	return a.identity() == b.identity()
}

// EachString calls show for each string in a value, including the keys of mappings, as written.
// It does not follow aliases.
func (n *Node) EachString(show func(text *Node)) {
	switch n.Kind {
	case Sequence:
		for _, item := range n.Items {
			item.EachString(show)
		}
	case Mapping:
		for _, entry := range n.Entries {
			entry.Key.EachString(show)
			entry.Value.EachString(show)
		}
	case String:
		show(n)
	}
}
