package module

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// IsInterpolated reports whether a hiera.yaml of the tree, or one that a module puts on hosts,
// interpolates a variable of top scope, such as %{::tier}. Levels of a hierarchy are named for
// variables that nodes have: if no code sets one, a fact or a node classifier does.
func (t *Tree) IsInterpolated(name string) bool { return t.interpolated()[name] }

var interpolation = lazyregexp.New(`%\{(?:::)?(?:facts\.)?([a-z_][a-z0-9_]*)\}`)

func (t *Tree) listInterpolated() map[string]bool {
	names := map[string]bool{}
	add := func(path string) {
		if !isCalledHierarchy(filepath.Base(path)) {
			return
		}
		text, err := t.text(path)
		if err != nil {
			return
		}
		for _, match := range interpolation.FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
	}
	for _, module := range t.Modules {
		for _, folder := range []string{"files", "templates"} {
			t.walk(module.Path(folder), add)
		}
	}
	t.eachAround(add)
	return names
}

// isCalledHierarchy reports whether the name of a file is that of a hierarchy, or of a template
// of one.
func isCalledHierarchy(name string) bool {
	return strings.HasPrefix(name, "hiera") && (strings.Contains(name, ".yaml") || strings.Contains(name, ".yml"))
}

// ConcernsAll reports whether findings anywhere may depend on a file although no code names it:
// on the external facts, the hierarchy, the classifier, the script, or the list of untracked files
// that it may be.
func ConcernsAll(path string) bool {
	name := filepath.Base(path)
	return IsExternalFact(path) || isCalledHierarchy(name) || isCalledClassifier(name) || isServerSettings(name) ||
		name == gitIgnore || name == gitModules || runsPuppet(name) && !isDeployed(path)
}

// isDeployed reports whether a file lies among those that a module puts on hosts.
func isDeployed(path string) bool {
	slashed := filepath.ToSlash(path)
	return strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/")
}

// eachAround visits the files in the environment's folder and in the folders directly in it that
// do not hold modules.
func (t *Tree) eachAround(visit func(path string)) {
	if t.Environment == "" {
		return
	}
	entries, err := t.Files.ReadDir(t.Environment)
	if err != nil {
		return
	}
	for _, entry := range entries {
		path := filepath.Join(t.Environment, entry.Name())
		if !entry.IsDir() {
			visit(path)
			continue
		}
		if strings.HasPrefix(entry.Name(), ".") || t.holdsModules(path) {
			continue
		}
		inner, _ := t.Files.ReadDir(path)
		for _, one := range inner {
			if !one.IsDir() {
				visit(filepath.Join(path, one.Name()))
			}
		}
	}
}

func (t *Tree) holdsModules(folder string) bool {
	for _, one := range t.Modulepath {
		if absolute(one) == absolute(folder) {
			return true
		}
	}
	return false
}
