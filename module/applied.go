package module

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// applyingLine matches a line of a script that applies manifests by their paths, with its
// continuation lines: "puppet apply manifests/web.pp", also as a list of words in Ruby.
var applyingLine = lazyregexp.New(`\b(?:puppet|bolt)\b["',]*\s+["']?apply\b(?:[^\n\\]|\\.|\\\n)*`)

// manifestWord matches the path of a manifest in such a line. An interpolation of a shell,
// Make, Ruby or a CI system may stand for a part of the path.
var manifestWord = lazyregexp.New(`(?:\$\{\{[^}\n]*\}\}|[$#]\{[^}\n]*\}|\$\([^)\n]*\)|\$[\w@]+|[\w./%*-])+\.pp\b`)

var interpolatedInWord = lazyregexp.New(`\$\{\{[^}]*\}\}|[$#]\{[^}]*\}|\$\([^)]*\)|\$[\w@]+|%s`)

// isAppliedByPath reports whether a script, makefile or CI file applies a manifest of a module
// by its path, and the manifest does not define the class that Puppet would load from it. Such
// a manifest is a main manifest, which may contain any code.
func (s *surroundings) isAppliedByPath(module *Module, relative string) bool {
	if module.Known != nil || !strings.HasPrefix(relative, "manifests/") {
		return false
	}
	names := s.applied.Get(s.tree.inputs.task, "")
	if module.Folder != s.tree.Environment {
		names = slices.Concat(names, s.applied.Get(s.tree.inputs.task, module.Folder))
	}
	file := "/" + filepath.ToSlash(absolute(module.Path(relative)))
	if !slices.ContainsFunc(names, func(name string) bool { return endsAs(file, name) }) {
		return false
	}
	text, err := s.tree.Manifests.text(module.Path(relative))
	if err != nil {
		return false
	}
	name := autoloadName(module.Name, relative)
	manifest := newManifest(source.NewFile(relative, text), module, false, syntax.Parse)
	return manifest.Find(Class, name) == nil && manifest.Find(DefinedType, name) == nil
}

// autoloadName returns the name of the class or defined type that Puppet looks for in a manifest of a
// module.
func autoloadName(module, relative string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(relative, "manifests/"), ".pp")
	if inner == "init" {
		return module
	}
	return module + "::" + strings.ReplaceAll(inner, "/", "::")
}

// endsAs reports whether the last segments of a path match the segments of a name. A "*" in a
// segment of the name stands for any text.
func endsAs(file, name string) bool {
	wanted, parts := strings.Split(name, "/"), strings.Split(file, "/")
	if len(wanted) > len(parts) {
		return false
	}
	for i, part := range parts[len(parts)-len(wanted):] {
		if matched, err := path.Match(wanted[i], part); err != nil || !matched {
			return false
		}
	}
	return true
}

// listApplied returns the paths of the manifests that scripts around the environment apply.
func (s *surroundings) listApplied() (names []string) {
	s.each(func(path string) { names = append(names, s.appliedBy(path)...) })
	return names
}

// appliedIn returns the paths of the manifests that scripts directly in a folder apply.
func (s *surroundings) appliedIn(folder string) (names []string) {
	entries, _ := s.tree.Files.ReadDir(folder)
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, s.appliedBy(filepath.Join(folder, entry.Name()))...)
		}
	}
	return names
}

// appliedBy returns the paths of the manifests that a script applies, as the script writes them.
func (s *surroundings) appliedBy(path string) (names []string) {
	if !runsPuppet(filepath.Base(path)) {
		return nil
	}
	text, err := s.tree.Manifests.text(path)
	if err != nil || !strings.Contains(text, "apply") {
		return nil
	}
	for _, line := range applyingLine.FindAllString(text, -1) {
		for _, word := range manifestWord.FindAllString(line, -1) {
			name := interpolatedInWord.ReplaceAllString(word, "*")
			for _, prefix := range []string{"./", "../", "*/"} {
				for strings.HasPrefix(name, prefix) {
					name = name[len(prefix):]
				}
			}
			if inside, isAbsolute := strings.CutPrefix(name, "/"); isAbsolute {
				name = fromModule(inside)
			}
			if name != "*.pp" {
				names = append(names, name)
			}
		}
	}
	return names
}

// fromModule returns the path of a manifest from the folder of its module, if it contains that
// folder. It leaves out the folders above, which depend on where the code is installed.
func fromModule(name string) string {
	parts := strings.Split(name, "/")
	for i := len(parts) - 2; i > 0; i-- {
		if parts[i] == "manifests" {
			return strings.Join(parts[i-1:], "/")
		}
	}
	return name
}

// runsPuppet reports whether a file of that name may run Puppet: a script, a makefile or the
// like, or a configuration of a CI system.
func runsPuppet(name string) bool {
	switch name {
	case ".travis.yml", ".gitlab-ci.yml", ".kitchen.yml", "Jenkinsfile":
		return true
	}
	return mayGiveFacts(name)
}
