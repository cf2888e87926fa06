package eval

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"puppet-lint/internal/source"
)

// TestBindings compares forks of bindings with copies of maps.
func TestBindings(t *testing.T) {
	const slots = 5 << (2*pageBits + chunkBits) // a tree of four levels
	random := rand.New(rand.NewPCG(1, 2))
	type pair struct {
		real  *bindings[variable]
		model map[int]variable
	}
	for range 40 {
		sides := []pair{{&bindings[variable]{}, map[int]variable{}}}
		for step := range int32(300) {
			side := sides[random.IntN(len(sides))]
			switch random.IntN(6) {
			case 0:
				if fork := side.real.fork(); len(sides) < 6 {
					sides = append(sides, pair{&fork, maps.Clone(side.model)})
				}
			default:
				slot := random.IntN(slots) >> random.IntN(10)
				value := variable{certain: true, at: source.Span{Start: step}}
				side.real.set(slot, value)
				side.model[slot] = value
			}
		}
		for _, side := range sides {
			for slot := range slots + pageSize {
				if got, want := side.real.at(slot), side.model[slot]; got != want {
					t.Fatalf("slot %d: got %v, want %v", slot, got, want)
				}
			}
			for _, other := range sides {
				changed := slices.Collect(side.real.changed(other.real))
				if !slices.IsSorted(changed) {
					t.Fatalf("changed slots are out of order: %v", changed)
				}
				for slot := range slots + pageSize {
					if _, isChanged := slices.BinarySearch(changed, slot); !isChanged && side.model[slot] != other.model[slot] {
						t.Fatalf("slot %d differs and is not among the changed", slot)
					}
				}
				if side.real == other.real && len(changed) > 0 {
					t.Fatalf("the same bindings differ in %v", changed)
				}
			}
		}
	}
}

// TestBindingsForks checks that a fork that changes one of very many values copies few of them.
func TestBindingsForks(t *testing.T) {
	var b bindings[Type]
	const slots, forks, most = 1 << 16, 1000, 2 << 10
	for slot := range slots {
		b.set(slot, nil)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range forks {
		fork := b.fork()
		fork.set(i*slots/forks, nil)
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / forks; each > most {
		t.Errorf("a fork allocates %d bytes, want at most %d", each, most)
	}
}
