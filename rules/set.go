package rules

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
	"puppet-lint/syntax/slashes"
)

// Set holds enabled rules, prepared so that one traversal of a file's lines, tokens and nodes
// serves them all. It never changes and is safe for use by several goroutines.
type Set struct {
	settings Settings
	rules    []Enabled
	options  []map[string]any

	enter, leave [syntax.KindCount][]nodeHandler
	tokens       [256][]tokenHandler
	lines        []lineHandler
	start, end   []handler
	named        named
	resources    resourceVisits
	// walks is set if some rule visits nodes, scans if some rule visits tokens.
	walks, scans bool
	// words are the groups of words that rules need. needs holds the bits of the groups of each
	// rule.
	words *wordset.Set
	needs []uint32
	// times are the nanoseconds that each rule took; nil if times are not measured.
	times []atomic.Int64
	// passes holds slices of passes that earlier files have used, with the memory of their findings.
	passes sync.Pool
}

// Settings apply to all rules of a Set.
type Settings struct {
	// Target is the major version of Puppet for the code.
	Target int
	// AsRuby makes every rule find what puppet-lint (Ruby) finds, including its known mistakes.
	AsRuby bool
	// Timings makes the Set measure the time of each rule for Set.Timings.
	Timings bool
}

// A handler identifies its rule by the index in Set.rules.
type (
	handler struct {
		rule  int
		visit func(*Pass)
	}
	nodeHandler struct {
		rule  int
		visit func(*Pass, syntax.Node)
	}
	tokenHandler struct {
		rule  int
		visit func(*Pass, int)
	}
	lineHandler struct {
		rule  int
		visit func(*Pass, source.Span)
	}
)

// NewSet prepares the enabled rules. It leaves out rules that do not apply to settings.Target.
func NewSet(enabled []Enabled, settings Settings) *Set {
	set := &Set{settings: settings}
	groups := []wordset.Group{escapes}
	for _, one := range enabled {
		if !one.Rule.appliesTo(settings.Target) {
			continue
		}
		set.add(one)
		needs, known := uint32(0), len(groups)
		for _, group := range one.Rule.Needs {
			at := slices.IndexFunc(groups, group.Is)
			if at < 0 {
				at, groups = len(groups), append(groups, group)
			}
			needs |= 1 << at
		}
		if len(groups) > wordset.MaxGroups {
			needs, groups = 0, groups[:known]
		}
		set.needs = append(set.needs, needs)
	}
	set.words = wordset.New(groups...)
	set.named.words = wordset.New(set.named.groups...)
	if settings.Timings {
		set.times = make([]atomic.Int64, len(set.rules))
	}
	return set
}

// escapes begin characters in strings that are not written as themselves. A file with one may
// contain any word.
var escapes = wordset.Group{Words: []string{`\u`}}

func (r *Rule) appliesTo(target int) bool {
	return target == 0 || (r.MinTarget == 0 || target >= r.MinTarget) && (r.MaxTarget == 0 || target <= r.MaxTarget)
}

// Timings returns the times that the rules have taken so far, over all files and goroutines;
// nil if they are not measured.
func (s *Set) Timings() map[*diag.Rule]time.Duration {
	if s.times == nil {
		return nil
	}
	timings := make(map[*diag.Rule]time.Duration, len(s.rules))
	for i := range s.rules {
		timings[&s.rules[i].Rule.Rule] += time.Duration(s.times[i].Load())
	}
	return timings
}

func (s *Set) add(enabled Enabled) {
	if enabled.Severity == 0 {
		enabled.Severity = enabled.Rule.Severity
	}
	index := len(s.rules)
	s.rules = append(s.rules, enabled)
	options := map[string]any{}
	for _, option := range enabled.Rule.Options {
		options[option.Name] = option.Default
		if value, isSet := enabled.Options[option.Name]; isSet {
			options[option.Name] = value
		}
	}
	s.options = append(s.options, options)
	for _, visit := range enabled.Rule.Visits {
		s.addVisit(index, visit)
	}
}

