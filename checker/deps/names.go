package deps

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/module"
)

// NameIndex tells which files hold which keys: those that are words of the file, since
// whatever code names is written there, if only in a comment or a text, and those that
// its bodies looked up while they were evaluated. It finds too many files rather than
// too few.
type NameIndex struct {
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

// NewNameIndex makes an index without any files.
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

// Forget drops what a file that is gone names. What it defined stays known: others
// may name it.
func (x *NameIndex) Forget(path string) {
	x.named.set(x.file(path), nil)
	x.looked.set(x.file(path), nil)
}

// HasLookedUp reports whether the bodies of a file have looked a name up.
func (x *NameIndex) HasLookedUp(path, name string) bool {
	number, known := x.numbers[name]
	return known && x.looked.has(x.file(path), number)
}

// Read notes the names in a manifest, in place of those that were there, and what
// it defines, besides what it has defined before.
func (x *NameIndex) Read(path string, manifest *module.Manifest) {
	x.addNames(path, manifest)
	x.readText(path, manifest.Source.Text)
}

// readText notes the names in a text, in place of those that were there.
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

// SetLookedUp notes the names that the bodies of a file have looked up.
func (x *NameIndex) SetLookedUp(path string, names Set) {
	looked := make([]int32, 0, len(names))
	for name := range names {
		looked = append(looked, x.number(name))
	}
	x.looked.set(x.file(path), looked)
}

// AddLookedUp notes further names that the bodies of a file have looked up.
func (x *NameIndex) AddLookedUp(path string, names Set) {
	for name := range names {
		x.looked.add(x.file(path), x.number(name))
	}
}

// Change is what has changed in some files, as others see it.
type Change struct {
	// Surroundings says that what they define or declare has, reaches that it may
	// be any code which leads elsewhere than before, calls that their calls of EPP
	// templates have, plugins that there are other functions and types in Ruby, facts
	// that there are other custom facts.
	Surroundings, Reaches, Calls, Plugins, Facts bool
}

// Add adds what another change has changed.
func (c *Change) Add(other Change) {
	c.Surroundings = c.Surroundings || other.Surroundings
	c.Reaches = c.Reaches || other.Reaches
	c.Calls = c.Calls || other.Calls
	c.Plugins = c.Plugins || other.Plugins
	c.Facts = c.Facts || other.Facts
}

// Dependents are the files that depend on those that changed: what names the
// definitions in them or has one of the names and, where far is set, what names
// those, and so on, with what is judged by all that their modules declare.
func (x *NameIndex) Dependents(tree *module.Tree, changed, names []string, by Change, far bool) map[string]bool {
	s := &search{NameIndex: x, seeded: make([]bool, len(x.numbers))}
	if by.Calls {
		s.seed(TemplateCalls)
	}
	found := map[string]bool{}
	for _, path := range changed {
		s.seedOf(x.file(path), by)
		owner, relative := tree.ModuleOf(path)
		if owner != nil {
			s.seed(File(owner, relative))
		}
		// Plans may be written in YAML; tasks are described in JSON.
		if folder, name, _ := strings.Cut(relative, "/"); folder == "tasks" || folder == "plans" {
			s.seed(Tasks(owner))
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
		for _, holders := range [][]int32{at(x.named.files, name), at(x.looked.files, name)} {
			for _, file := range holders {
				if path := x.paths[file]; !found[path] {
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
	x.addByKeys(tree, found, by, far)
	return found
}

// search looks for those who have names.
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

// seedOf looks for those who depend on a file.
func (s *search) seedOf(file int32, by Change) {
	s.seedAll(at(s.defines, file))
	if by.Surroundings {
		s.seedAll(at(s.within, file))
	}
}

// Holders are the files that hold a name.
func (x *NameIndex) Holders(name string) (paths []string) {
	if number, known := x.numbers[name]; known {
		for _, file := range at(x.named.files, number) {
			paths = append(paths, x.paths[file])
		}
	}
	return paths
}

// FilesAt are the keys of a file, and of those in a folder of that name, that are known.
func (x *NameIndex) FilesAt(key string) (found []string) {
	for name := range x.numbers {
		if name == key || strings.HasPrefix(name, key+"/") {
			found = append(found, name)
		}
	}
	return found
}

// LookedUpBy are the files that have looked up one of some names.
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

// addByKeys adds the files that are judged by what the modules of some files
// declare, by what is declared anywhere, or by what Ruby files there are.
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
