package lint

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapAllowance is how much memory a run may take before garbage is collected
// at all: most runs end before.
const heapAllowance = 272 << 20

// TuneMemory sets the garbage collector up for a short run: it stays idle
// until the heap has grown to heapAllowance, and from then on works as usual.
// Whoever sets GOGC or GOMEMLIMIT keeps the say.
func TuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(heapAllowance)
	watchHeap()
}

// watchHeap is called after each collection (a finalizer on an object that
// nothing holds runs then). Once much of the allowance is in use for good, a
// fixed limit would make the collector run all the time: it is lifted, and the
// heap may grow by half of what is live.
func watchHeap() {
	sentinel := new(*int)
	runtime.SetFinalizer(sentinel, func(**int) {
		// Not MemStats.HeapAlloc, which holds what is not swept yet, too.
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Uint64() > heapAllowance/2 {
			debug.SetMemoryLimit(math.MaxInt64)
			debug.SetGCPercent(50)
			return
		}
		watchHeap()
	})
}

// restAfter is how many bytes are allocated before Rest collects garbage.
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

// prepare does what is to be done between two runs.
func (s *Session) prepare(ctx context.Context) {
	if s.last == nil || s.isPrepared {
		return
	}
	for _, session := range s.last.sessions {
		session.Rest(ctx)
	}
	s.isPrepared = ctx.Err() == nil
}
