package rules

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// TreeFile is one file of the finished tree.
type TreeFile struct {
	File     *syntax.File
	Location FileLocation
	// Modules is the module tree of the file; nil if it is not known.
	Modules *module.Tree
	// Set is the set of rules whose findings count in the file; nil means that the findings of
	// all sets count.
	Set *Set
	// Variables is the analysis of the file's variables if the caller has it, or nil.
	Variables *flow.Analysis
	// variables is Variables, or its value once it was needed.
	once      sync.Once
	variables *flow.Analysis
}

// flow returns the analysis of the file's variables. It is computed on first use, unless it is
// given, and kept as long as the TreeFile.
func (u *TreeFile) flow() *flow.Analysis {
	u.once.Do(func() {
		if u.variables = u.Variables; u.variables == nil {
			u.variables = flow.Of(u.File)
		}
	})
	return u.variables
}

// TreePass gives a tree rule access to the finished tree of files. It serves one rule and one
// goroutine.
type TreePass struct {
	// Files are all files, in the order in which they are reported.
	Files []*TreeFile
	// elsewhere are the module trees of other files of the run, in which rules with Elsewhere report.
	elsewhere []*module.Tree
	ctx       context.Context
	set       *Set
	rule      int
	found     []*diag.Diagnostic
	finders   *finders
	graphs    *graphs
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
// may be completed.
func (p *TreePass) Report(file *source.File, span source.Span, message string) *diag.Diagnostic {
	finding := p.made(file, span, message)
	p.found = append(p.found, finding)
	return finding
}

// made returns a finding of the rule.
func (p *TreePass) made(file *source.File, span source.Span, message string) *diag.Diagnostic {
	enabled := &p.set.rules[p.rule]
	return &diag.Diagnostic{
		Rule: &enabled.Rule.Rule, Severity: enabled.Severity, File: file, Span: span, At: span.Start, Message: message,
	}
}

// passOver runs the tree rules of the set that look at all files, and returns their passes by the
// index of the rule. They start as copies of start. If the context is cancelled, some are missing.
func (s *Set) passOver(ctx context.Context, start TreePass) map[int]*TreePass {
	passes := map[int]*TreePass{}
	together := &shared{finders: finders{flows: flows{files: start.Files}}}
	for i := range s.rules {
		if s.rules[i].Rule.Tree != nil && ctx.Err() == nil {
			pass := start
			pass.ctx, pass.set, pass.rule, pass.finders, pass.graphs = ctx, s, i, &together.finders, &together.graphs
			pass.run()
			passes[i] = &pass
		}
	}
	return passes
}

func (p *TreePass) run() {
	rule := p.set.rules[p.rule].Rule
	defer func() {
		if cause := recover(); cause != nil {
			var file *source.File
			if len(p.Files) > 0 {
				file = p.Files[0].File.Source
			}
			p.found = []*diag.Diagnostic{internalError(rule, file, cause, parallel.Stack(cause))}
		}
	}()
	rule.Tree(p)
}

// side runs work in parallel for all files in which the findings of the set count, and then
// reports the findings in the order of the files.
func (p *TreePass) side(work func(file *TreeFile) []treeFinding) {
	var mutex sync.Mutex
	found := map[int][]treeFinding{}
	p.parallel(len(p.Files), func(i int) {
		if file := p.Files[i]; file.Set == nil || file.Set == p.set {
			if some := work(file); some != nil {
				mutex.Lock()
				defer mutex.Unlock()
				found[i] = some
			}
		}
	})
	for _, i := range slices.Sorted(maps.Keys(found)) {
		p.reportAll(found[i])
	}
}

// parallel calls work with the numbers below count, in parallel, and ends early when the context
// is cancelled.
func (p *TreePass) parallel(count int, work func(i int)) {
	// The findings of a cancelled run are not needed.
	_ = parallel.Each(p.ctx, runtime.GOMAXPROCS(0), count, work)
}

// reportAll reports findings in order.
func (p *TreePass) reportAll(found []treeFinding) {
	for i := range found {
		p.found = append(p.found, p.finding(&found[i]))
	}
}

// finding returns what the rule found as a finding.
func (p *TreePass) finding(found *treeFinding) *diag.Diagnostic {
	in := found.in
	if in == nil {
		in = found.file.File.Source
	}
	finding := p.made(in, found.span, found.message)
	finding.Help = found.help
	finding.Related, finding.Path = found.related, len(found.related) > 0
	return finding
}

// treeFinding is a finding of a tree rule in a file.
type treeFinding struct {
	file *TreeFile
	// in is the file of the finding if it is not the manifest itself.
	in            *source.File
	span          source.Span
	message, help string
	// related are the steps by which a value reaches the finding.
	related []diag.Related
}
