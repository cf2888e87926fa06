package incremental

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"puppet-lint/internal/effort"
)

// formula is the computation of a random query: bits, the bits of other values, and those of
// further values if it has certain bits by then. It is monotone in the values that it reads.
type formula struct {
	bits, mask, when uint64
	reads, more      []int
}

// graph is a database of random queries, and the model that it is compared with.
type graph struct {
	formulas []formula // the model
	database *Database
	input    *Input[int, formula]
	value    *Query[int, uint64]
	computed map[int]int
	mutex    sync.Mutex
}

func same(a, b uint64) bool { return a == b }

// newGraph returns a graph of queries. Unless cycles is set, each reads only ones before it.
func newGraph(random *rand.Rand, size int, cycles bool) *graph {
	g := &graph{formulas: make([]formula, size), database: New(), computed: map[int]int{}}
	for i := range g.formulas {
		g.formulas[i] = g.random(random, i, cycles)
	}
	g.input = NewInput(g.database, "formula", func(i int) formula { return g.formulas[i] }, func(a, b formula) bool { return fmt.Sprint(a) == fmt.Sprint(b) })
	options := Options[int, uint64]{Equal: same}
	if cycles {
		options.Cycle = &Cycle[int, uint64]{Initial: func(int) uint64 { return 0 }, Beyond: func(int) uint64 { return ^uint64(0) }}
	}
	g.value = NewQuery(g.database, "value", func(task *Task, i int) uint64 {
		g.mutex.Lock()
		g.computed[i]++
		g.mutex.Unlock()
		return g.input.Get(task, i).evaluate(func(i int) uint64 { return g.value.Get(task, i) })
	}, options)
	return g
}

func (f formula) evaluate(get func(i int) uint64) uint64 {
	found := f.bits
	for _, i := range f.reads {
		found |= get(i) & f.mask
	}
	if found&f.when == f.when {
		for _, i := range f.more {
			found |= get(i)
		}
	}
	return found
}

func (g *graph) random(random *rand.Rand, at int, cycles bool) formula {
	f := formula{mask: random.Uint64() | random.Uint64(), when: 1 << random.IntN(8)}
	if random.IntN(3) == 0 {
		f.bits = 1 << random.IntN(16)
	}
	bound := at
	if cycles {
		bound = len(g.formulas)
	}
	for range random.IntN(4) {
		if bound > 0 {
			f.reads = append(f.reads, random.IntN(bound))
		}
	}
	if bound > 0 && random.IntN(2) == 0 {
		f.more = append(f.more, random.IntN(bound))
	}
	return f
}

// anew computes all values of the model.
func (g *graph) anew() []uint64 {
	values := make([]uint64, len(g.formulas))
	for again := true; again; {
		again = false
		for i, f := range g.formulas {
			if now := f.evaluate(func(i int) uint64 { return values[i] }); now != values[i] {
				values[i], again = now, true
			}
		}
	}
	return values
}

// change changes some formulas.
func (g *graph) change(random *rand.Rand, cycles bool) {
	g.database.Change(func(change *Change) {
		for range 1 + random.IntN(3) {
			at := random.IntN(len(g.formulas))
			g.formulas[at] = g.random(random, at, cycles)
			if random.IntN(2) == 0 {
				g.input.Refresh(change, at)
			} else {
				g.input.Set(change, at, g.formulas[at])
			}
		}
	})
}

// seeds returns the seeds of a property test. SESSION_SEED adds one.
func seeds(count int) (all []uint64) {
	for seed := range count {
		all = append(all, uint64(seed))
	}
	if more, err := strconv.ParseUint(os.Getenv("SESSION_SEED"), 10, 64); err == nil {
		for i := range uint64(count) {
			all = append(all, more*1000+i)
		}
	}
	return all
}

// countdown is a context that is cancelled after it was asked some times.
type countdown struct {
	context.Context
	mutex sync.Mutex
	left  int
}

