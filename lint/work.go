package lint

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	checkercode "puppet-lint/checker/code"
	"puppet-lint/config"
	"puppet-lint/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
	"puppet-lint/rules"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/validate"
)

// Rules lists the metadata of every rule that there is, in the order in which
// the puppet-lint profile prints findings.
func Rules() []*diag.Rule {
	all := rules.Metadata()
	for _, rule := range slices.Concat(validate.Rules(), checkercode.Rules()) {
		if !slices.Contains(all, rule) {
			all = append(all, rule)
		}
	}
	return all
}

// Validation sets how strictly Puppet's own validation reports a file.
type Validation struct {
	Strict validate.Strict
	Tasks  bool
	// AsCommand takes no file for a plan because of where it lies.
	AsCommand bool
}

// ruleSet is what runs on the files that share settings.
type ruleSet struct {
	settings *config.RuleSettings
	// file are the rules of package rules that are on, template those of them
	// that look at EPP templates.
	file, template *rules.Set
	// index finds a rule in the catalogue.
	index map[*diag.Rule]int
	// strict says that the checker is asked for its strict level.
	strict bool
	// enabled reports which rules are on.
	enabled map[*diag.Rule]bool
	// wide are the rules that look at more than one file.
	wide map[*diag.Rule]bool
	// checks reports that some rule of the checker is on, tree that some rule
	// looks at the finished tree.
	checks, tree bool
}

// tells reports whether the finding is reported: its rule is on, or it says that
// the file is no program and nobody refused by name to hear it. Otherwise the
// file would seem to be in order, since of such a file nothing else is said.
func (s *ruleSet) tells(finding *diag.Diagnostic) bool {
	return s.enabled[finding.Rule] || finding.Fatal && !s.settings.Refused(s.index[finding.Rule])
}

// fileContext is what holds for one file.
type fileContext struct {
	absolute string
	modules  *module.Tree
	target   int
	set      *ruleSet
	settings *config.Settings
	place    rules.Place
	location validate.Location
}

// shared finds out where files stand and for which Puppet they are; what it
// found for a folder is kept.
type shared struct {
	mutex      sync.Mutex
	targets    map[string]int
	workspaces map[string]*module.Workspace
}

// target is the Puppet version that the files in folder are for.
func (r *run) target(settings *config.Settings, folder string) int {
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	switch {
	case r.options.World.Puppet != 0:
		return r.options.World.Puppet
	case settings.TargetVersion != 0:
		return settings.TargetVersion
	}
	return r.targetIn(folder)
}

// targetIn is the version that metadata.json, in folder or above it, asks for.
func (r *run) targetIn(folder string) int {
	if target, known := r.shared.targets[folder]; known {
		return target
	}
	target, found := metadataVersion(r.options.Files, filepath.Join(folder, "metadata.json"))
	parent := filepath.Dir(folder)
	switch {
	case !found && parent != folder:
		target = r.targetIn(parent)
	case target == 0:
		target = config.DefaultTargetVersion
	}
	r.shared.targets[folder] = target
	return target
}

// workspace finds the trees of modules; there is one for each modulepath and
// server's hiera.yaml that are configured, with and without known modules.
func (r *run) workspace(settings *config.Settings) *module.Workspace {
	key := strings.Join(append(settings.ModulePath[:len(settings.ModulePath):len(settings.ModulePath)], settings.HieraConfig, strconv.FormatBool(settings.KnownModules)), "\x00")
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	workspace := r.shared.workspaces[key]
	if workspace == nil {
		workspace = module.NewWorkspace(r.options.Files, r.options.pathsOrFolder(), settings.ModulePath).WithGlobalHiera(settings.HieraConfig).InWorld(r.options.World)
		if settings.KnownModules {
			workspace.WithKnownModules()
		}
		r.shared.workspaces[key] = workspace
	}
	return workspace
}

// KnownModules are the modules that are not there and that the checker knows all the
// same in a folder, with the versions that are allowed.
func KnownModules(files source.FileSystem, settings *config.Settings, folder string) []string {
	if !settings.KnownModules {
		return nil
	}
	var names []string
	workspace := module.NewWorkspace(files, []string{folder}, settings.ModulePath).WithKnownModules()
	for _, module := range workspace.TreeOf(folder).KnownModules() {
		names = append(names, module.Known.String())
	}
	return names
}

