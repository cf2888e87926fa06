package declarations

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// declarers finds the code whose local declarations name a definition, so that all code that
// leads to it is found without a look at every closure. It finds too much rather than too little.
type declarers struct {
	mutex sync.Mutex
	// pending are bodies whose names are not in the fields below yet: many checks never search, and
	// need no index of all names.
	pending []declarer
	of      map[program.DefinitionKey][]syntax.Node
	// prefixed holds the code that declares classes of which only the beginnings of the names
	// are known, by these beginnings.
	prefixed map[string][]syntax.Node
	// isIncomplete means that any code may lead to any type: a defined type with the name of a
	// resource type of Puppet uses its title as a type.
	isIncomplete bool
}

// declarer is a body with what it names.
type declarer struct {
	root syntax.Node
	body *Local
}

// add adds what a body names.
func (d *declarers) add(root syntax.Node, body *Local) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.pending = append(d.pending, declarer{root, body})
}

// lock locks the mutex, and brings the index up to date.
func (d *declarers) lock() {
	d.mutex.Lock()
	for _, one := range d.pending {
		d.index(one.root, one.body)
	}
	d.pending = nil
}

// index adds what a body names to the index. The mutex is held.
func (d *declarers) index(root syntax.Node, body *Local) {
	if d.of == nil {
		d.of, d.prefixed = map[program.DefinitionKey][]syntax.Node{}, map[string][]syntax.Node{}
	}
	eachKey(body, func(key program.DefinitionKey) {
		if known := d.of[key]; len(known) == 0 || known[len(known)-1] != root {
			d.of[key] = append(known, root)
		}
	})
	for _, prefix := range body.Prefixes {
		d.prefixed[prefix] = append(d.prefixed[prefix], root)
	}
	if define, ok := root.(*syntax.ResourceTypeDefinition); ok && body.TitleIsType && builtin.FindResourceType(module.Normalize(define.Name)) != nil {
		d.isIncomplete = true
	}
}

// remove removes what a body names.
func (d *declarers) remove(root syntax.Node, body *Local) {
	d.lock()
	defer d.mutex.Unlock()
	isRoot := func(node syntax.Node) bool { return node == root }
	eachKey(body, func(key program.DefinitionKey) {
		if d.of[key] = slices.DeleteFunc(d.of[key], isRoot); len(d.of[key]) == 0 {
			delete(d.of, key)
		}
	})
	for _, prefix := range body.Prefixes {
		d.prefixed[prefix] = slices.DeleteFunc(d.prefixed[prefix], isRoot)
	}
}

// eachKey calls visit with the definitions that a body declares or calls, and with the class
// that it is. The title of a resource may be the name of a type.
func eachKey(body *Local, visit func(key program.DefinitionKey)) {
	if body.name != "" {
		visit(program.DefinitionKey{Kind: module.Class, Name: body.name})
	}
	for _, name := range body.Classes {
		visit(program.DefinitionKey{Kind: module.Class, Name: name})
	}
	for _, name := range body.Functions {
		visit(program.DefinitionKey{Kind: module.Function, Name: name})
	}
	for _, use := range body.Uses {
		visit(program.DefinitionKey{Kind: module.DefinedType, Name: use.TypeName})
		if builtin.FindResourceType(use.TypeName) == nil {
			for _, title := range use.Titles {
				visit(program.DefinitionKey{Kind: module.DefinedType, Name: module.Normalize(title)})
			}
		}
	}
}

// leadingTo returns the code that may lead to one of the definitions, directly or through others.
// isKnown is false if any code may.
func (d *declarers) leadingTo(definitions ...program.DefinitionKey) (found map[syntax.Node]bool, isKnown bool) {
	d.lock()
	defer d.mutex.Unlock()
	if d.isIncomplete {
		return nil, false
	}
	found = map[syntax.Node]bool{}
	pending := slices.Clone(definitions)
	addAll := func(roots []syntax.Node) {
		for _, root := range roots {
			if found[root] {
				continue
			}
			found[root] = true
			if key, isDefinition := keyOf(root); isDefinition {
				pending = append(pending, key)
			}
		}
	}
	for len(pending) > 0 {
		key := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		addAll(d.of[key])
		if key.Kind != module.Class {
			continue
		}
		for prefix, roots := range d.prefixed {
			if strings.HasPrefix(key.Name, prefix) {
				addAll(roots)
			}
		}
	}
	return found, true
}

// MayDeclareByPrefix reports whether a definition declares classes of which only the beginnings of the
// names are known, and one of these may be the class.
func (f *SyntaxInfo) MayDeclareByPrefix(class string) bool {
	d := &f.declarers
	d.lock()
	defer d.mutex.Unlock()
	for prefix, roots := range d.prefixed {
		if strings.HasPrefix(class, prefix) && slices.ContainsFunc(roots, isDefinition) {
			return true
		}
	}
	return false
}

// DeclarersOf returns the names of the definitions that declare one of the resources, given by
// ResourceKey.
func (f *SyntaxInfo) DeclarersOf(resources []string) (names []string) {
	wanted := map[string]map[string]bool{} // titles by type
	for _, resource := range resources {
		typeName, title := SplitResourceKey(resource)
		if wanted[typeName] == nil {
			wanted[typeName] = map[string]bool{}
		}
		wanted[typeName][title] = true
	}
	for typeName, titles := range wanted {
		for _, root := range f.declarers.usersOf(typeName) {
			key, isDefinition := keyOf(root)
			if isDefinition && slices.ContainsFunc(f.LocalOf(root).Uses, func(use ResourceUse) bool {
				return use.TypeName == typeName && slices.ContainsFunc(use.Titles, func(title string) bool { return titles[title] })
			}) {
				names = append(names, key.Name)
			}
		}
	}
	return names
}

// usersOf returns the code that declares resources of a type.
func (d *declarers) usersOf(typeName string) []syntax.Node {
	d.lock()
	defer d.mutex.Unlock()
	return slices.Clone(d.of[program.DefinitionKey{Kind: module.DefinedType, Name: typeName}])
}

func isDefinition(root syntax.Node) bool {
	_, isDefinition := keyOf(root)
	return isDefinition
}

// keyOf returns the definition that a body belongs to, if it can be declared or called.
func keyOf(root syntax.Node) (key program.DefinitionKey, isDefinition bool) {
	switch root := root.(type) {
	case *syntax.HostClassDefinition:
		return program.DefinitionKey{Kind: module.Class, Name: module.Normalize(root.Name)}, true
	case *syntax.ResourceTypeDefinition:
		return program.DefinitionKey{Kind: module.DefinedType, Name: module.Normalize(root.Name)}, true
	case *syntax.FunctionDefinition:
		return program.DefinitionKey{Kind: module.Function, Name: module.Normalize(root.Name)}, true
	}
	return key, false
}

// ForgetClosures forgets the closures that depend on one of the definitions, and calls visit with their
// roots.
func (f *SyntaxInfo) ForgetClosures(definitions []program.DefinitionKey, visit func(root syntax.Node)) {
	forget := func(root syntax.Node, closure *Closure) {
		if slices.ContainsFunc(definitions, closure.HasMet) {
			f.Closures.Forget(root)
			f.moduleRoots.forget(root)
			visit(root)
		}
	}
	roots, isKnown := f.declarers.leadingTo(definitions...)
	if !isKnown {
		f.Closures.Each(func(root syntax.Node, closure *Closure) bool {
			forget(root, closure)
			return true
		})
	}
	for root := range roots {
		if closure, isCached := f.Closures.Known(root); isCached {
			forget(root, closure)
		}
	}
}
