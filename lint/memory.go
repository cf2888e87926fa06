package lint

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Heap sizes, in bytes, up to which no garbage is collected.
const (
	// LargeHeap is for runs that keep all files. Most of them never reach it.
	LargeHeap = 272 << 20
	// SmallHeap is for runs that finish one file after the other. Reusing the memory of earlier
	// files is as fast as getting more from the system.
	SmallHeap = 64 << 20
)

// The growth of the heap between collections, in percent of the live data, once much of
// LargeHeap is live.
const (
	// RunGrowth is for a single run, which soon ends.
	RunGrowth = 50
	// ServerGrowth is for a server, whose user waits during a collection: with RunGrowth,
	// collections took a quarter of the time between two keystrokes.
	ServerGrowth = 150
)

// TuneMemory tunes the garbage collector: it stays idle until the heap reaches an allowance,
// SmallHeap or LargeHeap, and lets the heap grow by the given percentage while much of LargeHeap is
// live. TuneMemory does nothing if the user has set GOGC or GOMEMLIMIT.
func TuneMemory(allowance int64, growth int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(allowance)
	watchHeap(allowance, growth)
}

// watchHeap sets a finalizer on an unreachable object, so that the finalizer runs after each
// collection. While at most half of the allowance, or of LargeHeap, is live, the heap may grow to that
// size once more, and then by the given growth. The limit of TuneMemory would not do: if more than
// half of it is live, the collector runs all the time, and since it also counts the free parts of the
// heap, a heap that grew beyond it during the first collection is collected early ever after.
func watchHeap(allowance int64, growth int) {
	sentinel := new(*int)
	runtime.SetFinalizer(sentinel, func(**int) {
		// MemStats.HeapAlloc would include memory that is not swept yet.
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		percent := growth
		live := max(int64(sample[0].Value.Uint64()), 1)
		for _, size := range []int64{LargeHeap, allowance} {
			if live <= size/2 {
				percent = int((size - live) * 100 / live)
			}
		}
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(percent)
		watchHeap(allowance, growth)
	})
}

// treeHeap is the size of the heap in bytes, with garbage, above which collectFirst collects it.
const treeHeap = LargeHeap / 4

// collectFirst collects the garbage of a tree before the next one is read. Little is live then, so
// that one collection is cheap and saves several that would mark half of the next tree.
func collectFirst() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(sample); sample[0].Value.Uint64() > treeHeap {
		runtime.GC()
	}
}

// Idle collects garbage if at least collectAfter bytes were allocated since the last collection, and
// at least the given part of the live data, since collecting takes time in proportion to these.
const (
	collectAfter     = 32 << 20
	collectAfterPart = 4
)

// returnAfter is the number of bytes of the heap, beside the live data, above which Idle also returns
// memory to the system.
const returnAfter = 512 << 20

// Idle does work between two runs, while nobody waits: it prepares the next run and collects
// garbage. It ends early if the context is cancelled.
func (s *Session) Idle(ctx context.Context) {
	if s.prepare(ctx); ctx.Err() != nil {
		return
	}
	heap := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	now, live, used := heap[0].Value.Uint64(), heap[1].Value.Uint64(), heap[2].Value.Uint64()+heap[3].Value.Uint64()
	if now-s.collectedAt > max(collectAfter, live/collectAfterPart) {
		s.collectedAt = now
		if used-min(used, live) > returnAfter {
			go debug.FreeOSMemory()
		} else {
			go runtime.GC()
		}
	}
}

// prepare does the work that is due before the next run.
func (s *Session) prepare(ctx context.Context) {
	if s.last == nil || s.isPrepared {
		return
	}
	for _, session := range s.last.sessions {
		session.Idle(ctx)
	}
	s.isPrepared = ctx.Err() == nil
}
