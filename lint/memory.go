package lint

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapAllowance is the heap size, in bytes, up to which no garbage is collected. Most runs end
// before.
const heapAllowance = 272 << 20

// TuneMemory tunes the garbage collector for a short run: it stays idle until the heap reaches
// heapAllowance, and works as usual while much of that is live. It does nothing if the user has set GOGC or
// GOMEMLIMIT.
func TuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(heapAllowance)
	watchHeap(true)
}

// watchHeap sets a finalizer on an unreachable object, which runs after each collection. While
// more than half of heapAllowance is live, a fixed limit would make the collector run all the
// time. watchHeap then removes the limit and lets the heap grow by half of the live data between
// collections. isLimited is true if the limit is set.
func watchHeap(isLimited bool) {
	sentinel := new(*int)
	runtime.SetFinalizer(sentinel, func(**int) {
		// MemStats.HeapAlloc would include memory that is not swept yet.
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		switch isSmall := live[0].Value.Uint64() <= heapAllowance/2; {
		case isLimited && !isSmall:
			debug.SetMemoryLimit(math.MaxInt64)
			debug.SetGCPercent(50)
		case !isLimited && isSmall:
			debug.SetMemoryLimit(heapAllowance)
			debug.SetGCPercent(-1)
		}
		watchHeap(live[0].Value.Uint64() <= heapAllowance/2)
	})
}

// restAfter is the number of bytes allocated since the last collection after which Rest
// collects garbage.
const restAfter = 32 << 20

// Rest is called when nobody waits for anything: what the next run would have to do
// first is done now, and garbage is collected. It ends early when the context is
// cancelled.
func (s *Session) Rest(ctx context.Context) {
	if s.prepare(ctx); ctx.Err() != nil {
		return
	}
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	if now := allocated[0].Value.Uint64(); now-s.rested > restAfter {
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
		session.Rest(ctx)
	}
	s.isPrepared = ctx.Err() == nil
}
