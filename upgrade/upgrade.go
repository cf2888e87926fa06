package upgrade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/diag"
	"puppet-lint/internal/atomicfile"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/source"
)

// Options say what is asked.
type Options struct {
	// Files is the disk, or what stands for it.
	Files source.FileSystem
	// Folder is the current folder, absolute.
	Folder string
	// Paths are the files and folders to look at.
	Paths []string
	// Resolver finds the settings; Settings must be among its layers.
	Resolver *config.Resolver
	Jobs     int
	// Writer writes the files.
	Writer *atomicfile.Writer
	// Targets are the versions to go to. All adds the newest known version of every
	// module that something depends on. Without either, the versions are those that the
	// metadata's ranges allow.
	Targets []Target
	All     bool
	// Write makes the fixes; UnsafeFixes also those that may change behaviour.
	Write, UnsafeFixes bool
	// Dry finds out what Write would change, and changes nothing.
	Dry bool
}

// Outcome is what was found.
type Outcome struct {
	// Result holds what the versions break and change, as findings.
	Result *lint.Result
	// Targets are the versions that were looked at, in words.
	Targets []string
	// Changes are the files that were changed or, in a dry run, would be, in order.
	Changes []lint.Change
	// Notices say what was left alone, and why.
	Notices []string
}

// Settings are what holds in the runs whatever the configuration says: which rules are
// asked, in which profile.
func Settings() *config.Layer {
	return &config.Layer{Entries: []config.Entry{
		{Key: []string{"profile"}, Value: config.ProfileDefault, Origin: "upgrade"},
		{Key: []string{"select"}, Value: append([]string{string(diag.Correctness), string(diag.Suspicious)}, slices.Concat(aboutPuppet, aboutModules)...), Origin: "upgrade"},
	}}
}

// aboutPuppet are rules about a version of Puppet themselves: what they find counts
// wherever it was before, if the target is the first version that it is about.
var aboutPuppet = []string{"legacy_facts", "legacy_fact_variable", "legacy_fact_in_template", "legacy_fact_in_data", "hiera_function", outdated}

// aboutModules are the same about versions of modules.
var aboutModules = []string{"deprecated_function", outdated}

// outdated is the rule about ranges that leave the target out.
const outdated = "outdated_requirement"

// run is one question at work.
type run struct {
	Options
	ctx context.Context
	// plain is the run in which everything is as it is.
	plain *lint.Result
	// first keeps the runs that were made on the files as they are on the disk.
	first map[string]*lint.Result
}

// Run answers the question. The error says what kept it from doing so as a whole; the
// result's Failures, what is wrong with single files.
func Run(ctx context.Context, options Options) (*Outcome, error) {
	r := &run{Options: options, ctx: ctx, first: map[string]*lint.Result{}}
	plain, err := r.in(module.World{}, nil)
	if err != nil {
		return nil, err
	}
	r.plain = plain
	if len(options.Targets) == 0 && !options.All {
		return r.withinRanges()
	}
	if options.All {
		r.addAll(plain.Trees)
	}
	if err := checkTargets(r.Targets); err != nil {
		return nil, err
	}
	outcome, err := r.compare()
	if err == nil && options.Write {
		outcome, err = r.write(outcome)
	}
	if err != nil {
		return nil, err
	}
	for _, target := range r.Targets {
		outcome.Targets = append(outcome.Targets, target.String())
		if target.Module != nil && !slices.ContainsFunc(plain.Trees, func(tree *module.Tree) bool { return slices.Contains(tree.Wanted(), target.Module.Module) }) {
			outcome.Notices = append(outcome.Notices, "nothing here depends on "+target.Module.FullName())
		}
	}
	return outcome, nil
}

// addAll adds the newest versions of the modules that trees depend on, but for those
// that are asked about.
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

// in makes a run in a world, with texts in the place of those of some files.
func (r *run) in(world module.World, texts map[string]string) (*lint.Result, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	key := fmt.Sprint(world.Puppet)
	for _, view := range world.Modules {
		key += "\x00" + view.String()
	}
	if found := r.first[key]; found != nil && len(texts) == 0 {
		return found, nil
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
		Files: files, Folder: r.Folder, Paths: r.Paths, Resolver: r.Resolver, Jobs: r.Jobs, World: world, Baseline: "none",
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
	if len(texts) == 0 {
		r.first[key] = result
	}
	return result, nil
}

// place tells findings of two runs on the same texts apart.
type place struct {
	rule, path string
	at         int32
}

func placeOf(finding *diag.Diagnostic) place {
	return place{finding.Rule.Name, finding.File.Name, finding.At}
}

// places are those of the findings of a run, with how bad the worst of each is.
type places map[place]diag.Severity

func placesIn(result *lint.Result) places {
	found := places{}
	for i := range result.Findings {
		at := placeOf(&result.Findings[i])
		found[at] = max(found[at], result.Findings[i].Severity)
	}
	return found
}

// isAboutCode reports whether a finding is about what the code does: of the rules about
// how it is written, another version only has others speak up in their place.
func isAboutCode(finding *diag.Diagnostic) bool { return finding.Rule.Name != "variable_scope" }

// lacks reports whether a finding is not among those of the run, or is worse.
func (p places) lacks(finding *diag.Diagnostic) bool { return p[placeOf(finding)] < finding.Severity }

// isReplaced reports whether a file is one of a module of which another version is laid
// in.
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
