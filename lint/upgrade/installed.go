package upgrade

import (
	"slices"

	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
)

// An installed copy of a module may leave open what else exists, for instance because it has no
// metadata.json. Then a run with the installed versions does not report the names that nothing
// defines, but a run with a known version of the module does. Such a finding is not a break. To
// find it, the functions here run lint with the installed versions as if nothing else existed.

// lackedBefore returns the places of the findings with the versions before those of some targets, as
// if the tree contained everything that its code may name. It checks only the files at paths. The
// result is nil if the plain run knew as much about all of them.
func (r *run) lackedBefore(targets []Target, texts map[string]string, paths []string) (findingKeys, error) {
	isOpen := map[string]bool{}
	for _, path := range paths {
		if !isClosedFor(r.plain.Trees, source.Absolute(r.Folder, path)) {
			isOpen[path] = true
		}
	}
	if len(isOpen) == 0 {
		return nil, nil
	}
	overrides := r.overridesBefore(targets)
	overrides.Complete = true
	before, err := r.runFilesWith(overrides, texts, func(path string) bool { return isOpen[path] })
	if err != nil {
		return nil, err
	}
	return findingKeysIn(before), nil
}

// dropLackedBefore removes the findings of a result with the versions of some targets that also
// occur with the installed versions. The findings of the rules about versions stay.
func (r *run) dropLackedBefore(result *lint.Result, targets []Target, texts map[string]string) error {
	always, paths := r.rulesAbout(targets), []string(nil)
	for _, finding := range result.Findings {
		if !slices.Contains(always, finding.Rule.Name) {
			paths = append(paths, finding.File.Name)
		}
	}
	if !slices.ContainsFunc(targets, func(target Target) bool { return target.Module != nil }) {
		return nil // Puppet's version does not change what may exist
	}
	before, err := r.lackedBefore(targets, texts, paths)
	if err != nil || before == nil {
		return err
	}
	kept := result.Findings[:0]
	for _, finding := range result.Findings {
		if before.lacks(finding) || slices.Contains(always, finding.Rule.Name) {
			kept = append(kept, finding)
		}
	}
	result.Findings = kept
	return nil
}

// isClosedFor reports whether one of the trees contains everything that the code of a file may name.
func isClosedFor(trees []*module.Tree, absolute string) bool {
	return slices.ContainsFunc(trees, func(tree *module.Tree) bool {
		owner, _ := tree.ModuleOf(absolute)
		return owner != nil && tree.IsClosed(owner)
	})
}
