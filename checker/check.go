package checker

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/parallel"
	"puppet-lint/module"
	"puppet-lint/types"
)

// Type is the type of an expression. It represents all that is known of the value.
type Type = types.Type

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

	// syntaxInfo holds the results of earlier checks; nil if there were none.
	syntaxInfo *eval.SyntaxInfo
	// typesOnly is set if the findings are not needed.
	typesOnly bool
}

// Check evaluates the manifests on types instead of values and returns the mistakes in them,
// sorted. A finding holds for every value that the code may meet. The error is that of the
// context.
func Check(ctx context.Context, tree *module.Tree, options Options) ([]*diag.Diagnostic, error) {
	run := newRun(options.interpreter(ctx, tree), options, false)
	run.evaluate()
	findings := run.findings()
	return findings, run.CancelCause()
}

// run is one check.
type run struct {
	*eval.Interpreter
	options   Options
	manifests []*module.Manifest
	bodies    []*program.Body
	results   map[*program.Body]*result
	// documents are the readers of options.Documents, in the same order.
	documents []*documents.Reader
	remember  bool
	// evaluations counts the nodes evaluated in all bodies. It measures the work independently
	// of the machine.
	evaluations atomic.Int64
}

// result is the outcome of evaluating a body.
type result struct {
	done     bool
	findings []*diag.Diagnostic
	// lookedUp holds the names that the body looked up, including misses.
	lookedUp        deps.Set
	recordedQueries []declarations.RecordedQuery
	// evaluator is kept if the types of the nodes are wanted.
	evaluator *eval.Evaluator
}

// interpreter returns an interpreter of the code of a tree.
func (o *Options) interpreter(ctx context.Context, tree *module.Tree) *eval.Interpreter {
	return eval.NewInterpreter(ctx, tree, o.syntaxInfo, program.Options{Target: o.TargetVersion, Strict: o.Strict, Initial: o.Initial})
}

// workers returns the number of bodies to evaluate at once.
func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func newRun(i *eval.Interpreter, options Options, remember bool) *run {
	options.Workers = options.workers()
	r := &run{Interpreter: i, options: options, remember: remember, results: map[*program.Body]*result{}}
	manifests := make([]*module.Manifest, len(options.Paths))
	r.Parallel(options.Workers, len(options.Paths), func(at int) { manifests[at] = i.Tree.Manifests.At(options.Paths[at]) })
	if r.IsInterrupted() {
		return r
	}
	seen := map[*module.Manifest]bool{}
	for _, manifest := range append(options.Initial[:len(options.Initial):len(options.Initial)], manifests...) {
		if seen[manifest] {
			continue
		}
		seen[manifest] = true
		r.manifests = append(r.manifests, manifest)
		bodies := r.BodiesOf(manifest)
		if program.IsBroken(manifest) {
			bodies = r.IntactBodies(manifest)
		}
		for _, b := range bodies {
			b.Wanted = true
			r.bodies = append(r.bodies, b)
		}
	}
	return r
}

// evaluate evaluates every body after the bodies that it needs, and then the declarations of
// the bodies as call sites.
func (r *run) evaluate() {
	r.evaluateAll(r.NewGraph(r.bodies))
	if r.IsInterrupted() {
		return
	}
	open := slices.DeleteFunc(slices.Clone(r.bodies), func(b *program.Body) bool { return !r.needsCallSites(b) })
	var needs []*program.Body
	for _, declared := range r.declaredBy(open) {
		needs = append(needs, r.NeedsOf(declared)...)
	}
	r.evaluateAll(r.NewGraph(needs))
	r.Parallel(r.options.Workers, len(open), func(i int) { r.checkCallSites(open[i]) })
}

// evaluateAll evaluates the bodies of a graph that have not been evaluated yet.
func (r *run) evaluateAll(graph *program.Graph) {
	r.reuseSummaries(graph)
	for _, component := range graph.Components {
		for _, b := range component {
			if r.results[b] == nil {
				r.results[b] = &result{}
			}
			if !b.Final {
				b.Summary = &program.Summary{}
			}
		}
	}
	schedule(r.options.Workers, graph, func(component int) {
		bodies := graph.Components[component]
		if r.IsInterrupted() {
			return
		}
		if graph.Cyclic[component] && !bodies[0].Final {
			r.evaluateCycle(bodies)
		}
		for _, b := range bodies {
			if outcome := r.results[b]; !outcome.done {
				outcome.done = true
				r.evaluateBody(b, graph.Cyclic[component] || b.Final)
			}
		}
	})
}