// addVisit registers the functions of a visit.
func (s *Set) addVisit(index int, visit Visit) {
	if visit.enter != nil {
		s.walks = true
		s.enter[visit.kind] = append(s.enter[visit.kind], nodeHandler{index, visit.enter})
	}
	if visit.leave != nil {
		s.walks = true
		s.leave[visit.kind] = append(s.leave[visit.kind], nodeHandler{index, visit.leave})
	}
	if visit.named != nil {
		s.walks = true
		s.named.add(index, visit)
	}
	if visit.body != nil {
		s.walks = true
		s.resources.add(index, visit)
	}
	if visit.token != nil {
		s.scans = true
		for _, kind := range visit.tokenKinds {
			s.tokens[kind] = append(s.tokens[kind], tokenHandler{index, visit.token})
		}
	}
	if visit.line != nil {
		s.lines = append(s.lines, lineHandler{index, visit.line})
	}
	if visit.start != nil {
		s.start = append(s.start, handler{index, visit.start})
	}
	if visit.end != nil {
		s.end = append(s.end, handler{index, visit.end})
	}
}

// CheckFile applies the file rules of the set to file. It returns the findings ordered by rule
// (in the order of the enabled rules) and, within a rule, in the order in which the rule
// reported them. The caller owns the slice. A rule that panics is reported under InternalError.
// The findings of other rules are not affected.
func (s *Set) CheckFile(file *syntax.File, location FileLocation) []*diag.Diagnostic {
	return s.checkFile(file, location, nil)
}

// CheckMember is CheckFile for a file that tree rules have looked at, or may look at later. What they
// and the file rules need alike is computed once.
func (s *Set) CheckMember(member *TreeFile) []*diag.Diagnostic {
	return s.checkFile(member.File, member.Location, member.flow)
}

// checkFile is CheckFile. variables returns the analysis of the file's variables; nil stands for
// flow.Of.
func (s *Set) checkFile(file *syntax.File, location FileLocation, variables func() *flow.Analysis) []*diag.Diagnostic {
	broken := make([]bool, len(s.rules))
	var failures []*diag.Diagnostic
	text := file.Source
	puppets := file
	file, slashOffsets := slashes.AsComments(file)
	if !s.settings.AsRuby && file.Broken() && !puppets.Broken() {
		file, slashOffsets = puppets, nil // they are regular expressions
	}
	for {
		run := newFileRun(s, file, text, location, broken)
		run.slashes = slashOffsets
		if file == puppets {
			run.variables = variables
		}
		failure := run.check()
		if failure == nil {
			found := append(append(run.findings(), failures...), run.tooMuchWork()...)
			s.keepPasses(run.passes)
			return found
		}
		// Start again without the rule. Its findings so far cannot easily be separated from
		// those that other rules made in the same walk.
		broken[run.current] = true
		failures = append(failures, failure)
	}
}

// fileRun is one traversal of one file.
type fileRun struct {
	// File is the parsed file, Source its text.
	File     *syntax.File
	Source   *source.File
	set      *Set
	location FileLocation
	passes   []Pass
	// slashes holds the offsets of comments written with "//".
	slashes map[int32]bool
	// current is the rule that is running.
	current int
	// began is the start of the current visit, if times are measured.
	began time.Time
	// cursor is at the visited node.
	cursor *syntax.Cursor
	// names are the groups of words that rules look for in the names of values.
	names uint32
	// namesFor is one of these rules: the current one while a name is read.
	namesFor int
	fileAnswers
}

// fileAnswers are what several rules ask about a file. Each is computed on first use.
type fileAnswers struct {
	ruby             *rubyView
	lastVariable     variableAnswer
	stringTexts      syntax.StringTexts
	definitionList   []*definition
	definitionsKnown bool
	bodies           []resourceBody         // of collectBodies
	defaults         []*syntax.ResourceBody // of defaultsOf
	defaultsOf       *syntax.ResourceExpression
	variables        func() *flow.Analysis
	analysis         *flow.Analysis
	outside          *outsideAttributes
	effective        effective // of effectiveOf
	effectiveOf      *syntax.ResourceBody
	targets          map[int32]target // by the token of the variable
	literal          nodeText         // the last answer of literalText
	resolved         nodeText         // the last answer of resolvedText
	insecure         answer           // of mayNameInsecureURL
	schemes          answer           // of mayEndInScheme
	demonstration    answer           // of isInDemonstration
	downloads        answer           // of mayDownload
	ownRules         *pattern.Work    // of ownRulesWork
}

// answer is a cached answer to a question about a file.
type answer uint8

const (
	unknownAnswer answer = iota
	no
	yes
)

func newFileRun(set *Set, file *syntax.File, text *source.File, location FileLocation, broken []bool) *fileRun {
	run := &fileRun{File: file, Source: text, set: set, location: location}
	run.passes = set.passesOf()
	words := set.words.Find(text.Text)
	for i := range run.passes {
		run.passes[i].fileRun, run.passes[i].rule = run, i
		run.passes[i].isIdle = broken[i] || words&set.needs[i] != set.needs[i] && words&1 == 0
	}
	run.names, run.namesFor = set.named.wanted(run.passes)
	return run
}

