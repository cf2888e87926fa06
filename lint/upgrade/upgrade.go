package upgrade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

// Options configures an upgrade.
type Options struct {
	// Files is the disk, or a substitute for it.
	Files source.FileSystem
	// Folder is the absolute path of the current folder.
	Folder string
	// Paths are the files and folders to check.
	Paths []string
	// Resolver finds the settings; Settings must be among its layers.
	Resolver *config.Resolver
	Jobs     int
	// Writer writes the changed files.
	Writer *atomicfile.Writer
	// Targets are the versions to upgrade to. All adds the newest known version of every module
	// that something depends on. Without either, all versions that the metadata allow are
	// checked.
	Targets []Target
	All     bool
	// Write applies the fixes; UnsafeFixes includes those that may change behaviour.
	Write, UnsafeFixes bool
	// Dry computes what Write would change, and changes nothing.
	Dry bool
	// Progress, unless it is nil, is called now and then with the number of files done in the run
	// with some versions, which are "" for the installed ones. Any goroutine may call it.
	Progress func(versions string, done, total int)
}

// Outcome is the result of an upgrade.
type Outcome struct {
	// Result holds what the versions break and change, as findings.
	Result *lint.Result
	// Targets are the checked versions, for display.
	Targets []string
	// Changes are the changed files, sorted by path. In a dry run they are the files that would
	// change.
	Changes []lint.Change
	// Notices explain what was left unchanged, and why.
	Notices []string
}

// Settings returns the settings of all runs, whatever the configuration sets: the profile and
// the selected rules.
func Settings() *config.Layer {
	return &config.Layer{Entries: []config.Entry{
		{Key: []string{"profile"}, Value: config.ProfileDefault, Origin: "upgrade"},
		{Key: []string{"select"}, Value: append([]string{string(diag.Correctness), string(diag.Suspicious)}, slices.Concat(aboutPuppet, aboutModules)...), Origin: "upgrade"},
	}}
}

// aboutPuppet are the rules about versions of Puppet. Their findings are reported even if they
// also occurred before, if the target is at least the first version that they apply to.
var aboutPuppet = []string{"legacy_facts", "legacy_fact_variable", "legacy_fact_in_template", "legacy_fact_in_data", "hiera_function", "deferred_evaluation", outdated}

// aboutModules are the same kind of rules, for versions of modules.
var aboutModules = []string{"deprecated_function", outdated}

// outdated is the rule about ranges that exclude the target.
const outdated = "outdated_requirement"

// run is the state of one upgrade.
type run struct {
	Options
	ctx context.Context
	// plain is the run with the installed versions.
	plain *lint.Result
	// first caches the runs on all files as they are on disk, by versions. Only plain has
	// trees: those of the other runs would need more memory than everything else.
	first map[string]*lint.Result
}

// Run checks an upgrade. The error is what kept it from doing so at all; problems with single
// files are in the result's Failures.
func Run(ctx context.Context, options Options) (*Outcome, error) {
	started := time.Now()
	r := &run{Options: options, ctx: ctx, first: map[string]*lint.Result{}}
	outcome, err := r.check()
	if err != nil {
		return nil, err
	}
	outcome.Result.Elapsed = time.Since(started) // of all runs
	return outcome, nil
}

// check makes the runs with all versions, and writes what Options tell it to.
func (r *run) check() (*Outcome, error) {
	plain, err := r.runWith(module.VersionOverrides{}, nil)
	if err != nil {
		return nil, err
	}
	r.plain = plain
	if len(r.Targets) == 0 && !r.All {
		return r.withinRanges()
	}
	if r.All {
		r.addAll(plain.Trees)
	}
	if err := checkTargets(r.Targets); err != nil {
		return nil, err
	}
	outcome, err := r.compare()
	if err == nil && r.Write {
		outcome, err = r.write(outcome)
	}
	if err != nil {
		return nil, err
	}
	for _, target := range r.Targets {
		outcome.Targets = append(outcome.Targets, target.String())
		if target.Module != nil && !slices.ContainsFunc(plain.Trees, func(tree *module.Tree) bool { return slices.Contains(tree.Wanted(), target.Module.Module) }) {
			outcome.Notices = append(outcome.Notices, "no checked module depends on "+target.Module.FullName())
		}
	}
	return outcome, nil
}

// addAll adds the newest versions of the modules that trees depend on, unless they are targets
// already.
func (r *run) addAll(trees []*module.Tree) {
	for _, tree := range trees {
		for _, wanted := range tree.Wanted() {
			isNamed := func(target Target) bool { return target.Module != nil && target.Module.Module == wanted }
			if !slices.ContainsFunc(r.Targets, isNamed) {
				r.Targets = append(r.Targets, newest(wanted))
			}
		}
	}
}

