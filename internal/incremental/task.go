package incremental

import (
	"context"
	"math"
	"slices"
	"strings"
)

// Task computes values for one goroutine. It records the dependencies of these values.
type Task struct {
	database *Database
	context  context.Context // nil if the task is never cancelled
	// frames are the computations that have begun, the innermost last.
	frames []*frame
	// waitsFor is the claim of another task; guarded by Database.claims.
	waitsFor *claim
	// results are values that cannot be published yet, such as those of the current round of a
	// cycle. order holds their nodes in the order of their computation.
	results map[*node]*result
	order   []*node
	local   any
}

// claim is the right of one task to compute a value.
type claim struct {
	task *Task
	done chan struct{} // made when somebody waits
}

// wait returns a channel that is closed when the claim is released. Database.claims is held.
func (c *claim) wait() chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

// release ends the claim of a node.
func (d *Database) release(n *node) {
	d.claims.Lock()
	defer d.claims.Unlock()
	if n.claim.done != nil {
		close(n.claim.done)
	}
	n.claim = nil
}

// frame is a computation.
type frame struct {
	node         *node
	dependencies []*node
	seen         map[*node]struct{} // the dependencies, if they are many
	// outermost is the index of the outermost frame whose provisional value was used, or none.
	outermost int
	// isHead is set if the computation has read its own value. provisional is the value that it
	// has read.
	isHead      bool
	provisional any
	// start is the length of Task.order when the frame began.
	start int
}

const none = math.MaxInt

// result is a value that other tasks cannot read yet.
type result struct {
	value        any
	dependencies []*node
	outermost    int
}

// Local returns a value that belongs to the task. The first call makes it with make.
func (t *Task) Local(make func() any) any {
	if t.local == nil {
		t.local = make()
	}
	return t.local
}

// Apart returns a task whose reads are no dependencies of what t computes, nil for nil. t must read
// an input that changes whenever the part of these values that it uses does. The values must not depend
// on what t computes.
func (t *Task) Apart() *Task {
	if t == nil {
		return nil
	}
	return &Task{database: t.database, context: t.context}
}

// fewDependencies is the largest number of dependencies that a frame searches without a set.
const fewDependencies = 16

// depend makes the innermost computation depend on a node.
func (t *Task) depend(n *node) {
	if len(t.frames) > 0 {
		t.frames[len(t.frames)-1].depend(n)
	}
}

func (f *frame) depend(n *node) {
	if f.seen == nil {
		if slices.Contains(f.dependencies, n) {
			return
		}
		if f.dependencies = append(f.dependencies, n); len(f.dependencies) > fewDependencies {
			f.seen = make(map[*node]struct{}, 2*fewDependencies)
			for _, one := range f.dependencies {
				f.seen[one] = struct{}{}
			}
		}
		return
	}
	if _, isKnown := f.seen[n]; !isKnown {
		f.seen[n] = struct{}{}
		f.dependencies = append(f.dependencies, n)
	}
}

// use makes the innermost computation depend on the dependencies of a result.
func (t *Task) use(r *result) {
	if len(t.frames) == 0 {
		return
	}
	top := t.frames[len(t.frames)-1]
	for _, n := range r.dependencies {
		top.depend(n)
	}
	top.outermost = min(top.outermost, r.outermost)
}

// checkCancelled ends the task if its context is cancelled.
func (t *Task) checkCancelled() {
	if t.context != nil {
		if err := t.context.Err(); err != nil {
			panic(cancellation{err})
		}
	}
}

// fetch makes a node valid. If isFinal is true, the node holds the value, and fetch returns nil. If
// it is false, fetch returns a value that only computations of this task may use: its cycle is not
// finished, or another task computes the node, too.
func (t *Task) fetch(n *node) (value any, isFinal bool) {
	d := t.database
	for {
		if n.isValid() {
			return nil, true
		}
		t.checkCancelled()
		if at := slices.IndexFunc(t.frames, func(f *frame) bool { return f.node == n }); at >= 0 {
			return t.meet(at), false
		}
		if known := t.results[n]; known != nil {
			t.use(known)
			return known.value, false
		}
		d.claims.Lock()
		switch {
		case n.isValid():
			d.claims.Unlock()
			return nil, true
		case n.claim == nil:
			n.claim = &claim{task: t}
			d.claims.Unlock()
			return t.evaluate(n, true)
		case n.claim.leadsTo(t):
			d.claims.Unlock()
			return t.evaluate(n, false)
		}
		t.await(n.claim)
	}
}

// leadsTo reports whether the task of a claim waits, directly or not, for t. Database.claims is
// held.
func (c *claim) leadsTo(t *Task) bool {
	for ; c != nil; c = c.task.waitsFor {
		if c.task == t {
			return true
		}
	}
	return false
}

// await waits for a claim of another task, or until the context is cancelled. It unlocks
// Database.claims.
func (t *Task) await(c *claim) {
	done := c.wait()
	t.waitsFor = c
	t.database.claims.Unlock()
	var cancelled <-chan struct{}
	if t.context != nil {
		cancelled = t.context.Done()
	}
	select {
	case <-done:
	case <-cancelled:
	}
	t.database.claims.Lock()
	t.waitsFor = nil
	t.database.claims.Unlock()
}

