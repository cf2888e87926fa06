//go:build develop

// Package sample chooses random samples for the comparisons, by seed. The programs under
// internal/oracle use it.
package sample

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
)

// OfEachKind chooses up to count symbols, taking the kinds in turn so that each is equally
// represented as far as possible.
func OfEachKind(byKind map[string][]symbols.Symbol, count int, seed uint64) (chosen []symbols.Symbol) {
	random := rand.New(rand.NewPCG(seed, 0))
	kinds := slices.Sorted(maps.Keys(byKind))
	for _, kind := range kinds {
		slices.SortFunc(byKind[kind], func(a, b symbols.Symbol) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		random.Shuffle(len(byKind[kind]), func(i, j int) { byKind[kind][i], byKind[kind][j] = byKind[kind][j], byKind[kind][i] })
	}
	for turn := 0; len(chosen) < count; turn++ {
		any := false
		for _, kind := range kinds {
			if turn < len(byKind[kind]) && len(chosen) < count {
				chosen, any = append(chosen, byKind[kind][turn]), true
			}
		}
		if !any {
			break
		}
	}
	return chosen
}
