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
	// flow returns the analysis of the file's variables. It is computed on first use, unless it
	// is given, and kept as long as the TreeFile.
	flow func() *flow.Analysis
	// judged holds the last judgement of each rule. version counts the judgements, and reported
	// holds the version that each set has reported.
	judged   []*judgement
	version  int
	reported []reportedVersion
	readers  func() readers
}

type reportedVersion struct {
	set     *Set
	version int
}

// judgedBy returns the last judgement of a rule, or nil.
func (u *TreeFile) judgedBy(rule *Rule) *judgement {
	for _, one := range u.judged {
		if one.rule == rule {
			return one
		}
	}
	return nil
}

// report records that a set has reported the findings of the file. It returns false if the set
// had reported them before.
func (u *TreeFile) report(set *Set) (isNew bool) {
	for i := range u.reported {
		if one := &u.reported[i]; one.set == set {
			isNew = one.version != u.version
			one.version = u.version
			return isNew
		}
	}
	u.reported = append(u.reported, reportedVersion{set, u.version})
	return true
}

// judgement is what a rule found in a TreeFile. The candidates depend only on the file and are
// kept. The findings are kept until the modules of the tree mention one of the names differently
// than in that generation.
type judgement struct {
	rule       *Rule
	candidates []candidate
	names      []string
	findings   []*diag.Diagnostic
	generation int
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
	// If defers is set, judge checks only the open files, whose judgements may have changed, and a
	// Rechecker reports their findings. judge then sets hasJudged.
	open              []*TreeFile
	defers, hasJudged bool
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

// CheckTree applies the tree rules of the set to the finished tree and returns the findings,
// ordered by rule. elsewhere are the module trees of the run's other files. A rule that panics is
// reported under InternalError at the first file. If the context is cancelled, the findings are
// incomplete.
func (s *Set) CheckTree(ctx context.Context, files []*TreeFile, elsewhere ...*module.Tree) []*diag.Diagnostic {
	var found []*diag.Diagnostic
	prepare(files)
	s.eachTreeRule(ctx, TreePass{Files: files, elsewhere: elsewhere}, func(pass *TreePass) { found = append(found, pass.found...) })
	return found
}

// prepare sets what tree rules compute of each file on first use.
func prepare(files []*TreeFile) {
	for _, file := range files {
		if file.flow == nil {
			file.flow = sync.OnceValue(func() *flow.Analysis {
				if file.Variables != nil {
					return file.Variables
				}
				return flow.Of(file.File)
			})
			file.readers = sync.OnceValue(func() readers { return readersOf(file) })
		}
	}
}

// eachTreeRule runs the tree rules of the set over prepared files and calls take with the pass of
// each one, which starts as a copy of start.
func (s *Set) eachTreeRule(ctx context.Context, start TreePass, take func(pass *TreePass)) {
	together := &shared{finders: finders{flows: flows{files: start.Files}}}
	for i := range s.rules {
		if s.rules[i].Rule.Tree != nil && ctx.Err() == nil {
			pass := start
			pass.ctx, pass.set, pass.rule, pass.finders, pass.graphs = ctx, s, i, &together.finders, &together.graphs
			pass.run()
			take(&pass)
		}
	}
}

func (p *TreePass) run() {
	rule := p.set.rules[p.rule].Rule
	defer func() {
		if cause := recover(); cause != nil {
			var file *source.File
			if len(p.Files) > 0 {
				file = p.Files[0].File.Source
			}
			p.found, p.hasJudged = []*diag.Diagnostic{internalError(rule, file, cause, parallel.Stack(cause))}, false
		}
	}()
	rule.Tree(p)
}

// candidate is a variable that a rule reports unless something outside its file prevents it.
type candidate struct {
	scope    *flow.Scope
	variable *flow.Variable
}

// judge reports the candidates for which decide returns true. suspect returns the candidates of
// each file, which depend on the file alone. judge reuses the findings in a TreeFile unless they
// may have changed.
func (p *TreePass) judge(suspect func(file *TreeFile) []candidate, decide func(file *TreeFile, c candidate) (treeFinding, bool)) {
	rule := p.set.rules[p.rule].Rule
	files := p.Files
	if p.defers {
		files = p.open
	}
	var open []*TreeFile
	for _, file := range files {
		if judged := file.judgedBy(rule); judged == nil || file.Modules == nil || judged.mayDiffer(file.Modules) {
			open = append(open, file)
		}
	}
	judgements := make([]*judgement, len(open))
	p.parallel(len(open), func(i int) {
		file := open[i]
		judged := &judgement{rule: rule}
		if before := file.judgedBy(rule); before != nil {
			judged.candidates, judged.names = before.candidates, before.names
		} else {
			judged.suspect(suspect(file))
		}
		for _, candidate := range judged.candidates {
			if found, wrong := decide(file, candidate); wrong {
				judged.findings = append(judged.findings, p.finding(&found))
			}
		}
		if file.Modules != nil {
			judged.generation = file.Modules.Names.Generation()
		}
		judgements[i] = judged
	})
	if p.ctx.Err() != nil {
		return // the decisions may be incomplete
	}
	for i, file := range open {
		file.judged = append(slices.DeleteFunc(file.judged, func(one *judgement) bool { return one.rule == rule }), judgements[i])
		file.version++
	}
	if p.hasJudged = p.defers; !p.defers {
		p.reportJudged(p.Files)
	}
}

// reportJudged reports the findings that were made in some files, in their order. A set with another
// severity for the rule may have made them.
func (p *TreePass) reportJudged(files []*TreeFile) {
	enabled := &p.set.rules[p.rule]
	for _, file := range files {
		judged := file.judgedBy(enabled.Rule)
		if judged == nil {
			continue
		}
		for _, finding := range judged.findings {
			if finding.Severity != enabled.Severity {
				finding = new(*finding)
				finding.Severity = enabled.Severity
			}
			p.found = append(p.found, finding)
		}
	}
}

// suspect sets the candidates.
func (j *judgement) suspect(candidates []candidate) {
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
	j.candidates, j.names = candidates, slices.Collect(maps.Keys(names))
}

// mayDiffer reports whether the findings may have changed. It records the generation up to which
// they have not.
func (j *judgement) mayDiffer(tree *module.Tree) bool {
	if len(j.candidates) == 0 || tree.Names.Generation() == j.generation {
		return false
	}
	if tree.Names.MayHaveChanged(j.generation, j.names...) {
		return true
	}
	j.generation = tree.Names.Generation()
	return false
}

// callees returns the names of the functions and templates that may read the variables of a
// scope.
func callees(scope *flow.Scope) (names []string) {
	for _, opener := range scope.Openers {
		function, arguments := syntax.CalledFunction(opener)
		names = append(names, module.Normalize(function))
		for _, argument := range arguments {
			if path, isString := stringOf(argument); isString {
				names = append(names, path)
			}
		}
	}
	return names
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
