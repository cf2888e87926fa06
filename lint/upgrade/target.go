package upgrade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/english"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

// Target is a version to upgrade to, of Puppet or of a module.
type Target struct {
	// Product is "Puppet" or "OpenVox"; empty for a module. Puppet is its major version.
	Product string
	Puppet  int
	// Module is the module in that version; nil for Puppet.
	Module *known.View
}

// ParseTarget parses NAME=VERSION: puppet=8, openvox=9, puppetlabs-stdlib=9.
func ParseTarget(text string) (Target, error) {
	name, version, ok := strings.Cut(text, "=")
	name, version = strings.ToLower(strings.TrimSpace(name)), strings.TrimPrefix(strings.TrimSpace(version), "v")
	if !ok || name == "" || version == "" {
		return Target{}, fmt.Errorf("%q is not NAME=VERSION, such as puppet=8 or puppetlabs-stdlib=9", text)
	}
	major, err := strconv.Atoi(strings.Split(version, ".")[0])
	if err != nil {
		return Target{}, fmt.Errorf("%q: %q is not a version", text, version)
	}
	if name == "puppet" || name == "openvox" {
		return puppetTarget(name, major)
	}
	found, err := findModule(name)
	if err != nil {
		return Target{}, err
	}
	for i, one := range found.Versions {
		if one.String() == version || one.Major == int64(major) {
			return Target{Module: found.View(1 << i)}, nil
		}
	}
	var versions []string
	for _, one := range found.Versions {
		versions = append(versions, one.String())
	}
	return Target{}, fmt.Errorf("there is no known version %s of %s; the known versions are %s", version, found.FullName(), strings.Join(versions, ", "))
}

func puppetTarget(name string, major int) (Target, error) {
	if major < config.OldestTargetVersion || major > config.NewestTargetVersion {
		return Target{}, fmt.Errorf("%s=%d: the known versions of Puppet are %s", name, major, english.List(config.TargetVersions(), "and"))
	}
	product := "Puppet"
	if name == "openvox" {
		product = "OpenVox"
	}
	return Target{Product: product, Puppet: major}, nil
}

// findModule returns the known module with a full name, or with a name that only one owner
// uses.
func findModule(name string) (*known.Module, error) {
	index := known.Embedded()
	owner, short, isFull := strings.Cut(strings.ReplaceAll(name, "/", "-"), "-")
	if isFull {
		if found := index.Find(owner, short); found != nil {
			return found, nil
		}
		name = owner + "-" + short
	} else if found := index.Named(name); len(found) == 1 {
		return found[0], nil
	} else if len(found) > 1 {
		return nil, fmt.Errorf("there are several modules %s; write the full name, such as %s", name, found[0].FullName())
	}
	return nil, fmt.Errorf("there is no known module %s%s", name, spell.DidYouMean(name, names(index.Modules())))
}

func names(modules []*known.Module) []string {
	names := make([]string, len(modules))
	for i, one := range modules {
		names[i] = one.FullName()
	}
	return names
}

// Names returns the names of all possible targets, without versions, sorted. Completion uses
// them.
func Names() []string {
	return append([]string{"puppet", "openvox"}, names(known.Embedded().Modules())...)
}

// newest returns the newest version of a module as a target.
func newest(found *known.Module) Target {
	return Target{Module: found.View(1 << (len(found.Versions) - 1))}
}

// String returns the target for display: Puppet 8, puppetlabs-stdlib 9.7.0.
func (t Target) String() string {
	if t.Module != nil {
		return t.Module.String()
	}
	return t.Product + " " + strconv.Itoa(t.Puppet)
}

// Flag returns the target as it is written on the command line.
func (t Target) Flag() string {
	if t.Module != nil {
		return fmt.Sprintf("%s=%d", t.Module.FullName(), t.Module.In(t.Module.Allowed)[0].Major)
	}
	return fmt.Sprintf("%s=%d", strings.ToLower(t.Product), t.Puppet)
}

// overridesOf returns the versions of the targets.
func overridesOf(targets []Target) module.VersionOverrides {
	var overrides module.VersionOverrides
	for _, target := range targets {
		if target.Module != nil {
			overrides.Modules = append(overrides.Modules, target.Module)
		} else {
			overrides.Puppet = target.Puppet
		}
	}
	return overrides
}

// checkTargets returns an error if two targets are versions of the same product.
func checkTargets(targets []Target) error {
	var seen []string
	for _, target := range targets {
		name := "Puppet"
		if target.Module != nil {
			name = target.Module.FullName()
		}
		if slices.Contains(seen, name) {
			return fmt.Errorf("%s is given with two versions; name one", name)
		}
		seen = append(seen, name)
	}
	return nil
}
