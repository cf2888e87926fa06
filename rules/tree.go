package rules

import (
	"context"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Unit is one file of the finished tree.
type Unit struct {
	File  *syntax.File
	Place Place
	// Modules is the module tree of the file; nil if it is not known.
	Modules *module.Tree
	// flow returns the analysis of the file's variables. It is computed on first use and kept
	// as long as the Unit.
	flow func() *flow.Analysis
	// judged holds the last judgement of each rule.
	judged  map[*Rule]*judgement
	readers func() readers
}

// judgement is what a rule found in a Unit. The candidates depend only on the file and are
// kept. The findings are kept until the tree of modules, since that generation, may mention one
// of the names differently.
type judgement struct {
	candidates []candidate
	names      []string
	findings   []treeFinding
	generation int
}

// TreePass gives a tree rule access to the finished tree of files. It serves one rule and one
// goroutine.
type TreePass struct {
	// Units are all files, in the order in which they are reported.
	Units   []*Unit
	ctx     context.Context
	set     *Set
	rule    int
	found   []diag.Diagnostic
	finders *finders
	graphs  *graphs
}

// shared holds the data that the tree rules of a set share.
type shared struct {
	finders finders
	graphs  graphs
}

// Target returns the major version of Puppet for the code.
func (p *TreePass) Target() int { return p.set.settings.Target }

// Option returns the value of an option of the rule. It has the type of the default.
func (p *TreePass) Option(name string) any { return p.set.options[p.rule][name] }

// Report adds a finding in file that underlines span and is located at its start. The result
// may be completed until the next finding is reported.
func (p *TreePass) Report(file *source.File, span source.Span, message string) *diag.Diagnostic {
	enabled := &p.set.rules[p.rule]
	p.found = append(p.found, diag.Diagnostic{
		Rule: &enabled.Rule.Rule, Severity: enabled.Severity, File: file, Span: span, At: span.Start, Message: message,
	})
	return &p.found[len(p.found)-1]
}

// CheckTree lets the tree rules of the set look at the finished tree and
// returns what they find, ordered by rule. A rule that panics is reported under
// InternalError at the first file. When the context is cancelled, what was found by then
// is not all.
func (s *Set) CheckTree(ctx context.Context, units []*Unit) []diag.Diagnostic {
	var found []diag.Diagnostic
	for _, unit := range units {
		if unit.flow == nil {
			unit.flow = sync.OnceValue(func() *flow.Analysis { return flow.Of(unit.File) })
			unit.readers = sync.OnceValue(func() readers { return readersOf(unit) })
			unit.judged = map[*Rule]*judgement{}
		}
	}
	together := &shared{}
	for i := range s.rules {
		if s.rules[i].Rule.Tree != nil && ctx.Err() == nil {
			found = append(found, s.checkTree(ctx, i, units, together)...)
		}
	}
	return found
}

func (s *Set) checkTree(ctx context.Context, rule int, units []*Unit, together *shared) (found []diag.Diagnostic) {
	defer func() {
		if cause := recover(); cause != nil {
			var file *source.File
			if len(units) > 0 {
				file = units[0].File.Source
			}
			found = []diag.Diagnostic{*internalError(s.rules[rule].Rule, file, cause, debug.Stack())}
		}
	}()
	pass := &TreePass{ctx: ctx, Units: units, set: s, rule: rule, finders: &together.finders, graphs: &together.graphs}
	s.rules[rule].Rule.Tree(pass)
	return pass.found
}

// candidate is a variable that a rule reports unless something outside its file prevents it.
type candidate struct {
	scope    *flow.Scope
	variable *flow.Variable
}

// judge reports the candidates for which decide returns true. suspect returns the candidates of
// each file, which depend on the file alone. judge reuses the findings in a Unit unless they
// may have changed.
func (p *TreePass) judge(suspect func(unit *Unit) []candidate, decide func(unit *Unit, c candidate) (treeFinding, bool)) {
	rule := p.set.rules[p.rule].Rule
	found := make([][]treeFinding, len(p.Units))
	var open []int
	for i, unit := range p.Units {
		judged, known := unit.judged[rule]
		if !known || unit.Modules == nil || judged.mayDiffer(unit.Modules) {
			open = append(open, i)
			continue
		}
		judged.generation, found[i] = unit.Modules.Generation(), judged.findings
	}
	judgements := make([]*judgement, len(open))
	p.parallel(len(open), func(at int) {
		unit := p.Units[open[at]]
		judged := unit.judged[rule]
		if judged == nil {
			judged = newJudgement(suspect(unit))
		}
		judged.findings = nil
		for _, candidate := range judged.candidates {
			if finding, wrong := decide(unit, candidate); wrong {
				judged.findings = append(judged.findings, finding)
			}
		}
		if unit.Modules != nil {
			judged.generation = unit.Modules.Generation()
		}
		judgements[at], found[open[at]] = judged, judged.findings
	})
	for at, i := range open {
		if p.ctx.Err() != nil {
			delete(p.Units[i].judged, rule) // it may depend on files that are no longer known
		} else {
			p.Units[i].judged[rule] = judgements[at]
		}
	}
	p.reportAll(found)
}

func newJudgement(candidates []candidate) *judgement {
	names := map[string]bool{}
	for _, c := range candidates {
		names[c.variable.Name] = true
		for _, name := range callees(c.scope) {
			names[name] = true
		}
		if node, isClass := c.scope.Node.(*syntax.HostClassDefinition); isClass {
			names[module.Normalize(node.Name)] = true
		}
	}
	return &judgement{candidates: candidates, names: slices.Collect(maps.Keys(names))}
}

// mayDiffer reports whether the findings may have changed.
func (j *judgement) mayDiffer(tree *module.Tree) bool {
	return len(j.candidates) > 0 && tree.Generation() != j.generation && tree.MayMentionOtherwise(j.generation, j.names...)
}

// callees returns the names of the functions and templates that may read the variables of a
// scope.
func callees(scope *flow.Scope) (names []string) {
	for _, opener := range scope.Openers {
		function, arguments := flow.Call(opener)
		names = append(names, module.Normalize(function))
		for _, argument := range arguments {
			if path, isString := stringOf(argument); isString {
				names = append(names, path)
			}
		}
	}
	return names
}

// side runs work for all units in parallel, and then reports the findings in the order of the
// units.
func (p *TreePass) side(work func(unit *Unit) []treeFinding) {
	found := make([][]treeFinding, len(p.Units))
	p.parallel(len(p.Units), func(i int) { found[i] = work(p.Units[i]) })
	p.reportAll(found)
}

// parallel calls work with the numbers below count, in parallel, and ends early when the
// context is cancelled. It hands on a panic.
func (p *TreePass) parallel(count int, work func(i int)) {
	var failure atomic.Pointer[any]
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range count {
		if p.ctx.Err() != nil {
			break // the findings are no longer needed
		}
		group.Go(func() error {
			defer func() {
				if cause := recover(); cause != nil {
					failure.Store(&cause)
				}
			}()
			work(i)
			return nil
		})
	}
	_ = group.Wait() // panics are re-raised below
	if cause := failure.Load(); cause != nil {
		panic(*cause)
	}
}

// reportAll reports findings in order.
func (p *TreePass) reportAll(found [][]treeFinding) {
	for _, list := range found {
		for i := range list {
			one := &list[i]
			finding := p.Report(one.unit.File.Source, one.span, one.message)
			finding.Help = one.help
			finding.Related, finding.Path = one.related, len(one.related) > 0
		}
	}
}

// treeFinding is a finding of a tree rule in a unit.
type treeFinding struct {
	unit          *Unit
	span          source.Span
	message, help string
	// related are the steps by which a value reaches the finding.
	related []diag.Related
}