// meet returns the provisional value of the computation at an index of frames, which reads itself.
func (t *Task) meet(at int) any {
	head, top := t.frames[at], t.frames[len(t.frames)-1]
	if head.node.table.initial == nil {
		var names []string
		for _, one := range t.frames[at:] {
			names = append(names, one.node.String())
		}
		panic("a value depends on itself: " + strings.Join(names, " → "))
	}
	top.outermost = min(top.outermost, at)
	if !head.isHead {
		head.isHead, head.provisional = true, head.node.table.initial(head.node.key)
	}
	return head.provisional
}

// evaluate computes the value of a node, unless it is still up to date. Its results are those of
// fetch. isOwn is set if the task has the claim of the node.
func (t *Task) evaluate(n *node, isOwn bool) (value any, isFinal bool) {
	at := len(t.frames)
	f := &frame{node: n, outermost: none, start: len(t.order)}
	t.frames = append(t.frames, f)
	isDone := false
	defer func() {
		if isOwn {
			t.database.release(n)
		}
		if !isDone { // a panic
			t.frames = t.frames[:at]
			t.dropResults(f.start)
		}
	}()
	if isOwn && t.verify(f) {
		n.record.verified = t.database.revision.Load()
		n.state.Store(valid)
		t.frames, isDone = t.frames[:at], true
		t.dropIfIdle()
		return nil, true
	}
	value = t.settle(f)
	t.frames, isDone = t.frames[:at], true
	if f.outermost >= at {
		f.outermost = none
	}
	if !isOwn || f.outermost != none {
		t.settleMembers(f)
		r := &result{value, f.dependencies, f.outermost}
		t.keep(n, r)
		t.use(r)
		t.dropIfIdle()
		return value, false
	}
	t.publish(n, value, f.dependencies)
	t.publishMembers(f)
	t.dropIfIdle()
	return nil, true
}

// verify reports whether all dependencies of a value are unchanged since its computation.
func (t *Task) verify(f *frame) bool {
	n := f.node
	if n.record.verified == 0 {
		return false
	}
	for _, dependency := range n.record.dependencies {
		isFinal := true
		if !dependency.isValid() {
			_, isFinal = t.fetch(dependency)
		}
		if !isFinal || dependency.record.changed > n.record.verified {
			t.dropResults(f.start)
			f.dependencies, f.seen, f.outermost, f.isHead, f.provisional = nil, nil, none, false, nil
			return false
		}
	}
	return true
}

// settle computes the value of a frame, in several rounds if it depends on itself.
func (t *Task) settle(f *frame) any {
	table, key := f.node.table, f.node.key
	isBounded := false
	for round := 1; ; round++ {
		value := table.compute(t, key)
		switch {
		case !f.isHead || f.node.isEqual(value, f.provisional):
			return value
		case isBounded:
			return f.provisional
		case round >= MaxRounds:
			value, isBounded = table.beyond(key), true
		}
		f.provisional = value
		t.dropResults(f.start)
	}
}

// keep stores a result until it can be published or is out of date.
func (t *Task) keep(n *node, r *result) {
	if t.results == nil {
		t.results = map[*node]*result{}
	}
	t.results[n] = r
	t.order = append(t.order, n)
}

// dropResults drops the results from an index of order on.
func (t *Task) dropResults(from int) {
	if from < len(t.order) {
		for _, n := range t.order[from:] {
			delete(t.results, n)
		}
		t.order = t.order[:from]
	}
}

// dropIfIdle drops all results if no computation is running that could use them.
func (t *Task) dropIfIdle() {
	if len(t.frames) == 0 {
		t.dropResults(0)
	}
}

// settleMembers gives the provisional results within a finished computation the dependencies of
// that computation.
func (t *Task) settleMembers(head *frame) {
	for _, n := range t.order[head.start:] {
		if r := t.results[n]; r.outermost != none {
			r.dependencies, r.outermost = head.dependencies, head.outermost
		}
	}
}

// publishMembers publishes the values of the last round of a cycle. Each of them gets the
// dependencies of all.
func (t *Task) publishMembers(head *frame) {
	d := t.database
	t.settleMembers(head)
	for _, n := range t.order[head.start:] {
		d.claims.Lock()
		isFree := n.claim == nil && !n.isValid()
		if isFree {
			n.claim = &claim{task: t}
		}
		d.claims.Unlock()
		if isFree {
			r := t.results[n]
			t.publish(n, r.value, r.dependencies)
			d.release(n)
		}
	}
	t.dropResults(head.start)
}

// publish makes a value valid. The task has the claim.
func (t *Task) publish(n *node, value any, dependencies []*node) {
	now := t.database.revision.Load()
	if !n.store(value) {
		n.record.changed = now
	}
	n.record.verified = now
	t.replaceDependencies(n, dependencies)
	n.state.Store(valid)
	n.reportComputed()
}

// replaceDependencies replaces the dependencies of a node.
func (t *Task) replaceDependencies(n *node, dependencies []*node) {
	before := n.record.dependencies
	if slices.Equal(before, dependencies) {
		return
	}
	dependencies = slices.Clip(slices.Clone(dependencies))
	old := make(map[*node]struct{}, len(before))
	for _, one := range before {
		old[one] = struct{}{}
	}
	for _, one := range dependencies {
		if _, isOld := old[one]; isOld {
			delete(old, one)
		} else {
			one.addDependent(n)
		}
	}
	for one := range old {
		one.removeDependent(n)
	}
	n.record.dependencies = dependencies
}