// reuseSummaries gives bodies the summaries that an earlier check has kept. It skips bodies to
// report findings for, and bodies that need one evaluated in this check.
func (r *run) reuseSummaries(graph *program.Graph) {
	recalled := make([]bool, len(graph.Components))
	for i, component := range graph.Components {
		recalled[i] = !slices.ContainsFunc(graph.Needs[i], func(need int) bool { return !recalled[need] })
		for _, b := range component {
			_, isKept := r.Summaries.Load(b.Node)
			recalled[i] = recalled[i] && isKept && !b.Wanted && b.Final == b.Reused
		}
		for _, b := range component {
			switch {
			case recalled[i] && !b.Reused:
				b.Summary, _ = r.Summaries.Load(b.Node)
				b.Final, b.Reused = true, true
			case !recalled[i] && b.Reused:
				b.Final, b.Reused = false, false
			}
		}
	}
}

// evaluateBody evaluates a body whose needs all have summaries. summarized means that the body
// has a summary, too; then it is only evaluated for findings.
func (r *run) evaluateBody(b *program.Body, summarized bool) {
	b.Final = true
	if !b.Wanted && summarized {
		return
	}
	outcome := r.results[b]
	var revealed map[int]bool
	reporting := b.Wanted && !r.options.typesOnly
	if reporting {
		revealed = r.RevealedLines(b.Manifest)
	}
	e := r.NewEvaluator(b, reporting, b.Wanted && (r.remember || revealed != nil))
	summary := r.guarded(e)
	if revealed != nil {
		e.Reveal(revealed)
	}
	if !summarized {
		*b.Summary = *summary
	}
	outcome.findings, outcome.lookedUp, outcome.recordedQueries = program.KeepLocal(b, e.Findings), e.Dependencies, e.RecordedQueries
	if len(e.DeclaredHere) > 0 {
		r.Declared.Store(b, e.DeclaredHere)
	}
	if r.remember {
		outcome.evaluator = e
	}
}

// evaluateCycle computes the summaries of bodies that need each other. The summaries start
// empty and grow, with widening, until nothing changes. If that takes more than MaxRounds
// rounds, their types become Unknown.
func (r *run) evaluateCycle(bodies []*program.Body) {
	for _, b := range bodies {
		*b.Summary = program.Summary{Returns: r.Never, Variables: map[string]Type{}, Growing: true}
	}
	for round := range eval.MaxRounds {
		if r.IsInterrupted() {
			break
		}
		changed := false
		for _, b := range bodies {
			next := r.guarded(r.NewEvaluator(b, false, false))
			grown := r.grow(b.Summary, next, round)
			changed = changed || grown
		}
		if !changed {
			break
		}
		if round == eval.MaxRounds-1 {
			for _, b := range bodies {
				r.giveUp(b.Summary)
			}
		}
	}
	for _, b := range bodies {
		b.Summary.Growing = false
	}
}

// grow joins the result of a round into a summary and reports whether that changed the summary.
func (r *run) grow(into, next *program.Summary, round int) bool {
	changed := false
	widened := func(old, found Type) Type {
		joined := r.Join(old, found)
		if round > 0 {
			joined = r.Widen(old, found)
		}
		changed = changed || joined != old
		return joined
	}
	into.Returns = widened(into.Returns, next.Returns)
	for name, t := range next.Variables {
		if old, ok := into.Variables[name]; ok {
			into.Variables[name] = widened(old, t)
		} else {
			into.Variables[name] = t
			changed = true
		}
	}
	return changed
}

func (r *run) giveUp(s *program.Summary) {
	s.Returns = r.Unknown
	for name := range s.Variables {
		s.Variables[name] = r.Unknown
	}
}

