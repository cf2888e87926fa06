package module

import (
	"strings"

	"puppet-lint/internal/document/ruby"
)

// additions are the attributes that Ruby files of a tree add to resources whose
// type is made elsewhere.
type additions struct {
	// metaparameters are those of newmetaparam, which every resource has; open
	// says that there are others, with names that are computed.
	metaparameters map[string]bool
	open           bool
	// types are what is added to single types, by their names.
	types map[string][]*ruby.ResourceType
	// from are the absolute paths of the files that add anything.
	from map[string]bool
}

func newAdditions() *additions {
	return &additions{metaparameters: map[string]bool{}, types: map[string][]*ruby.ResourceType{}, from: map[string]bool{}}
}

// MayAdd reports whether Ruby code of the tree adds, or may add, an attribute
// called name to the resources of a type (a resource type, a defined type or
// "class") that is made elsewhere. Ruby files are read when this is first asked.
func (t *Tree) MayAdd(resourceType, name string) bool {
	added := t.added.get("", t.readAdditions)
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

func (t *Tree) readAdditions() *additions {
	added := newAdditions()
	for _, module := range t.Modules {
		t.walk(module.Path("lib"), func(path string) { t.addAdditions(added, path) })
	}
	return added
}

// addAdditions adds what the file at path adds.
func (t *Tree) addAdditions(to *additions, path string) {
	if !strings.HasSuffix(path, ".rb") {
		return
	}
	text, err := t.text(path)
	if err != nil {
		return
	}
	if strings.Contains(text, "newmetaparam") {
		to.from[absolute(path)] = true
		to.addMetaparameters(text)
	}
	if strings.Contains(text, "Type.type(") && (strings.Contains(text, "newparam") || strings.Contains(text, "newproperty")) {
		to.from[absolute(path)] = true
		for _, extension := range t.Ruby(path).Extensions {
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
