package checker

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/module"
)

// mentions tells which files name what: read off their words, since whatever
// code says by name is there in letters, in comments and texts as well, and off
// what its bodies looked up under names that they put together. It says too much
// rather than too little.
//
// Besides names there are marks, which no name can be: that a file holds the
// beginning of names (beginningIn), that a body asked for a file of a module
// (fileOf) or was judged by what others do that it does not name (evaluator.go).
type mentions struct {
	// numbers are those of the names.
	numbers map[string]int32
	// named are the numbers of the names in each file, by absolute path, and
	// looked those that its bodies looked up; defines are the names of what a
	// file defines, or has defined before, and what is certain in it, and within
	// those that may begin them.
	named, looked, defines, within map[string][]int32
}

func newMentions() *mentions {
	return &mentions{numbers: map[string]int32{}, named: map[string][]int32{}, looked: map[string][]int32{}, defines: map[string][]int32{}, within: map[string][]int32{}}
}

func (m *mentions) number(name string) int32 {
	number, known := m.numbers[name]
	if !known {
		number = int32(len(m.numbers))
		m.numbers[strings.Clone(name)] = number
	}
	return number
}

// read notes the names in a manifest, in place of those that were there, and what
// it defines, besides what it has defined before.
func (m *mentions) read(path string, manifest *module.Manifest) {
	m.addNames(path, manifest)
	m.readText(path, manifest.Source.Text)
}

// readText notes the names in a text, in place of those that were there.
func (m *mentions) readText(path, text string) {
	seen := map[int32]bool{}
	add := func(name string) { seen[m.number(name)] = true }
	text = strings.ToLower(text)
	for at := 0; at < len(text); at++ {
		if !isNameByte(text[at]) {
			continue
		}
		start := at
		for at < len(text) && (isNameByte(text[at]) || strings.HasPrefix(text[at:], "::") && at+2 < len(text) && isNameByte(text[at+2])) {
			if text[at] == ':' {
				at++
			}
			at++
		}
		name := text[start:at]
		add(name)
		// $a::b is the variable b of the class a.
		if last := strings.LastIndex(name, "::"); last > 0 {
			add(name[:last])
		}
		switch last, rest := strings.LastIndex(name, "::"), text[at:]; {
		case strings.HasPrefix(rest, "::"):
			add(beginningIn(name))
		case last > 0 && strings.HasPrefix(rest, "${"):
			add(beginningIn(name[:last]))
		}
	}
	named := m.named[path][:0]
	for number := range seen {
		named = append(named, number)
	}
	m.named[path] = named
}

// beginningIn marks the files that hold "namespace::" with something computed
// behind it.
func beginningIn(namespace string) string { return namespace + "::*" }

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z'
}

func (m *mentions) addNames(path string, manifest *module.Manifest) {
	for _, definition := range manifest.Definitions {
		if number := m.number(definition.Name); !slices.Contains(m.defines[path], number) {
			m.defines[path] = append(m.defines[path], number, m.number(certainlyIn(definition.Name)))
			for namespace := definition.Name; strings.Contains(namespace, "::"); {
				namespace = namespace[:strings.LastIndex(namespace, "::")]
				m.within[path] = append(m.within[path], m.number(beginningIn(namespace)))
			}
		}
	}
}

// setLookedUp notes the names that the bodies of a file have looked up.
func (m *mentions) setLookedUp(path string, names map[dependency]bool) {
	looked := m.looked[path][:0]
	for dependency := range names {
		looked = append(looked, m.number(dependency.name))
	}
	m.looked[path] = looked
}

// addLookedUp notes further names that the bodies of a file have looked up.
func (m *mentions) addLookedUp(path string, names map[dependency]bool) {
	for dependency := range names {
		if number := m.number(dependency.name); !slices.Contains(m.looked[path], number) {
			m.looked[path] = append(m.looked[path], number)
		}
	}
}

// change is what has changed in some files, as others see it.
type change struct {
	// surroundings says that what they define or declare has, calls that their
	// calls of EPP templates have, plugins that there are other functions and types in
	// Ruby, facts that there are other custom facts.
	surroundings, calls, plugins, facts bool
}

func (c *change) add(other change) {
	c.surroundings = c.surroundings || other.surroundings
	c.calls = c.calls || other.calls
	c.plugins = c.plugins || other.plugins
	c.facts = c.facts || other.facts
}

// dependents are the files that depend on those that changed: what names the
// definitions in them or has one of the names and, where far is set, what names
// those, and so on, with what is judged by all that their modules declare.
func (m *mentions) dependents(tree *module.Tree, changed, names []string, by change, far bool) map[string]bool {
	found, seeds := map[string]bool{}, make([]bool, len(m.numbers))
	seed := func(name string) {
		if number, known := m.numbers[name]; known {
			seeds[number] = true
		}
	}
	if by.calls {
		seed(callsMark)
	}
	add := func(path string) {
		found[path] = true
		for _, number := range m.defines[path] {
			seeds[number] = true
		}
		if by.surroundings {
			for _, number := range m.within[path] {
				seeds[number] = true
			}
		}
	}
	for _, path := range changed {
		add(path)
		owner, relative := tree.ModuleOf(path)
		if owner != nil {
			seed(fileOf(owner, relative))
		}
		// Plans may be written in YAML; tasks are described in JSON.
		if folder, name, _ := strings.Cut(relative, "/"); folder == "tasks" || folder == "plans" {
			seed(tasksOf(owner))
			name, _, _ := strings.Cut(name, ".")
			seed(owner.Name + "::" + strings.ReplaceAll(name, "/", "::"))
			seed(owner.Name)
		}
	}
	for _, name := range names {
		seed(strings.ToLower(name))
	}
	near := slices.Collect(maps.Keys(found))
	for grown := true; grown; {
		grown = false
		for path, named := range m.named {
			if !found[path] && (anyOf(named, seeds) || anyOf(m.looked[path], seeds)) {
				found[path] = true
				if far {
					add(path)
				}
				grown = far
			}
		}
	}
	if !far {
		for _, path := range near {
			delete(found, path)
		}
	}
	m.addJudged(tree, found, by, far)
	return found
}

// askers are the files that have looked up one of some names.
func (m *mentions) askers(names []string) map[string]bool {
	seeds, found := make([]bool, len(m.numbers)), map[string]bool{}
	for _, name := range names {
		if number, known := m.numbers[name]; known {
			seeds[number] = true
		}
	}
	for path, looked := range m.looked {
		if anyOf(looked, seeds) {
			found[path] = true
		}
	}
	return found
}

// addJudged adds the files that are judged by what the modules of some files
// declare, by what is declared anywhere, or by what Ruby files there are.
func (m *mentions) addJudged(tree *module.Tree, found map[string]bool, by change, far bool) {
	around := make([]bool, len(m.numbers))
	mark := func(name string) {
		if number, known := m.numbers[name]; known {
			around[number] = true
		}
	}
	if by.plugins {
		mark(pluginsMark)
	}
	if by.facts {
		mark(factsMark)
	}
	if by.surroundings {
		mark(declaredMark)
		for path := range found {
			if owner, _ := tree.ModuleOf(path); owner != nil {
				mark(namesOf(owner))
				if far {
					mark(surroundingsOf(owner))
				}
			}
		}
	}
	for path, looked := range m.looked {
		if anyOf(looked, around) {
			found[path] = true
		}
	}
}

func anyOf(numbers []int32, set []bool) bool {
	for _, number := range numbers {
		if set[number] {
			return true
		}
	}
	return false
}
