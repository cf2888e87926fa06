package upgrade

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// allowedVersion is a version that the metadata of its owners allow.
type allowedVersion struct {
	target Target
	owners []*module.Module
	// isOlder is set if the range of an owner allows only older versions with this major number,
	// which the known one represents.
	isOlder bool
	// closedFor holds the owners for which the tree with this version contains everything that
	// their code may name.
	closedFor []*module.Module
}

// product returns the name of what the version is a version of: Puppet, puppetlabs-stdlib.
func (v *allowedVersion) product() string {
	if v.target.Module == nil {
		return v.target.Product
	}
	return v.target.Module.FullName()
}

// number returns the version.
func (v *allowedVersion) number() *types.Version {
	if v.target.Module == nil {
		return &types.Version{Major: int64(v.target.Puppet)}
	}
	return v.target.Module.In(v.target.Module.Allowed)[0]
}

// numberText returns the version as the ranges allow it: 9.7.0, and 9.x if not every range allows
// 9.7.0.
func (v *allowedVersion) numberText() string {
	switch {
	case v.target.Module == nil:
		return strconv.Itoa(v.target.Puppet)
	case v.isOlder:
		return fmt.Sprintf("%d.x", v.number().Major)
	}
	return v.number().String()
}

// listOf lists versions with each product once: Puppet 8 and puppetlabs-stdlib 8.6.0 and 9.7.0.
// Versions of the same product must follow each other.
func listOf(versions []*allowedVersion) string {
	var products []string
	for len(versions) > 0 {
		product, numbers := versions[0].product(), []string(nil)
		for len(versions) > 0 && versions[0].product() == product {
			numbers, versions = append(numbers, versions[0].numberText()), versions[1:]
		}
		products = append(products, product+" "+english.List(numbers, "and"))
	}
	return english.List(products, "and")
}

// noteClosed records for which owners the trees of a run with the version contain everything.
func (v *allowedVersion) noteClosed(trees []*module.Tree) {
	for _, owner := range v.owners {
		if isClosedFor(trees, owner.Path("metadata.json")) {
			v.closedFor = append(v.closedFor, owner)
		}
	}
}

// withinRanges finds the errors that occur with some of the versions that the metadata allow.
func (r *run) withinRanges() (*Outcome, error) {
	plain := r.plain
	versions := r.allowedVersions(plain)
	found, err := r.within(plain, versions)
	if err != nil {
		return nil, err
	}
	result := *plain
	result.Findings = append(found.findings(), r.tooWide(found, versions)...)
	diag.Sort(result.Findings)
	outcome := &Outcome{Result: &result}
	for _, version := range versions {
		outcome.Targets = append(outcome.Targets, version.target.String())
	}
	return outcome, nil
}

// allowedVersions returns the versions that the metadata of the checked modules allow. Those of
// Puppet come first. A range without an upper end is not considered for Puppet.
func (r *run) allowedVersions(plain *lint.Result) []*allowedVersion {
	var versions []*allowedVersion
	add := func(target Target, owner *module.Module, isOlder bool) {
		for _, version := range versions {
			if version.target.String() == target.String() {
				version.owners, version.isOlder = append(version.owners, owner), version.isOlder || isOlder
				return
			}
		}
		versions = append(versions, &allowedVersion{target: target, owners: []*module.Module{owner}, isOlder: isOlder})
	}
	owners := r.checkedModules(plain)
	for major := config.OldestTargetVersion; major <= config.NewestTargetVersion; major++ {
		for _, owner := range owners {
			if allowsPuppet(owner, major) && !allowsPuppet(owner, beyondAll) {
				add(Target{Product: "Puppet", Puppet: major}, owner, false)
			}
		}
	}
	for _, owner := range owners {
		for _, one := range dependenciesOf(owner) {
			for i, version := range one.known.Versions {
				if one.known.Allowed(one.allowed)&(1<<i) != 0 {
					add(Target{Module: one.known.View(1 << i)}, owner, !one.allowed.Includes(version))
				}
			}
		}
	}
	slices.SortStableFunc(versions, func(a, b *allowedVersion) int {
		if a.target.Module == nil || b.target.Module == nil {
			return 0 // versions of Puppet are in order
		}
		return cmp.Or(strings.Compare(a.product(), b.product()), a.number().Compare(b.number()))
	})
	return versions
}

// beyondAll is a major version that only a range without an upper end allows.
const beyondAll = 1 << 20

// dependency is a known module with its version range in some metadata.
type dependency struct {
	known   *known.Module
	allowed *types.VersionRange
}

