package upgrade

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/types"
)

// compare returns the code that the targets break or change in the files on disk.
func (r *run) compare() (*Outcome, error) { return r.compareWith(nil) }

// compareWith is like compare, but reads the texts, by path, instead of the files on disk.
func (r *run) compareWith(texts map[string]string) (*Outcome, error) {
	after, err := r.runWith(overridesOf(r.Targets), texts)
	if err != nil {
		return nil, err
	}
	all, err := r.broken(r.Targets, texts, after)
	if err != nil {
		return nil, err
	}
	causes := map[findingKey][]string{}
	for _, target := range r.Targets {
		one := all
		if len(r.Targets) > 1 {
			if one, err = r.brokenBy(target, texts, all); err != nil {
				return nil, err
			}
		}
		for _, finding := range one.Findings {
			at := keyOf(finding)
			causes[at] = append(causes[at], target.String())
		}
	}
	outcome := &Outcome{Result: all}
	for _, finding := range all.Findings {
		finding.Message = withCause(finding, causes[keyOf(finding)])
		if fix := r.fixOf(finding); fix != nil {
			fix.Safety = diag.Safe // fixOf has decided to apply it
			finding.Fixes = []diag.Fix{*fix}
		}
	}
	return outcome, nil
}

// withCause returns the message of a finding, followed by the versions that cause it.
func withCause(finding *diag.Diagnostic, causes []string) string {
	if len(causes) == 0 || finding.Rule.Name == outdated {
		return finding.Message
	}
	return finding.Message + " (" + english.List(causes, "and") + ")"
}

// brokenBy returns the findings that one target causes by itself. It checks only the files with
// findings of all targets together.
func (r *run) brokenBy(target Target, texts map[string]string, all *lint.Result) (*lint.Result, error) {
	isBroken := map[string]bool{}
	for _, finding := range all.Findings {
		isBroken[finding.File.Name] = true
	}
	only := func(path string) bool { return isBroken[path] }
	after, err := &lint.Result{}, error(nil)
	if slices.ContainsFunc(all.Files, only) { // functions in Ruby are not among the files of a run
		after, err = r.runFilesWith(overridesOf([]Target{target}), texts, only)
	}
	if err != nil {
		return nil, err
	}
	return r.broken([]Target{target}, texts, after)
}

// broken returns after, the result of a run with the versions of some targets, with fewer
// findings. It keeps those that only this run has, and those of the rules about the targets'
// versions.
func (r *run) broken(targets []Target, texts map[string]string, after *lint.Result) (*lint.Result, error) {
	before, err := r.runWith(r.overridesBefore(targets), texts)
	if err != nil {
		return nil, err
	}
	overrides := overridesOf(targets)
	known, always := findingKeysIn(before), r.rulesAbout(targets)
	result := *after
	result.Findings = nil
	for _, finding := range after.Findings {
		isNews := isAboutCode(finding) && known.lacks(finding) || slices.Contains(always, finding.Rule.Name)
		if finding.Suppressed || !isNews || r.isForOthers(after, finding, targets) || isReplaced(r.treesOf(before), source.Absolute(r.Folder, finding.File.Name), overrides.Modules) {
			continue
		}
		result.Findings = append(result.Findings, finding)
	}
	if err := r.dropLackedBefore(&result, targets, texts); err != nil {
		return nil, err
	}
	if slices.Contains(always, code.LegacyFactInTemplate.Name) {
		result.Findings = append(result.Findings, r.inFunctions(texts)...)
		slices.SortStableFunc(result.Findings, func(a, b *diag.Diagnostic) int { return strings.Compare(a.File.Name, b.File.Name) })
	}
	return &result, nil
}

// isForOthers reports whether a finding is about a range for something that is not a target.
func (r *run) isForOthers(result *lint.Result, finding *diag.Diagnostic, targets []Target) bool {
	if finding.Rule.Name != outdated {
		return false
	}
	owner := r.moduleOf(result, finding.File.Name)
	return owner == nil || !slices.ContainsFunc(targets, func(target Target) bool {
		return slices.ContainsFunc(rangeNodes(owner, target), func(wanted *document.Node) bool { return wanted.Span == finding.Span })
	})
}

// rulesAbout returns the rules about versions that apply to the targets.
func (r *run) rulesAbout(targets []Target) []string {
	var rules []string
	for _, target := range targets {
		switch {
		case target.Module != nil:
			rules = append(rules, aboutModules...)
		case target.Puppet >= firstWithoutLegacyFacts:
			rules = append(rules, aboutPuppet...)
		}
	}
	return rules
}

// firstWithoutLegacyFacts is the first major version of Puppet that sends no legacy facts by
// default and does not include Hiera 3.
const firstWithoutLegacyFacts = 8

// overridesBefore returns the versions to compare with. They are the installed ones unless Puppet
// is a target: then they have the oldest Puppet that the metadata allow, or the version before
// the target.
func (r *run) overridesBefore(targets []Target) module.VersionOverrides {
	at := slices.IndexFunc(targets, func(target Target) bool { return target.Module == nil })
	if at < 0 {
		return module.VersionOverrides{}
	}
	oldest := targets[at].Puppet - 1
	for _, owner := range r.checkedModules(r.plain) {
		for major := config.OldestTargetVersion; major < oldest; major++ {
			if allowsPuppet(owner, major) {
				oldest = major
			}
		}
	}
	return module.VersionOverrides{Puppet: max(oldest, config.OldestTargetVersion)}
}

// checkedModules returns the modules that contain the files of a run, in order.
func (r *run) checkedModules(result *lint.Result) []*module.Module {
	var modules []*module.Module
	for _, path := range result.Files {
		if owner := r.moduleOf(result, path); owner != nil && !slices.Contains(modules, owner) {
			modules = append(modules, owner)
		}
	}
	return modules
}

// treesOf returns the trees of a run. If it has none, it returns the trees of plain, which read the
// same texts.
func (r *run) treesOf(result *lint.Result) []*module.Tree {
	if result.Trees == nil {
		return r.plain.Trees
	}
	return result.Trees
}

// moduleOf returns the module that contains a file of a run, or nil.
func (r *run) moduleOf(result *lint.Result, path string) *module.Module {
	for _, tree := range r.treesOf(result) {
		if owner, _ := tree.ModuleOf(source.Absolute(r.Folder, path)); owner != nil {
			return owner
		}
	}
	return nil
}

// allowsPuppet reports whether a module's metadata allow a major version of Puppet.
func allowsPuppet(owner *module.Module, major int) bool {
	metadata := owner.Metadata()
	if metadata == nil {
		return false
	}
	for _, name := range []string{"puppet", "openvox"} {
		allowed, err := types.ParseVersionRange(metadata.Requirements[name])
		if err == nil && metadata.Requirements[name] != "" && allowed.IncludesMajor(int64(major)) {
			return true
		}
	}
	return false
}