// context finds out what holds for the file at path.
func (r *run) context(path string) (*fileContext, error) {
	absolute := r.absolute(path)
	folder := filepath.Dir(absolute)
	settings, err := r.options.Resolver.Folder(folder)
	if err != nil {
		return nil, err
	}
	context := &fileContext{absolute: absolute, settings: settings}
	context.target = r.target(settings, folder)
	context.set = r.ruleSet(settings.Rules(absolute, context.target), context.target)
	context.modules = r.workspace(settings).TreeOf(folder)
	name, inside := context.modules.Place(absolute)
	context.place = rules.Place{AbsolutePath: filepath.ToSlash(absolute), Module: name, InModule: inside, Initial: context.modules.IsInitial(absolute)}
	if r.isNameless(path) {
		context.place.AbsolutePath = "" // its path is unknown
	}
	if isAutoloaded(inside) {
		context.location = validate.Location{Module: name, Path: inside}
	}
	return context, nil
}

// isAutoloaded reports whether Puppet looks for definitions in a file at that
// path of a module. Elsewhere (examples, tests) a manifest is one that somebody
// applies, and may hold anything.
func isAutoloaded(inside string) bool {
	folder, _, _ := strings.Cut(inside, "/")
	return slices.Contains([]string{"manifests", "functions", "types", "plans"}, folder)
}

// ruleSet is the set for settings, made on first use.
func (r *run) ruleSet(settings *config.RuleSettings, target int) *ruleSet {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if set := r.sets[settings]; set != nil {
		return set
	}
	catalogue := settings.Catalogue()
	set := &ruleSet{settings: settings, index: make(map[*diag.Rule]int, len(catalogue.Rules)), enabled: map[*diag.Rule]bool{}, wide: map[*diag.Rule]bool{}}
	for i, rule := range catalogue.Rules {
		set.index[rule] = i
		if settings.Enabled(i) {
			set.enabled[rule] = true
		}
	}
	for _, rule := range checkercode.Rules() {
		set.wide[rule] = true
		set.strict = set.strict || rule.Group == diag.Strict && set.enabled[rule]
	}
	set.checks = !r.asRuby && !r.options.ValidateOnly && slices.ContainsFunc(checkercode.Rules(), func(rule *diag.Rule) bool { return set.enabled[rule] })
	var enabled []rules.Enabled
	if !r.options.ValidateOnly {
		for _, rule := range append(rules.All(), catalogue.Own()...) {
			if i := set.index[&rule.Rule]; settings.Enabled(i) {
				enabled = append(enabled, rules.Enabled{Rule: rule, Severity: settings.Severity(i), Options: settings.Options(i)})
				if rule.Tree != nil {
					set.tree, set.wide[&rule.Rule] = true, true
				}
			}
		}
	}
	how := rules.Settings{Target: target, AsRuby: r.asRuby, Timings: r.options.Timings}
	set.file = rules.NewSet(enabled, how)
	set.template = rules.NewSet(slices.DeleteFunc(enabled, func(one rules.Enabled) bool {
		return !one.Rule.Templates && one.Rule.Group != diag.Own
	}), how)
	r.sets[settings] = set
	return set
}

// fileTask is one file of a run: its text, its settings and its findings.
type fileTask struct {
	*fileContext
	path string
	// raw is what was found, findings what is shown of it.
	raw      raw
	findings []diag.Diagnostic
	fixed    []diag.Diagnostic
	change   *Change
	failures []Failure
	// parsed is kept only where something looks at more than one file.
	parsed *syntax.File
	// kind says what a file is for that is no manifest; subject is such a file
	// once it has been read.
	kind    module.DocumentKind
	subject *suppressible
	// done reports that the file was examined, final that the findings are as
	// they are to be shown, unreadable that it was not fixed since it has a
	// syntax error.
	done, final, unreadable bool
	// member is the file as tree rules see it.
	member *rules.Unit
}

// raw is what was found in a file: by looking at it alone, by the checker and by
// tree rules.
type raw struct{ alone, checked, tree []diag.Diagnostic }

// start finds out what holds for a file.
func (r *run) start(u *fileTask) {
	started := time.Now()
	context, err := r.context(u.path)
	r.clock.add("configuration and place", started)
	if err != nil {
		u.fail(err)
		return
	}
	u.fileContext = context
}

func (u *fileTask) fail(err error) {
	u.failures = append(u.failures, Failure{Path: u.path, Message: err.Error(), Cause: err})
}

// examine reads a file, fixes it if that is wanted, and finds what can be found
// in it alone.
func (r *run) examine(u *fileTask) {
	parsed := r.open(u)
	if parsed == nil {
		return
	}
	u.parsed, u.raw.alone = parsed, r.check(parsed, u.fileContext)
	if !r.wide {
		r.finish(u)
		u.parsed = nil
	}
}

