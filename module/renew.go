package module

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/hiera"
	"puppet-lint/syntax"
)

// Renew makes the tree read files again that have changed, come or gone, and
// tells whether that is all there is to do: of some, such as those that Puppet
// reads first, everything else may depend. The files keep the names that they are
// given here. Nobody may ask the tree anything at the same time.
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
	module, relative := t.ModuleOf(path)
	before := t.contentOf(path)
	folder, _ := filepath.Split(path)
	t.listings.forget(folder)
	t.renewBelow(path)
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
	case kind == MetadataFile:
		t.renewMetadata(module)
		return t.keepsName(module)
	case kind == TaskMetadata || kind == OtherDocument:
		t.documents.forget(path)
	case filepath.Ext(path) == ".rb":
		if module == nil || !strings.HasPrefix(relative, "lib/") {
			t.sameRuby[path] = false // file() may name it
			return true
		}
		if !t.renewRuby(module, path, relative) {
			return false
		}
	case kind != NoDocument || t.Manifests != "" && isWithin(path, absolute(t.Manifests)):
		return false
	default:
		t.manifests.forget(path)
		if _, err := t.Files.Stat(path); err == nil {
			t.Manifest(name)
		}
		if module != nil {
			t.renewNamesAbsent(module, path)
		}
	}
	t.renewMentions(module, before, t.contentOf(path))
	return module == nil || t.keepsName(module)
}

// renewBelow has the folders listed again below which a file has come or gone.
func (t *Tree) renewBelow(path string) {
	_, err := t.Files.Stat(path)
	t.below.entries.Range(func(folder, _ any) bool {
		known, _ := t.below.known(folder.(string))
		if within := absolute(folder.(string)); isWithin(path, within) {
			wasThere := slices.ContainsFunc(known, func(one string) bool { return absolute(one) == path })
			if wasThere != (err == nil) {
				t.below.forget(folder.(string))
			}
		}
		return true
	})
}

// keepsName reports whether a module would be called what it is.
func (t *Tree) keepsName(module *Module) bool {
	return module != t.single || module.Name == t.singleName(module.Folder, module.Metadata())
}

// renewMetadata has the metadata of a module read again.
func (t *Tree) renewMetadata(module *Module) {
	path := module.Path("metadata.json")
	t.documents.forget(absolute(path))
	module.metadata = sync.OnceValue(func() *Metadata { return readMetadata(t.Files, path) })
	t.closedness = cache[bool]{}
}

// renewRuby reports whether the file adds nothing to types that others make. It
// notes whether the file says what it said.
func (t *Tree) renewRuby(module *Module, path, relative string) bool {
	_, err := t.Files.Stat(path)
	same := t.plugins().paths[path] == (err == nil && isPlugin(relative))
	if !same {
		t.plugins = sync.OnceValue(t.listPlugins)
	}
	if before, asked := t.ruby.known(path); asked {
		t.ruby.forget(path)
		same = same && before.SaysTheSame(t.Ruby(path))
	}
	if before, asked := t.strings.known(module.Folder); asked {
		t.strings.forget(module.Folder)
		same = same && slices.Equal(before, t.RubyStrings(module))
	}
	t.sameRuby[path] = same
	t.types = cache[*ResourceType]{}
	if added, asked := t.added.known(""); asked {
		now := newAdditions()
		if t.addAdditions(now, path); added.from[path] || now.from[path] {
			return false
		}
	}
	return true
}

// SaysTheSame reports whether a Ruby file declared, when Renew last read it, what
// it had declared before, as far as anybody had asked.
func (t *Tree) SaysTheSame(path string) bool { return t.sameRuby[absolute(path)] }

// PluginNames are the names by which code knows what the Ruby file at path
// declares, in lower case, by the place where it lies. There are none for
// providers, of which code knows nothing.
func (t *Tree) PluginNames(path string) []string {
	_, relative := t.ModuleOf(path)
	name := strings.TrimSuffix(relative, ".rb")
	for _, folder := range []string{"lib/puppet/functions/", "lib/puppet/parser/functions/", "lib/puppet/type/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			return []string{strings.ToLower(strings.ReplaceAll(rest, "/", "::"))}
		}
	}
	if rest, inside := strings.CutPrefix(name, "lib/puppet/datatypes/"); inside {
		name := strings.ToLower(strings.ReplaceAll(rest, "/", "::"))
		return []string{name, strings.ReplaceAll(name, "_", "")}
	}
	return nil
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

// renewNamesAbsent finds out again whether the manifest at a path names modules that
// are not there, if that may matter to what somebody has asked.
func (t *Tree) renewNamesAbsent(module *Module, path string) {
	before, _ := t.absentIn.known(path)
	t.absentIn.forget(path)
	if _, asked := t.incomplete.known(module.Name); !asked {
		return
	}
	manifest, isThere := t.manifests.known(path)
	after := isThere && t.absentIn.get(path, func() bool { return t.manifestNamesAbsent(manifest) })
	if after != before {
		t.incomplete.forget(module.Name)
		t.closedness = cache[bool]{}
	}
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
