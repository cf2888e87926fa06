package lint

import (
	"math/rand/v2"
	"testing"
)

// TestWorkLimit checks that the items within a limit do not depend on the order in which they are done, and
// that all of them have begun.
func TestWorkLimit(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 1))
		work := make([]int, 1+random.IntN(20))
		total := 0
		for i := range work {
			work[i] = random.IntN(5)
			total += work[i]
		}
		most := random.IntN(total + 2)
		want, before := 0, 0
		for ; want < len(work) && before <= most; want++ {
			before += work[want]
		}
		limit := newWorkLimit(most, len(work))
		// Three goroutines: each begins the next item when it has done one.
		next, running := 0, []int{}
		for {
			for ; len(running) < 3 && next < len(work) && !limit.isReached(); next++ {
				running = append(running, next)
			}
			if len(running) == 0 {
				break
			}
			one := random.IntN(len(running))
			limit.add(running[one], work[running[one]])
			running = append(running[:one], running[one+1:]...)
		}
		if got := limit.within(); got != want {
			t.Fatalf("seed %d: %d of %v are within %d, want %d", seed, got, work, most, want)
		}
	}
}
