package convert

import (
	"math"
	"unicode/utf8"

	"puppet-lint/types"
)

// maxElements bounds the number of elements in an iteration over a range or number.
const maxElements = 10_000

// Elements returns the elements of Puppet's iteration over a value: the elements of an array,
// the pairs of a hash, the characters of a string, the numbers below an integer or in a range,
// the values of an Enum. ok is false if the value is not iterable. The error is ErrUnknown if
// there are too many elements.
func (c *Converter) Elements(v types.Value) (elements types.Array, ok bool, err error) {
	switch v := v.(type) {
	case types.Array:
		return v, true, nil
	case *types.Hash:
		return pairs(v), true, nil
	case types.String:
		for i := 0; i < len(v); {
			_, size := utf8.DecodeRuneInString(string(v[i:]))
			elements = append(elements, v[i:i+size])
			i += size
		}
		return elements, true, nil
	case types.Integer:
		if v < 0 {
			return nil, false, nil
		}
		return count(0, int64(v)-1)
	case *types.Iterator:
		if v.Values == nil {
			return nil, true, ErrUnknown
		}
		return v.Values, true, nil
	case types.TypeValue:
		return c.typeElements(v.Type)
	}
	return nil, false, nil
}

func (c *Converter) typeElements(t types.Type) (types.Array, bool, error) {
	switch t := c.algebra.Resolve(t).(type) {
	case *types.IntegerType:
		if !t.From.IsFinite() || !t.To.IsFinite() {
			return nil, false, nil
		}
		return count(t.From.Value, t.To.Value)
	case *types.EnumType:
		var elements types.Array
		for _, s := range t.Values {
			elements = append(elements, types.String(s))
		}
		return elements, true, nil
	}
	return nil, false, nil
}

func count(from, to int64) (types.Array, bool, error) {
	if to >= from && uint64(to)-uint64(from) > maxElements { // the difference may overflow int64
		return nil, true, ErrUnknown
	}
	elements := types.Array{}
	for n := from; n <= to; n++ {
		elements = append(elements, types.Integer(n))
		if n == math.MaxInt64 {
			break
		}
	}
	return elements, true, nil
}

func pairs(h *types.Hash) types.Array {
	list := make(types.Array, h.Len())
	for i, e := range h.Entries() {
		list[i] = types.Array{e.Key, e.Value}
	}
	return list
}

// toArray implements Array.new(from, wrap).
func (c *Converter) toArray(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, wrongCount("Array", 1, 2, len(args))
	}
	from := args[0]
	if len(args) == 2 {
		wrap, ok := args[1].(types.Boolean)
		if !ok {
			return nil, c.cannot(from, "Array")
		}
		if wrap {
			if list, ok := from.(types.Array); ok {
				return list, nil
			}
			return types.Array{from}, nil
		}
	}
	if b, ok := from.(types.Binary); ok {
		list := make(types.Array, len(b))
		for i := range len(b) {
			list[i] = types.Integer(b[i])
		}
		return list, nil
	}
	elements, ok, err := c.Elements(from)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, c.cannot(from, "Array")
	}
	if elements == nil {
		elements = types.Array{}
	}
	return elements, nil
}

// toHash implements Hash.new(from, option).
func (c *Converter) toHash(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, wrongCount("Hash", 1, 2, len(args))
	}
	from := args[0]
	list, isArray := from.(types.Array)
	if len(args) == 2 {
		option, ok := args[1].(types.String)
		if !ok || option != "tree" && option != "hash_tree" || !isTree(list) {
			return nil, failf("'Hash.new' takes 'tree' or 'hash_tree' for an Array of pairs of a path and a value, got %s and %s", shown(from), shown(args[1]))
		}
		return tree(list, option == "hash_tree")
	}
	if isArray && len(list) > 0 && allPairs(list) {
		entries := make([]types.HashEntry, len(list))
		for i, e := range list {
			pair := e.(types.Array)
			entries[i] = types.HashEntry{Key: pair[0], Value: pair[1]}
		}
		return types.NewHash(entries...), nil
	}
	if h, ok := from.(*types.Hash); ok {
		return h, nil
	}
	elements, ok, err := c.Elements(from)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, c.cannot(from, "Hash")
	}
	if len(elements)%2 != 0 {
		return nil, failf("odd number of arguments for Hash")
	}
	var entries []types.HashEntry
	for i := 0; i < len(elements); i += 2 {
		entries = append(entries, types.HashEntry{Key: elements[i], Value: elements[i+1]})
	}
	return types.NewHash(entries...), nil
}

