package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/incremental"
)

// surroundings are the files around the modules of a tree: scripts, and configurations of the
// server.
type surroundings struct {
	tree       *Tree
	classifier treeValue[bool] // see HasClassifier
	lax        treeValue[bool] // see LacksStrictVariables
	// applied holds the manifests that scripts apply, by the folder of the scripts. The entry
	// for "" holds those of the scripts around the environment.
	applied *incremental.Query[string, []string]
}

func newSurroundings(tree *Tree) *surroundings {
	same := func(a, b bool) bool { return a == b }
	return &surroundings{
		tree:       tree,
		classifier: newTreeValue(tree, "classifier", func(view *Tree) bool { return view.surroundings.findClassifier() }, same),
		lax:        newTreeValue(tree, "lax", func(view *Tree) bool { return view.surroundings.readStrictVariables() }, same),
		applied: query(tree, "applied", func(view *Tree, folder string) []string {
			if folder == "" {
				return view.surroundings.listApplied()
			}
			return view.surroundings.appliedIn(folder)
		}, slices.Equal),
	}
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

// ConcernsAll reports whether findings anywhere may depend on a file although no code names it.
// That is so for external facts, hierarchies, classifiers, scripts, lists of untracked files,
// and tests.
func ConcernsAll(path string) bool {
	name := filepath.Base(path)
	return IsExternalFact(path) || isCalledHierarchy(name) || isCalledClassifier(name) || isServerSettings(name) ||
		name == gitIgnore || name == gitModules || runsPuppet(name) && !isDeployed(path) || givesTestedFacts(path)
}

// isDeployed reports whether a file lies among the files that a module copies to hosts.
func isDeployed(path string) bool {
	slashed := filepath.ToSlash(path)
	return strings.Contains(slashed, "/files/") || strings.Contains(slashed, "/templates/")
}