// runWith runs lint with other versions. texts replace the texts of some files. Only plain and
// the result of a run with texts have trees.
func (r *run) runWith(overrides module.VersionOverrides, texts map[string]string) (*lint.Result, error) {
	if len(texts) > 0 {
		return r.runFilesWith(overrides, texts, nil)
	}
	key := fmt.Sprint(overrides.Puppet)
	for _, view := range overrides.Modules {
		key += "\x00" + view.String()
	}
	if found := r.first[key]; found != nil {
		return found, nil
	}
	result, err := r.runFilesWith(overrides, nil, nil)
	if err != nil {
		return nil, err
	}
	if r.plain != nil {
		result.Trees = nil
	}
	r.first[key] = result
	return result, nil
}

// runFilesWith is like runWith, for the files that only selects; nil selects all. The result is not kept.
func (r *run) runFilesWith(overrides module.VersionOverrides, texts map[string]string, only func(path string) bool) (*lint.Result, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	files := r.Files
	if len(texts) > 0 {
		overlay := map[string]string{}
		for path, text := range texts {
			overlay[path], overlay[source.Absolute(r.Folder, path)] = text, text
		}
		files = source.NewOverlay(files, overlay)
	}
	result, err := lint.Run(r.ctx, lint.Options{
		Files: files, Folder: r.Folder, Paths: r.Paths, Only: only, Resolver: r.Resolver, Jobs: r.Jobs, Versions: overrides, Baseline: "none", Progress: r.progressOf(overrides),
	})
	if err != nil {
		return nil, err
	}
	if len(result.Files) == 0 && result.Failed() {
		var messages []string
		for _, failure := range result.Failures {
			messages = append(messages, failure.Message)
		}
		return nil, errors.New(strings.Join(messages, "\n"))
	}
	return result, nil
}

// progressOf returns the function that reports the progress of a run with other versions, or nil.
func (r *run) progressOf(overrides module.VersionOverrides) func(done, total int) {
	if r.Progress == nil {
		return nil
	}
	versions := versionsOf(overrides)
	return func(done, total int) { r.Progress(versions, done, total) }
}

// versionsOf names the overridden versions; "" if there are none.
func versionsOf(overrides module.VersionOverrides) string {
	var versions []string
	if overrides.Puppet != 0 {
		versions = append(versions, fmt.Sprintf("Puppet %d", overrides.Puppet))
	}
	for _, view := range overrides.Modules {
		versions = append(versions, view.String())
	}
	if len(versions) > maxShown {
		return english.Count(len(versions), "new version")
	}
	return strings.Join(versions, ", ")
}

// maxShown is the number of versions that fit into a line that shows the progress.
const maxShown = 2

// findingKey identifies a finding across runs on the same texts.
type findingKey struct {
	rule, path string
	at         int32
}

func keyOf(finding *diag.Diagnostic) findingKey {
	return findingKey{finding.Rule.Name, finding.File.Name, finding.At}
}

// findingKeys maps the places of a run's findings to the highest severity at each.
type findingKeys map[findingKey]diag.Severity

func findingKeysIn(result *lint.Result) findingKeys {
	found := findingKeys{}
	for _, finding := range result.Findings {
		at := keyOf(finding)
		found[at] = max(found[at], finding.Severity)
	}
	return found
}

// isAboutCode reports whether a finding is about what the code does in a version. The others are
// ignored: with another version, variable_scope may only report the same thing in place of
// another rule, and a dependency that metadata.json does not name is missing in all versions.
func isAboutCode(finding *diag.Diagnostic) bool {
	return finding.Rule.Name != "variable_scope" && finding.Rule.Name != "undeclared_dependency"
}

// lacks reports whether a finding does not occur in the run, or only with a lower severity.
func (p findingKeys) lacks(finding *diag.Diagnostic) bool {
	return p[keyOf(finding)] < finding.Severity
}

// isReplaced reports whether a file belongs to a module that is replaced by another version.
func isReplaced(trees []*module.Tree, absolute string, modules []*known.View) bool {
	for _, tree := range trees {
		if owner, _ := tree.ModuleOf(absolute); owner != nil {
			return slices.ContainsFunc(modules, func(view *known.View) bool {
				metadata := owner.Metadata()
				return view.Name == owner.Name && (metadata == nil || metadata.Owner == view.Owner) && slices.Contains(tree.Wanted(), view.Module)
			})
		}
	}
	return false
}
