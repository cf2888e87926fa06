package deps

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/module"
)

// NameIndex records which files depend on which keys. A file holds every name written in it, even
// in a comment or string, and every key that its bodies looked up during evaluation. The index
// finds too many files rather than too few.
type NameIndex struct {
	// numbers maps names to numbers. files maps absolute paths of files to numbers, and paths
	// maps these back.
	numbers, files map[string]int32
	paths          []string
	// named relates each file to the names in it, looked to the keys that its bodies looked up.
	named, looked relation
	// defines holds, by file, the names that the file defines or has defined before, with their
	// CertainDeclarations keys. within holds the NamesBelow keys of the namespaces that contain
	// these names.
	defines, within [][]int32
}

// NewNameIndex returns an index without files.
func NewNameIndex() *NameIndex {
	return &NameIndex{numbers: map[string]int32{}, files: map[string]int32{}}
}

func (x *NameIndex) number(name string) int32 {
	number, known := x.numbers[name]
	if !known {
		number = int32(len(x.numbers))
		x.numbers[strings.Clone(name)] = number
	}
	return number
}

func (x *NameIndex) file(path string) int32 {
	file, known := x.files[path]
	if !known {
		file = int32(len(x.paths))
		x.files[path], x.paths = file, append(x.paths, path)
	}
	return file
}

// Forget drops the names in a file that is gone. The names that it defined remain, since other
// files may use them.
func (x *NameIndex) Forget(path string) {
	x.named.set(x.file(path), nil)
	x.looked.set(x.file(path), nil)
}

// HasLookedUp reports whether the bodies of a file have looked up a name.
func (x *NameIndex) HasLookedUp(path, name string) bool {
	number, known := x.numbers[name]
	return known && x.looked.has(x.file(path), number)
}

// Read replaces the names noted for a manifest. It adds the names that the manifest defines to
// those that it defined before.
func (x *NameIndex) Read(path string, manifest *module.Manifest) {
	x.addNames(path, manifest)
	x.readText(path, manifest.Source.Text)
}

// readText replaces the names noted for a file with those in a text.
func (x *NameIndex) readText(path, text string) {
	seen := map[int32]bool{}
	add := func(name string) { seen[x.number(name)] = true }
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
			add(NamesBelow(name))
		case last > 0 && strings.HasPrefix(rest, "${"):
			add(NamesBelow(name[:last]))
		}
	}
	x.named.set(x.file(path), slices.Collect(maps.Keys(seen)))
}

func isNameByte(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z'
}

func (x *NameIndex) addNames(path string, manifest *module.Manifest) {
	defines, within := listAt(&x.defines, x.file(path)), listAt(&x.within, x.file(path))
	for _, definition := range manifest.Definitions {
		if number := x.number(definition.Name); !slices.Contains(*defines, number) {
			*defines = append(*defines, number, x.number(CertainDeclarations(definition.Name)))
			for namespace := definition.Name; strings.Contains(namespace, "::"); {
				namespace = namespace[:strings.LastIndex(namespace, "::")]
				*within = append(*within, x.number(NamesBelow(namespace)))
			}
		}
	}
}

// SetLookedUp replaces the keys that the bodies of a file have looked up.
func (x *NameIndex) SetLookedUp(path string, names Set) {
	looked := make([]int32, 0, len(names))
	for name := range names {
		looked = append(looked, x.number(name))
	}
	x.looked.set(x.file(path), looked)
}

// AddLookedUp adds keys that the bodies of a file have looked up.
func (x *NameIndex) AddLookedUp(path string, names Set) {
	for name := range names {
		x.looked.add(x.file(path), x.number(name))
	}
}

// Change describes what has changed in some files, as far as other files can observe it.
type Change struct {
	// Surroundings is set if definitions or declarations have changed, Closures if any code may
	// now declare different classes and resources, Calls if calls of EPP templates have
	// changed, Plugins if the set of Ruby functions and types has changed, and Facts if the set
	// of custom facts has.
	Surroundings, Closures, Calls, Plugins, Facts bool
}

// Add merges another change into c.
func (c *Change) Add(other Change) {
	c.Surroundings = c.Surroundings || other.Surroundings
	c.Closures = c.Closures || other.Closures
	c.Calls = c.Calls || other.Calls
	c.Plugins = c.Plugins || other.Plugins
	c.Facts = c.Facts || other.Facts
}

