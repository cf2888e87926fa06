package module

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/internal/document/ruby"
)

// additions are the attributes that Ruby files of a tree add to types defined elsewhere.
type additions struct {
	// metaparameters are the names defined by newmetaparam. Every resource has them. open is
	// set if there are others with computed names.
	metaparameters map[string]bool
	open           bool
	// types holds the additions to single types, by name.
	types map[string][]*ruby.ResourceType
	// from holds the absolute paths of the files that add anything.
	from map[string]bool
}

func newAdditions() *additions {
	return &additions{metaparameters: map[string]bool{}, types: map[string][]*ruby.ResourceType{}, from: map[string]bool{}}
}

// MayAdd reports whether Ruby code of the tree adds, or may add, an attribute called name to a
// type defined elsewhere: a resource type, a defined type or "class". The first call reads the
// Ruby files.
func (p *Plugins) MayAdd(resourceType, name string) bool {
	added := p.added.get(p.tree)
	if added.open || added.metaparameters[name] {
		return true
	}
	for _, extension := range added.types[resourceType] {
		if extension.Open || extension.Attribute(name) != nil {
			return true
		}
	}
	return false
}

// equal reports whether two additions are the same.
func (a *additions) equal(other *additions) bool {
	return a.open == other.open && maps.Equal(a.metaparameters, other.metaparameters) && maps.Equal(a.from, other.from) &&
		maps.EqualFunc(a.types, other.types, func(a, b []*ruby.ResourceType) bool { return slices.Equal(a, b) })
}

// readAdditions reads the additions of a module.
func (p *Plugins) readAdditions(module *Module) *additions {
	added := newAdditions()
	p.tree.folders.walk(module.Path("lib"), func(path string) { p.addAdditions(added, path) })
	return added
}

// joinAdditions returns the additions of all modules.
func (p *Plugins) joinAdditions() *additions {
	all := newAdditions()
	for _, module := range p.tree.Modules {
		added := p.additions.Get(p.tree.inputs.task, module)
		all.open = all.open || added.open
		maps.Copy(all.metaparameters, added.metaparameters)
		maps.Copy(all.from, added.from)
		for name, types := range added.types {
			all.types[name] = append(all.types[name], types...)
		}
	}
	return all
}

// addAdditions adds the additions of the file at path.
func (p *Plugins) addAdditions(to *additions, path string) {
	if !strings.HasSuffix(path, ".rb") {
		return
	}
	text, err := p.tree.Manifests.text(path)
	if err != nil {
		return
	}
	if strings.Contains(text, "newmetaparam") {
		to.from[absolute(path)] = true
		to.addMetaparameters(text)
	}
	if strings.Contains(text, "Type.type(") && (strings.Contains(text, "newparam") || strings.Contains(text, "newproperty")) {
		to.from[absolute(path)] = true
		for _, extension := range p.Declarations(path).Extensions {
			to.types[extension.Name] = append(to.types[extension.Name], extension)
		}
	}
}

// addMetaparameters finds newmetaparam(:name) in a text.
func (a *additions) addMetaparameters(text string) {
	for rest := text; ; {
		_, after, isThere := strings.Cut(rest, "newmetaparam")
		if !isThere {
			return
		}
		rest = after
		name, isLiteral := strings.CutPrefix(strings.TrimLeft(after, " ("), ":")
		name = strings.TrimLeft(name, `'"`)
		switch end := nameEnd(name, 0); {
		case isLiteral && end > 0:
			a.metaparameters[name[:end]] = true
		case strings.HasPrefix(after, "("):
			a.open = true
		}
	}
}
