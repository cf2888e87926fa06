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
	// LargeHeap is for runs that keep all files. Most of them end before.
	LargeHeap = 272 << 20
	// SmallHeap is for runs that are done with one file after the other. To use the memory of
	// the last files again is as fast as to ask the system for more.
	SmallHeap = 64 << 20
)

// By how many percent of the live data the heap grows between collections, once much of LargeHeap
// is live.
const (
	// RunGrowth is for a run, which has little to do after that.
	RunGrowth = 50
	// ServerGrowth is for a server, whose user waits while it collects garbage: with RunGrowth, a
	// quarter of the time between two keys went into that.
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

// watchHeap sets a finalizer on an unreachable object, which runs after each collection. While
// more than half of a limit is live, it would make the collector run all the time. watchHeap
// therefore sets the allowance, or LargeHeap, or no limit but the growth.
func watchHeap(allowance int64, growth int) {
	sentinel := new(*int)
	runtime.SetFinalizer(sentinel, func(**int) {
		// MemStats.HeapAlloc would include memory that is not swept yet.
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		limit, percent := int64(math.MaxInt64), growth
		switch live := int64(sample[0].Value.Uint64()); {
		case live <= allowance/2:
			limit, percent = allowance, -1
		case live <= LargeHeap/2:
			limit, percent = LargeHeap, -1
		}
		debug.SetMemoryLimit(limit)
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

// collectAfter is the number of bytes allocated since the last collection after which Idle
// collects garbage.
const collectAfter = 32 << 20

// Idle does work between two runs, while the user waits for nothing: it prepares the next run
// and collects garbage. It ends early if the context is cancelled.
func (s *Session) Idle(ctx context.Context) {
	if s.prepare(ctx); ctx.Err() != nil {
		return
	}
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	if now := allocated[0].Value.Uint64(); now-s.rested > collectAfter {
		s.rested = now
		go runtime.GC()
	}
}

// prepare does the work that is due between two runs.
func (s *Session) prepare(ctx context.Context) {
	if s.last == nil || s.isPrepared {
		return
	}
	for _, session := range s.last.sessions {
		session.Idle(ctx)
	}
	s.isPrepared = ctx.Err() == nil
}
