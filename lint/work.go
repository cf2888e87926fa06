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
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
	"puppet-lint/rules"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// Rules lists the metadata of every rule, in the order in which the puppet-lint profile prints
// findings.
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
	// AsCommand never treats a file as a plan because of its location.
	AsCommand bool
}

// ruleSet holds the rules for the files that share settings.
type ruleSet struct {
	settings *config.RuleSettings
	// file holds the enabled rules of package rules, template those of them for EPP templates.
	file, template *rules.Set
	// index holds the position of each rule in the catalogue.
	index map[*diag.Rule]int
	// strict is set if the checker works at its strict level.
	strict bool
	// enabled holds the enabled rules.
	enabled map[*diag.Rule]bool
	// wide holds the rules that examine more than one file.
	wide map[*diag.Rule]bool
	// checks is set if a rule of the checker is enabled.
	checks bool
	// together runs the tree rules; nil if none is enabled.
	together *rules.Rechecker
	// elsewhere is set if a tree rule reports in files that are no manifests.
	elsewhere bool
	// folders are the folders of modules all files of which a rule may report, aboutFiles these rules.
	folders    []string
	aboutFiles []*diag.Rule
}

// reports reports whether a finding is reported. The rule of the finding must be enabled. A
// syntax error is also reported unless the user has disabled its rule by name: otherwise the
// file would seem to be correct, because nothing else is reported for it.
func (s *ruleSet) reports(finding *diag.Diagnostic) bool {
	return s.enabled[finding.Rule] || finding.Fatal && !s.settings.Refused(s.index[finding.Rule])
}

// fileContext is the context of one file.
type fileContext struct {
	absolute     string
	modules      *module.Tree
	target       int
	set          *ruleSet
	settings     *config.Settings
	ruleLocation rules.FileLocation
	location     validate.Location
}

// severities returns a function that returns the severity of a finding in the file. The
// severity is lower than that of the rule if the finding cannot make a run of Puppet fail: by
// one in a file that no server reads, and a warning instead of an error in an example. Findings
// about whether such a file is used keep their severity. So do two kinds of findings in
// examples: those that Puppet refuses to parse, because people and builds validate examples, and
// the errors of puppet-lint (Ruby), because they are linted as well.
func (c *fileContext) severities() func(finding *diag.Diagnostic) diag.Severity {
	isAside := sync.OnceValue(func() bool { return c.modules != nil && c.modules.IsAside(c.absolute) })
	isExample := sync.OnceValue(func() bool { return c.modules != nil && c.modules.IsExample(c.absolute) })
	return func(finding *diag.Diagnostic) diag.Severity {
		switch {
		case finding.Severity == diag.Info || slices.Contains(c.set.aboutFiles, finding.Rule):
		case isAside():
			return finding.Severity - 1
		case finding.Severity == diag.Error && isExample() && !finding.Rule.Core && finding.Rule.Plugin == "" && !slices.Contains(validate.Rules(), finding.Rule):
			return diag.Warning
		}
		return finding.Severity
	}
}

// shared finds and caches the trees of files and the Puppet versions of folders.
type shared struct {
	mutex      sync.Mutex
	targets    map[string]int
	workspaces map[string]*module.Workspace
	parser     syntax.Parser
}

// target returns the Puppet version of the files in folder.
func (r *run) target(settings *config.Settings, folder string) int {
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	switch {
	case r.options.Versions.Puppet != 0:
		return r.options.Versions.Puppet
	case settings.TargetVersion != 0:
		return settings.TargetVersion
	}
	return r.targetIn(folder)
}

// targetIn returns the version that a metadata.json in folder or above it requires, or the
// default.
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

// workspace returns the workspace for settings. There is one for each combination of
// modulepath, hiera.yaml of the server, and use of known modules.
func (r *run) workspace(settings *config.Settings) *module.Workspace {
	key := strings.Join(append(settings.ModulePath[:len(settings.ModulePath):len(settings.ModulePath)], settings.HieraConfig, strconv.FormatBool(settings.KnownModules)), "\x00")
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	workspace := r.shared.workspaces[key]
	if workspace == nil {
		workspace = module.NewWorkspace(r.options.Files, r.options.pathsOrFolder(), settings.ModulePath).WithGlobalHiera(settings.HieraConfig).WithVersions(r.options.Versions).WithParses(r.options.Parses)
		if settings.KnownModules {
			workspace.WithKnownModules()
		}
		if r.sessions != nil {
			workspace.Following()
		}
		r.shared.workspaces[key] = workspace
	}
	return workspace
}

