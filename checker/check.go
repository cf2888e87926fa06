package checker

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/diag"
	"puppet-lint/module"
)

// Options select what to check, and how.
type Options struct {
	// Paths are the manifests and templates to report findings for. Other files are read only
	// as far as these depend on them.
	Paths []string
	// Documents are the data files and ERB templates to report findings for.
	Documents []string
	// Initial are further manifests that Puppet would read first, besides those of the tree's
	// environment. Findings are reported for them, too.
	Initial []*module.Manifest
	// Strict also reports what fails only for some values or on some paths.
	Strict bool
	// TargetVersion is the major version of Puppet: 7, 8 or 9; 0 means 8.
	TargetVersion int
	// Workers is the number of bodies evaluated at once; 0 means one per processor. The
	// findings do not depend on it.
	Workers int

	// facts holds what earlier checks found; nil if there were none.
	facts *facts
	// typesOnly says that nobody wants the findings.
	typesOnly bool
}

// Check evaluates the manifests on types instead of values and returns what
// is wrong in them, sorted. The findings are those that hold for every value
// that the code may meet.
// The error is that of the context.
func Check(ctx context.Context, tree *module.Tree, options Options) ([]diag.Diagnostic, error) {
	run := newRun(newInterpreter(ctx, tree, options), options, false)
	run.evaluate()
	findings := run.findings()
	return findings, run.interrupted()
}

// run is one check.
type run struct {
	*interpreter
	options   Options
	manifests []*module.Manifest
	bodies    []*body
	results   map[*body]*result
	// documents are the readers of options.Documents, in the same order.
	documents []*dataReader
	remember  bool
	// evaluations counts the nodes evaluated in all bodies. It measures the work independently
	// of the machine.
	evaluations atomic.Int64
}

// result is the outcome of evaluating a body.
type result struct {
	done     bool
	findings []diag.Diagnostic
	// lookedUp holds the names that the body looked up, including misses.
	lookedUp        deps.Set
	recordedQueries []recordedQuery
	// evaluator is kept if the types of the nodes are wanted.
	evaluator *evaluator
}

// workers returns the number of bodies to evaluate at once.
func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func newRun(i *interpreter, options Options, remember bool) *run {
	options.Workers = options.workers()
	r := &run{interpreter: i, options: options, remember: remember, results: map[*body]*result{}}
	manifests := make([]*module.Manifest, len(options.Paths))
	r.parallel(options.Workers, len(options.Paths), func(at int) { manifests[at] = i.tree.Manifest(options.Paths[at]) })
	if r.isInterrupted() {
		return r
	}
	seen := map[*module.Manifest]bool{}
	for _, manifest := range append(options.Initial[:len(options.Initial):len(options.Initial)], manifests...) {
		if seen[manifest] {
			continue
		}
		seen[manifest] = true
		r.manifests = append(r.manifests, manifest)
		bodies := r.bodiesOf(manifest)
		if isBroken(manifest) {
			bodies = r.wholeParts(manifest)
		}
		for _, b := range bodies {
			b.wanted = true
			r.bodies = append(r.bodies, b)
		}
	}
	return r
}

// evaluate evaluates every body after the bodies that it needs, and then the declarations of
// the bodies as call sites.
func (r *run) evaluate() {
	r.evaluateAll(r.newGraph(r.bodies))
	if r.isInterrupted() {
		return
	}
	open := slices.DeleteFunc(slices.Clone(r.bodies), func(b *body) bool { return !r.asksForInstances(b) })
	var needs []*body
	for _, declared := range r.declaredBy(open) {
		needs = append(needs, r.needsOf(declared)...)
	}
	r.evaluateAll(r.newGraph(needs))
	r.parallel(r.options.Workers, len(open), func(i int) { r.checkInstances(open[i]) })
}

// evaluateAll evaluates the bodies of a graph that have not been evaluated yet.
func (r *run) evaluateAll(graph *graph) {
	r.reuseSummaries(graph)
	for _, component := range graph.components {
		for _, b := range component {
			if r.results[b] == nil {
				r.results[b] = &result{}
			}
			if !b.final {
				b.summary = &summary{}
			}
		}
	}
	schedule(r.options.Workers, graph, func(component int) {
		bodies := graph.components[component]
		if r.isInterrupted() {
			return
		}
		if graph.cyclic[component] && !bodies[0].final {
			r.evaluateCycle(bodies)
		}
		for _, b := range bodies {
			if outcome := r.results[b]; !outcome.done {
				outcome.done = true
				r.evaluateBody(b, graph.cyclic[component] || b.final)
			}
		}
	})
}

// reuseSummaries gives bodies the summaries that an earlier check has kept. It skips bodies to
// report findings for, and bodies that need one evaluated in this check.
func (r *run) reuseSummaries(graph *graph) {
	recalled := make([]bool, len(graph.components))
	for i, component := range graph.components {
		recalled[i] = !slices.ContainsFunc(graph.needs[i], func(need int) bool { return !recalled[need] })
		for _, b := range component {
			_, isKept := r.summaries.Load(b.node)
			recalled[i] = recalled[i] && isKept && !b.wanted && b.final == b.reused
		}
		for _, b := range component {
			switch {
			case recalled[i] && !b.reused:
				kept, _ := r.summaries.Load(b.node)
				b.summary, b.final, b.reused = kept.(*summary), true, true
			case !recalled[i] && b.reused:
				b.final, b.reused = false, false
			}
		}
	}
}

