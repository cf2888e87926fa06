package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"puppet-lint/checker"
	"puppet-lint/config"
	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules"
)

// FixMode selects how the run handles fixes.
type FixMode uint8

const (
	// NoFix only reports.
	NoFix FixMode = iota
	// FixFiles fixes the files.
	FixFiles
	// FixDry determines the changes that FixFiles would make, without making them.
	FixDry
)

// Options configure a run.
type Options struct {
	// Files is the disk, or a substitute for it.
	Files source.FileSystem
	// Folder is the current folder, absolute.
	Folder string
	// Paths are the files, folders and patterns to look at.
	Paths []string
	// Only, unless it is nil, selects the files to examine among those of Paths. It does not
	// change the module trees.
	Only     func(path string) bool
	Resolver *config.Resolver
	// Stdin is what the path "-" stands for.
	Stdin Stdin
	// Nameless is the path of a text that has no name yet, or "". No finding is about this path.
	Nameless string
	// ValidateOnly skips the rules and reports only Puppet's own errors.
	ValidateOnly bool
	// Versions replaces the versions of Puppet and of modules.
	Versions module.VersionOverrides
	// Parses, unless it is nil, shares syntax trees with other users of the same files.
	Parses *module.Parses
	// Validation sets how strictly Puppet's own validation reports each file.
	Validation Validation
	Fix        FixMode
	// AddIgnore writes control comments for all findings.
	AddIgnore bool
	// Baseline is "", "use", "write" or "none". With "none", a configured baseline is ignored.
	Baseline string
	// KeepBaseline does not write the baseline file.
	KeepBaseline bool
	// NewFrom, unless it is nil, is a git revision. Only findings on lines changed since then
	// are reported.
	NewFrom *string
	// ForceExclude leaves out named files that a walk would not find.
	ForceExclude bool
	// IgnorePaths are patterns of paths to leave out, as in Ruby's File.fnmatch.
	IgnorePaths []string
	// Jobs is the number of files to work on at once; 0 means one for each core.
	Jobs int
	// Timings measures each rule, too.
	Timings bool
	// Writer writes all files; if it is nil, the run makes its own.
	Writer *atomicfile.Writer
	// Progress, unless it is nil, is called now and then with the number of files done. Any
	// goroutine may call it.
	Progress func(done, total int)
}

// Stdin is standard input.
type Stdin struct {
	// Read returns its text; nil if there is none.
	Read func() (string, error)
	// Name is the path assigned to the text, or "".
	Name string
}

// Run makes one run. It only returns an error if the context is cancelled: the context's error.
// All other problems are Failures in the result.
func Run(ctx context.Context, options Options) (*Result, error) {
	r := newRun(options)
	if err := r.examineAll(ctx); err != nil {
		return nil, err
	}
	result := r.result // without it, the result would keep the run and its trees in memory
	return &result, nil
}

// examineAll examines all files, until the context is cancelled.
func (r *run) examineAll(ctx context.Context) error {
	started := time.Now()
	defer func() { r.result.Elapsed = time.Since(started) }()
	settings, err := r.options.Resolver.Run(r.options.Paths)
	if err != nil {
		r.fail("", err)
		return nil
	}
	r.settings = settings
	r.asRuby = settings.Profile == config.ProfilePuppetLint
	if r.options.NewFrom != nil {
		if r.changed, err = linesSince(r.options.Folder, *r.options.NewFrom); err != nil {
			r.fail("", err)
			return nil
		}
		if r.changed.Notice != "" {
			r.notice("", r.changed.Notice)
		}
	}
	for _, notice := range settings.Notices {
		r.notice("", notice)
	}
	r.findFiles()
	r.sweep()
	r.clock.add("find files", started)
	if err := r.checkAll(ctx); err != nil {
		return err
	}
	r.conclude(r.tasks)
	return nil
}

