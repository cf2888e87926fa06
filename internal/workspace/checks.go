package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/parallel"
	"puppet-lint/lint"
	"puppet-lint/module"
)

// checks finds the mistakes in the files of a project. It makes one run after the other, in its
// own goroutine. Each run sees the files as they were when it began.
type checks struct {
	project *project
	// files is the file system that runs read. Only the goroutine of the runs replaces texts in
	// it.
	files   *layers
	session lint.Session
	// parses shares syntax trees with the snapshots.
	parses *module.Parses

	mutex sync.Mutex
	woken chan struct{}
	ended chan struct{}
	// pending holds the changes of files since the last run began. noted is the revision of the
	// latest change; found is the revision that the findings belong to.
	pending      map[string]text
	all          bool
	noted, found uint64
	// moved is closed and replaced whenever found changes.
	moved    chan struct{}
	findings map[string]FileFindings
	problems []string
	// settings are the configuration files in which the last run found mistakes.
	settings []string
	// whole is true during a run over all files.
	whole bool
	// cancel ends the current run; it is nil while cancelling would save nothing. resumed is
	// the time of the first of several consecutive cancelled runs. unreported are the files
	// that these runs were to check.
	cancel     context.CancelFunc
	resumed    time.Time
	unreported []string
}

func newChecks(p *project) *checks {
	return &checks{
		project: p, files: &layers{newTexts(), p.files.base}, woken: make(chan struct{}, 1), ended: make(chan struct{}),
		moved: make(chan struct{}), pending: map[string]text{}, findings: map[string]FileFindings{}, all: true,
	}
}

// note records the change of a file. An empty path means that any file may have changed.
func (c *checks) note(path string, one text, revision uint64) {
	if c.project.isView() {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if path == "" {
		c.all = true
	} else {
		c.pending[path] = one
	}
	c.noted = revision
	if c.cancel != nil && (path == "" || !c.whole) {
		c.cancel()
	}
	if c.whole && path != "" && one.file != nil && c.project.kind != alone && c.project.holds(path) {
		go c.checkAlone(path, one)
	}
	c.wake()
}

func (c *checks) wake() {
	select {
	case c.woken <- struct{}{}:
	default:
	}
}

func (c *checks) start() {
	if c.project.isView() {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.wake()
	go c.loop()
}

// stop ends the runs. Nothing is reported afterwards.
func (c *checks) stop() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	close(c.ended)
}

func (c *checks) isStopped() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

func (c *checks) loop() {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	go func() {
		<-c.ended
		end()
	}()
	idle := time.NewTimer(time.Hour)
	c.awaitText()
	for {
		select {
		case <-c.ended:
			return
		case <-c.woken:
			c.guarded(func() { c.next(ctx) })
			idle.Reset(idleAfter)
		case <-idle.C:
			c.guarded(func() { c.idle(ctx) })
		}
	}
}

// maxDelay limits how long a series of changes may delay the findings in the files that depend
// on the changed one.
const maxDelay = 2 * time.Second

// textDelay is how long the first run waits for an editor to open a text.
const textDelay = 50 * time.Millisecond

// awaitText waits until an editor has opened a text, which it does as soon as the server has
// started. A file that is open when the first run begins gets its findings long before the
// others.
func (c *checks) awaitText() {
	late := time.NewTimer(textDelay)
	defer late.Stop()
	for {
		c.mutex.Lock()
		hasText := len(c.pending) > 0
		c.mutex.Unlock()
		if hasText {
			c.wake()
			return
		}
		select {
		case <-c.woken:
		case <-late.C:
			c.wake()
			return
		case <-c.ended:
			return
		}
	}
}

// interruptible lets the next change of a file cancel the current run. The findings in the
// changed files have been published by then. It saves work to check the remaining files
// together with those of the next change.
func (c *checks) interruptible(cancel context.CancelFunc) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.resumed.IsZero() && time.Since(c.resumed) > maxDelay {
		return
	}
	if c.cancel = cancel; len(c.pending) > 0 && !c.whole || c.all {
		cancel()
	}
}

// idle does work for which nobody waits, while no files change.
func (c *checks) idle(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer c.uninterruptible(cancel)
	c.interruptible(cancel)
	c.session.Idle(ctx)
}

func (c *checks) uninterruptible(cancel context.CancelFunc) {
	cancel()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.cancel = nil
}

// idleAfter is how long the files must remain unchanged before garbage is collected.
const idleAfter = 700 * time.Millisecond

// guarded calls work and recovers from a panic. After a panic the next run checks everything.
func (c *checks) guarded(work func()) {
	defer func() {
		if cause := recover(); cause != nil {
			c.project.workspace.options.Log("internal error: %v\n%s", cause, parallel.Stack(cause))
			c.mutex.Lock()
			defer c.mutex.Unlock()
			c.session, c.all, c.whole = lint.Session{}, true, false
			c.reportWhole(false)
			c.publish(c.noted, nil, []string{fmt.Sprintf("internal error: %v; this is a bug in puppet-lint", cause)}, false)
		}
	}()
	work()
}

