package compile

import (
	"path/filepath"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// loads records that Puppet reads the manifest of a class or defined type. Before that, it reads
// the module's init.pp. A syntax error in either ends the compilation.
func (k *compilation) loads(d *program.Definition, certain bool) {
	if main := k.mainOf(d.Manifest.Module); main != nil {
		k.reads(main, certain)
	}
	k.reads(d.Manifest, certain)
}

// mainOf returns the init.pp of a module, or nil if its code is not in the tree.
func (k *compilation) mainOf(owner *module.Module) *module.Manifest {
	if owner == nil || owner.Known != nil {
		return nil
	}
	main, isKnown := k.mains[owner]
	if !isKnown {
		main = k.Tree.Manifests.At(owner.Path(module.MainManifest))
		k.mains[owner] = main
	}
	return main
}

// reads records that Puppet reads a manifest.
func (k *compilation) reads(manifest *module.Manifest, certain bool) {
	if k.watch != nil && k.watch.parsed[manifest.Source] {
		k.used.Code = true
	}
	for i := range manifest.Errors {
		one := &manifest.Errors[i]
		if !one.Fatal {
			continue
		}
		name := filepath.Base(manifest.Path)
		if manifest.Module != nil {
			name = manifest.Module.Name + "/" + manifest.Path
		}
		what, at := name+" has a syntax error", catalog.Location{File: manifest.Source, Span: one.Span}
		if certain {
			k.fails(what, at)
		} else {
			k.gap(what, at)
		}
		return
	}
}