// open reads a file, and fixes it if that is wanted. It is the manifest or template of
// Puppet's that is to be checked; nil when there is nothing left to do.
func (r *run) open(u *fileTask) *syntax.File {
	if u.fileContext == nil {
		return nil
	}
	switch {
	case u.kind != module.NoDocument:
		r.examineDocument(u)
		return nil
	case r.asRuby && isYAMLName(strings.ToLower(u.path)):
		r.examineYAMLAsRuby(u)
		return nil
	}
	parsed, err := r.load(u)
	if err != nil {
		u.fail(err)
		return nil
	}
	u.done = true
	if isPolicyPackage(parsed.Source.Text) {
		u.final = true
		return nil
	}
	if r.options.Fix != NoFix {
		parsed = r.fix(parsed, u)
		if u.final {
			return nil
		}
		if r.wide {
			// The file as it is now, in the tree that the others see.
			parsed = u.modules.Manifest(u.path).File
		}
	}
	return parsed
}

// load reads and parses a file. Where other files are looked at, too, it is
// parsed once for all.
func (r *run) load(u *fileTask) (*syntax.File, error) {
	if r.wide && r.options.Fix == NoFix {
		defer r.clock.add("read and parse", time.Now())
		manifest := u.modules.Manifest(u.path)
		if manifest.Err != nil {
			return nil, errors.New(source.Explain(manifest.Err))
		}
		return manifest.File, nil
	}
	started := time.Now()
	file, err := r.read(u.path)
	r.clock.add("read", started)
	if err != nil {
		return nil, err
	}
	return r.parse(file, u.place), nil
}

// isPolicyPackage reports whether the text is an SELinux policy, whose files
// also end in ".pp".
func isPolicyPackage(text string) bool { return strings.HasPrefix(text, "\x8f\xff\x7c\xf9") }

// check validates a file and applies the rules that look at one file. The
// findings are raw: settle makes of them what is shown.
func (r *run) check(parsed *syntax.File, context *fileContext) (findings []diag.Diagnostic) {
	meant := parsed
	if !r.asRuby {
		started := time.Now()
		if !r.options.ValidateOnly {
			meant = asMeant(parsed)
		}
		findings = validate.File(meant, validate.Options{
			Location: context.location, Strict: r.options.Validation.Strict, Tasks: r.options.Validation.Tasks,
			TargetVersion: context.target, Specification: !r.options.ValidateOnly,
		})
		r.clock.add("validate", started)
	}
	set, template := context.set.file, isTemplate(parsed.Source.Name)
	if template {
		set = context.set.template
	}
	if !r.options.ValidateOnly && (!template || !r.asRuby) {
		started := time.Now()
		if r.asRuby || meant != parsed || !broken(parsed) {
			findings = append(findings, set.CheckFile(parsed, context.place)...)
		} else if !template {
			findings = append(findings, set.CheckIntact(parsed, context.place)...)
		}
		r.clock.add("rules", started)
	}
	return findings
}

func isTemplate(name string) bool { return strings.HasSuffix(name, ".epp") }

// broken reports whether a file has a syntax error, warnings aside.
func broken(file *syntax.File) bool {
	return file.Broken()
}

// parse reads a file that stands at place. A module's plans are read as Bolt
// does, except where all has to be as "puppet parser validate" has it.
func (r *run) parse(file *source.File, place rules.Place) *syntax.File {
	defer r.clock.add("parse", time.Now())
	tasks := r.options.Validation.Tasks || !r.options.Validation.AsCommand && module.IsPlan(place.InModule)
	return syntax.Parse(file, syntax.Options{EPP: isTemplate(file.Name), Tasks: tasks})
}

// finish makes of a file's raw findings what is shown.
func (r *run) finish(u *fileTask) {
	about := u.subject
	if about == nil {
		about = manifestSubject(u.parsed)
	}
	all := u.raw.alone
	if r.sessions != nil || len(u.raw.checked)+len(u.raw.tree) > 0 {
		all = slices.Concat(u.raw.alone, u.raw.checked, u.raw.tree)
	}
	if r.sessions == nil {
		u.raw = raw{} // no other run follows
	}
	findings, failures := r.settle(about, all, u.fileContext, true)
	u.findings, u.final = findings, true
	u.failures = append(u.failures, failures...)
	if r.options.Fix != NoFix && u.subject != nil && u.parsed == nil {
		r.fixDocument(u)
	}
	if r.options.AddIgnore {
		u.findings = slices.DeleteFunc(u.findings, func(finding diag.Diagnostic) bool { return !r.changed.holds(&finding, r.absolute) })
	}
	switch {
	case !r.options.AddIgnore:
	case u.parsed != nil:
		r.addIgnores(u)
	case u.subject == nil || len(u.findings) == 0:
	case u.kind == module.RubyTemplate:
		r.addTemplateIgnores(u)
	case u.isSettings():
		r.addSettingsIgnores(u)
	case u.isData():
		r.addDataIgnores(u)
	}
}

