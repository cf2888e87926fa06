package lookups

import (
	"math/rand/v2"
	"slices"
	"testing"

	"puppet-lint/internal/hiera"
)

// TestShadowedValues compares the shadowed values with those of a simple implementation of the
// definition, which compares every value with every other.
func TestShadowedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	condition := func() (made []Equals) {
		for _, variable := range []string{"a", "b", "c"} {
			if random.IntN(2) == 0 {
				made = append(made, Equals{variable, []string{"x", "y"}[random.IntN(2)]})
			}
		}
		return made
	}
	shadowed := 0
	for range 3000 {
		key := Key{Merge: []string{"first", "deep"}[random.IntN(2)]}
		for range random.IntN(12) {
			value := Value{Condition: condition(), Known: random.IntN(5) > 0, hidden: random.IntN(5) == 0}
			for range random.IntN(3) {
				value.further = append(value.further, condition())
			}
			value.Source = &hiera.Source{Default: random.IntN(3) == 0}
			key.Values = append(key.Values, value)
		}
		key.decide(nil)
		for i, value := range key.Values {
			state, by := Wins, -1
			if key.Merge != "first" {
				state = Merged
			}
			for j, above := range key.Values[:i] {
				if isReadWith(above, value) && (key.Merge == "first" || value.Source.Default && !above.Source.Default) {
					state, by = Shadowed, j
					shadowed++
					break
				}
			}
			if value.State != state || value.By != by {
				t.Fatalf("value %d is %v by %d, want %v by %d: %+v", i, value.State, value.By, state, by, key.Values[:i+1])
			}
		}
	}
	if shadowed < 1000 {
		t.Errorf("only %d values are shadowed", shadowed)
	}
}

// isReadWith reports whether every node that reads the value other also reads one.
func isReadWith(one, other Value) bool {
	return one.Known && other.Known && !other.hidden && implies(other.Condition, one.Condition) &&
		!slices.ContainsFunc(other.further, func(condition []Equals) bool { return !implies(condition, one.Condition) })
}

// implies reports whether every node that meets the condition one also meets other.
func implies(one, other []Equals) bool {
	return !slices.ContainsFunc(other, func(part Equals) bool { return !slices.Contains(one, part) })
}