// evaluateBody evaluates a body whose needs all have summaries. summarized means that the body
// has a summary, too; then it is only evaluated for findings.
func (r *run) evaluateBody(b *body, summarized bool) {
	b.final = true
	if !b.wanted && summarized {
		return
	}
	outcome := r.results[b]
	var revealed map[int]bool
	reporting := b.wanted && !r.options.typesOnly
	if reporting {
		revealed = r.revealedLines(b.manifest)
	}
	e := r.newEvaluator(b, reporting, b.wanted && (r.remember || revealed != nil))
	summary := r.guarded(e)
	if revealed != nil {
		e.reveal(revealed)
	}
	if !summarized {
		*b.summary = *summary
	}
	outcome.findings, outcome.lookedUp, outcome.recordedQueries = keepInPlace(b, e.findings), e.dependencies, e.recordedQueries
	r.declared.Store(b, e.declarations)
	if r.remember {
		outcome.evaluator = e
	}
}

// evaluateCycle computes the summaries of bodies that need each other. The summaries start
// empty and grow, with widening, until nothing changes. If that takes more than maxRounds
// rounds, their types become Unknown.
func (r *run) evaluateCycle(bodies []*body) {
	for _, b := range bodies {
		*b.summary = summary{returns: r.Never, variables: map[string]Type{}, growing: true}
	}
	for round := range maxRounds {
		if r.isInterrupted() {
			break
		}
		changed := false
		for _, b := range bodies {
			next := r.guarded(r.newEvaluator(b, false, false))
			grown := r.grow(b.summary, next, round)
			changed = changed || grown
		}
		if !changed {
			break
		}
		if round == maxRounds-1 {
			for _, b := range bodies {
				r.giveUp(b.summary)
			}
		}
	}
	for _, b := range bodies {
		b.summary.growing = false
	}
}

// grow joins the result of a round into a summary and reports whether that changed the summary.
func (r *run) grow(into, next *summary, round int) bool {
	changed := false
	widened := func(old, found Type) Type {
		joined := r.Join(old, found)
		if round > 0 {
			joined = r.Widen(old, found)
		}
		changed = changed || joined != old
		return joined
	}
	into.returns = widened(into.returns, next.returns)
	for name, t := range next.variables {
		if old, ok := into.variables[name]; ok {
			into.variables[name] = widened(old, t)
		} else {
			into.variables[name] = t
			changed = true
		}
	}
	return changed
}

func (r *run) giveUp(s *summary) {
	s.returns = r.Unknown
	for name := range s.variables {
		s.variables[name] = r.Unknown
	}
}

// guarded evaluates a body. If the checker panics, the findings of the body are replaced by one
// internal error.
func (r *run) guarded(e *evaluator) (found *summary) {
	defer func() {
		r.evaluations.Add(e.evaluations)
		if problem := recover(); problem != nil {
			span := e.body.manifest.Extent(e.body.node)
			e.findings = []diag.Diagnostic{{
				Rule: &code.InternalError, Severity: code.InternalError.Severity, File: e.body.manifest.Source, Span: span, At: span.Start,
				Message: fmt.Sprintf("this code could not be checked because of a bug in puppet-lint: %v", problem),
			}}
			found = &summary{returns: r.Unknown, variables: map[string]Type{}, open: true}
		}
	}()
	return e.runBody()
}

// findings checks the documents and returns the findings of all bodies and documents, sorted.
func (r *run) findings() []diag.Diagnostic {
	r.checkDocuments()
	if r.isInterrupted() {
		return nil
	}
	var all []diag.Diagnostic
	for _, b := range r.bodies {
		if outcome := r.results[b]; outcome != nil {
			all = append(all, outcome.findings...)
		}
	}
	for _, document := range r.documents {
		all = append(all, document.findings...)
	}
	diag.Sort(all)
	return all
}

// checkDocuments checks the data files and templates in parallel.
func (r *run) checkDocuments() {
	r.documents = make([]*dataReader, len(r.options.Documents))
	r.parallel(r.options.Workers, len(r.documents), func(i int) {
		r.documents[i] = &dataReader{documentIndex: r.documentIndex, dependencies: r.newDependencies()}
		r.guardedDocument(r.documents[i], r.options.Documents[i])
	})
}

// guardedDocument checks a document. If the checker panics, the findings of the document are
// replaced by one internal error.
func (r *run) guardedDocument(document *dataReader, path string) {
	defer func() {
		if problem := recover(); problem != nil {
			document.findings = []diag.Diagnostic{{
				Rule: &code.InternalError, Severity: code.InternalError.Severity, File: r.tree.Document(path).File,
				Message: fmt.Sprintf("this file could not be checked because of a bug in puppet-lint: %v", problem),
			}}
		}
	}()
	document.checkDocument(path)
}

// parallel calls work for each number below count, as many at once as workers, until the
// check is cancelled.
func (i *interruption) parallel(workers, count int, work func(i int)) {
	var group errgroup.Group
	group.SetLimit(workers)
	for at := range count {
		if i.isInterrupted() {
			break
		}
		group.Go(func() error {
			work(at)
			return nil
		})
	}
	_ = group.Wait() // none of them fails
}

// schedule calls work for each component of a graph, after the calls for all components that it
// needs.
func schedule(workers int, g *graph, work func(component int)) {
	waiting := make([]int, len(g.components))
	waiters := make([][]int, len(g.components))
	ready := make(chan int, len(g.components))
	for i, needs := range g.needs {
		waiting[i] = len(needs)
		for _, need := range needs {
			waiters[need] = append(waiters[need], i)
		}
		if len(needs) == 0 {
			ready <- i
		}
	}
	var mu sync.Mutex
	left := len(g.components)
	if left == 0 {
		return
	}
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			for component := range ready {
				work(component)
				mu.Lock()
				for _, waiter := range waiters[component] {
					if waiting[waiter]--; waiting[waiter] == 0 {
						ready <- waiter
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				mu.Unlock()
			}
			return nil
		})
	}
	_ = group.Wait() // none of them fails
}