// conclude assembles the result from the findings in some files.
func (r *run) conclude(tasks []*fileTask) {
	r.collect(tasks)
	if r.options.NewFrom != nil {
		r.keepChangedLines()
	}
	r.applyBaseline(r.tasks)
	for _, set := range r.sets {
		for _, of := range []*rules.Set{set.file, set.template} {
			for rule, took := range of.Timings() {
				r.clock.addTime("rule "+rule.Name, took)
			}
		}
	}
	r.noticeRefused()
	r.result.Timings = r.clock.timings()
}

func newRun(options Options) *run {
	options = caseCorrectedOptions(options)
	r := &run{options: options, sets: map[*config.RuleSettings]*ruleSet{}, roots: map[string]*folder{}}
	r.shared = &shared{targets: map[string]int{}, workspaces: map[string]*module.Workspace{}}
	r.result.Folder = options.Folder
	r.confined = source.ConfinedBy(options.Files)
	r.memo = newMemo(options.Files, options.Folder)
	r.options.Files = r.memo
	r.result.Root, _ = workTree(r.memo, options.Folder)
	return r
}

// shareTrees makes a run that has not begun yet use the trees and the folder listings of
// another run over the same files.
func (r *run) shareTrees(other *run) {
	r.shared, r.memo, r.options.Files = other.shared, other.memo, other.memo
}

// run is the state of one run.
type run struct {
	options Options
	memo    *memo
	// confined decides which files may be read and written; nil allows all.
	confined *source.Confined
	settings *config.Settings
	// asRuby makes the run behave as puppet-lint (Ruby) does.
	asRuby bool
	files  []string
	// walked holds the documents that were found in folders rather than named.
	walked map[string]bool
	// roots and stale are kept for the finder between runs.
	roots map[string]*folder
	stale map[string]bool
	// notFound are the failures of finding the files.
	notFound []Failure
	// wide is set if a rule or the checker examines more than one file at a time.
	wide   bool
	result Result
	clock  clock
	shared *shared
	tasks  []*fileTask
	// changed holds the lines whose findings are reported; nil, without NewFrom, means all.
	changed *changedLines
	// sessions holds the checker sessions of the trees if further runs may follow.
	sessions map[checkGroup]*checker.Session
	grouping grouping

	mutex sync.Mutex
	sets  map[*config.RuleSettings]*ruleSet
}

func (r *run) fail(path string, err error) {
	r.result.Failures = append(r.result.Failures, Failure{Path: path, Message: err.Error(), Cause: err})
}

func (r *run) absolute(path string) string {
	return source.Absolute(r.options.Folder, path)
}

// pathsOrFolder returns the paths, or the current folder if there are none.
func (o *Options) pathsOrFolder() []string {
	if len(o.Paths) == 0 {
		return []string{"."}
	}
	return o.Paths
}

// findFiles expands the paths to files, in order.
func (r *run) findFiles() {
	paths := r.options.pathsOrFolder()
	if r.asRuby {
		paths = r.options.Paths
	}
	r.files = nil
	finder := &finder{fs: r.options.Files, folder: r.options.Folder, resolver: r.options.Resolver, asRuby: r.asRuby, documents: !r.asRuby && !r.options.ValidateOnly, roots: r.roots, stale: r.stale, forceExclude: r.options.ForceExclude,
		once: !r.asRuby || r.options.Fix != NoFix || r.options.AddIgnore}
	if slices.Contains(paths, "-") {
		paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == "-" })
		r.takeStdin()
	}
	finder.find(paths)
	r.result.Given, r.walked, r.notFound = finder.given, finder.walked, finder.failures
	r.result.Installed = finder.skipped
	r.files = append(r.files, finder.files...)
	r.result.Failures = append(r.result.Failures, finder.failures...)
	ignored := r.options.IgnorePaths
	if r.asRuby && ignored == nil {
		ignored = []string{"vendor/**/*.pp"}
	}
	r.files = slices.DeleteFunc(r.files, func(path string) bool {
		return r.options.Only != nil && !r.options.Only(path) ||
			slices.ContainsFunc(ignored, func(pattern string) bool { return glob.RubyFnmatch(pattern, filepath.ToSlash(path)) })
	})
}

// namelessStdin is the path of standard input if the user gives none.
const namelessStdin = "stdin.pp"