func (c *countdown) Err() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSameAsAnew compares random graphs, which change, with computing everything anew. Values are
// collected, and readings cancelled at random points.
func TestSameAsAnew(t *testing.T) {
	for _, cycles := range []bool{false, true} {
		for _, seed := range seeds(60) {
			random := rand.New(rand.NewPCG(seed, 1))
			size := 2 + random.IntN(25)
			g := newGraph(random, size, cycles)
			for range 40 {
				want := g.anew()
				for range random.IntN(2 * size) {
					at := random.IntN(size)
					ctx := &countdown{Context: context.Background(), left: random.IntN(3 * size)}
					var got uint64
					err := g.database.Read(ctx, func(task *Task) { got = g.value.Get(task, at) })
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
					if err == nil && got != want[at] {
						t.Fatalf("cycles %t, seed %d: value %d is %b, want %b", cycles, seed, at, got, want[at])
					}
				}
				switch random.IntN(8) {
				case 0:
					g.database.Collect(uint64(random.IntN(4)))
				}
				g.change(random, cycles)
			}
		}
	}
}

// TestSideBySide reads with several goroutines while inputs change and reads are cancelled.
func TestSideBySide(t *testing.T) {
	for _, cycles := range []bool{false, true} {
		for _, seed := range seeds(effort.Rounds(3, 8)) {
			random := rand.New(rand.NewPCG(seed, 2))
			size := 2 + random.IntN(30)
			g := newGraph(random, size, cycles)
			stop := make(chan struct{})
			var group sync.WaitGroup
			for reader := range 4 {
				group.Go(func() {
					random := rand.New(rand.NewPCG(seed, uint64(reader)))
					for {
						select {
						case <-stop:
							return
						default:
						}
						ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(2000))*time.Microsecond)
						_ = g.database.Read(ctx, func(task *Task) {
							want := g.anew()
							for range size {
								at := random.IntN(size)
								if got := g.value.Get(task, at); got != want[at] {
									t.Errorf("cycles %t, seed %d: value %d is %b, want %b", cycles, seed, at, got, want[at])
								}
							}
						})
						cancel()
					}
				})
			}
			for range 12 {
				g.change(random, cycles)
				if random.IntN(4) == 0 {
					g.database.Collect(2)
				}
				time.Sleep(50 * time.Microsecond)
			}
			close(stop)
			group.Wait()
		}
	}
}

// TestOppositeEnds checks two tasks that enter a cycle at different ends. Each waits until the
// other has begun.
func TestOppositeEnds(t *testing.T) {
	for range 100 {
		database := New()
		begun := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
		var once [2]sync.Once
		var query *Query[int, uint64]
		query = NewQuery(database, "query", func(task *Task, key int) uint64 {
			once[key].Do(func() { close(begun[key]) })
			<-begun[1-key]
			return 1<<key | query.Get(task, 1-key)
		}, Options[int, uint64]{Equal: same, Cycle: &Cycle[int, uint64]{Initial: func(int) uint64 { return 0 }, Beyond: func(int) uint64 { return 99 }}})
		var group sync.WaitGroup
		for key := range 2 {
			group.Go(func() {
				if got := query.Get(nil, key); got != 3 {
					t.Errorf("query(%d) = %d, want 3", key, got)
				}
			})
		}
		group.Wait()
	}
}

// TestSingleFlight checks that a value that many goroutines read at the same time is computed
// once.
func TestSingleFlight(t *testing.T) {
	for _, database := range []*Database{New(), NewOnce()} {
		count := 0 // guarded by the claim
		query := NewQuery(database, "query", func(_ *Task, key string) *string {
			time.Sleep(time.Millisecond)
			count++
			return &key
		}, Options[string, *string]{})
		var group sync.WaitGroup
		values := make([]*string, 8)
		for i := range values {
			group.Go(func() { values[i] = query.Get(nil, "key") })
		}
		group.Wait()
		for _, value := range values {
			if value != values[0] || count != 1 {
				t.Errorf("computed %d times", count)
			}
		}
	}
}