func allPairs(list types.Array) bool {
	for _, e := range list {
		if pair, ok := e.(types.Array); !ok || len(pair) != 2 {
			return false
		}
	}
	return true
}

// isTree reports whether the list consists of pairs of a path and a value.
func isTree(list types.Array) bool {
	if len(list) == 0 || !allPairs(list) {
		return false
	}
	for _, e := range list {
		if _, ok := e.(types.Array)[0].(types.Array); !ok {
			return false
		}
	}
	return true
}

// A branch is a hash or array that is being built.
type branch struct {
	keys   types.Array
	values []any // types.Value or *branch
	list   bool
}

func (b *branch) find(key types.Value) int {
	for i, k := range b.keys {
		if types.Same(k, key) {
			return i
		}
	}
	return -1
}

func (b *branch) set(key types.Value, value any) {
	if i := b.find(key); i >= 0 {
		b.values[i] = value
		return
	}
	b.keys, b.values = append(b.keys, key), append(b.values, value)
}

// grow returns a value whose parts can be set, or nil if it has none.
func grow(v types.Value) *branch {
	switch v := v.(type) {
	case *types.Hash:
		b := &branch{}
		for _, e := range v.Entries() {
			b.set(e.Key, e.Value)
		}
		return b
	case types.Array:
		b := &branch{list: true}
		for i, e := range v {
			b.set(types.Integer(i), e)
		}
		return b
	}
	return nil
}

func (b *branch) value() types.Value {
	values := make(types.Array, len(b.values))
	for i, v := range b.values {
		if sub, ok := v.(*branch); ok {
			values[i] = sub.value()
		} else {
			values[i] = v.(types.Value)
		}
	}
	if b.list {
		return values
	}
	entries := make([]types.HashEntry, len(values))
	for i := range values {
		entries[i] = types.HashEntry{Key: b.keys[i], Value: values[i]}
	}
	return types.NewHash(entries...)
}

// tree builds a hash from paths and values. If hashes is set, arrays among the values become
// hashes by index.
func tree(list types.Array, hashes bool) (types.Value, error) {
	root := &branch{}
	for _, e := range list {
		path, value := e.(types.Array)[0].(types.Array), e.(types.Array)[1]
		if len(path) == 0 {
			sub := grow(value)
			if sub == nil {
				return nil, failf("the root of a tree must be a Hash or Array")
			}
			for i, k := range sub.keys {
				root.set(k, sub.values[i])
			}
			continue
		}
		at := root
		for _, key := range path[:len(path)-1] {
			next, err := at.child(key)
			if err != nil {
				return nil, err
			}
			at = next
		}
		if hashes {
			value = arraysAsHashes(value)
		}
		key := path[len(path)-1]
		if _, isIndex := key.(types.Integer); at.list && (!isIndex || at.find(key) < 0) {
			return nil, ErrUnknown // Ruby grows the array, or raises an error
		}
		at.set(key, value)
	}
	return root.value(), nil
}

// child returns the branch below a key. It makes one if there is none.
func (b *branch) child(key types.Value) (*branch, error) {
	i := b.find(key)
	if i < 0 {
		if b.list {
			return nil, ErrUnknown
		}
		sub := &branch{}
		b.set(key, sub)
		return sub, nil
	}
	if sub, ok := b.values[i].(*branch); ok {
		return sub, nil
	}
	sub := grow(b.values[i].(types.Value))
	if sub == nil {
		return nil, ErrUnknown // Ruby calls [] of whatever it is
	}
	b.values[i] = sub
	return sub, nil
}

func arraysAsHashes(v types.Value) types.Value {
	list, ok := v.(types.Array)
	if !ok {
		return v
	}
	entries := make([]types.HashEntry, len(list))
	for i, e := range list {
		entries[i] = types.HashEntry{Key: types.Integer(i), Value: arraysAsHashes(e)}
	}
	return types.NewHash(entries...)
}