// isNameless reports whether a path is that of a text without a name.
func (r *run) isNameless(path string) bool {
	return path == r.options.Nameless && path != "" || path == namelessStdin && r.options.Stdin.Name == "" && r.result.stdin != nil && !r.asRuby
}

// takeStdin overlays the file that standard input represents with its text.
func (r *run) takeStdin() {
	name := cmp.Or(r.options.Stdin.Name, namelessStdin)
	text, err := r.options.Stdin.Read()
	if err != nil {
		r.fail(name, fmt.Errorf("standard input cannot be read: %w", err))
		return
	}
	if len(text) > source.MaxFileSize {
		r.fail(name, fmt.Errorf("standard input: %w", source.ErrTooLarge))
		return
	}
	r.result.stdin = &text
	r.options.Files = source.NewOverlay(r.options.Files, map[string]string{name: text, r.absolute(name): text})
	r.files = append(r.files, name)
}

// each calls work for every file, a few at a time, until the context is cancelled. A
// panic, which is a bug of this program, becomes a failure of the file.
func (r *run) each(ctx context.Context, tasks []*fileTask, work func(*fileTask)) error {
	jobs := r.options.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	_ = parallel.Each(ctx, jobs, len(tasks), func(i int) { guarded(tasks[i], work) })
	return ctx.Err()
}

func guarded(u *fileTask, work func(*fileTask)) {
	defer func() {
		if cause := recover(); cause != nil {
			u.findings, u.raw, u.change, u.parsed, u.suppressible, u.done = nil, raw{}, nil, nil, nil, false
			u.failures = append(u.failures, internalFailure(u.path, cause))
		}
	}()
	work(u)
}

func internalFailure(path string, cause any) Failure {
	return Failure{Path: path, Internal: true, Message: fmt.Sprintf(
		"%s: internal error: %v; this is a bug in puppet-lint, please report it with this trace:\n%s", path, cause, trimStack(parallel.Stack(cause)))}
}

// checkAll checks all files, each alone and all together, and settles the findings. What needs the most
// memory comes first, so that it is free again when findings take it: the checker, then the rules
// that look at all files.
func (r *run) checkAll(ctx context.Context) error {
	tasks := make([]*fileTask, len(r.files))
	for i, path := range r.files {
		tasks[i] = &fileTask{path: path}
	}
	var done atomic.Int64
	if err := r.each(ctx, tasks, r.start); err != nil {
		return err
	}
	tasks = r.classifyDocuments(tasks)
	r.setTasks(tasks)
	for _, u := range tasks {
		// A file from standard input that is fixed but never written cannot be seen by the
		// other files.
		if u.fileContext != nil && (u.set.checks || u.set.together != nil) && !(r.options.Fix != NoFix && r.result.stdin != nil) {
			r.wide = true
		}
	}
	begin := r.examine
	if r.wide {
		begin = func(u *fileTask) { u.parsed = r.open(u) }
	}
	err := r.each(ctx, tasks, func(u *fileTask) {
		begin(u)
		if r.options.Progress != nil {
			r.options.Progress(int(done.Add(1)), len(tasks))
		}
	})
	if err != nil {
		return err
	}
	if r.wide {
		if err := r.checkTogether(ctx); err != nil {
			return err
		}
		if err := r.checkTreeRules(ctx, updateTreeRules(r.tasks), r.tasksByPath(), map[string]bool{}); err != nil {
			return err
		}
		if r.sessions == nil {
			for _, set := range r.sets {
				set.together = nil // no later run needs what it holds
			}
		}
		if err := r.each(ctx, tasks, r.checkAlone); err != nil {
			return err
		}
	}
	return r.each(ctx, tasks, func(u *fileTask) {
		if u.done && !u.final {
			r.finish(u)
		}
	})
}

// trimStack removes the frames of the recovery itself.
func trimStack(stack []byte) string {
	text := string(stack)
	if _, after, found := strings.Cut(text, "panic("); found {
		text = "panic(" + after
	}
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:min(len(lines), 24)], "")
}

