package lint

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

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
func Rules() []*diag.Rule { return rules.Metadata() }

// Validation shapes what is said of a file as Puppet would say it.
type Validation struct {
	Strict validate.Strict
	Tasks  bool
	// NoSpecification leaves out what Puppet itself does not say.
	NoSpecification bool
}

// ruleSet is what runs on the files that share settings.
type ruleSet struct {
	settings *config.RuleSettings
	// file are the rules of package rules that are on.
	file *rules.Set
	// index finds a rule in the catalogue.
	index map[*diag.Rule]int
	// ranWith tells which rules ran, for the search for idle control comments.
	enabled map[*diag.Rule]bool
}

// fileContext is what holds for one file.
type fileContext struct {
	absolute string
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
	if settings.TargetVersion != 0 {
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

// workspace finds the trees of modules; there is one for each modulepath that
// is configured.
func (r *run) workspace(settings *config.Settings) *module.Workspace {
	key := strings.Join(settings.ModulePath, "\x00")
	r.shared.mutex.Lock()
	defer r.shared.mutex.Unlock()
	workspace := r.shared.workspaces[key]
	if workspace == nil {
		workspace = module.NewWorkspace(r.options.Files, r.options.Paths, settings.ModulePath)
		r.shared.workspaces[key] = workspace
	}
	return workspace
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
	name, inside := r.workspace(settings).TreeOf(folder).Place(absolute)
	context.place = rules.Place{AbsolutePath: filepath.ToSlash(absolute), Module: name, InModule: inside}
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
	catalogue := r.options.Resolver.Catalogue()
	set := &ruleSet{settings: settings, index: make(map[*diag.Rule]int, len(catalogue.Rules)), enabled: map[*diag.Rule]bool{}}
	for i, rule := range catalogue.Rules {
		set.index[rule] = i
		if settings.Enabled(i) {
			set.enabled[rule] = true
		}
	}
	var enabled []rules.Enabled
	if !r.options.ValidateOnly {
		for _, rule := range rules.All() {
			if i := set.index[&rule.Rule]; settings.Enabled(i) {
				enabled = append(enabled, rules.Enabled{Rule: rule, Severity: settings.Severity(i), Options: settings.Options(i)})
			}
		}
	}
	set.file = rules.NewSet(enabled, rules.Settings{Target: target, AsRuby: r.asRuby, Timings: r.options.Timings})
	r.sets[settings] = set
	return set
}

// work does all that is to be done with one file.
func (r *run) work(path string) outcome {
	started := time.Now()
	file, err := r.read(path)
	r.clock.add("read", started)
	if err != nil {
		return outcome{failures: []Failure{{Path: path, Message: err.Error()}}}
	}
	started = time.Now()
	context, err := r.context(path)
	r.clock.add("configuration and place", started)
	if err != nil {
		return outcome{failures: []Failure{{Path: path, Message: err.Error()}}}
	}
	if isPolicyPackage(file.Text) {
		return outcome{done: true}
	}
	checked := r.check(file, context)
	result := outcome{findings: checked.findings, failures: checked.failures, done: true}
	switch {
	case r.options.AddIgnore:
		r.addIgnores(checked, context, &result)
	case r.options.Fix != NoFix:
		r.fix(checked, context, &result)
	}
	return result
}

// isPolicyPackage reports whether the text is an SELinux policy, whose files
// also end in ".pp".
func isPolicyPackage(text string) bool { return strings.HasPrefix(text, "\x8f\xff\x7c\xf9") }

// checked is a file and what was found in it.
type checked struct {
	file     *syntax.File
	findings []diag.Diagnostic
	failures []Failure
}

// check parses a text, validates it, applies the rules and silences what
// control comments silence.
func (r *run) check(file *source.File, context *fileContext) checked {
	started := time.Now()
	parsed := r.parse(file)
	r.clock.add("parse", started)
	result := checked{file: parsed}

	if !r.asRuby {
		started = time.Now()
		result.findings = validate.File(parsed, validate.Options{
			Location: context.location, Strict: r.options.Validation.Strict, Tasks: r.options.Validation.Tasks,
			TargetVersion: context.target, Specification: !r.options.Validation.NoSpecification,
		})
		r.clock.add("validate", started)
	}
	// What follows from a syntax error is not worth a word.
	if !r.options.ValidateOnly && !isTemplate(file.Name) && (r.asRuby || !broken(parsed)) {
		started = time.Now()
		result.findings = append(result.findings, context.set.file.CheckFile(parsed, context.place)...)
		r.clock.add("rules", started)
	}
	r.settle(&result, context)
	return result
}

func isTemplate(name string) bool { return strings.HasSuffix(name, ".epp") }

// broken reports whether a file has a syntax error, warnings aside.
func broken(file *syntax.File) bool {
	return slices.ContainsFunc(file.Errors, func(mistake syntax.Error) bool { return mistake.Fatal })
}

func (r *run) parse(file *source.File) *syntax.File {
	return syntax.Parse(file, syntax.Options{EPP: isTemplate(file.Name), Tasks: r.options.Validation.Tasks})
}

// settle drops what is switched off, gives findings the severity they are
// configured to have, applies control comments and puts all in order.
func (r *run) settle(result *checked, context *fileContext) {
	set := context.set
	if !r.options.ValidateOnly {
		r.suppress(result, set)
	}
	result.findings = slices.DeleteFunc(result.findings, func(finding diag.Diagnostic) bool {
		if finding.Rule == &rules.InternalError {
			result.failures = append(result.failures, Failure{
				Path: finding.File.Name, Internal: true, Message: fmt.Sprintf("%s: internal error: %s; %s", finding.File.Name, finding.Message, finding.Help)})
			return true
		}
		return !r.options.ValidateOnly && !set.enabled[finding.Rule]
	})
	for i := range result.findings {
		finding := &result.findings[i]
		index := set.index[finding.Rule]
		if configured := set.settings.Severity(index); configured != finding.Rule.Severity && !r.options.ValidateOnly {
			finding.Severity = configured
		}
	}
	if r.asRuby {
		if syntaxError, found := rubySyntaxError(result.file); found {
			result.findings = afterRubySyntax(result.findings, syntaxError)
			result.failures = append(result.failures, Failure{Notice: true, Plain: true, Message: "Try running `puppet parser validate <file>`"})
			return
		}
		slices.SortStableFunc(result.findings, func(a, b diag.Diagnostic) int {
			return cmp.Compare(set.index[a.Rule], set.index[b.Rule])
		})
		return
	}
	diag.Sort(result.findings)
	result.findings = slices.CompactFunc(result.findings, func(a, b diag.Diagnostic) bool {
		return a.Rule == b.Rule && a.At == b.At && a.Message == b.Message
	})
}

// suppress marks what control comments silence, and reports what is wrong with
// the comments.
func (r *run) suppress(result *checked, set *ruleSet) {
	comments := suppress.Comments(result.file)
	if len(comments) == 0 {
		return
	}
	catalogue := r.options.Resolver.Catalogue()
	resolve := func(name string) *diag.Rule {
		for _, rule := range catalogue.Find(name) {
			return rule
		}
		return nil
	}
	list := suppress.Parse(result.file.Source, comments)
	list.Apply(result.findings, resolve)
	if r.asRuby || broken(result.file) {
		return
	}
	ran := func(rule *diag.Rule) bool { return set.enabled[rule] }
	suggest := func(name string) string { return spell.Best(name, catalogue.Names()) }
	result.findings = append(result.findings, list.Findings(resolve, ran, suggest)...)
}