// passesOf returns a pass for each rule, without findings.
func (s *Set) passesOf() []Pass {
	if kept, ok := s.passes.Get().(*[]Pass); ok {
		return *kept
	}
	return make([]Pass, len(s.rules))
}

// mostKept is how many findings of a rule keepPasses keeps the memory of.
const mostKept = 256

// keepPasses keeps a slice of passes for another file, with the memory of their findings. The
// findings themselves were copied.
func (s *Set) keepPasses(passes []Pass) {
	for i := range passes {
		found := passes[i].found
		if cap(found) > mostKept {
			found = nil
		}
		clear(found)
		passes[i] = Pass{found: found[:0]}
	}
	s.passes.Put(&passes)
}

func (r *fileRun) check() (failure *diag.Diagnostic) {
	defer func() {
		if cause := recover(); cause != nil {
			failure = internalError(r.set.rules[r.current].Rule, r.File.Source, cause, debug.Stack())
		}
	}()
	r.runAll(r.set.start)
	r.showLines()
	r.showTokens()
	if r.set.walks {
		r.walk()
	}
	r.runAll(r.set.end)
	return nil
}

// begin makes the rule the current one and returns its pass, or nil for a rule that panicked or
// cannot find anything in the file. end must be called after the visit.
func (r *fileRun) begin(rule int) *Pass {
	if r.passes[rule].isIdle {
		return nil
	}
	if r.set.times != nil {
		r.began = time.Now()
	}
	r.current = rule
	return &r.passes[rule]
}

func (r *fileRun) end() {
	if r.set.times != nil {
		r.set.times[r.current].Add(int64(time.Since(r.began)))
	}
}

func (r *fileRun) runAll(handlers []handler) {
	for _, handler := range handlers {
		if pass := r.begin(handler.rule); pass != nil {
			handler.visit(pass)
			r.end()
		}
	}
}

func (r *fileRun) showLines() {
	if len(r.set.lines) == 0 {
		return
	}
	text := r.File.Source
	for line := 1; line <= text.LineCount(); line++ {
		span := source.Span{Start: text.LineStart(line), End: int32(len(text.Text))}
		if line < text.LineCount() {
			span.End = text.LineStart(line+1) - 1
		}
		for _, handler := range r.set.lines {
			if pass := r.begin(handler.rule); pass != nil {
				handler.visit(pass, span)
				r.end()
			}
		}
	}
}

func (r *fileRun) showTokens() {
	if !r.set.scans {
		return
	}
	for i := range r.File.Tokens {
		for _, handler := range r.set.tokens[r.File.Tokens[i].Kind] {
			if pass := r.begin(handler.rule); pass != nil {
				handler.visit(pass, i)
				r.end()
			}
		}
	}
}

// walk visits every node, before and after those within it.
func (r *fileRun) walk() {
	syntax.Walk(r.File.Program, func(cursor *syntax.Cursor) bool {
		r.cursor = cursor
		r.show(&r.set.enter, cursor.Node())
		if r.names != 0 {
			r.showNamed(cursor.Node())
		}
		if resource, isResource := cursor.Node().(*syntax.ResourceExpression); isResource {
			r.showResources(resource)
		}
		return true
	}, func(cursor *syntax.Cursor) {
		r.show(&r.set.leave, cursor.Node())
	})
}

func (r *fileRun) show(handlers *[syntax.KindCount][]nodeHandler, node syntax.Node) {
	for _, handler := range handlers[node.Kind()] {
		if pass := r.begin(handler.rule); pass != nil {
			handler.visit(pass, node)
			r.end()
		}
	}
}

func (r *fileRun) findings() []*diag.Diagnostic {
	count := 0
	for i := range r.passes {
		count += len(r.passes[i].found)
	}
	if count == 0 {
		return nil
	}
	all := make([]*diag.Diagnostic, 0, count)
	for i := range r.passes {
		all = append(all, r.passes[i].found...)
	}
	return all
}

func internalError(rule *Rule, file *source.File, cause any, stack []byte) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule:      &InternalError,
		Severity:  diag.Error,
		File:      file,
		Precision: diag.FileOnly,
		Message:   fmt.Sprintf("rule %s failed on this file: %v", rule.Name, cause),
		Help:      "this is a bug in puppet-lint; please report it with this text:\n" + string(stack),
	}
}