// guarded evaluates a body. If the checker panics, the findings of the body are replaced by one
// internal error.
func (r *run) guarded(e *eval.Evaluator) (found *program.Summary) {
	defer func() {
		r.evaluations.Add(e.Evaluations)
		if problem := recover(); problem != nil {
			span := e.Body.Manifest.Extent(e.Body.Node)
			e.Findings = []*diag.Diagnostic{{
				Rule: &code.CheckerInternalError, Severity: code.CheckerInternalError.Severity, File: e.Body.Manifest.Source, Span: span, At: span.Start,
				Message: fmt.Sprintf("this code could not be checked because of a bug in puppet-lint: %v", problem),
			}}
			found = &program.Summary{Returns: r.Unknown, Variables: map[string]Type{}, Open: true}
		}
	}()
	return e.RunBody()
}

// findings checks the documents and returns the findings of all bodies and documents, sorted.
func (r *run) findings() []*diag.Diagnostic {
	r.checkDocuments()
	if r.IsInterrupted() {
		return nil
	}
	var lists [][]*diag.Diagnostic
	for _, b := range r.bodies {
		if outcome := r.results[b]; outcome != nil {
			lists = append(lists, outcome.findings)
		}
	}
	for _, document := range r.documents {
		lists = append(lists, document.Findings)
	}
	all := slices.Concat(lists...)
	diag.Sort(all)
	return all
}

// checkDocuments checks the data files and templates in parallel.
func (r *run) checkDocuments() {
	r.documents = make([]*documents.Reader, len(r.options.Documents))
	r.Parallel(r.options.Workers, len(r.documents), func(i int) {
		r.documents[i] = &documents.Reader{Documents: r.Documents, Dependencies: r.NewDependencies(), IsAlwaysGiven: r.IsAlwaysGiven}
		r.guardedDocument(r.documents[i], r.options.Documents[i])
	})
}

// guardedDocument checks a document. If the checker panics, the findings of the document are
// replaced by one internal error.
func (r *run) guardedDocument(document *documents.Reader, path string) {
	defer func() {
		if problem := recover(); problem != nil {
			document.Findings = []*diag.Diagnostic{{
				Rule: &code.CheckerInternalError, Severity: code.CheckerInternalError.Severity, File: r.Tree.Documents.At(path).File,
				Message: fmt.Sprintf("this file could not be checked because of a bug in puppet-lint: %v", problem),
			}}
		}
	}()
	document.Check(path)
}

// schedule calls work for each component of a graph, after the calls for all components that it
// needs. If work panics, schedule panics as parallel.Group.Wait does.
func schedule(workers int, g *program.Graph, work func(component int)) {
	waiting := make([]int, len(g.Components))
	waiters := make([][]int, len(g.Components))
	ready := make(chan int, len(g.Components))
	for i, needs := range g.Needs {
		waiting[i] = len(needs)
		for _, need := range needs {
			waiters[need] = append(waiters[need], i)
		}
		if len(needs) == 0 {
			ready <- i
		}
	}
	var mu sync.Mutex
	left := len(g.Components)
	if left == 0 {
		return
	}
	finish := func(component int) {
		mu.Lock()
		defer mu.Unlock()
		for _, waiter := range waiters[component] {
			if waiting[waiter]--; waiting[waiter] == 0 {
				ready <- waiter
			}
		}
		if left--; left == 0 {
			close(ready)
		}
	}
	step := func(component int) {
		defer finish(component) // after a panic, too, or the other goroutines would wait for ever
		work(component)
	}
	var group parallel.Group
	for range workers {
		group.Go(func() error {
			for component := range ready {
				step(component)
				runtime.Gosched() // as in parallel.Each
			}
			return nil
		})
	}
	_ = group.Wait() // none returns an error
}

// declaredBy returns the bodies of the definitions that bodies declare, directly or indirectly.
// They are evaluated as instances (call_site.go).
func (p *run) declaredBy(bodies []*program.Body) []*program.Body {
	seen, found := map[*program.Body]bool{}, []*program.Body{}
	add := func(d *program.Definition) {
		if d != nil && !seen[d.Body()] {
			seen[d.Body()] = true
			found = append(found, d.Body())
		}
	}
	level := bodies
	for range eval.MaxCallSiteDepth + 1 {
		start := len(found)
		for _, b := range level {
			direct := p.LocalOf(b.Node)
			for _, use := range direct.Uses {
				add(p.DefinedType(use.TypeName))
			}
			for _, name := range direct.Classes {
				add(p.Class(name))
			}
		}
		level = found[start:]
	}
	return found
}
