package program

import (
	"slices"
	"strings"

	"puppet-lint/internal/ascii"

	"puppet-lint/module"
)

// A module's metadata.json lists the operating systems that it supports. Tests of $facts['os']
// show which of them reach a point of the code; the state keeps these. A test that the checker
// does not understand leaves them unchanged.

// SystemsOf returns the operating systems that a body's module supports; nil if the metadata
// list none. A class such as m::install::linux is only for the systems in its name.
func (p *Program) SystemsOf(b *Body) []*module.System {
	if b.Module == nil || b.Definition == nil {
		return nil
	}
	return p.systems.Get(b.Definition.Definition, func() []*module.System {
		systems := p.ListedSystems(b.Module)
		for _, word := range strings.Split(b.Definition.Name, "::")[1:] {
			if named := systemsNamed(systems, word); len(named) > 0 {
				systems = named
			}
		}
		return systems
	})
}

// ListedSystems returns the operating systems in a module's metadata.json.
func (p *Program) ListedSystems(owner *module.Module) []*module.System {
	return p.systems.Get(owner, func() []*module.System {
		if metadata := owner.Metadata(); metadata != nil {
			return metadata.Systems()
		}
		return nil
	})
}

// systemsNamed returns the systems with a fact whose value is a part of word.
func systemsNamed(systems []*module.System, word string) []*module.System {
	var found []*module.System
	for _, system := range systems {
		for _, fact := range []string{"os.name", "os.family", "kernel"} {
			values, _ := system.Fact(fact)
			if slices.ContainsFunc(values, func(value string) bool { return strings.Contains(word, ascii.Lower(value)) }) {
				found = append(found, system)
				break
			}
		}
	}
	return found
}
