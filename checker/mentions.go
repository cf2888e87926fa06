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
	// numbers are those of the names, files those of the files by absolute path,
	// and paths those paths by number.
	numbers, files map[string]int32
	paths          []string
	// named are the names in each file, looked those that its bodies looked up.
	named, looked relation
	// defines are, by file, the names of what it defines, or has defined before,
	// and what is certain in it, and within those that may begin them.
	defines, within [][]int32
}

func newMentions() *mentions {
	return &mentions{numbers: map[string]int32{}, files: map[string]int32{}}
}

func (m *mentions) number(name string) int32 {
	number, known := m.numbers[name]
	if !known {
		number = int32(len(m.numbers))
		m.numbers[strings.Clone(name)] = number
	}
	return number
}

func (m *mentions) file(path string) int32 {
	file, known := m.files[path]
	if !known {
		file = int32(len(m.paths))
		m.files[path], m.paths = file, append(m.paths, path)
	}
	return file
}

// forget drops what a file that is gone names. What it defined stays known: others
// may name it.
func (m *mentions) forget(path string) {
	m.named.set(m.file(path), nil)
	m.looked.set(m.file(path), nil)
}

// hasLookedUp reports whether the bodies of a file have looked a name up.
func (m *mentions) hasLookedUp(path, name string) bool {
	number, known := m.numbers[name]
	return known && m.looked.has(m.file(path), number)
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
	m.named.set(m.file(path), slices.Collect(maps.Keys(seen)))
}

// beginningIn marks the files that hold "namespace::" with something computed
// behind it.
func beginningIn(namespace string) string { return namespace + "::*" }

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z'
}

func (m *mentions) addNames(path string, manifest *module.Manifest) {
	defines, within := listAt(&m.defines, m.file(path)), listAt(&m.within, m.file(path))
	for _, definition := range manifest.Definitions {
		if number := m.number(definition.Name); !slices.Contains(*defines, number) {
			*defines = append(*defines, number, m.number(certainlyIn(definition.Name)))
			for namespace := definition.Name; strings.Contains(namespace, "::"); {
				namespace = namespace[:strings.LastIndex(namespace, "::")]
				*within = append(*within, m.number(beginningIn(namespace)))
			}
		}
	}
}

// setLookedUp notes the names that the bodies of a file have looked up.
func (m *mentions) setLookedUp(path string, names map[dependency]bool) {
	looked := make([]int32, 0, len(names))
	for dependency := range names {
		looked = append(looked, m.number(dependency.name))
	}
	slices.Sort(looked) // two kinds of things may have one name
	m.looked.set(m.file(path), slices.Compact(looked))
}

// addLookedUp notes further names that the bodies of a file have looked up.
func (m *mentions) addLookedUp(path string, names map[dependency]bool) {
	for dependency := range names {
		m.looked.add(m.file(path), m.number(dependency.name))
	}
}

// change is what has changed in some files, as others see it.
type change struct {
	// surroundings says that what they define or declare has, reaches that it may
	// be any code which leads elsewhere than before, calls that their calls of EPP
	// templates have, plugins that there are other functions and types in Ruby, facts
	// that there are other custom facts.
	surroundings, reaches, calls, plugins, facts bool
}

func (c *change) add(other change) {
	c.surroundings = c.surroundings || other.surroundings
	c.reaches = c.reaches || other.reaches
	c.calls = c.calls || other.calls
	c.plugins = c.plugins || other.plugins
	c.facts = c.facts || other.facts
}

// dependents are the files that depend on those that changed: what names the
// definitions in them or has one of the names and, where far is set, what names
// those, and so on, with what is judged by all that their modules declare.
func (m *mentions) dependents(tree *module.Tree, changed, names []string, by change, far bool) map[string]bool {
	s := &search{mentions: m, seeded: make([]bool, len(m.numbers))}
	if by.calls {
		s.seed(callsMark)
	}
	found := map[string]bool{}
	for _, path := range changed {
		s.seedOf(m.file(path), by)
		owner, relative := tree.ModuleOf(path)
		if owner != nil {
			s.seed(fileOf(owner, relative))
		}
		// Plans may be written in YAML; tasks are described in JSON.
		if folder, name, _ := strings.Cut(relative, "/"); folder == "tasks" || folder == "plans" {
			s.seed(tasksOf(owner))
			name, _, _ := strings.Cut(name, ".")
			s.seed(owner.Name + "::" + strings.ReplaceAll(name, "/", "::"))
			s.seed(owner.Name)
		}
	}
	for _, name := range names {
		s.seed(strings.ToLower(name))
	}
	for len(s.pending) > 0 {
		name := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		for _, holders := range [][]int32{at(m.named.files, name), at(m.looked.files, name)} {
			for _, file := range holders {
				if path := m.paths[file]; !found[path] {
					found[path] = true
					if far {
						s.seedOf(file, by)
					}
				}
			}
		}
	}
	for _, path := range changed {
		if found[path] = true; !far {
			delete(found, path)
		}
	}
	m.addJudged(tree, found, by, far)
	return found
}

// search looks for those who have names.
type search struct {
	*mentions
	seeded  []bool // by name
	pending []int32
}

func (s *search) seed(name string) {
	if number, known := s.numbers[name]; known {
		s.seedAll([]int32{number})
	}
}

func (s *search) seedAll(names []int32) {
	for _, name := range names {
		if !s.seeded[name] {
			s.seeded[name] = true
			s.pending = append(s.pending, name)
		}
	}
}

// seedOf looks for those who depend on a file.
func (s *search) seedOf(file int32, by change) {
	s.seedAll(at(s.defines, file))
	if by.surroundings {
		s.seedAll(at(s.within, file))
	}
}

// holders are the files that hold a name.
func (m *mentions) holders(name string) (paths []string) {
	if number, known := m.numbers[name]; known {
		for _, file := range at(m.named.files, number) {
			paths = append(paths, m.paths[file])
		}
	}
	return paths
}

// askers are the files that have looked up one of some names.
func (m *mentions) askers(names []string) map[string]bool {
	found := map[string]bool{}
	for _, name := range names {
		if number, known := m.numbers[name]; known {
			for _, file := range at(m.looked.files, number) {
				found[m.paths[file]] = true
			}
		}
	}
	return found
}

// addJudged adds the files that are judged by what the modules of some files
// declare, by what is declared anywhere, or by what Ruby files there are.
func (m *mentions) addJudged(tree *module.Tree, found map[string]bool, by change, far bool) {
	var marks []string
	mark := func(name string) { marks = append(marks, name) }
	if by.plugins {
		mark(pluginsMark)
	}
	if by.facts {
		mark(factsMark)
	}
	if by.surroundings {
		mark(declaredMark)
		if far {
			mark(surroundingsOfAll)
		}
		for path := range found {
			if owner, _ := tree.ModuleOf(path); owner != nil {
				mark(namesOf(owner))
				if far {
					mark(surroundingsOf(owner))
				}
			}
		}
	}
	maps.Copy(found, m.askers(marks))
}
