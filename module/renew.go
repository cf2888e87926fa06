package module

import (
	"sync"

	"puppet-lint/hiera"
)

// Renew makes the tree read manifests, templates and Hiera's data again whose
// text has changed, and tells whether that is all there is to do: of other files,
// and of those that Puppet reads first, everything else may depend. The files keep
// the names that they are given here. Nobody may ask the tree anything at the same
// time.
func (t *Tree) Renew(paths []string) (sufficient bool) {
	for _, path := range paths {
		if !t.renew(path) {
			return false
		}
	}
	return true
}

func (t *Tree) renew(name string) bool {
	path := absolute(name)
	module, _ := t.ModuleOf(path)
	switch kind := t.DocumentKind(path); {
	case kind == HieraData:
		t.documents.forget(path)
		if module == nil {
			t.hiera = sync.OnceValue(func() *hiera.Config { return t.readHiera(t.Environment, "") })
		} else {
			module.hiera = sync.OnceValue(func() *hiera.Config { return t.readHiera(module.Folder, module.Name) })
		}
		t.sources = sync.OnceValue(t.indexSources)
	case kind == RubyTemplate:
		t.templates.forget(path)
	case kind != NoDocument || t.Manifests != "" && isWithin(path, absolute(t.Manifests)):
		return false
	default:
		t.manifests.forget(path)
		t.Manifest(name)
		t.absentIn.forget(path)
		if module != nil && !t.renewNamesAbsent(module) {
			return false
		}
	}
	folder := t.Environment
	if module != nil {
		folder = module.Folder
	}
	t.mentions.forget(folder)
	t.attributes.forget("")
	return true
}

// renewNamesAbsent reports whether a module still names modules that are not
// there, or still names none, if anybody has asked.
func (t *Tree) renewNamesAbsent(module *Module) bool {
	before, asked := t.incomplete.known(module.Name)
	if !asked {
		return true
	}
	t.incomplete.forget(module.Name)
	return t.namesAbsent(module) == before
}

// EachManifest visits the manifests and templates that have been read, in no
// order.
func (t *Tree) EachManifest(visit func(path string, manifest *Manifest)) {
	t.manifests.entries.Range(func(key, _ any) bool {
		if manifest, known := t.manifests.known(key.(string)); known {
			visit(key.(string), manifest)
		}
		return true
	})
}