// settle drops what is switched off, gives findings the severity they are
// configured to have, applies control comments and puts all in order. complete
// reports that the findings are all there will be, so that control comments that
// suppress nothing can be known.
func (r *run) settle(about *suppressible, findings []diag.Diagnostic, context *fileContext, complete bool) (settled []diag.Diagnostic, failures []Failure) {
	set := context.set
	if !r.options.ValidateOnly {
		findings = r.suppress(about, findings, set, complete)
	}
	findings = slices.DeleteFunc(findings, func(finding diag.Diagnostic) bool {
		if finding.Rule == &rules.InternalError || finding.Rule.Name == "checker_internal_error" {
			failures = append(failures, Failure{Path: about.source.Name, Internal: true, Message: strings.TrimRight(
				fmt.Sprintf("%s: internal error: %s; %s", about.source.Name, finding.Message, finding.Help), "; ")})
			return true
		}
		return !r.options.ValidateOnly && !set.tells(&finding)
	})
	for i := range findings {
		finding := &findings[i]
		index := set.index[finding.Rule]
		if configured := set.settings.Severity(index); configured != finding.Rule.Severity && !r.options.ValidateOnly {
			finding.Severity = configured
		}
	}
	if r.asRuby && about.parsed == nil {
		return findings, failures
	}
	if r.asRuby {
		if syntaxError, found := rubySyntaxError(about.parsed); found {
			failures = append(failures, Failure{Notice: true, Plain: true, Message: "Try running `puppet parser validate <file>`"})
			return afterRubySyntax(findings, syntaxError), failures
		}
		slices.SortStableFunc(findings, func(a, b diag.Diagnostic) int { return cmp.Compare(set.index[a.Rule], set.index[b.Rule]) })
		return findings, failures
	}
	findings = withoutSuperseded(findings)
	diag.Sort(findings)
	return slices.CompactFunc(findings, func(a, b diag.Diagnostic) bool {
		return a.Rule == b.Rule && a.At == b.At && a.Message == b.Message
	}), failures
}

// withoutSuperseded takes away what says of a place in other words, or less
// certainly, what another finding says of it, so that no mistake is reported twice.
func withoutSuperseded(findings []diag.Diagnostic) []diag.Diagnostic {
	// The places about which some rules are to be silent.
	var suppressed map[string]spanList
	for i := range findings {
		for _, name := range findings[i].Rule.Supersedes {
			if suppressed == nil {
				suppressed = map[string]spanList{}
			}
			suppressed[name] = append(suppressed[name], findings[i].Span)
		}
	}
	if suppressed == nil {
		return findings
	}
	for _, spans := range suppressed {
		spans.order()
	}
	return slices.DeleteFunc(findings, func(finding diag.Diagnostic) bool {
		return suppressed[finding.Rule.Name].touches(finding.Span)
	})
}

// spanList are spans, of which there may be very many.
type spanList []source.Span

// order brings the spans in order and has each reach as far as those before it: what
// touches reads.
func (l spanList) order() {
	slices.SortFunc(l, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(l); i++ {
		l[i].End = max(l[i].End, l[i-1].End)
	}
}

// touches reports whether a span overlaps or adjoins one of the list.
func (l spanList) touches(span source.Span) bool {
	after, _ := slices.BinarySearchFunc(l, span.End+1, func(one source.Span, at int32) int { return cmp.Compare(one.Start, at) })
	return after > 0 && l[after-1].End >= span.Start
}

// suppress marks what control comments suppress, and reports what is wrong with
// the comments.
func (r *run) suppress(about *suppressible, findings []diag.Diagnostic, set *ruleSet, complete bool) []diag.Diagnostic {
	comments := about.comments()
	if len(comments) == 0 {
		return findings
	}
	catalogue := set.settings.Catalogue()
	resolve := func(name string) *diag.Rule {
		for _, rule := range catalogue.Find(name) {
			return rule
		}
		return nil
	}
	list := suppress.Parse(about.source, comments)
	list.Apply(findings, resolve)
	if r.asRuby || about.broken {
		return findings
	}
	r.markForRuby(list, about, set, resolve)
	ran := func(rule *diag.Rule) bool { return set.enabled[rule] && (complete || !set.wide[rule]) }
	suggest := func(name string) string { return spell.Best(name, catalogue.Names()) }
	return append(findings, list.Findings(resolve, ran, config.IsForeignCheck, suggest)...)
}

// guardedWhole turns a panic of something that looks at all files into a
// failure of the run.
func (r *run) guardedWhole(work func()) {
	defer func() {
		if cause := recover(); cause != nil {
			r.result.Failures = append(r.result.Failures, internalFailure("the files together", cause))
		}
	}()
	work()
}