// KnownModules returns the modules that are missing in a folder but known to the checker, with
// their allowed versions.
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

// context determines the context of the file at path.
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
	name, inside := context.modules.AutoloadPath(absolute)
	context.ruleLocation = rules.FileLocation{AbsolutePath: filepath.ToSlash(absolute), Module: name, InModule: inside, Initial: context.modules.IsInitial(absolute)}
	context.ruleLocation.MayHaveOldStdlib = func() bool { return mayHaveOldStdlib(context.modules, absolute) }
	if r.isNameless(path) {
		context.ruleLocation.AbsolutePath = "" // its path is unknown
	}
	// Puppet does not load anything from a folder whose name no module can have.
	if isAutoloaded(inside) && !strings.Contains(name, "-") {
		context.location = validate.Location{Module: name, Path: inside}
	}
	return context, nil
}

// isAutoloaded reports whether Puppet autoloads definitions from a file at that path of a
// module. Elsewhere (examples, tests) a manifest is applied directly and may hold anything.
func isAutoloaded(inside string) bool {
	folder, _, _ := strings.Cut(inside, "/")
	return slices.Contains([]string{"manifests", "functions", "types", "plans"}, folder)
}

// ruleSet returns the set for settings. It makes it on first use.
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
	looksAtTree := false
	if !r.options.ValidateOnly {
		for _, rule := range append(rules.All(), catalogue.Custom()...) {
			if i := set.index[&rule.Rule]; settings.Enabled(i) {
				enabled = append(enabled, rules.Enabled{Rule: rule, Severity: settings.Severity(i), Options: settings.Options(i)})
				if rule.LooksAtTree() {
					looksAtTree, set.wide[&rule.Rule] = true, true
				}
				set.elsewhere = set.elsewhere || rule.Elsewhere
				if rule.Folder != "" {
					set.folders, set.aboutFiles = append(set.folders, rule.Folder), append(set.aboutFiles, &rule.Rule)
				}
			}
		}
	}
	how := rules.Settings{Target: target, AsRuby: r.asRuby, Timings: r.options.Timings}
	if set.file = rules.NewSet(enabled, how); looksAtTree {
		set.together = set.file.NewRechecker()
	}
	set.template = rules.NewSet(slices.DeleteFunc(enabled, func(one rules.Enabled) bool {
		return !one.Rule.Templates && one.Rule.Group != diag.Custom
	}), how)
	r.sets[settings] = set
	return set
}

// fileTask is one file of a run: its text, its settings and its findings.
type fileTask struct {
	*fileContext
	path string
	// raw holds the findings as found, findings those to report.
	raw      raw
	findings []*diag.Diagnostic
	fixed    []*diag.Diagnostic
	change   *Change
	failures []Failure
	// parsed is set only if something examines more than one file.
	parsed *syntax.File
	// kind is the kind of a file that is not a manifest. suppressible is such a file once it has
	// been read.
	kind         module.DocumentKind
	suppressible *suppressible
	// done is set once the file was examined, final once its findings are settled, and
	// unreadable if it was not fixed because of a syntax error.
	done, final, unreadable bool
	// member is the file as tree rules use it.
	member *rules.TreeFile
	// position is the index of the task in those of the run.
	position int
}

// raw holds the findings in a file: from the file alone, from the checker, and from tree rules.
type raw struct{ alone, checked, tree []*diag.Diagnostic }

// start determines the context of a file.
func (r *run) start(u *fileTask) {
	started := time.Now()
	context, err := r.context(u.path)
	r.clock.add("configuration and location", started)
	if err != nil {
		u.fail(err)
		return
	}
	u.fileContext = context
}

func (u *fileTask) fail(err error) {
	u.failures = append(u.failures, Failure{Path: u.path, Message: err.Error(), Cause: err})
}

// examine reads a file, fixes it if requested, checks it and settles its findings. It is for runs
// in which nothing examines more than one file.
func (r *run) examine(u *fileTask) {
	if u.parsed = r.open(u); u.parsed != nil {
		r.checkAlone(u)
		r.finish(u)
		u.parsed = nil
	}
}

