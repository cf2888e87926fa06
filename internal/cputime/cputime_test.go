package cputime

import "testing"

// TestUsedGrows: whoever computes uses processor time, and the time never shrinks.
func TestUsedGrows(t *testing.T) {
	before, sum := Used(), 0
	for i := 0; Used() == before; i++ {
		for j := range 1_000_000 {
			sum += i ^ j
		}
	}
	if after := Used(); after <= before || sum == 1 {
		t.Errorf("%v after %v", after, before)
	}
}