// dependenciesOf returns the dependencies of a module that are known modules and have a valid
// version range.
func dependenciesOf(owner *module.Module) []dependency {
	metadata := owner.Metadata()
	if metadata == nil {
		return nil
	}
	var found []dependency
	for _, one := range metadata.Dependencies {
		index := known.Embedded().Find(one.Owner, one.Name)
		allowed, err := types.ParseVersionRange(one.Range)
		if index != nil && err == nil && one.Range != "" {
			found = append(found, dependency{index, allowed})
		}
	}
	return found
}

// within finds what fails only with some versions, in the files of the modules that allow them.
func (r *run) within(plain *lint.Result, versions []*allowedVersion) (*failures, error) {
	ofAll, err := r.wrongInAll(versions)
	if err != nil {
		return nil, err
	}
	known, found := findingKeysIn(plain), &failures{byKey: map[findingKey]*failure{}}
	for _, version := range versions {
		overrides, before := overridesOf([]Target{version.target}), known
		if overrides.Puppet != 0 {
			before = ofAll
		}
		after, err := r.runOwnersWith(overrides, version.owners)
		if err != nil {
			return nil, err
		}
		version.noteClosed(after.Trees)
		for _, finding := range after.Findings {
			if finding.Suppressed || !r.isInAny(finding.File.Name, version.owners) || !isOf(finding, version.target, before) || isReplaced(plain.Trees, source.Absolute(r.Folder, finding.File.Name), overrides.Modules) {
				continue
			}
			found.add(finding, r.moduleOf(plain, finding.File.Name), version)
		}
	}
	return found, r.dropUnknown(found, versions)
}

// isOf reports whether a finding is caused by a version: it does not occur without the version,
// or it comes from a rule about that version.
func isOf(finding *diag.Diagnostic, target Target, before findingKeys) bool {
	switch name := finding.Rule.Name; {
	case name == outdated || name == "hiera_function":
		return false
	case slices.Contains(aboutPuppet, name):
		return target.Puppet >= firstWithoutLegacyFacts
	case slices.Contains(aboutModules, name):
		return false // the code still works
	}
	return isAboutCode(finding) && before.lacks(finding)
}

// wrongInAll returns the places of the findings that occur with every allowed version of
// Puppet.
func (r *run) wrongInAll(versions []*allowedVersion) (findingKeys, error) {
	var common findingKeys
	for _, version := range versions {
		if version.target.Module != nil {
			continue
		}
		result, err := r.runWith(overridesOf([]Target{version.target}), nil)
		if err != nil {
			return nil, err
		}
		own := findingKeysIn(result)
		if common != nil {
			for at, severity := range own {
				if own[at] = min(severity, common[at]); own[at] == 0 {
					delete(own, at)
				}
			}
		}
		common = own
	}
	return common, nil
}

// runOwnersWith runs lint with other versions on the files of some modules.
func (r *run) runOwnersWith(overrides module.VersionOverrides, owners []*module.Module) (*lint.Result, error) {
	if len(overrides.Modules) == 0 {
		return r.runWith(overrides, nil) // has been asked for before
	}
	return r.runFilesWith(overrides, nil, func(path string) bool { return r.isInAny(path, owners) })
}

// isInAny reports whether a file lies in one of the modules.
func (r *run) isInAny(path string, owners []*module.Module) bool {
	return slices.Contains(owners, r.moduleOf(r.plain, path))
}

// asGiven returns a file under the path by which the user knows it.
func (r *run) asGiven(file *source.File) *source.File {
	for _, result := range r.first {
		for _, path := range result.Files {
			if source.Absolute(r.Folder, path) == source.Absolute(r.Folder, file.Name) {
				return file.Renamed(path)
			}
		}
	}
	return file
}

// rangeNode returns the first node of a module's metadata with the version range for a target,
// or nil.
func rangeNode(owner *module.Module, target Target) *document.Node {
	if nodes := rangeNodes(owner, target); len(nodes) > 0 {
		return nodes[0]
	}
	return nil
}

// rangeNodes returns the nodes of a module's metadata with version ranges for a target. There
// may be one for Puppet and one for OpenVox.
func rangeNodes(owner *module.Module, target Target) (nodes []*document.Node) {
	metadata := owner.Metadata()
	if metadata == nil || metadata.Document.Root == nil {
		return nil
	}
	field := "dependencies"
	if target.Module == nil {
		field = "requirements"
	}
	list := metadata.Document.Root.Resolve().Get(field)
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		name, wanted := item.Get("name"), item.Get("version_requirement")
		if name != nil && wanted != nil && wanted.Kind == document.String && isNamed(name.Text, target) {
			nodes = append(nodes, wanted)
		}
	}
	return nodes
}

// isNamed reports whether a name in metadata refers to a target.
func isNamed(name string, target Target) bool {
	if target.Module == nil {
		return name == "puppet" || name == "openvox"
	}
	return name == target.Module.Owner+"/"+target.Module.Name || name == target.Module.FullName()
}