// checkAlone checks a manifest or EPP template that is open.
func (r *run) checkAlone(u *fileTask) {
	if u.parsed != nil {
		u.raw.alone = r.check(u.parsed, u.fileContext, u.member)
		if r.sessions == nil {
			u.member = nil // no later run needs it
		}
	}
}

// open reads a file, and fixes it if requested. It returns the manifest or EPP template to
// check, or nil if nothing is left to do.
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
		parsed = rewriter{r}.fix(parsed, u)
		if u.final {
			return nil
		}
		if r.wide {
			// Take the current file, in the tree that the other files use.
			parsed = u.modules.Manifests.At(u.path).File
		}
	}
	return parsed
}

// load reads and parses a file. If other files are examined, too, it is parsed once for all.
func (r *run) load(u *fileTask) (*syntax.File, error) {
	if r.wide && r.options.Fix == NoFix {
		defer r.clock.add("read and parse", time.Now())
		manifest := u.modules.Manifests.At(u.path)
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
	return r.parse(file, u.ruleLocation), nil
}

// isPolicyPackage reports whether the text is an SELinux policy, whose files
// also end in ".pp".
func isPolicyPackage(text string) bool { return strings.HasPrefix(text, "\x8f\xff\x7c\xf9") }

// check validates a file and applies the rules for single files. Its findings are raw; settle
// turns them into those to report. member is the file as tree rules use it, or nil.
func (r *run) check(parsed *syntax.File, context *fileContext, member *rules.TreeFile) (findings []*diag.Diagnostic) {
	meant := parsed
	if !r.asRuby {
		started := time.Now()
		if !r.options.ValidateOnly {
			meant = withHashComments(parsed)
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
		if !r.asRuby && !r.options.ValidateOnly {
			findings = append(findings, checkTemplateText(parsed.Source, context)...)
		}
	}
	if !r.options.ValidateOnly && (!template || !r.asRuby) {
		started := time.Now()
		if r.asRuby || meant != parsed || !broken(parsed) {
			var found []*diag.Diagnostic
			if member != nil && member.File == parsed {
				found = set.CheckMember(member)
			} else {
				found = set.CheckFile(parsed, context.ruleLocation)
			}
			if len(findings) == 0 {
				findings = found
			} else {
				findings = slices.Concat(findings, found)
			}
		} else if !template {
			findings = append(findings, set.CheckIntact(parsed, context.ruleLocation)...)
		}
		r.clock.add("rules", started)
	}
	return findings
}

func isTemplate(name string) bool { return strings.HasSuffix(name, ".epp") }

// broken reports whether a file has a syntax error. Warnings do not count.
func broken(file *syntax.File) bool {
	return file.Broken()
}

// parse parses a file. It reads a module's plans as Bolt does, unless the run behaves
// as "puppet parser validate".
func (r *run) parse(file *source.File, ruleLocation rules.FileLocation) *syntax.File {
	defer r.clock.add("parse", time.Now())
	tasks := r.options.Validation.Tasks || !r.options.Validation.AsCommand && module.HoldsPlan(file, ruleLocation.InModule)
	return r.shared.parser.Parse(file, syntax.Options{EPP: isTemplate(file.Name), Tasks: tasks})
}

// finish settles a file's raw findings.
func (r *run) finish(u *fileTask) {
	about := u.suppressible
	if about == nil {
		about = suppressibleManifest(u.parsed)
	}
	all := slices.Concat(u.raw.alone, u.raw.checked, u.raw.tree)
	if r.sessions != nil || r.options.Fix != NoFix {
		all = diag.Clone(all) // settle changes them, and they are needed again as they were found
	}
	findings, failures := r.settle(about, all, u.fileContext, true)
	u.findings, u.final = findings, true
	u.failures = append(u.failures, failures...)
	switch {
	case r.options.Fix == NoFix:
	case u.parsed != nil:
		rewriter{r}.fixTogether(u)
	case u.suppressible != nil:
		rewriter{r}.fixDocument(u)
	}
	if r.sessions == nil {
		u.raw = raw{} // no other run needs it
	}
	if r.options.AddIgnore {
		u.findings = slices.DeleteFunc(u.findings, func(finding *diag.Diagnostic) bool { return !r.changed.holds(finding, r.absolute) })
	}
	switch {
	case !r.options.AddIgnore:
	case u.parsed != nil:
		rewriter{r}.addIgnores(u)
	case u.suppressible == nil || len(u.findings) == 0:
	case u.kind == module.RubyTemplate:
		rewriter{r}.addTemplateIgnores(u)
	case u.isSettings():
		rewriter{r}.addSettingsIgnores(u)
	case u.isData():
		rewriter{r}.addDataIgnores(u)
	}
}

// settle drops findings of disabled rules, sets the configured severities, adds the advice of the
// rules, applies control comments and sorts the findings. complete is set if no further findings
// will follow, so that unused control comments can be reported.
func (r *run) settle(about *suppressible, findings []*diag.Diagnostic, context *fileContext, complete bool) (settled []*diag.Diagnostic, failures []Failure) {
	set := context.set
	if !r.options.ValidateOnly {
		findings = r.suppress(about, findings, set, complete)
	}
	findings = slices.DeleteFunc(findings, func(finding *diag.Diagnostic) bool {
		if finding.Rule == &rules.TooMuchWork {
			failures = append(failures, Failure{Path: about.source.Name, Notice: true, Message: about.source.Name + ": " + finding.Message})
			return true
		}
		if finding.Rule == &rules.InternalError || finding.Rule.Name == "checker_internal_error" {
			failures = append(failures, Failure{Path: about.source.Name, Internal: true, Message: strings.TrimRight(
				fmt.Sprintf("%s: internal error: %s; %s", about.source.Name, finding.Message, finding.Help), "; ")})
			return true
		}
		return !r.options.ValidateOnly && !set.reports(finding)
	})
	severityOf := context.severities()
	for _, finding := range findings {
		index := set.index[finding.Rule]
		if configured := set.settings.Severity(index); configured != finding.Rule.Severity && !r.options.ValidateOnly {
			finding.Severity = configured
		} else if complete && !r.asRuby && !r.options.ValidateOnly {
			// Earlier, other files may still be fixed, and must not be read yet.
			finding.Severity = severityOf(finding)
		}
		if finding.Help == "" && len(finding.Fixes) == 0 && !r.asRuby {
			finding.Help = finding.Rule.Advice
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
		slices.SortStableFunc(findings, func(a, b *diag.Diagnostic) int { return cmp.Compare(set.index[a.Rule], set.index[b.Rule]) })
		return findings, failures
	}
	findings = withoutSuperseded(findings)
	diag.Sort(findings)
	return slices.CompactFunc(findings, func(a, b *diag.Diagnostic) bool {
		return a.Rule == b.Rule && a.At == b.At && a.Message == b.Message
	}), failures
}

// withoutSuperseded drops findings that another finding reports in other words or with more
// certainty, so that no mistake is reported twice.
func withoutSuperseded(findings []*diag.Diagnostic) []*diag.Diagnostic {
	// The spans in which some rules must not report.
	var suppressed map[string]spanList
	for _, finding := range findings {
		for _, name := range finding.Rule.Supersedes {
			if suppressed == nil {
				suppressed = map[string]spanList{}
			}
			suppressed[name] = append(suppressed[name], finding.Span)
		}
	}
	if suppressed == nil {
		return findings
	}
	for _, spans := range suppressed {
		spans.order()
	}
	return slices.DeleteFunc(findings, func(finding *diag.Diagnostic) bool {
		return suppressed[finding.Rule.Name].touches(finding.Span)
	})
}

// spanList are spans, of which there may be very many.
type spanList []source.Span

// order sorts the spans by their start, and extends each to the farthest end of those before
// it, so that touches needs to look at one span only.
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

// suppress marks the findings that control comments suppress, and reports mistakes in the
// comments.
func (r *run) suppress(about *suppressible, findings []*diag.Diagnostic, set *ruleSet, complete bool) []*diag.Diagnostic {
	if !suppress.MayControl(about.source) {
		return findings
	}
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
	ran := func(rule *diag.Rule) bool {
		return set.enabled[rule] && (complete || !set.wide[rule]) && !(rule.Narrower && about.parsed != nil)
	}
	suggest := func(name string) string { return spell.Best(name, catalogue.Names()) }
	return append(findings, list.Findings(resolve, ran, config.IsForeignCheck, suggest)...)
}

// guardedRun turns a panic in work on all files into a failure of the run.
func (r *run) guardedRun(work func()) {
	defer func() {
		if cause := recover(); cause != nil {
			r.result.Failures = append(r.result.Failures, internalFailure("the files together", cause))
		}
	}()
	work()
}
