package effort

import (
	"os"
	"runtime/debug"
)

// heapGrowth is the growth of the heap between two collections, in percent of the live data.
const heapGrowth = 400

// EnlargeHeap lets the garbage collector run rarely, for the TestMain of a package whose tests
// allocate much: with Go's default they spend a quarter of their time collecting. It does nothing
// if GOGC is set.
func EnlargeHeap() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}
