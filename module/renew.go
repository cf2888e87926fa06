package module

import (
	"slices"
	"sync"

	"puppet-lint/hiera"
	"puppet-lint/syntax"
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
	before := t.contentOf(path)
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
	t.renewMentions(module, before, t.contentOf(path))
	return true
}

// content is what a file held when it was last read.
type content struct {
	path, text string
	// known tells that it was read.
	known bool
	// inherits tells that it is a manifest with a class that inherits.
	inherits bool
}

// contentOf is what a manifest, template or data file holds; a manifest that
// has not been read yet is not read now.
func (t *Tree) contentOf(path string) content {
	if manifest, known := t.manifests.known(path); known {
		inherits := slices.ContainsFunc(manifest.Definitions, func(definition *Definition) bool {
			class, isClass := definition.Node.(*syntax.HostClassDefinition)
			return isClass && class.ParentClass != ""
		})
		return content{path, manifest.Source.Text, manifest.Err == nil, inherits}
	}
	if template, known := t.templates.known(path); known {
		return content{path: path, text: template.File.Text, known: true}
	}
	if read, known := t.documents.known(path); known {
		return content{path: path, text: read.File.Text, known: true}
	}
	return content{path: path}
}

// renewMentions has the mentions of a module read again, and notes when they are
// others than before, unless the file that has changed mentions what it did.
func (t *Tree) renewMentions(module *Module, before, after content) {
	t.generation += inheriting(before, after)
	if before.known && after.known && mentionsIn(before.path, before.text).equal(mentionsIn(after.path, after.text)) {
		return
	}
	folder := t.Environment
	if module != nil {
		folder = module.Folder
	}
	known, asked := t.mentions.known(folder)
	t.mentions.forget(folder)
	if !asked {
		return
	}
	if now := t.Mentions(module); !now.equal(known) {
		t.attributes.forget("")
		t.generation++
	}
}

// inheriting is 1 if a class that inherits is among what a file held or holds:
// what it reads of the other class is not among the mentions.
func inheriting(before, after content) int {
	if before.inherits || after.inherits {
		return 1
	}
	return 0
}

// Generation is a number that grows when Renew finds that the mentions of some
// module, or what classes read of those that they inherit from, may be others.
func (t *Tree) Generation() int { return t.generation }

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
