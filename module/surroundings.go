package module

import (
	"path/filepath"
	"strings"
	"sync"
)

// surroundings are the files around the modules of a tree: scripts, and configurations of the
// server.
type surroundings struct {
	tree       *Tree
	classifier func() bool // see HasClassifier
	lax        func() bool // see LacksStrictVariables
	// applied holds the manifests that scripts apply, by the folder of the scripts.
	applied cache[[]string]
}

func newSurroundings(tree *Tree) *surroundings {
	around := &surroundings{tree: tree}
	around.classifier = sync.OnceValue(around.findClassifier)
	around.lax = sync.OnceValue(around.readStrictVariables)
	return around
}

// each visits the files in the environment's folder and in the folders directly in it that
// do not hold modules.
func (s *surroundings) each(visit func(path string)) {
	if s.tree.Environment == "" {
		return
	}
	entries, err := s.tree.Files.ReadDir(s.tree.Environment)
	if err != nil {
		return
	}
	for _, entry := range entries {
		path := filepath.Join(s.tree.Environment, entry.Name())
		if !entry.IsDir() {
			visit(path)
			continue
		}
		if strings.HasPrefix(entry.Name(), ".") || s.holdsModules(path) {
			continue
		}
		inner, _ := s.tree.Files.ReadDir(path)
		for _, one := range inner {
			if !one.IsDir() {
				visit(filepath.Join(path, one.Name()))
			}
		}
	}
}

func (s *surroundings) holdsModules(folder string) bool {
	for _, one := range s.tree.Modulepath {
		if absolute(one) == absolute(folder) {
			return true
		}
	}
	return false
}

// ConcernsAll reports whether findings anywhere may depend on a file although no code names it:
// on the external facts, the hierarchy, the classifier, the script, the list of untracked files, or
// the test that it may be.
func ConcernsAll(path string) bool {
	name := filepath.Base(path)
	return IsExternalFact(path) || isCalledHierarchy(name) || isCalledClassifier(name) || isServerSettings(name) ||
		name == gitIgnore || name == gitModules || runsPuppet(name) && !isDeployed(path) || givesTestedFacts(path)
}

// isDeployed reports whether a file lies among those that a module puts on hosts.
func isDeployed(path string) bool {
	slashed := filepath.ToSlash(path)
	return strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/")
}