// collect gathers the findings in the order of the files.
func (r *run) collect(tasks []*fileTask) {
	findings := 0
	for _, u := range tasks {
		findings += len(u.findings)
	}
	r.result.Findings = slices.Grow(r.result.Findings, findings)
	r.result.Files = slices.Grow(r.result.Files, len(tasks))
	for _, u := range tasks {
		if u.done {
			r.result.Files = append(r.result.Files, u.path)
		}
		if u.fileContext != nil && !slices.Contains(r.result.Trees, u.modules) {
			r.result.Trees = append(r.result.Trees, u.modules)
		}
		for _, finding := range u.findings {
			r.showPaths(finding)
		}
		r.result.Findings = append(r.result.Findings, u.findings...)
		r.result.Fixed = append(r.result.Fixed, u.fixed...)
		r.result.Failures = append(r.result.Failures, u.failures...)
		if u.unreadable {
			r.result.LeftAlone++
		}
		for _, finding := range u.fixed {
			if r.result.fixed == nil {
				r.result.fixed = map[identity]bool{}
			}
			r.result.fixed[identify(finding)] = true
		}
		if u.change != nil {
			r.result.Changes = append(r.result.Changes, *u.change)
		}
	}
}

// showPaths names the files of related locations as the user would write them. Files of
// modules are read by their absolute paths.
func (r *run) showPaths(finding *diag.Diagnostic) {
	if filepath.IsAbs(finding.File.Name) {
		return
	}
	isCloned := false
	for i := range finding.Related {
		file := finding.Related[i].File
		if !filepath.IsAbs(file.Name) {
			continue
		}
		relative, err := filepath.Rel(r.options.Folder, file.Name)
		if err != nil || shareNoFolder(r.options.Folder, file.Name) {
			continue
		}
		if !isCloned {
			finding.Related, isCloned = slices.Clone(finding.Related), true
		}
		finding.Related[i].File = file.Renamed(relative)
	}
}

// shareNoFolder reports whether two absolute paths share no folder below the root. A relative path
// between them would then not help.
func shareNoFolder(a, b string) bool {
	root := func(path string) string { return filepath.VolumeName(path) + string(filepath.Separator) }
	first := func(path string) string {
		name, _, _ := strings.Cut(strings.TrimPrefix(path, root(path)), string(filepath.Separator))
		return name
	}
	return root(a) != root(b) || first(a) != first(b)
}

func (r *run) keepChangedLines() {
	r.result.Findings = slices.DeleteFunc(r.result.Findings, func(finding *diag.Diagnostic) bool {
		return !r.changed.holds(finding, r.absolute)
	})
	r.changed.Rest()
	if incomplete := r.changed.incomplete(r.shown); incomplete != "" {
		r.notice("", incomplete)
	}
}

// usesBaseline reports whether the run reads or writes a baseline.
func (r *run) usesBaseline() bool {
	return r.options.Baseline != "none" && (r.options.Baseline != "" || r.settings.Baseline != "")
}

// applyBaseline removes the known findings, or writes the baseline.
func (r *run) applyBaseline(tasks []*fileTask) {
	if !r.usesBaseline() {
		return
	}
	path := r.absolute(cmp.Or(r.settings.Baseline, DefaultBaseline))
	if r.confined != nil && !r.settings.UntrustedBaseline {
		r.confined.Trust(path)
	}
	if _, err := r.options.Files.Stat(path); r.options.Baseline == "use" && errors.Is(err, fs.ErrNotExist) {
		r.fail(path, fmt.Errorf("%s: there is no baseline yet; write one with --baseline write", r.shown(path)))
		return
	}
	known, err := readBaseline(r.options.Files, path, r.shown(path), r.settings.Catalogue().Find)
	if err != nil {
		r.fail(path, err)
		return
	}
	exists := func(path string) bool { _, err := r.options.Files.Stat(path); return err == nil }
	examined := r.examined(tasks, known)
	if r.options.Baseline == "write" {
		known.replace(examined, r.result.Findings, r.absolute, exists)
		r.acceptFindings(known, path)
		return
	}
	renamed := known.rename(examined, r.result.Findings, r.absolute, exists)
	left := known.clone()
	r.result.Findings, r.result.Known = left.take(r.result.Findings, r.absolute)
	r.result.Stale = left.stale(examined, exists)
	if r.options.NewFrom != nil || r.options.Fix == FixDry || r.options.KeepBaseline {
		return
	}
	r.updateBaseline(known, path, known.prune(left, examined, exists), renamed)
}

