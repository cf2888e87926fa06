package module

import (
	"path/filepath"
	"slices"
	"strings"
)

// HasClassifier reports whether an external node classifier seems to give nodes their classes.
// A classifier may also set variables at top scope. Signs of a classifier are a configuration
// of the server that names one, a script with such a name in the environment's folder, and an
// installation of Foreman by the modules.
func (t *Tree) HasClassifier() bool { return t.surroundings.classifier.get(t) }

func (s *surroundings) findClassifier() bool {
	if s.tree.Environment == "" {
		return false
	}
	if s.tree.byName["foreman"] != nil || s.hasClassifierIn(s.tree.Environment, true) {
		return true
	}
	return slices.ContainsFunc(s.tree.Modules, func(module *Module) bool {
		found := false
		for _, folder := range []string{"files", "templates"} {
			s.tree.folders.walk(module.Path(folder), func(path string) {
				found = found || s.configuresClassifier(path)
			})
		}
		return found
	})
}

// hasClassifierIn looks for a classifier among the files of a folder. If deep is set, it also
// looks in the inner folders that do not hold modules.
func (s *surroundings) hasClassifierIn(folder string, deep bool) bool {
	entries, err := s.tree.Files.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case !entry.IsDir():
			if isCalledClassifier(entry.Name()) || s.configuresClassifier(path) {
				return true
			}
		case deep && !strings.HasPrefix(entry.Name(), ".") && !slices.Contains(s.tree.Modulepath, path):
			if s.hasClassifierIn(path, false) {
				return true
			}
		}
	}
	return false
}

// isCalledClassifier reports whether a file, judging by its name, is a node classifier, such as
// puppet-enc.rb.
func isCalledClassifier(name string) bool {
	if strings.HasSuffix(name, ".pp") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(char rune) bool { return char < 'a' || char > 'z' })
	return slices.Contains(words, "enc") || slices.Contains(words, "classifier") ||
		slices.Contains(words, "external") && (slices.Contains(words, "node") || slices.Contains(words, "nodes"))
}

// isServerSettings reports whether a file, judging by its name, is a configuration of Puppet or
// a template of one.
func isServerSettings(name string) bool {
	return strings.Contains(name, "puppet") && strings.Contains(name, ".conf")
}

// configuresClassifier reports whether a file is a configuration of Puppet that names a
// classifier.
func (s *surroundings) configuresClassifier(path string) bool {
	if !isServerSettings(filepath.Base(path)) {
		return false
	}
	text, err := s.tree.Manifests.text(path)
	if err != nil {
		return false
	}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, "=")
		switch value = strings.TrimSpace(value); strings.TrimSpace(name) {
		case "external_nodes":
			return true
		case "node_terminus":
			if value != "plain" {
				return true
			}
		}
	}
	return false
}