// Dependents returns the files that depend on the changed files: those that hold a name defined
// in them, or one of names. If far is set, it follows dependencies transitively, and includes
// the files that depend on all declarations of their modules.
func (x *NameIndex) Dependents(tree *module.Tree, changed, names []string, by Change, far bool) map[string]bool {
	s := &search{NameIndex: x, seeded: make([]bool, len(x.numbers))}
	if by.Calls {
		s.seed(TemplateCalls)
	}
	for _, path := range changed {
		s.seedOf(x.file(path), by)
		s.seedLocation(tree.ModuleOf(path))
	}
	for _, name := range names {
		s.seed(strings.ToLower(name))
	}
	found := s.holders(by, far)
	for _, path := range changed {
		if found[path] = true; !far {
			delete(found, path)
		}
	}
	x.addByKeys(tree, found, by, far)
	return found
}

// search finds the files that hold names, transitively.
type search struct {
	*NameIndex
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

// seedOf adds the names of a file that others may depend on.
func (s *search) seedOf(file int32, by Change) {
	s.seedAll(at(s.defines, file))
	if by.Surroundings {
		s.seedAll(at(s.within, file))
	}
}

// seedLocation adds the names that the location of a file in its module gives it, such as the name of a task.
func (s *search) seedLocation(owner *module.Module, relative string) {
	if owner != nil {
		s.seed(File(owner, relative))
		s.seed(Files(owner))
	}
	// Plans may be written in YAML; tasks are described in JSON.
	if folder, name, _ := strings.Cut(relative, "/"); folder == "tasks" || folder == "plans" {
		s.seed(Tasks(owner))
		name, _, _ := strings.Cut(name, ".")
		s.seed(owner.Name + "::" + strings.ReplaceAll(name, "/", "::"))
		s.seed(owner.Name)
	}
}

// holders returns the files that hold or have looked up the pending names. If far is set, it
// follows the names that these files define.
func (s *search) holders(by Change, far bool) map[string]bool {
	found := map[string]bool{}
	for len(s.pending) > 0 {
		name := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		for _, files := range [][]int32{at(s.named.files, name), at(s.looked.files, name)} {
			for _, file := range files {
				path := s.paths[file]
				if found[path] {
					continue
				}
				found[path] = true
				if far {
					s.seedOf(file, by)
				}
			}
		}
	}
	return found
}

// Holders returns the files in which a name occurs.
func (x *NameIndex) Holders(name string) (paths []string) {
	if number, known := x.numbers[name]; known {
		for _, file := range at(x.named.files, number) {
			paths = append(paths, x.paths[file])
		}
	}
	return paths
}

// FilesAt returns the known keys of a file, or of the files in a folder of that name.
func (x *NameIndex) FilesAt(key string) (found []string) {
	for name := range x.numbers {
		if name == key || strings.HasPrefix(name, key+"/") {
			found = append(found, name)
		}
	}
	return found
}

// LookedUpBy returns the files that have looked up at least one of the names.
func (x *NameIndex) LookedUpBy(names []string) map[string]bool {
	found := map[string]bool{}
	for _, name := range names {
		if number, known := x.numbers[name]; known {
			for _, file := range at(x.looked.files, number) {
				found[x.paths[file]] = true
			}
		}
	}
	return found
}

// addByKeys adds the files that looked up what a change may affect beyond names: Ruby plugins,
// custom facts, the set of declared classes, the names of the modules of the files found. If
// far is set, it adds those that looked up all declarations, of these modules or of the tree.
func (x *NameIndex) addByKeys(tree *module.Tree, found map[string]bool, by Change, far bool) {
	var keys []string
	add := func(key string) { keys = append(keys, key) }
	if by.Plugins {
		add(Plugins)
	}
	if by.Facts {
		add(CustomFacts)
	}
	if by.Surroundings {
		add(DeclaredClasses)
		if far {
			add(AllDeclarations)
		}
		for path := range found {
			if owner, _ := tree.ModuleOf(path); owner != nil {
				add(ModuleNames(owner))
				if far {
					add(ModuleDeclarations(owner))
				}
			}
		}
	}
	maps.Copy(found, x.LookedUpBy(keys))
}
