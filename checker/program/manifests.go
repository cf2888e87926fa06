package program

import (
	"iter"

	"puppet-lint/module"
)

// AllManifests returns the initial manifests and those of all modules.
func (p *Program) AllManifests() iter.Seq[*module.Manifest] {
	return func(yield func(*module.Manifest) bool) {
		for _, manifest := range append(p.Initial[:len(p.Initial):len(p.Initial)], p.Tree.Manifests.Initial()...) {
			if !yield(manifest) {
				return
			}
		}
		for _, owner := range p.Tree.Modules {
			for _, manifest := range p.Tree.Manifests.Of(owner) {
				if !yield(manifest) {
					return
				}
			}
		}
	}
}
