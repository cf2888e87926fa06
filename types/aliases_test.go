package types_test

import (
	"fmt"
	"testing"

	"puppet-lint/types"
)

// countedAliases counts the lookups of aliases.
type countedAliases struct {
	types.ResolverMap
	lookups int
}

func (c *countedAliases) ResolveAlias(name string) (types.Type, bool) {
	c.lookups++
	return c.ResolverMap.ResolveAlias(name)
}

// TestCheckAliases checks that the number of lookups grows only linearly with the number of aliases
// that refer to each other.
func TestCheckAliases(t *testing.T) {
	const count = 500
	for _, test := range []struct {
		name   string
		isReal bool
		// definition returns the type that the i-th alias represents, given the next alias. The
		// first alias follows the last one.
		definition func(store *types.Store, i int, next types.Type) types.Type
	}{
		{"ring", false, func(_ *types.Store, _ int, next types.Type) types.Type { return next }},
		{"ring through NotUndef", false, func(store *types.Store, _ int, next types.Type) types.Type { return store.NotUndefOf(next) }},
		{"ring through NotUndef[Optional]", false, func(store *types.Store, _ int, next types.Type) types.Type {
			return store.NotUndefOf(store.OptionalOf(next))
		}},
		{"ring with one real type", true, func(store *types.Store, i int, next types.Type) types.Type {
			if i == 7 {
				return store.VariantOf(next, store.Integer)
			}
			return next
		}},
		{"chain", true, func(store *types.Store, i int, next types.Type) types.Type {
			if i == count-1 {
				return store.Integer
			}
			return next
		}},
		{"chain of an unknown alias", true, func(store *types.Store, i int, next types.Type) types.Type {
			if i == count-1 {
				return store.Alias("Unknown")
			}
			return next
		}},
	} {
		store := types.NewStore()
		aliases := &countedAliases{ResolverMap: types.ResolverMap{}}
		name := func(i int) string { return fmt.Sprintf("A%d", i%count) }
		for i := range count {
			aliases.ResolverMap[name(i)] = test.definition(store, i, store.Alias(name(i+1)))
		}
		algebra := store.Algebra(aliases)
		for i := range count {
			if err := algebra.CheckAlias(store.Alias(name(i))); (err == nil) != test.isReal {
				t.Fatalf("%s: alias %d: %v", test.name, i, err)
			}
		}
		if aliases.lookups > 4*count {
			t.Errorf("%s: %d lookups for %d aliases", test.name, aliases.lookups, count)
		}
	}
}