// TestEarlyCutoff changes an input whose change makes no difference two steps later.
func TestEarlyCutoff(t *testing.T) {
	database := New()
	number := NewInput[string, int](database, "number", nil, func(a, b int) bool { return a == b })
	counts := map[string]int{}
	parity := NewQuery(database, "parity", func(task *Task, key string) int {
		counts["parity"]++
		return number.Get(task, key) % 2
	}, Options[string, int]{Equal: func(a, b int) bool { return a == b }})
	text := NewQuery(database, "text", func(task *Task, key string) string {
		counts["text"]++
		return strconv.Itoa(parity.Get(task, key))
	}, Options[string, string]{})
	expect := func(want string, parities, texts int) {
		t.Helper()
		if got := text.Get(nil, "a"); got != want || counts["parity"] != parities || counts["text"] != texts {
			t.Errorf("got %q with %v, want %q with %d and %d", got, counts, want, parities, texts)
		}
	}
	set := func(key string, value int) {
		database.Change(func(change *Change) { number.Set(change, key, value) })
	}
	expect("0", 1, 1) // nobody has set it
	set("a", 1)
	expect("1", 2, 2)
	set("a", 3)
	expect("1", 3, 2)
	set("b", 5)
	expect("1", 3, 2)
	set("a", 3)
	expect("1", 3, 2)
	if known, ok := text.Known("a"); known != "1" || !ok {
		t.Errorf("Known gives %q, %t", known, ok)
	}
	set("a", 4)
	if _, ok := text.Known("a"); ok {
		t.Error("a suspect value is known")
	}
	if last, ok := Last(text, "a"); last != "1" || !ok {
		t.Errorf("Last gives %q, %t", last, ok)
	}
	expect("0", 4, 3)
}

// TestTouch makes an input count as changed that has no value.
func TestTouch(t *testing.T) {
	database, count := New(), 0
	stamp := NewInput(database, "stamp", func(string) struct{} { return struct{}{} }, nil)
	query := NewQuery(database, "query", func(task *Task, key string) int {
		stamp.Get(task, key)
		count++
		return count
	}, Options[string, int]{})
	query.Get(nil, "a")
	database.Change(func(change *Change) { stamp.Touch(change, "a"); stamp.Touch(change, "b") })
	if query.Get(nil, "a"); count != 2 {
		t.Errorf("computed %d times, want 2", count)
	}
}

// TestSuspected checks that Suspected is called with the values that a change makes suspect, once until
// they are read again.
func TestSuspected(t *testing.T) {
	database := New()
	input := NewInput[int, int](database, "input", nil, func(a, b int) bool { return a == b })
	var suspected []int
	half := NewQuery(database, "half", func(task *Task, i int) int { return input.Get(task, i) / 2 }, Options[int, int]{
		Suspected: func(i int) { suspected = append(suspected, i) },
	})
	set := func(key, value int) {
		database.Change(func(change *Change) { input.Set(change, key, value) })
	}
	for i := range 3 {
		half.Get(nil, i)
	}
	set(1, 0)
	set(1, 2)
	set(1, 4)
	set(5, 1)
	if fmt.Sprint(suspected) != "[1]" {
		t.Errorf("suspected %v, want only 1", suspected)
	}
	half.Get(nil, 1)
	set(1, 6)
	if fmt.Sprint(suspected) != "[1 1]" {
		t.Errorf("suspected %v, want 1 again", suspected)
	}
}

// TestApart checks that what a task reads apart is no dependency.
func TestApart(t *testing.T) {
	database := New()
	input := NewInput[string, int](database, "input", nil, func(a, b int) bool { return a == b })
	sum := NewQuery(database, "sum", func(task *Task, _ int) int { return input.Get(task, "a") + input.Get(task.Apart(), "b") }, Options[int, int]{})
	set := func(key string, value int) {
		database.Change(func(change *Change) { input.Set(change, key, value) })
	}
	for _, step := range []struct {
		key  string
		want int
	}{{"a", 1}, {"b", 1}, {"a", 3}} {
		set(step.key, step.want)
		if got := sum.Get(nil, 0); step.key == "a" && step.want == 3 && got != 4 || step.key != "a" && got != 1 {
			t.Errorf("after %s = %d, the sum is %d", step.key, step.want, got)
		}
	}
	if (*Task)(nil).Apart() != nil {
		t.Error("no task has a task apart")
	}
}