// acceptFindings writes the baseline with the findings of this run, and removes them from the
// result.
func (r *run) acceptFindings(known *baseline, path string) {
	if err := r.writeBaseline(known, path); err != nil {
		r.fail(path, err)
		return
	}
	count := 0
	for _, finding := range r.result.Findings {
		if !finding.Suppressed {
			count++
		}
	}
	r.result.Known = count
	r.notice(path, fmt.Sprintf("wrote %s to %s", english.Count(count, "finding"), r.shown(path)))
	r.result.Findings = slices.DeleteFunc(r.result.Findings, func(finding *diag.Diagnostic) bool { return !finding.Suppressed })
}

// updateBaseline writes the baseline if entries were removed or files renamed, and reports how many.
func (r *run) updateBaseline(known *baseline, path string, gone, renamed int) {
	if gone == 0 && renamed == 0 {
		return
	}
	var what []string
	if gone > 0 {
		what = append(what, fmt.Sprintf("removed %s that matched no finding", english.Count(gone, "entry")))
	}
	if renamed > 0 {
		what = append(what, fmt.Sprintf("followed %s", english.Count(renamed, "renamed file")))
	}
	message := r.shown(path) + ": " + strings.Join(what, ", ")
	if err := r.writeBaseline(known, path); err != nil {
		message += fmt.Sprintf(", but the file cannot be written: %v", err)
	}
	r.notice(path, message)
}

// examined returns which rules were applied to which files. In a file with a syntax error, only
// rules with a finding there count as applied.
func (r *run) examined(tasks []*fileTask, known *baseline) examination {
	examined := examination{}
	for _, u := range tasks {
		if !u.done {
			continue
		}
		catalogue := u.set.settings.Catalogue()
		broken := u.suppressible != nil && u.suppressible.broken || slices.ContainsFunc(u.findings, func(finding *diag.Diagnostic) bool { return finding.Fatal })
		examined[known.key(r.absolute(u.path))] = func(name string) bool {
			rules := catalogue.Find(name)
			// No rule has this name any more, so its entries are stale.
			return len(rules) == 0 || slices.ContainsFunc(rules, func(rule *diag.Rule) bool {
				return (u.set.enabled[rule] && !broken) || slices.ContainsFunc(u.findings, func(finding *diag.Diagnostic) bool { return finding.Rule == rule })
			})
		}
	}
	return examined
}

func (r *run) notice(path, message string) {
	r.result.Failures = append(r.result.Failures, Failure{Path: path, Message: message, Notice: true})
}

// shown returns an absolute path in the form that messages use: relative to the current folder
// if the file lies there.
func (r *run) shown(path string) string {
	if relative, err := filepath.Rel(r.options.Folder, path); err == nil && !strings.HasPrefix(relative, "..") {
		return relative
	}
	return path
}

// read reads the file at path.
func (r *run) read(path string) (*source.File, error) {
	file, err := r.options.Files.Read(path)
	if err != nil {
		return nil, errors.New(source.Explain(err))
	}
	return file, nil
}

// clock sums the time that the parts of a run take, over all cores.
type clock struct {
	mutex sync.Mutex
	parts []Timing
}

func (c *clock) add(name string, since time.Time) { c.addTime(name, time.Since(since)) }

func (c *clock) addTime(name string, took time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i := range c.parts {
		if c.parts[i].Name == name {
			c.parts[i].Time += took
			return
		}
	}
	c.parts = append(c.parts, Timing{name, took})
}

func (c *clock) timings() []Timing {
	slices.SortFunc(c.parts, func(a, b Timing) int { return cmp.Or(cmp.Compare(b.Time, a.Time), strings.Compare(a.Name, b.Name)) })
	return c.parts
}
