package checker

import (
	"slices"
	"strings"

	"puppet-lint/module"
)

// mentions tells which files name what: read off their words, since whatever
// code says by name is there in letters, in comments and texts as well, and off
// what its bodies looked up under names that they put together. It says too much
// rather than too little.
type mentions struct {
	// numbers are those of the names.
	numbers map[string]int32
	// named are the numbers of the names in each file, by absolute path, and
	// looked those that its bodies looked up; defines are the names of what a
	// file defines, or has defined before.
	named, looked, defines map[string][]int32
}

func newMentions() *mentions {
	return &mentions{numbers: map[string]int32{}, named: map[string][]int32{}, looked: map[string][]int32{}, defines: map[string][]int32{}}
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
	seen := map[int32]bool{}
	add := func(name string) { seen[m.number(name)] = true }
	text := strings.ToLower(manifest.Source.Text)
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
		if first, _, qualified := strings.Cut(name, "::"); qualified || strings.HasPrefix(text[at:], "/") || strings.HasPrefix(text[at:], "::") {
			add(first + "::")
		}
	}
	named := m.named[path][:0]
	for number := range seen {
		named = append(named, number)
	}
	m.named[path] = named
}

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z'
}

func (m *mentions) addNames(path string, manifest *module.Manifest) {
	for _, definition := range manifest.Definitions {
		if number := m.number(definition.Name); !slices.Contains(m.defines[path], number) {
			m.defines[path] = append(m.defines[path], number)
		}
	}
}

// addLookedUp notes the names that a body has looked up.
func (m *mentions) addLookedUp(path string, names map[dependency]bool) {
	for dependency := range names {
		m.looked[path] = append(m.looked[path], m.number(dependency.name))
	}
}

// dependents are the files that depend on what is defined in those that changed:
// the other files of their modules, what names those modules, and what names
// the definitions, or names what names them.
func (m *mentions) dependents(tree *module.Tree, changed []string) map[string]bool {
	found := map[string]bool{}
	seeds, modules := make([]bool, len(m.numbers)), map[*module.Module]bool{}
	around := make([]bool, len(m.numbers))
	for _, path := range changed {
		found[path] = true
		for _, number := range m.defines[path] {
			seeds[number] = true
		}
		if owner, _ := tree.ModuleOf(path); owner != nil {
			modules[owner] = true
			if number, known := m.numbers[owner.Name+"::"]; known {
				around[number] = true
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for path, named := range m.named {
			if !found[path] && (anyOf(named, seeds) || anyOf(m.looked[path], seeds)) {
				found[path], grown = true, true
				for _, number := range m.defines[path] {
					seeds[number] = true
				}
			}
		}
	}
	for path, named := range m.named {
		if owner, _ := tree.ModuleOf(path); modules[owner] || anyOf(named, around) {
			found[path] = true
		}
	}
	return found
}

func anyOf(numbers []int32, set []bool) bool {
	for _, number := range numbers {
		if set[number] {
			return true
		}
	}
	return false
}