// next makes a run over the files that have changed, and over those that cancelled runs have
// not checked.
func (c *checks) next(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer c.uninterruptible(cancel)
	c.mutex.Lock()
	changed, all, revision := c.pending, c.all, c.noted
	c.pending, c.all = map[string]text{}, false
	c.mutex.Unlock()
	if len(changed) == 0 && !all && c.resumed.IsZero() {
		return
	}
	paths := c.takeTexts(changed)
	started := time.Now()
	var result *lint.Result
	var again map[string]bool
	var err error
	if !all && (c.project.kind == opened || c.project.kind == around) && len(c.settings) == 0 {
		result, again, err = c.rerun(ctx, cancel, paths, revision)
	}
	if result == nil && again == nil && err == nil {
		result, err = c.runAll(ctx, cancel, changed)
	}
	if err != nil {
		c.leave(paths)
		return
	}
	paths = append(paths, c.unreported...)
	c.unreported, c.resumed = nil, time.Time{}
	if result == nil {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.publish(revision, map[string]FileFindings{}, c.problems, false)
		return
	}
	c.take(result, again, paths, revision, true)
	c.project.workspace.options.Log("checked %s: %d changed, %d files looked at in %s", c.project.root, len(paths), looked(result, again), time.Since(started).Round(100*time.Microsecond))
}