// TestBeyond has a value that never stops changing.
func TestBeyond(t *testing.T) {
	var query *Query[int, uint64]
	query = NewQuery(New(), "query", func(task *Task, key int) uint64 {
		if key == 0 {
			return query.Get(task, 1)
		}
		return query.Get(task, 0) + 1
	}, Options[int, uint64]{Equal: same, Cycle: &Cycle[int, uint64]{Initial: func(int) uint64 { return 0 }, Beyond: func(int) uint64 { return 1000 }}})
	if got, next := query.Get(nil, 0), query.Get(nil, 1); got != 1000 || next != 1001 {
		t.Errorf("got %d and %d", got, next)
	}
}

// TestUnexpectedCycle names the values of a cycle that no Cycle provides for.
func TestUnexpectedCycle(t *testing.T) {
	var query *Query[int, int]
	query = NewQuery(New(), "query", func(task *Task, key int) int { return query.Get(task, 1-key) }, Options[int, int]{})
	defer func() {
		if got, want := recover(), "a value depends on itself: query(0) → query(1)"; got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}()
	query.Get(nil, 0)
}

// TestMemory makes 100,000 revisions in which keys come and go.
func TestMemory(t *testing.T) {
	database := New()
	texts := map[int]int{}
	text := NewInput(database, "text", func(key int) int { return texts[key] }, func(a, b int) bool { return a == b })
	double := NewQuery(database, "double", func(task *Task, key int) int { return 2 * text.Get(task, key) }, Options[int, int]{Equal: func(a, b int) bool { return a == b }})
	sum := NewQuery(database, "sum", func(task *Task, _ struct{}) (sum int) {
		from := text.Get(task, -1)
		for key := from; key < from+10; key++ {
			sum += double.Get(task, key)
		}
		return sum
	}, Options[struct{}, int]{})
	for revision := range 100_000 {
		delete(texts, texts[-1])
		texts[-1], texts[revision+9] = revision, revision
		database.Change(func(change *Change) {
			text.Refresh(change, -1)
			text.Refresh(change, revision+9)
		})
		want := 0
		for key := revision; key < revision+10; key++ {
			want += 2 * texts[key]
		}
		if got := sum.Get(nil, struct{}{}); got != want {
			t.Fatalf("revision %d: %d, want %d", revision, got, want)
		}
		if revision%500 == 0 {
			database.Collect(50)
		}
	}
	database.Collect(0)
	nodes, edges := 0, 0
	for _, one := range database.tables {
		one.each(func(n *node) bool {
			nodes++
			edges += len(n.record.dependents) + len(n.record.dependencies)
			return true
		})
	}
	if nodes > 30 || edges > 100 {
		t.Errorf("%d values and %d dependencies are left", nodes, edges)
	}
}

// BenchmarkGet measures reading a value that is known, and computing one that reads one other.
func BenchmarkGet(b *testing.B) {
	for _, database := range []*Database{NewOnce(), New()} {
		input := NewInput(database, "input", func(key int) int { return key }, nil)
		query := NewQuery(database, "query", func(task *Task, key int) int { return input.Get(task, key%100) }, Options[int, int]{})
		b.Run(fmt.Sprintf("known, recording %t", database.IsRecording()), func(b *testing.B) {
			for b.Loop() {
				query.Get(nil, 1)
			}
		})
		next := 0
		b.Run(fmt.Sprintf("computed, recording %t", database.IsRecording()), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				query.Get(nil, next)
				next++
			}
		})
	}
}
