package checker

import (
	"fmt"
	"testing"

	"puppet-lint/checker/program"
)

// TestScheduleOfPanic checks that a panic in the work on a component reaches the caller, and that the
// components that need it do not make other goroutines wait for ever.
func TestScheduleOfPanic(t *testing.T) {
	graph := &program.Graph{Components: make([][]*program.Body, 3), Needs: [][]int{nil, {0}, {1}}}
	for _, workers := range []int{1, 4} {
		cause := func() (cause any) {
			defer func() { cause = recover() }()
			schedule(workers, graph, func(component int) {
				if component == 0 {
					panic("this fails")
				}
			})
			return nil
		}()
		if fmt.Sprint(cause) != "this fails" {
			t.Errorf("%d workers: the cause is %v", workers, cause)
		}
	}
}
