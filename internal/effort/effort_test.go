package effort

import (
	"runtime/debug"
	"testing"
)

func TestRounds(t *testing.T) {
	t.Setenv("TEST_EFFORT", "")
	if got := Rounds(2, 9); got != 2 {
		t.Errorf("by default there are %d rounds, not 2", got)
	}
	t.Setenv("TEST_EFFORT", "little")
	for quick, want := range map[int]int{2: 1, 50: 10} {
		if got := Rounds(quick, 90); got != want {
			t.Errorf("with TEST_EFFORT=little there are %d rounds, not %d", got, want)
		}
	}
	t.Setenv("TEST_EFFORT", "full")
	if got := Rounds(2, 9); got != 9 {
		t.Errorf("with TEST_EFFORT=full there are %d rounds, not 9", got)
	}
}

func TestEnlargeHeap(t *testing.T) {
	before := debug.SetGCPercent(50)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	t.Setenv("GOGC", "70")
	EnlargeHeap()
	if got := debug.SetGCPercent(50); got != 50 {
		t.Errorf("with GOGC in the environment, the heap grows by %d%%, not 50%%", got)
	}
	t.Setenv("GOGC", "")
	EnlargeHeap()
	if got := debug.SetGCPercent(50); got != heapGrowth {
		t.Errorf("the heap grows by %d%%, not %d%%", got, heapGrowth)
	}
}