// takeTexts puts the changed texts into the file system of the runs. It returns the sorted paths
// of those that differ.
func (c *checks) takeTexts(changed map[string]text) (paths []string) {
	for path, one := range changed {
		before, wasOpen := c.files.get(path)
		c.files.set(path, one)
		if same := wasOpen && one.file != nil && before.file == one.file; !same {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// rerun checks the changed files and those that they affect. If no file has changed, again is
// empty. If all files must be checked instead, result and again are nil.
func (c *checks) rerun(ctx context.Context, cancel context.CancelFunc, paths []string, revision uint64) (result *lint.Result, again map[string]bool, err error) {
	if len(paths) == 0 && c.resumed.IsZero() {
		return nil, map[string]bool{}, nil
	}
	c.session.AgainOnly, c.session.Early = true, true
	c.session.First = func(result *lint.Result, again map[string]bool) {
		c.take(result, again, nil, revision, false)
		c.interruptible(cancel)
	}
	return c.session.Rerun(ctx, paths)
}

// runAll checks all files, the changed ones first.
func (c *checks) runAll(ctx context.Context, cancel context.CancelFunc, changed map[string]text) (*lint.Result, error) {
	c.setWhole(true)
	defer c.setWhole(false)
	c.interruptible(cancel)
	for path, one := range changed {
		if one.file != nil && c.project.kind != alone && c.project.holds(path) {
			c.checkAlone(path, one)
		}
	}
	options := c.project.lintOptions(c.files, c.paths())
	options.Parses = c.parses
	return c.session.Run(ctx, options)
}

// leave records that a run was cancelled: the next one publishes the findings of its files.
func (c *checks) leave(paths []string) {
	c.unreported = append(c.unreported, paths...)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.resumed.IsZero() {
		c.resumed = time.Now()
	}
	c.wake()
}

func looked(result *lint.Result, again map[string]bool) int {
	if again == nil {
		return len(result.Files)
	}
	return len(again)
}

func (c *checks) setWhole(whole bool) {
	c.mutex.Lock()
	c.whole = whole
	c.mutex.Unlock()
	c.reportWhole(whole)
}

// reportWhole reports the beginning or end of a check of all files of a folder.
func (c *checks) reportWhole(begins bool) {
	if c.project.kind != alone {
		c.project.workspace.options.Whole(c.project.root, begins)
	}
}

// paths returns the files and folders that a run over everything checks.
func (c *checks) paths() []string {
	switch c.project.kind {
	case opened, around:
		return []string{c.project.root}
	case alone:
		return []string{c.project.virtual.path}
	}
	paths := []string{}
	for _, path := range c.files.paths() {
		if c.project.holds(path) {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		paths = append(paths, c.project.root+"/none.pp")
	}
	return paths
}

// checkAlone checks one file alone and publishes its findings early, during a run over all files.
func (c *checks) checkAlone(path string, one text) {
	defer func() {
		if cause := recover(); cause != nil {
			c.project.workspace.options.Log("internal error: %v\n%s", cause, parallel.Stack(cause))
		}
	}()
	files := &layers{c.files.clone(), c.files.base}
	files.set(path, one)
	options := c.project.lintOptions(files, []string{path})
	options.ForceExclude = true
	result, err := lint.Run(context.Background(), options)
	if err != nil || len(result.Files) == 0 {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if latest, waits := c.pending[path]; c.whole && (!waits || latest.version == one.version) {
		c.publish(c.found, map[string]FileFindings{path: {Version: one.version, Open: true, Findings: shown(result.Findings)}}, c.problems, false)
	}
}

// take publishes the findings of a run: of all files if again is nil, otherwise of the files
// that were checked again.
func (c *checks) take(result *lint.Result, again map[string]bool, changed []string, revision uint64, done bool) {
	files := map[string]FileFindings{}
	byFile := map[string][]*diag.Diagnostic{}
	for _, finding := range result.Findings {
		path := finding.File.Name
		isAsked := again == nil || again[path] || slices.Contains(changed, path) || slices.Contains(c.settings, path)
		if isAsked && !finding.Suppressed {
			byFile[path] = append(byFile[path], finding)
		}
	}
	add := func(path string) {
		one, isOpen := c.files.get(path)
		files[path] = FileFindings{Version: one.version, Open: isOpen, Findings: byFile[path]}
	}
	for _, path := range result.Files {
		if again == nil || again[path] {
			add(path)
		}
	}
	for path := range again {
		add(path) // also if the file was removed
	}
	mistakes := c.mistakes(result)
	for _, path := range c.settings {
		add(path)
	}
	c.settings = slices.Sorted(maps.Keys(mistakes))
	maps.Copy(files, mistakes)
	for _, path := range c.files.paths() {
		if _, told := files[path]; !told && (again == nil || slices.Contains(changed, path)) && c.project.holds(path) {
			add(path) // the run does not check this file, so it has no findings
		}
	}
	var problems []string
	for _, failure := range result.Failures {
		if !failure.Notice {
			problems = append(problems, failure.Message)
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !done {
		revision = c.found
	}
	for _, path := range changed {
		_, known := c.findings[path]
		if _, isMistaken := mistakes[path]; known && !isMistaken && !slices.Contains(result.Files, path) {
			add(path) // the file was removed, or is now excluded
		}
	}
	c.publish(revision, files, problems, again == nil)
}

func shown(findings []*diag.Diagnostic) []*diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(findings), func(finding *diag.Diagnostic) bool { return finding.Suppressed })
}

// publish replaces the findings of some files, or of all of them. The caller holds the mutex.
func (c *checks) publish(revision uint64, files map[string]FileFindings, problems []string, everything bool) {
	if c.isStopped() {
		return
	}
	if c.project.kind == alone { // the project around reports its files itself
		maps.DeleteFunc(files, func(path string, _ FileFindings) bool { return !c.project.holds(path) })
	}
	if everything {
		for path := range c.findings {
			if _, still := files[path]; !still {
				files[path] = FileFindings{}
			}
		}
	}
	for path, one := range files {
		if c.findings[path] = one; len(one.Findings) == 0 && !one.Open {
			delete(c.findings, path)
		}
	}
	c.problems = problems
	if revision != c.found {
		c.found = revision
		close(c.moved)
		c.moved = make(chan struct{})
	}
	c.project.workspace.options.Report(Report{Folder: c.project.root, Files: files, Problems: problems, Done: c.found == c.noted})
}

// wait waits until the findings belong to a revision or a later one.
func (c *checks) wait(ctx context.Context, revision uint64) error {
	for {
		c.mutex.Lock()
		found, moved := c.found, c.moved
		c.mutex.Unlock()
		if found >= revision && found > 0 {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		case <-c.ended:
			return context.Canceled
		}
	}
}

// Findings returns the findings of a file as it is now. It waits for runs to end, so it must
// not be called while a snapshot is held.
func (w *Workspace) Findings(ctx context.Context, path string) (FileFindings, error) {
	w.mutex.RLock()
	p, revision := w.findProject(path), w.revision
	w.mutex.RUnlock()
	if p == nil || p.isView() {
		return FileFindings{}, nil
	}
	if err := p.checks.wait(ctx, min(revision, p.checks.latest())); err != nil {
		return FileFindings{}, err
	}
	p.checks.mutex.Lock()
	defer p.checks.mutex.Unlock()
	return p.checks.findings[path], nil
}

func (c *checks) latest() uint64 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.noted
}

// AllFindings returns the findings of all files as they are now, by absolute path.
func (w *Workspace) AllFindings(ctx context.Context) (map[string]FileFindings, error) {
	w.mutex.RLock()
	projects, revision := slices.Clone(w.projects), w.revision
	w.mutex.RUnlock()
	all := map[string]FileFindings{}
	for _, p := range projects {
		if p.isView() {
			continue
		}
		if err := p.checks.wait(ctx, min(revision, p.checks.latest())); err != nil {
			return nil, err
		}
		p.checks.mutex.Lock()
		maps.Copy(all, p.checks.findings)
		p.checks.mutex.Unlock()
	}
	return all, nil
}

// LastFindings returns the latest findings of a file without waiting. They may belong to an
// earlier text.
func (w *Workspace) LastFindings(path string) FileFindings {
	w.mutex.RLock()
	p := w.findProject(path)
	w.mutex.RUnlock()
	if p == nil {
		return FileFindings{}
	}
	p.checks.mutex.Lock()
	defer p.checks.mutex.Unlock()
	return p.checks.findings[path]
}
